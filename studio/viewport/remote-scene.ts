/**
 * A simulation that runs elsewhere, in any number of views of a page: an instructor's console shows a seat from its
 * cab and from outside. A worker knows the scene; its state comes over a link, and the worker makes no steps.
 *
 *   const remote = new RemoteScene({ source, url, theme: "light" });
 *   const view = new Viewport(element, SILENT);
 *   const leave = remote.show(view, "Cabin"); // and later: leave(), view.dispose(), remote.dispose()
 */
import type { Theme } from "../theme.js";
import type { FrameReader } from "../worker/channel.js";
import { SimulationClient } from "../worker/client.js";
import type { Frame } from "../worker/frame.js";
import type { SceneDescription, SceneSource } from "../worker/protocol.js";
import type { LinkReply } from "../worker/services/link-protocol.js";
import type { DrawnLoad, SoilFlow, TerrainTile } from "../worker/terrain-protocol.js";
import { followGround, type GroundViewer } from "./follow-ground.js";
import { copyTile, wholeTiles } from "./terrain/copy-tile.js";
import type { Viewport, ViewportListener } from "./viewport.js";

/** Of a view that nobody clicks in: nothing is listened to. */
export const SILENT: ViewportListener = { grid: () => undefined, picked: () => undefined, frameRate: () => undefined };

export interface RemoteSceneOptions {
  /** The scene that runs there, as the server knows it. */
  readonly source: SceneSource;
  /** WebSocket of the host that streams its state (`stiction link`, or a school's server). */
  readonly url: string;
  readonly theme: Theme;
  readonly makeWorker?: () => Worker;
  /** Whether the state comes, and if not, why. */
  onState?(state: Pick<LinkReply, "connected" | "held" | "text">): void;
  /** The scene could not be opened, or the worker has failed: what people should read. */
  onError?(text: string): void;
}

/** What a view must know to be shown a scene. */
type SceneView = GroundViewer & Pick<Viewport, "show" | "setTheme" | "setRunning" | "takeCamera" | "invalidate">;

export class RemoteScene implements GroundViewer {
  /** For sensors (`seat-watch`), labels and whatever else the worker tells of the open scene. */
  readonly simulation: SimulationClient;
  private readonly theme: Theme;
  /** Views, each with the camera that it looks through. */
  private readonly views = new Map<SceneView, string>();
  private scene: SceneDescription | null = null;
  private frames: SplitFrames | null = null;
  private soil: readonly TerrainTile[] = [];
  private loads: readonly DrawnLoad[] = [];
  private running = false;

  constructor({ source, url, theme, makeWorker, onState, onError }: RemoteSceneOptions) {
    this.theme = theme;
    this.simulation = new SimulationClient(
      {
        loaded: (scene, frames) => this.open(scene, frames),
        samples: () => undefined,
        events: () => undefined,
        status: ({ running }) => {
          this.running = running;
          for (const view of this.views.keys()) view.setRunning(running);
        },
        broken: (message) => onError?.(message),
      },
      makeWorker,
    );
    this.simulation.on("link", (state) => onState?.(state));
    followGround(this.simulation, this);
    this.simulation.load(source, false).then(
      () => this.simulation.send({ type: "link-open", url, watch: true }),
      (error) => onError?.(error instanceof Error ? error.message : String(error)),
    );
  }

  /**
   * Shows the scene in a view, from a camera of the scene by its name or from the scene's own view; returns what
   * ends it.
   */
  show(view: SceneView, camera = ""): () => void {
    this.views.set(view, camera);
    view.setTheme(this.theme);
    this.enter(view, camera);
    return () => this.views.delete(view);
  }

  /** Looks through another camera of the scene. */
  setCamera(view: SceneView, camera: string): void {
    this.views.set(view, camera);
    const known = this.scene?.cameras.find(({ name }) => name === camera);
    if (known) view.takeCamera(known);
  }

  dispose(): void {
    this.views.clear();
    this.simulation.dispose();
  }

  updateGround(tile: TerrainTile): void {
    copyTile(tile, this.soil[tile.terrain]);
    for (const view of this.views.keys()) view.updateGround(tile);
  }

  showLoads(loads: readonly DrawnLoad[]): void {
    this.loads = loads;
    for (const view of this.views.keys()) view.showLoads(loads);
  }

  showFlow(flow: SoilFlow): void {
    for (const view of this.views.keys()) view.showFlow(flow);
  }

  pressGround(rows: Float32Array): void {
    for (const view of this.views.keys()) view.pressGround(rows);
  }

  private open(scene: SceneDescription, frames: FrameReader): void {
    this.scene = scene;
    this.frames = new SplitFrames(frames);
    this.soil = wholeTiles(scene);
    for (const [view, camera] of this.views) this.enter(view, camera);
  }

  /** A view that comes late gets the soil as it is now. */
  private enter(view: SceneView, camera: string): void {
    if (!this.scene || !this.frames) return;
    view.show(this.scene, this.frames.reader());
    for (const tile of this.soil) view.updateGround(tile);
    view.showLoads(this.loads);
    view.setRunning(this.running);
    this.setCamera(view, camera);
  }
}

/** Frames for several readers: each gets the newest one once. It stays valid until any of them asks again. */
export class SplitFrames {
  private readonly source: FrameReader;
  private newest: Frame | null = null;
  private count = 0;

  constructor(source: FrameReader) {
    this.source = source;
  }

  /** A further reader. */
  reader(): FrameReader {
    let seen = 0;
    return {
      latest: () => {
        const frame = this.source.latest();
        if (frame) {
          this.newest = frame;
          this.count++;
        }
        if (seen === this.count) return null;
        seen = this.count;
        return this.newest;
      },
    };
  }
}
