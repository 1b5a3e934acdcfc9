/** One view in several windows: one of them has the simulation and tells the others camera, bodies and soil. */
import type { PerspectiveCamera } from "three";
import { copyTile, wholeTiles } from "../viewport/terrain/copy-tile.js";
import type { FrameReader } from "../worker/channel.js";
import type { SimulationClient } from "../worker/client.js";
import type { Frame } from "../worker/frame.js";
import type { SceneDescription } from "../worker/protocol.js";
import type { DrawnLoad, TerrainTile } from "../worker/terrain-protocol.js";

const CHANNEL = "stiction.seat";

/** What windows say to each other. */
type SharedMessage =
  | { readonly type: "hello" }
  | {
      readonly type: "picture";
      readonly head: Float64Array;
      readonly poses: Float32Array;
      /** Place of the camera, by columns, and its field of view, degrees. */
      readonly camera: readonly number[];
      readonly field: number;
    }
  | { readonly type: "terrain"; readonly tile: TerrainTile }
  | { readonly type: "loads"; readonly loads: readonly DrawnLoad[] };

/** The window with the simulation. It says nothing until another one asks. */
export class SharedView {
  private readonly channel = new BroadcastChannel(CHANNEL);
  private readonly endings: (() => void)[];
  private terrains: TerrainTile[] = [];
  private loads: readonly DrawnLoad[] = [];
  private heard = false;
  /** The newest frame of the view. */
  frame: Frame | null = null;

  /** To be made before others listen to the simulation: they give the buffers of tiles back. */
  constructor(simulation: SimulationClient) {
    this.channel.onmessage = ({ data }: MessageEvent<SharedMessage>) => {
      if (data.type === "hello") this.greet();
    };
    this.endings = [
      simulation.on("terrain", (tile) => this.dig(tile)),
      simulation.on("loads", ({ loads }) => {
        this.loads = loads;
        if (this.heard) this.post({ type: "loads", loads });
      }),
    ];
  }

  /** Another scene: the soil as it is at the start. */
  show(scene: SceneDescription): void {
    this.terrains = wholeTiles(scene);
  }

  /** A picture was drawn. */
  picture(camera: PerspectiveCamera): void {
    if (!this.heard || !this.frame) return;
    const { head, poses } = this.frame;
    const place = [...camera.matrixWorld.elements];
    this.post({ type: "picture", head: head.slice(), poses: poses.slice(), camera: place, field: camera.fov });
  }

  dispose(): void {
    for (const end of this.endings) end();
    this.channel.close();
  }

  /** A window has come: it gets the soil as a whole. */
  private greet(): void {
    this.heard = true;
    for (const tile of this.terrains) this.post({ type: "terrain", tile });
    this.post({ type: "loads", loads: this.loads });
  }

  private dig(tile: TerrainTile): void {
    const whole = this.terrains[tile.terrain];
    if (whole) copyTile(tile, whole);
    const { terrain, x0, y0, width, height, heights, disturbance, moisture } = tile;
    if (this.heard)
      this.post({ type: "terrain", tile: { terrain, x0, y0, width, height, heights, disturbance, moisture } });
  }

  private post(message: SharedMessage): void {
    this.channel.postMessage(message);
  }
}

/** What a window without a simulation does with the soil of the other one. */
export interface SoilListener {
  updateGround(tile: TerrainTile): void;
  showLoads(loads: readonly DrawnLoad[]): void;
  invalidate(): void;
}

/** A window that shows what another one tells it. */
export class FollowedView implements FrameReader {
  /** Every picture of the screen may have another frame. */
  readonly moves = true;
  private readonly channel = new BroadcastChannel(CHANNEL);
  private newest: Extract<SharedMessage, { type: "picture" }> | null = null;
  private taken = true;

  constructor(view: SoilListener) {
    this.channel.onmessage = ({ data }: MessageEvent<SharedMessage>) => {
      if (data.type === "terrain") view.updateGround(data.tile);
      else if (data.type === "loads") view.showLoads(data.loads);
      else if (data.type === "picture") {
        this.newest = data;
        this.taken = false;
        view.invalidate();
      }
    };
  }

  /** Asks for everything; to be called when the ground is there. */
  greet(): void {
    this.channel.postMessage({ type: "hello" } satisfies SharedMessage);
  }

  latest(): Frame | null {
    if (this.taken || !this.newest) return null;
    this.taken = true;
    return this.newest;
  }

  place(camera: PerspectiveCamera): void {
    if (!this.newest) return;
    camera.matrixWorld.fromArray(this.newest.camera as number[]);
    camera.matrixWorld.decompose(camera.position, camera.quaternion, camera.scale);
    camera.fov = this.newest.field;
    camera.updateMatrixWorld();
  }

  dispose(): void {
    this.channel.close();
  }
}
