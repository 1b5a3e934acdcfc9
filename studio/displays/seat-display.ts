/** The pictures of a seat: view with mirrors, rear camera, two eyes, dome, wall, headset. */
import { Group, PerspectiveCamera, Quaternion, SpotLight, Vector3 } from "three";
import type { Signal } from "../signal.js";
import type { Display, DisplayedScene } from "../viewport/display.js";
import type { Viewport } from "../viewport/viewport.js";
import type { DrawnCamera, SceneDescription } from "../worker/protocol.js";
import { clearGlass } from "./clear-glass.js";
import type { DisplaySettings } from "./display-settings.js";
import { DomePicture } from "./dome-picture.js";
import { MirrorPictures } from "./mirror-pictures.js";
import { RearPicture } from "./rear-picture.js";
import { Stereo } from "./stereo.js";
import { WallPicture } from "./wall-picture.js";

/** What a seat tells its displays. */
export interface DisplayHost {
  readonly display: Signal<DisplaySettings>;
  readonly light: Signal<boolean>;
  readonly rearCanvas: HTMLCanvasElement | null;
  /** The camera in the cab; null: there is none. */
  readonly cab: DrawnCamera | null;
}

export const SCREENS = 3;

export class SeatDisplay implements Display {
  private readonly view: Viewport;
  private readonly host: DisplayHost;
  private readonly mirrors: MirrorPictures;
  private readonly stereo = new Stereo();
  private readonly rear: RearPicture;
  private readonly wall = new WallPicture();
  private dome: DomePicture | null = null;
  private cab: DrawnCamera | null = null;
  private rearCamera: DrawnCamera | null = null;
  private readonly lamp = new SpotLight("#fff3df", 0, 30, 0.6, 0.5);
  private readonly rig = new Group();
  private readonly headset = new PerspectiveCamera();
  private session: XRSession | null = null;
  private readonly endings: (() => void)[];
  /** The one screen of a wall that this window shows; null: as the settings say. */
  only: number | null = null;
  /** Called with every picture's camera, for windows that share it. */
  shared: ((camera: PerspectiveCamera) => void) | null = null;
  /** Puts the camera where another window's is. */
  place: ((camera: PerspectiveCamera) => void) | null = null;

  constructor(view: Viewport, host: DisplayHost) {
    this.view = view;
    this.host = host;
    this.mirrors = new MirrorPictures(view.software);
    this.rear = new RearPicture(view.software);
    this.rig.add(this.headset);
    this.endings = [host.display, host.light].map((signal) =>
      (signal as Signal<unknown>).subscribe(() => view.invalidate()),
    );
    view.display = this;
  }

  show({ cameras, mirrors, seat }: SceneDescription): void {
    this.mirrors.show(mirrors);
    this.cab = this.host.cab;
    this.rearCamera = cameras.find(({ name }) => name === seat?.rear) ?? null;
  }

  refresh(): void {
    this.mirrors.refresh();
    this.rear.refresh();
  }

  render(scene: DisplayedScene): void {
    const { camera } = scene;
    const { value: settings } = this.host.display;
    this.place?.(camera);
    const inside = this.cab !== null && (this.only !== null || this.view.cameraName === this.cab.name);
    this.placeLamp(scene);
    const opaque = inside ? clearGlass(scene.scene) : null;
    this.drawAll(scene, settings, inside);
    opaque?.();
    this.shared?.(camera);
  }

  private drawAll(scene: DisplayedScene, settings: DisplaySettings, inside: boolean): void {
    const { renderer, camera } = scene;
    this.mirrors.prepare(scene, inside);
    if (this.session) {
      this.drawHeadset(scene);
      return;
    }
    if (this.rearCamera && this.host.rearCanvas && this.only === null)
      this.rear.draw(scene, this.rearCamera, this.host.rearCanvas);
    if (this.only !== null) this.wall.draw(scene, SCREENS, this.only);
    else if (settings.name === "side-by-side") this.stereo.drawSideBySide(scene, settings);
    else if (settings.name === "anaglyph") this.stereo.drawAnaglyph(scene, settings);
    else if (settings.name === "wall") this.wall.draw(scene, SCREENS, null);
    else if (settings.name === "dome" || settings.name === "mirrored") this.drawDome(scene, settings);
    else {
      renderer.render(scene.scene, camera);
      if (inside) this.mirrors.drawEdges(scene);
    }
  }

  /** Whether the browser knows a headset. */
  static async hasHeadset(): Promise<boolean> {
    return (await navigator.xr?.isSessionSupported("immersive-vr").catch(() => false)) ?? false;
  }

  /** Draws for a headset until its session ends; to be called from a click. */
  async enterHeadset(renderer = this.renderer): Promise<void> {
    if (!renderer || !navigator.xr) return;
    const session = await navigator.xr.requestSession("immersive-vr");
    renderer.xr.enabled = true;
    renderer.xr.setReferenceSpaceType("local");
    await renderer.xr.setSession(session);
    this.session = session;
    renderer.setAnimationLoop(() => this.view.drawNow());
    session.addEventListener("end", () => {
      this.session = null;
      renderer.setAnimationLoop(null);
      renderer.xr.enabled = false;
      this.view.invalidate();
    });
  }

  private renderer: DisplayedScene["renderer"] | null = null;

  /** The head of the headset is at the eye of the cab, which it looks out of. */
  private drawHeadset({ renderer, scene, camera }: DisplayedScene): void {
    this.rig.position.setFromMatrixPosition(camera.matrixWorld);
    this.rig.quaternion.setFromRotationMatrix(camera.matrixWorld);
    this.rig.updateMatrixWorld();
    Object.assign(this.headset, { near: camera.near, far: camera.far });
    renderer.render(scene, this.headset);
  }

  private drawDome(scene: DisplayedScene, { name, grid, blend }: DisplaySettings): void {
    this.dome ??= new DomePicture(this.view.software);
    const place = this.cab ? scene.places[this.cab.body] : undefined;
    CABIN.identity();
    if (place) CABIN.copy(place.quaternion);
    this.dome.draw(scene, CABIN, { mirrored: name === "mirrored", grid, blend });
  }

  private placeLamp({ renderer, scene, places }: DisplayedScene): void {
    this.renderer = renderer;
    const place = this.cab ? places[this.cab.body] : undefined;
    const on = this.host.light.value && place !== undefined;
    // another number of lights means other shaders: it comes with the first use
    if (on && !this.lamp.parent) scene.add(this.lamp, this.lamp.target);
    this.lamp.intensity = on ? LAMP : 0;
    if (!on || !this.cab || !place) return;
    const { eye, target } = this.cab;
    AT.fromArray(eye as number[]).addScaledVector(AHEAD.set(1, 0, 0.3), 1);
    this.lamp.position.copy(AT.applyQuaternion(place.quaternion).add(place.position));
    AT.fromArray((target ?? [1, 0, 0]) as number[]);
    this.lamp.target.position.copy(AT.applyQuaternion(place.quaternion).add(place.position));
    this.lamp.target.updateMatrixWorld();
  }

  dispose(): void {
    for (const end of this.endings) end();
    void this.session?.end();
    this.view.display = null;
    this.mirrors.clear();
    this.dome?.dispose();
    this.lamp.removeFromParent();
    this.lamp.target.removeFromParent();
    this.lamp.dispose();
  }
}

/** Brightness of the work lights, cd. */
const LAMP = 260;
const CABIN = new Quaternion();
const AT = new Vector3();
const AHEAD = new Vector3();
