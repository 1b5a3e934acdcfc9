/** How the scene is looked at: which camera, where it is cut open, and the walk through its bodies. */
import { Signal } from "../signal.js";
import type { Studio } from "../state.js";
import type { DrawnCamera, DrawnKeyFrame } from "../worker/protocol.js";
import { BodyWalk } from "./body-walk.js";
import { CAMERA_MODES, type CameraMode, SIDE_DIRECTIONS, type Side } from "./camera-modes.js";
import { withKey } from "./key-frames.js";
import type { SectionAxis } from "./section.js";

/** A cut, and how far it can be moved: along its axis from `low` to `high`, m. */
export interface Cut {
  readonly axis: SectionAxis;
  readonly offset: number;
  readonly low: number;
  readonly high: number;
}

export class Cameras {
  readonly mode = new Signal<CameraMode>("orbit");
  /** The scene's cameras, and the name of the one that is looked through. */
  readonly list = new Signal<readonly DrawnCamera[]>([]);
  readonly named = new Signal<string | null>(null);
  /** Names of the cameras that have a picture of their own in the view. */
  readonly insets = new Signal<readonly string[]>([]);
  /** Key frames of the film. */
  readonly path = new Signal<readonly DrawnKeyFrame[]>([]);
  readonly cut = new Signal<Cut | null>(null);
  readonly walk: BodyWalk;
  private readonly studio: Studio;

  constructor(studio: Studio) {
    this.studio = studio;
    this.walk = new BodyWalk(studio);
    studio.scene.subscribe((scene) => {
      if (scene) this.know(scene.description.cameras, scene.description.path);
    });
  }

  /** Hears of cameras that are edited. */
  connect(): void {
    this.studio.simulation.on("view", ({ cameras, path }) => this.know(cameras, path));
  }

  /** A camera; those that go with a body take the selected one, else the first that moves. */
  set(mode: CameraMode): void {
    const { viewport } = this.studio;
    if (!viewport) return;
    const seat = mode === "first" ? this.seat() : undefined;
    if (seat) {
      this.take(seat);
      return;
    }
    this.mode.value = viewport.setCamera(mode, mode === "orbit" ? -1 : this.body(mode));
    this.named.value = null;
  }

  /** Looks through a camera of the scene. */
  take(camera: DrawnCamera): void {
    const { viewport } = this.studio;
    if (!viewport) return;
    this.mode.value = viewport.takeCamera(camera);
    this.named.value = camera.name;
  }

  /** The camera of the scene with this number, from 0. */
  takeNumber(index: number): void {
    const camera = this.list.value[index];
    if (camera) this.take(camera);
  }

  /** Orbit, follow, chase, first person, then the cameras of the scene. */
  next(): void {
    const planar = this.studio.scene.value?.description.planar;
    const modes: readonly CameraMode[] = CAMERA_MODES.filter((mode) => !(planar && mode === "first"));
    const { value: list } = this.list;
    const named = list.findIndex(({ name }) => name === this.named.value);
    const at = named >= 0 ? modes.length + named : modes.indexOf(this.mode.value);
    const next = (at + 1) % (modes.length + list.length);
    if (next < modes.length) this.set(modes[next]);
    else this.take(list[next - modes.length]);
  }

  /** Looks from a side, along an axis. */
  lookFrom(side: Side): void {
    this.studio.viewport?.lookFrom(SIDE_DIRECTIONS[side]);
    this.hear();
  }

  /** Back to the scene's own view. */
  home(): void {
    this.studio.viewport?.resetCamera();
    this.hear();
  }

  /** Shows or hides the picture of a camera in a corner of the view. */
  toggleInset(name: string): void {
    const { value } = this.insets;
    this.insets.value = value.includes(name) ? value.filter((other) => other !== name) : [...value, name];
    this.drawInsets();
  }

  /** Adds the present view, at the present time, to the path of the film. */
  async addKey(): Promise<void> {
    const { viewport } = this.studio;
    if (!viewport) return;
    const { eye, target } = viewport.sight;
    const short = (v: number[]) => v.map((x) => Number(x.toPrecision(7)));
    await this.write(withKey(this.path.value, { time: viewport.time, eye: short(eye), target: short(target) }));
  }

  async clearPath(): Promise<void> {
    if (this.mode.value === "path") this.set("orbit");
    await this.write([]);
  }

  /** Goes along the path of the film; `cut`: without a flight to it. */
  followPath(cut = false): void {
    const { viewport } = this.studio;
    if (!viewport || this.path.value.length === 0) return;
    viewport.takePath(this.path.value, cut);
    this.hear();
  }

  /** Takes over what the view has made of its camera. */
  hear(): void {
    const { viewport } = this.studio;
    if (!viewport) return;
    this.mode.value = viewport.cameraMode;
    this.named.value = viewport.cameraName;
  }

  /** Brings the selection into view, or the scene. */
  frame(): void {
    const { value } = this.studio.selection;
    this.studio.viewport?.frame(value?.kind === "body" ? value.index : -1);
    this.hear();
  }

  /** Follows the selection, or no longer. */
  toggleFollow(): void {
    this.set(this.mode.value === "follow" ? "orbit" : "follow");
  }

  /** A cut through the camera's target, or none. */
  toggleCut(): void {
    const { viewport } = this.studio;
    if (!viewport || this.studio.scene.value?.description.planar) return;
    this.cut.value = this.cut.value ? null : viewport.suggestCut();
    viewport.setCut(this.cut.value);
  }

  setCut(axis: SectionAxis, offset?: number): void {
    const { viewport } = this.studio;
    if (!viewport) return;
    const { value } = this.cut;
    const base = value?.axis === axis ? value : viewport.suggestCut(axis);
    this.cut.value = { ...base, offset: offset ?? base.offset };
    viewport.setCut(this.cut.value);
  }

  /** A new scene begins with the orbit, and whole. */
  reset(): void {
    this.mode.value = "orbit";
    this.named.value = null;
    this.insets.value = [];
    this.cut.value = null;
  }

  /** Gives the view the cameras whose pictures are to be seen. */
  drawInsets(): void {
    const { value } = this.insets;
    this.studio.viewport?.setInsets(this.list.value.filter(({ name }) => value.includes(name)));
  }

  private know(cameras: readonly DrawnCamera[], path: readonly DrawnKeyFrame[]): void {
    this.list.value = cameras;
    this.path.value = path;
    if (this.mode.value === "path" && path.length > 0) this.studio.viewport?.takePath(path);
  }

  private async write(path: readonly DrawnKeyFrame[]): Promise<void> {
    try {
      await this.studio.edits.set("view.path", path);
    } catch (error) {
      this.studio.edits.complain(error);
    }
  }

  /** The seat of the selected body, or without a selection the first one of the scene. */
  private seat(): DrawnCamera | undefined {
    const { value } = this.studio.selection;
    const body = value?.kind === "body" ? value.index : -1;
    return this.list.value.find((camera) => camera.type === "seat" && (body < 0 || camera.body === body));
  }

  /** The selected body; where one must go along, the first that moves. Flying needs none. */
  private body(mode: CameraMode): number {
    const { value } = this.studio.selection;
    if (value?.kind === "body") return value.index;
    if (mode === "first") return -1;
    return this.studio.scene.value?.description.bodies.findIndex(({ type }) => type === "dynamic") ?? -1;
  }
}
