/** The picture of the simulation. Draws when something has changed, and only then. */
import { type Ray, Raycaster, Scene, Vector2, Vector3, type WebGLRenderer } from "three";
import { OverlayLayer } from "../overlays/overlay-layer.js";
import type { LegendState } from "../overlays/overlays.js";
import { type Theme, token } from "../theme.js";
import type { FrameReader } from "../worker/channel.js";
import { HEAD } from "../worker/frame.js";
import type { DrawnCamera, DrawnEnvironment, DrawnKeyFrame, SceneDescription } from "../worker/protocol.js";
import type { DrawnLoad, SoilFlow, TerrainTile } from "../worker/terrain-protocol.js";
import { askedQuality } from "./asked-quality.js";
import type { Bodies } from "./bodies.js";
import { CameraRig, type Companion } from "./camera.js";
import type { CameraMode } from "./camera-modes.js";
import { CameraPath } from "./camera-path.js";
import type { Cut } from "./cameras.js";
import type { Display } from "./display.js";
import { Surroundings } from "./environment/surroundings.js";
import { FrameRate } from "./frame-rate.js";
import { Gizmo } from "./gizmo.js";
import { Hand } from "./hand.js";
import { Handles } from "./handles.js";
import { Insets } from "./insets.js";
import { Outline } from "./outline.js";
import { STAGE } from "./palette.js";
import { loadTrees, type Picked, pickBody } from "./pick.js";
import { PictureLoop } from "./picture-loop.js";
import { PointerWatch } from "./pointer.js";
import { LEVELS, Quality } from "./quality.js";
import { createRenderer, isSoftware } from "./renderer.js";
import type { RulerEnd } from "./ruler.js";
import { RulerView } from "./ruler-view.js";
import { ScreenPlaces } from "./screen-places.js";
import { facedAxis, Section, type SectionAxis } from "./section.js";
import { ShownScene } from "./shown-scene.js";
import { groundHeight, Stage } from "./stage.js";

const MAX_PIXEL_RATIO = 2;
/** Side of the fine shadow map, px. */
const SHADOW_MAP = 2048;

/** What the page wants to hear. */
export interface ViewportListener {
  /** The grid has another cell (m) or height (m); a cell of 0: there is no grid. */
  grid(cell: number, height: number): void;
  /** A body was clicked, or nothing (−1); `adds`: to be selected in addition. */
  picked(body: number, adds: boolean): void;
  /** Pictures per second, about once a second while there are any. */
  frameRate(value: number): void;
  /** What the legend says of the overlays, ten times a second at most. */
  legend?(legend: LegendState): void;
  /** While nothing runs: number of steps of the shown state. */
  stands?(steps: number): void;
  /** A camera of the scene, or its path, was turned by hand and is somebody's own view now. */
  cameraLeft?(): void;
}

/** Time between reports of the frame rate, ms. */
const RATE_PERIOD = 1000;

export class Viewport {
  private readonly host: HTMLElement;
  private readonly listener: ViewportListener;
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly stage: Stage;
  private readonly surroundings: Surroundings;
  private readonly camera: CameraRig;
  private readonly gizmo: Gizmo;
  private readonly sizes: ResizeObserver;
  private readonly pointer: PointerWatch;
  private readonly section: Section;
  private readonly outline = new Outline();
  private readonly hand = new Hand();
  private readonly ruler: RulerView;
  /** Where bodies are on the screen. */
  readonly screen: ScreenPlaces;
  /** Handles that move the selection. */
  readonly handles: Handles;
  private readonly insets = new Insets();
  readonly overlays: OverlayLayer;
  private readonly rate = new FrameRate();
  private readonly raycaster = new Raycaster();
  private rateTold = 0;
  /** The body that the camera goes with, −1: none. */
  private cameraBody = -1;
  private shown: ShownScene | null = null;
  private theme: Theme = "dark";
  private readonly loop: PictureLoop;
  private readonly quality: Quality;
  /** Level of quality of the picture on the screen; see LEVELS. */
  private level = 0;
  private readonly watchers = new Set<() => void>();
  /** Simulated time of the picture, s. */
  time = 0;
  /** Frames drawn since the start. */
  drawn = 0;
  /** Draw calls of the last picture, without outlines. */
  calls = 0;
  /** True when the pictures are made without a graphics card. */
  readonly software: boolean;
  /**
   * Asked at every press before the camera gets it; returns true to keep the pointer for itself. A click still selects.
   */
  intercept: ((event: PointerEvent) => boolean) | null = null;
  /** Makes the pictures instead of the view's one camera; null: that camera does. Flat scenes have no other. */
  display: Display | null = null;
  /** Whether bodies are outlined under the pointer. */
  points = true;

  /** `moving`: nearly every picture is of something that moves (see `createRenderer`). */
  constructor(host: HTMLElement, listener: ViewportListener, moving = false) {
    this.host = host;
    this.listener = listener;
    const asked = askedQuality();
    // who asks for the best gets smooth edges too
    this.renderer = createRenderer(moving && asked?.level !== 0);
    this.software = isSoftware(this.renderer);
    this.quality = new Quality(this.renderer.getContext() as WebGL2RenderingContext, this.software);
    if (asked) this.quality.fix(asked.level, asked.rate);
    this.loop = new PictureLoop(this.quality, {
      take: () => [this.takeFrame(), this.shown?.takeGhost()].includes(true),
      turn: (now) => this.camera.update(now),
      awaits: () => this.shown?.ghostFrames?.moves ?? false,
      draw: (level, still) => this.draw(level, still),
      level: () => this.level,
    });
    this.section = new Section(this.renderer);
    const canvas = this.renderer.domElement;
    host.append(canvas);
    this.stage = new Stage(this.scene, SHADOW_MAP);
    this.surroundings = new Surroundings(this.renderer, this.scene, this.stage, () => this.changeSurroundings());
    this.camera = new CameraRig(
      canvas,
      () => this.invalidate(),
      () => listener.cameraLeft?.(),
    );
    this.gizmo = new Gizmo((direction) => {
      this.camera.lookFrom(direction);
      listener.cameraLeft?.();
    });
    this.overlays = new OverlayLayer(
      (legend) => listener.legend?.(legend),
      () => this.invalidate(),
    );
    this.scene.add(this.overlays.root, this.hand.root);
    this.ruler = new RulerView(host, this.scene, () => this.invalidate());
    this.pointer = new PointerWatch(host, {
      intercept: (event) => this.intercept?.(event) ?? false,
      click: (x, y, adds) => listener.picked(this.pick(x, y)?.body ?? -1, adds),
      hover: (at) => this.hover(at),
    });
    this.screen = new ScreenPlaces(canvas, this.camera, () => this.bodies);
    this.handles = new Handles(this.scene, this.screen, {
      planar: () => this.shown?.planar ?? false,
      cell: () => this.stage.cell,
      place: (poses) => this.placeBodies(poses),
      changed: () => this.invalidate(),
    });
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(host);
    this.resize();
    this.setTheme(this.theme);
  }

  private get bodies(): Bodies | null {
    return this.shown?.bodies ?? null;
  }

  /** Whether no further picture is needed: the one on the screen is the last, in full. */
  get settled(): boolean {
    return this.loop.settled && !this.shown?.digging && !this.surroundings.loading;
  }

  /** The ray from the eye through a point of the window (CSS px); its direction has unit length. */
  ray(clientX: number, clientY: number): Ray {
    const { left, top, width, height } = this.renderer.domElement.getBoundingClientRect();
    POINT.set((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
    this.camera.current.updateMatrixWorld();
    this.raycaster.setFromCamera(POINT, this.camera.current);
    return this.raycaster.ray.clone();
  }

  /** The body at a point of the window (CSS px), or null. */
  pick(clientX: number, clientY: number): Picked | null {
    if (!this.bodies) return null;
    // a still scene is not redrawn: the last frame may be newer than the picture
    if (!this.loop.runs && this.takeFrame()) this.invalidate();
    if (!this.bodies.placed) return null;
    return pickBody(this.bodies, this.ray(clientX, clientY), this.renderer.clippingPlanes);
  }

  /** How far a body's origin is from the eye, m. */
  distanceTo(body: number): number {
    const place = this.bodies?.places[body];
    return place ? place.position.distanceTo(this.camera.current.position) : Number.POSITIVE_INFINITY;
  }

  /** The drawn position of a body's centre of mass, m; null where there is no such body. */
  placeOf(body: number): readonly number[] | null {
    return this.bodies?.places[body]?.position.toArray() ?? null;
  }

  /** Where the centre of mass of a body is in the picture, from −1 to 1 to the right and upwards; null: nowhere. */
  onScreen(body: number): readonly [number, number] | null {
    const place = this.bodies?.places[body];
    if (!place) return null;
    this.camera.current.updateMatrixWorld();
    const { x, y } = place.position.clone().project(this.camera.current);
    return [x, y];
  }

  /** Outlines a body (−1 for none), and others that are selected with it. */
  select(body: number, also: readonly number[] = []): void {
    this.outline.selected = body;
    this.outline.also = also;
    this.invalidate();
  }

  /** Shows that a body is held at a point of the world, m. */
  hold(body: number, point: readonly number[]): void {
    const place = this.bodies?.places[body];
    if (place) this.hand.hold(body, point, place);
    this.invalidate();
  }

  /** Shows the position of the hand, m; null: released. */
  pull(target: readonly number[] | null): void {
    if (target) this.hand.pull(target);
    else this.hand.release();
    this.invalidate();
  }

  /** Shows the distance between two places, which move with their bodies; null: none. */
  measure(from: RulerEnd | null, to: RulerEnd | null = from): void {
    this.ruler.measure(from, to);
  }

  /** The distance that is shown, m; NaN where none is. */
  get measured(): number {
    return this.ruler.distance;
  }

  get canvas(): HTMLCanvasElement {
    return this.renderer.domElement;
  }

  /** Calls `watcher` right after every picture, while the canvas still holds it; returns a function that ends it. */
  watchPictures(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.hand.setColor(token("accent-text"));
    this.ruler.setTheme();
    this.outline.setColors(token("accent-text"), token("text-2"), token("bg-0"));
    this.surroundings.setTheme(theme);
    this.shown?.setTheme();
    this.overlays.setTheme();
    this.changeSurroundings();
  }

  /** The environment of the view; null: the one that the scene declares. */
  setEnvironment(type: DrawnEnvironment["type"] | null): void {
    this.surroundings.choose(type);
  }

  /**
   * Draws every picture at one level of quality (0 is the best), however long that takes, and at most `rate` of them in
   * a second: for pictures to keep.
   */
  fixQuality(level: number, rate?: number): void {
    this.quality.fix(level, rate);
    this.invalidate();
  }

  /** Shows another scene, whose poses come from `frames`; `kept`: the same one after an edit, and the camera stays. */
  show(scene: SceneDescription, frames: FrameReader, kept = false): void {
    this.hand.release();
    if (!this.shown) this.host.append(this.gizmo.element, this.overlays.place, this.insets.element);
    const ghostFrames = kept ? (this.shown?.ghostFrames ?? null) : null;
    this.shown?.dispose();
    const shown = new ShownScene(scene, frames, this.scene, () => this.invalidate());
    const { bodies } = shown;
    this.shown = shown;
    this.ruler.join(bodies.places);
    this.handles.show(null, []);
    this.outline.show(bodies);
    this.overlays.show(scene, bodies, shown.poses, this.camera.current);
    this.takeFrame();
    shown.enter();
    if (kept) {
      this.camera.join(scene, bodies);
      this.camera.rejoin(this.companionOf(this.cameraBody));
    } else {
      this.camera.show(scene, bodies);
      this.insets.set([]);
      this.setCut(null);
    }
    this.stage.setScene(scene.planar, groundHeight(scene, this.camera.distance));
    this.surroundings.show(scene);
    this.loop.fresh = true;
    this.setLevel(this.level);
    this.setTheme(this.theme);
    this.tellGrid();
    this.showGhost(ghostFrames);
    void shown.loadGround(this.software).then((loaded) => loaded && this.changeSurroundings());
  }

  /** Soil has moved. */
  updateGround(tile: TerrainTile): void {
    this.shown?.updateGround(tile);
    this.invalidate();
  }

  /** Wheels have left tracks. */
  pressGround(rows: Float32Array): void {
    this.bodies?.ground?.press(rows);
    this.invalidate();
  }

  /** Bodies carry soil. */
  showLoads(loads: readonly DrawnLoad[]): void {
    this.bodies?.ground?.carry(loads);
    this.invalidate();
  }

  /** Soil is in motion. */
  showFlow(flow: SoilFlow): void {
    this.bodies?.ground?.flow(flow);
    this.invalidate();
  }

  /** Draws a second run of the same bodies, whose poses come from `frames`; null ends that. */
  showGhost(frames: FrameReader | null): void {
    this.shown?.showGhost(frames);
    this.invalidate();
  }

  /** While running, every picture of the screen looks for a new frame. */
  setRunning(running: boolean): void {
    this.loop.setRunning(running);
  }

  /** Back to the scene's own view. */
  resetCamera(): void {
    if (this.shown) this.camera.flyHome(this.shown.description);
  }

  /** Selects a camera, with a body (−1: none); returns the resulting camera. */
  setCamera(mode: CameraMode, body: number): CameraMode {
    this.cameraBody = body;
    this.camera.setMode(mode, this.companionOf(body));
    return this.camera.mode;
  }

  /** Looks through a camera of the scene; returns the resulting camera. */
  takeCamera(camera: DrawnCamera): CameraMode {
    this.cameraBody = camera.body;
    this.camera.take(camera, this.companionOf(camera.body));
    return this.camera.mode;
  }

  /** Goes along a path, by the simulated time; `cut`: from the next picture on, without a flight. */
  takePath(keys: readonly DrawnKeyFrame[], cut = false): void {
    this.cameraBody = -1;
    this.camera.takePath(new CameraPath(keys), cut);
  }

  /** Bars cover the view down to this height, px: the scene's own view keeps what moves below them. */
  setCovered(height: number): void {
    this.camera.covered = height;
    // later the view follows by itself, without a jump
    if (this.time === 0) this.camera.restart();
    this.invalidate();
  }

  /** Draws pictures of these cameras in the corner of the view. A flat scene has none. */
  setInsets(cameras: readonly DrawnCamera[]): void {
    this.insets.set(this.shown?.planar ? [] : cameras);
    this.invalidate();
  }

  get cameraMode(): CameraMode {
    return this.camera.mode;
  }

  /** The camera of the scene that is looked through. */
  get cameraName(): string | null {
    return this.camera.named?.name ?? null;
  }

  /** Looks at the target from the side that a direction points to. */
  lookFrom(direction: readonly number[]): void {
    this.camera.lookFrom(direction);
  }

  /** Eye and target of the picture, m. */
  get sight(): { readonly eye: number[]; readonly target: number[] } {
    const { current, target, distance } = this.camera;
    const eye = current.position.toArray();
    // a flat view is as high as an eye above it would see
    if (this.shown?.planar) eye[2] = distance;
    return { eye, target: target.toArray() };
  }

  /** Brings a body into view; −1: the scene as its author shows it. */
  frame(body: number): void {
    const ball = this.shown?.ballOf(body);
    if (!ball || !(ball.radius > 0)) this.resetCamera();
    else this.camera.flyTo(ball.center, ball.radius);
  }

  /** A cut through the camera's target, across `axis` or the viewing direction. */
  suggestCut(axis?: SectionAxis): Cut {
    const { current, target, viewHeight } = this.camera;
    const across = axis ?? facedAxis(current.getWorldDirection(new Vector3()));
    const k = { x: 0, y: 1, z: 2 }[across];
    const bounds = this.shown?.description.bounds;
    const at = target.getComponent(k);
    const [low, high] = bounds ? [bounds[k], bounds[k + 3]] : [at - viewHeight / 2, at + viewHeight / 2];
    return { axis: across, offset: Math.min(high, Math.max(low, at)), low, high };
  }

  /** Cuts the scene open; null: whole. */
  setCut(cut: Cut | null): void {
    this.section.set(cut?.axis ?? null, cut?.offset ?? 0, this.camera.current.position);
    this.invalidate();
  }

  /** A key on the viewport; returns whether it was used. */
  key(event: KeyboardEvent): boolean {
    return this.camera.key(event);
  }

  /** Draws the newest frame at once, within a frame of somebody else's clock: that of a headset. */
  drawNow(): void {
    this.takeFrame();
    this.camera.update(performance.now());
    this.draw(this.level);
  }

  /** Asks for a new picture. */
  invalidate(): void {
    this.loop.invalidate();
  }

  dispose(): void {
    this.loop.dispose();
    this.sizes.disconnect();
    this.pointer.dispose();
    this.camera.dispose();
    this.surroundings.dispose();
    this.shown?.dispose();
    this.outline.dispose();
    this.overlays.dispose();
    this.hand.dispose();
    this.ruler.dispose();
    this.handles.dispose();
    this.renderer.dispose();
    this.host.replaceChildren();
  }

  private draw(level: number, still = false): void {
    this.loop.dirty = false;
    if (!this.shown || this.surroundings.waits) return;
    const begun = performance.now();
    this.loop.fresh = false;
    if (level !== this.level) this.setLevel(level);
    const { target, distance } = this.camera;
    if (this.stage.follow(target, distance)) this.tellGrid();
    if (!this.shown.planar) this.surroundings.follow(this.camera.perspective, target, distance);
    this.gizmo.update(this.camera.current, this.shown?.planar ?? false);
    this.section.face(this.camera.current.position);
    this.updateOverlays();
    const { clientWidth, clientHeight } = this.renderer.domElement;
    this.ruler.update(this.camera.current, clientWidth, clientHeight, this.stage.cell);
    this.bodies?.ground?.prepare(this.renderer, this.camera.current, this.time);
    if (!this.shown.planar) this.surroundings.prepare(this.camera.perspective, distance);
    // a section shows the inside of bodies, which plain ones do not have
    this.bodies?.setPlain(LEVELS[level].plain && this.section.axis === null);
    this.bodies?.chooseDetail(this.camera.current, this.renderer.domElement.height);
    this.renderScene();
    this.calls = this.renderer.info.render.calls;
    this.outline.render(this.renderer, this.camera.current);
    if (this.bodies?.placed && !this.insets.empty) this.renderInsets(this.bodies);
    const now = performance.now();
    this.quality.sent(begun, still);
    // not before the first picture, which they would delay; without them picking is slower, and light simpler
    if (this.drawn++ === 0) {
      this.surroundings.loadLight();
      loadTrees().catch(() => undefined);
    }
    this.tellRate(now);
    for (const watcher of this.watchers) watcher();
  }

  private renderScene(): void {
    const { renderer, scene, display, bodies } = this;
    if (!display || !bodies?.placed || this.shown?.planar) {
      renderer.render(scene, this.camera.current);
      return;
    }
    const { perspective: camera, reach } = this.camera;
    const aside = (draw: () => void) => this.surroundings.aside(draw);
    display.render({ renderer, scene, camera, places: bodies.places, reach, aside });
  }

  private companionOf(body: number): Companion | null {
    return this.shown?.companionOf(body) ?? null;
  }

  private updateOverlays(): void {
    if (!this.overlays.active) return;
    const camera = this.camera.current;
    camera.updateMatrixWorld();
    const { clientWidth: width, clientHeight: pixels } = this.renderer.domElement;
    const { selected } = this.outline;
    const { time } = this;
    this.overlays.update({ camera, height: this.camera.viewHeight, width, pixels, time, selected }, performance.now());
  }

  private tellRate(now: number): void {
    this.rate.mark(now);
    if (now - this.rateTold < RATE_PERIOD || Number.isNaN(this.rate.value)) return;
    this.rateTold = now;
    this.listener.frameRate(this.rate.value);
  }

  private hover(at: readonly [number, number] | null): void {
    const body = at && this.points ? (this.pick(at[0], at[1])?.body ?? -1) : -1;
    this.host.style.cursor = body >= 0 ? "pointer" : "";
    if (body === this.outline.hovered) return;
    this.outline.hovered = body;
    this.invalidate();
  }

  private renderInsets(bodies: Bodies): void {
    this.surroundings.aside(() => this.insets.render(this.renderer, this.scene, bodies, this.camera.reach));
  }

  /** Moves the bodies to the newest frame; returns whether there was one. */
  private takeFrame(): boolean {
    const frame = this.shown?.frames.latest();
    if (!frame) return false;
    this.handles.took(frame.poses);
    this.placeBodies(frame.poses);
    this.handles.follow();
    const began = this.time > 0 && frame.head[HEAD.time] === 0;
    this.time = frame.head[HEAD.time];
    this.camera.time = this.time;
    if (began) this.camera.restart();
    if (!this.loop.runs) this.listener.stands?.(frame.head[HEAD.steps]);
    return true;
  }

  private placeBodies(poses: Float32Array): void {
    if (!this.shown) return;
    this.shown.place(poses);
    this.hand.place(this.shown.bodies.places);
    this.ruler.place(this.shown.bodies.places);
  }

  private tellGrid(): void {
    this.listener.grid(this.stage.hasGrid ? this.stage.cell : 0, this.stage.height);
  }

  /** The stage, or what is around it, has another look. */
  private changeSurroundings(): void {
    const { look } = this.surroundings;
    this.renderer.toneMappingExposure = STAGE[look].exposure;
    this.shown?.setLook(look);
    if (this.shown) this.tellGrid();
    this.display?.refresh?.();
    this.invalidate();
  }

  private resize(): void {
    const width = Math.max(1, this.host.clientWidth);
    const height = Math.max(1, this.host.clientHeight);
    this.renderer.setPixelRatio(this.pixelRatio());
    this.renderer.setSize(width, height);
    this.camera.resize(width, height);
    // at once: a canvas that was resized is empty until it is drawn
    this.draw(this.level);
  }

  private setLevel(level: number): void {
    this.level = level;
    this.surroundings.setLevel(LEVELS[level]);
    this.renderer.setPixelRatio(this.pixelRatio());
  }

  private pixelRatio(): number {
    return LEVELS[this.level].pixels * Math.min(devicePixelRatio, MAX_PIXEL_RATIO);
  }
}

const POINT = new Vector2();
