/** Ground in motion: tiles of soil, soil that flows, and the tracks of wheels, at most once per picture. */
import { loadOutlines, type MovingGround, terrainHeight } from "stiction";
import type { Request } from "../protocol.js";
import { isTerrain } from "../terrain.js";
import { TRACK_ROW } from "../terrain-protocol.js";
import { GroundTiles } from "./ground-tiles.js";
import { GroundTracks } from "./ground-tracks.js";
import type { Host, Run, Service } from "./service.js";

/** Shortest time between two messages, ms: a picture of a usual screen. */
const PERIOD = 15;

export class GroundService implements Service {
  private moving: readonly MovingGround[] = [];
  private tiles: readonly GroundTiles[] = [];
  /** Numbers of terrains by shape; −1 for other shapes. */
  private terrainOf = new Int32Array(0);
  private tracks: GroundTracks | null = null;
  private sentAt = Number.NEGATIVE_INFINITY;
  private flowBuffers: { points: Float32Array; velocities: Float32Array } | null = null;
  private flowOut = false;
  private loaded = false;

  handle(request: Request): boolean {
    if (request.type === "terrain-taken") this.tiles[request.terrain]?.giveBack(request);
    else if (request.type === "flow-taken") {
      this.flowOut = false;
      this.flowBuffers = { points: request.points, velocities: request.velocities };
    } else return false;
    return true;
  }

  opened(_host: Host, { model, data }: Run): void {
    this.moving = Object.values(data.systems).flatMap(groundsOf);
    let terrains = 0;
    this.terrainOf = Int32Array.from(model.shapes, (shape) => (isTerrain(model, shape) ? terrains++ : -1));
    this.tiles = model.shapes.flatMap(({ geometry }, s) => {
      const { nx = 0, ny = 0 } = geometry.heightField ?? {};
      return this.terrainOf[s] >= 0 ? [new GroundTiles(this.terrainOf[s], nx, ny)] : [];
    });
    this.tracks = terrains > 0 ? new GroundTracks(model) : null;
    this.flowOut = false;
  }

  restarted(): void {
    this.tracks?.restart();
  }

  rewound(): void {
    this.tracks?.restart();
  }

  ticked(host: Host, run: Run): void {
    if (this.tiles.length === 0 || host.clock() - this.sentAt < PERIOD) return;
    this.sentAt = host.clock();
    this.sendTracks(host, run);
    // brings the heights up to date where a run was rewound and has not been stepped since
    if (this.moving.length > 0) terrainHeight(run.model, run.data, 0, 0);
    this.sendLoads(host, run);
    for (const ground of this.moving) {
      this.sendTile(host, run, ground);
      this.sendFlow(host, run, ground.flow);
    }
  }

  /** What bodies carry, while there is any, and once more when it is gone. */
  private sendLoads(host: Host, { model, data, generation }: Run): void {
    if (this.moving.length === 0) return;
    const loads = loadOutlines(model, data);
    if (loads.length === 0 && !this.loaded) return;
    this.loaded = loads.length > 0;
    host.post({ type: "loads", generation, loads });
  }

  private sendTile(host: Host, { generation }: Run, ground: MovingGround): void {
    const tile = this.tiles[this.terrainOf[ground.shape]]?.take(ground);
    if (!tile) return;
    const { heights, disturbance, moisture } = tile;
    const buffers = [heights, disturbance, moisture].map((array) => array.buffer as ArrayBuffer);
    host.post({ type: "terrain", generation, ...tile }, buffers);
  }

  private sendFlow(host: Host, { generation }: Run, { count, rate, points, velocities }: MovingGround["flow"]): void {
    if (this.flowOut || count < 1 || !(rate > 0)) return;
    const fits = this.flowBuffers?.points.length === points.length;
    const buffers = (fits && this.flowBuffers) || {
      points: new Float32Array(points.length),
      velocities: new Float32Array(velocities.length),
    };
    buffers.points.set(points);
    buffers.velocities.set(velocities);
    this.flowBuffers = null;
    this.flowOut = true;
    const transfer = [buffers.points.buffer as ArrayBuffer, buffers.velocities.buffer as ArrayBuffer];
    host.post({ type: "flow", generation, count, rate, ...buffers }, transfer);
  }

  private sendTracks(host: Host, { generation, data }: Run): void {
    const { tracks } = this;
    if (!tracks?.look(data)) return;
    // a few numbers, copied: they are too small to be worth a way back
    const rows = tracks.rows.slice(0, TRACK_ROW.size * tracks.count);
    host.post({ type: "tracks", generation, rows }, [rows.buffer]);
  }
}

/** The grounds that a system moves: one as `ground`, or several as `views`. */
function groundsOf(system: unknown): readonly MovingGround[] {
  const { ground, views } = (system ?? {}) as { ground?: MovingGround; views?: readonly MovingGround[] };
  return views ?? (ground === undefined ? [] : [ground]);
}
