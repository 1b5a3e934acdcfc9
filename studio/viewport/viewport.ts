/** The picture of the simulation. Draws when something has changed, and only then. */
import { ACESFilmicToneMapping, PCFShadowMap, Scene, WebGLRenderer } from "three";
import type { FrameReader } from "../worker/channel.js";
import { HEAD } from "../worker/frame.js";
import type { SceneDescription } from "../worker/protocol.js";
import { Bodies } from "./bodies.js";
import { CameraRig } from "./camera.js";
import { Gizmo } from "./gizmo.js";
import { Links } from "./links.js";
import { STAGE, type Theme } from "./palette.js";
import { Quality } from "./quality.js";
import { gridCell, Stage } from "./stage.js";

const MAX_PIXEL_RATIO = 2;
/** Side of the shadow map, with a graphics card and without. */
const SHADOW_MAP = { hardware: 2048, software: 1024 };

/** What the page wants to hear. */
export interface ViewportListener {
  /** The grid has another cell (m) or height (m). */
  grid(cell: number, height: number): void;
}

export class Viewport {
  private readonly host: HTMLElement;
  private readonly listener: ViewportListener;
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly stage: Stage;
  private readonly camera: CameraRig;
  private readonly gizmo = new Gizmo();
  private readonly sizes: ResizeObserver;
  private bodies: Bodies | null = null;
  private links: Links | null = null;
  private shown: SceneDescription | null = null;
  private frames: FrameReader | null = null;
  private theme: Theme = "dark";
  private running = false;
  private dirty = false;
  private readonly quality: Quality;
  /** Quality of the picture on the screen. */
  private level = 0;
  private request = 0;
  /** Simulated time of the picture, s. */
  time = 0;
  /** Frames drawn since the start. */
  drawn = 0;
  /** True when the pictures are made without a graphics card. */
  readonly software: boolean;

  constructor(host: HTMLElement, listener: ViewportListener) {
    this.host = host;
    this.listener = listener;
    this.renderer = new WebGLRenderer({ antialias: true, alpha: true, powerPreference: "high-performance" });
    this.software = isSoftware(this.renderer);
    this.quality = new Quality(this.renderer.getContext() as WebGL2RenderingContext, this.software);
    this.renderer.toneMapping = ACESFilmicToneMapping;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    const canvas = this.renderer.domElement;
    host.append(canvas);
    this.stage = new Stage(this.scene, this.software ? SHADOW_MAP.software : SHADOW_MAP.hardware);
    this.camera = new CameraRig(canvas, () => this.invalidate());
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(host);
    this.resize();
    this.setTheme(this.theme);
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.renderer.toneMappingExposure = STAGE[theme].exposure;
    this.stage.setTheme(theme);
    this.bodies?.setTheme(theme);
    this.links?.setTheme(theme);
    this.invalidate();
  }

  /** Shows another scene, whose poses come from `frames`. */
  show(scene: SceneDescription, frames: FrameReader): void {
    this.bodies?.dispose();
    this.links?.dispose();
    this.links = null;
    if (!this.shown) this.host.append(this.gizmo.element);
    this.shown = scene;
    this.frames = frames;
    this.bodies = new Bodies(scene);
    this.takeFrame();
    this.links = new Links(scene, this.bodies.groups);
    this.links.place(this.bodies.groups);
    this.scene.add(this.bodies.root, this.links.root);
    this.camera.show(scene);
    this.stage.setScene(scene.planar, groundHeight(scene, this.camera.distance));
    this.setLevel(this.level);
    this.setTheme(this.theme);
    this.tellGrid();
  }

  /** While running, every picture of the screen looks for a new frame. */
  setRunning(running: boolean): void {
    this.running = running;
    this.schedule();
  }

  /** Back to the scene's own view. */
  resetCamera(): void {
    if (this.shown) this.camera.show(this.shown);
  }

  /** A key on the viewport; returns whether it was used. */
  key(event: KeyboardEvent): boolean {
    return this.camera.key(event);
  }

  /** Asks for a new picture. */
  invalidate(): void {
    this.dirty = true;
    this.schedule();
  }

  dispose(): void {
    cancelAnimationFrame(this.request);
    this.sizes.disconnect();
    this.camera.dispose();
    this.bodies?.dispose();
    this.links?.dispose();
    this.renderer.dispose();
    this.host.replaceChildren();
  }

  private schedule(): void {
    this.request ||= requestAnimationFrame(() => {
      this.request = 0;
      this.refresh();
    });
  }

  private refresh(): void {
    if (!this.quality.ready(performance.now())) {
      this.schedule();
      return;
    }
    if (this.takeFrame()) this.dirty = true;
    const turning = this.camera.update();
    const moving = this.running || turning;
    if (turning) this.dirty = true;
    if (this.dirty) this.draw(moving ? this.quality.level : 0);
    // what stands still is drawn as well as can be
    if (!moving && this.level > 0) this.invalidate();
    if (this.running) this.schedule();
  }

  private draw(level: number): void {
    this.dirty = false;
    if (!this.shown) return;
    if (level !== this.level) this.setLevel(level);
    if (this.stage.follow(this.camera.target, this.camera.distance)) this.tellGrid();
    this.gizmo.update(this.camera.current, this.shown?.planar ?? false);
    this.renderer.render(this.scene, this.camera.current);
    this.quality.sent(performance.now());
    this.drawn++;
  }

  /** Moves the bodies to the newest frame; returns whether there was one. */
  private takeFrame(): boolean {
    const frame = this.frames?.latest();
    if (!frame || !this.bodies) return false;
    this.bodies.place(frame.poses);
    this.links?.place(this.bodies.groups);
    this.time = frame.head[HEAD.time];
    return true;
  }

  private tellGrid(): void {
    this.listener.grid(this.stage.cell, this.stage.height);
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
    this.stage.setShadows(level < 1);
    this.renderer.setPixelRatio(this.pixelRatio());
  }

  private pixelRatio(): number {
    const ratio = Math.min(devicePixelRatio, MAX_PIXEL_RATIO);
    return this.level < 2 ? ratio : ratio / 2;
  }
}

function isSoftware(renderer: WebGLRenderer): boolean {
  const gl = renderer.getContext();
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

/** Height of the ground: that of a level plane, or zero, or, when the scene reaches below, the next round height under it. */
function groundHeight(scene: SceneDescription, distance: number): number {
  if (scene.planar) return 0;
  if (scene.ground !== null) return scene.ground;
  const bottom = scene.bounds?.[2] ?? 0;
  if (bottom >= 0) return 0;
  const cell = gridCell(distance, false) / 2;
  return Math.floor(bottom / cell) * cell;
}
