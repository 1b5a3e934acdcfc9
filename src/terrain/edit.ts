import { type Data, markChanged } from "../data/data.js";
import { checkOwner } from "../data/owner.js";
import { sampleHeightField } from "../geometry/height-field.js";
import { show } from "../model/errors.js";
import { type BodyRef, bodyIndexOf, type Model } from "../model/model.js";
import { liveGrounds, moveHeight, terrainFields, toGround } from "./live-heights.js";
import type { LiveGround } from "./system.js";

/** A change of the ground from outside. Places are in the world, m. */
export interface TerrainEdit {
  /** The body whose ground is meant; without it the first ground of the scene. */
  readonly body?: BodyRef;
  /** Corners of the rectangle [x, y] whose points are changed, in the axes of the world. */
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  /** The new height, m, or a function of place and present height that returns it. */
  readonly height: number | ((x: number, y: number, z: number) => number);
}

/** What an edit replaced: `undoTerrain` puts it back. */
export interface TerrainUndo {
  /** Index of the ground among those of the scene. */
  readonly ground: number;
  readonly points: Int32Array;
  /** Changes of height and thickness of loose soil as they were, m. */
  readonly change: Float64Array;
  readonly loose: Float64Array;
}

const place = new Float64Array(2);
const local = new Float64Array(2);
const sample = new Float64Array(4);

/**
 * Height of the live diggable ground at a place of the world, m; the highest where grounds lie above each other, NaN
 * where there is none. Allocates nothing.
 */
export function terrainHeight(model: Model, data: Data, x: number, y: number): number {
  if (data?.model !== model) checkOwner(model, data);
  const grounds = liveGrounds(data);
  let height = Number.NaN;
  place[0] = x;
  place[1] = y;
  for (let g = 0; g < grounds.length; g++) {
    toGround(grounds[g], place, 0, local);
    if (!sampleHeightField(grounds[g].field, local, 0, sample, 0)) continue;
    const z = sample[0] + grounds[g].setup.origin[2];
    if (!(height > z)) height = z;
  }
  return height;
}

/**
 * Changes heights of diggable ground while a run goes on: a pit, a heap, a ramp. Returns what it replaced, for
 * `undoTerrain`. Bodies that rest on it wake. Throws a RangeError for a scene without soil, a rectangle outside the
 * ground, and heights that are not finite or farther from those of the scene than `soil.depth`; nothing is changed
 * then.
 */
export function changeTerrain(model: Model, data: Data, edit: TerrainEdit): TerrainUndo {
  checkOwner(model, data);
  const g = groundIndex(model, edit?.body);
  const ground = liveGrounds(data)[g];
  const points = pointsWithin(ground, edit);
  if (points.length === 0)
    throw new RangeError(
      `changeTerrain: no point of the ground lies within ${show(edit.from)} … ${show(edit.to)}: choose a rectangle over the ground, at least one cell wide`,
    );
  const heights = points.map((k) => newHeight(ground, k, edit));
  const { change, loose } = terrainFields(data);
  const { first } = ground.setup;
  const undo: TerrainUndo = {
    ground: g,
    points: Int32Array.from(points),
    change: Float64Array.from(points, (k) => change[first + k]),
    loose: Float64Array.from(points, (k) => loose[first + k]),
  };
  points.forEach((k, n) => {
    setPoint(data, ground, g, k, heights[n] - ground.setup.field.heights[k], loose[first + k]);
  });
  markChanged(data);
  return undo;
}

/** Puts back, to the bit, what an edit of this Data replaced. */
export function undoTerrain(model: Model, data: Data, undo: TerrainUndo): void {
  checkOwner(model, data);
  const ground = liveGrounds(data)[undo?.ground];
  if (ground === undefined) throw new RangeError("undoTerrain: expected what changeTerrain of this scene returned");
  undo.points.forEach((k, n) => {
    setPoint(data, ground, undo.ground, k, undo.change[n], undo.loose[n]);
  });
  markChanged(data);
}

function setPoint(data: Data, ground: LiveGround, g: number, k: number, change: number, loose: number): void {
  const fields = terrainFields(data);
  const at = ground.setup.first + k;
  fields.edited[g] += ground.setup.area[k] * (change - fields.change[at]);
  moveHeight(data, ground, k, 0, loose - fields.loose[at]);
  fields.change[at] = change;
  fields.loose[at] = loose;
  moveHeight(data, ground, k, 0, 0);
}

function groundIndex(model: Model, body: BodyRef | undefined): number {
  const { grounds } = model.systems.terrain;
  if (grounds.length === 0)
    throw new RangeError("changeTerrain: the scene has no diggable ground: give a height-field the record soil");
  if (body === undefined) return 0;
  const b = bodyIndexOf(model, body);
  const g = grounds.findIndex((ground) => ground.body === b);
  if (g >= 0) return g;
  const names = grounds.map((ground) => model.bodyNames[ground.body]);
  throw new RangeError(
    `changeTerrain: "${model.bodyNames[b]}" has no ground with soil; those with: ${names.join(", ")}`,
  );
}

/** World place of point k. */
function placeOf({ setup: { origin, turn }, field: { nx, ny, dx, dy } }: LiveGround, k: number): [number, number] {
  const x = ((k % nx) - 0.5 * (nx - 1)) * dx;
  const y = (Math.floor(k / nx) - 0.5 * (ny - 1)) * dy;
  return [origin[0] + turn[0] * x - turn[1] * y, origin[1] + turn[1] * x + turn[0] * y];
}

function pointsWithin(ground: LiveGround, { from, to }: TerrainEdit): number[] {
  if (![...(from ?? []), ...(to ?? [])].every(Number.isFinite) || from.length !== 2 || to.length !== 2)
    throw new RangeError(`changeTerrain: expected from and to as places [x, y], got ${show(from)} and ${show(to)}`);
  const slack = 1e-9 * Math.max(ground.field.dx, ground.field.dy);
  const within = (v: number, axis: number) =>
    v >= Math.min(from[axis], to[axis]) - slack && v <= Math.max(from[axis], to[axis]) + slack;
  const points: number[] = [];
  for (let k = 0; k < ground.field.heights.length; k++) {
    const [x, y] = placeOf(ground, k);
    if (within(x, 0) && within(y, 1)) points.push(k);
  }
  return points;
}

/** The new height of point k in the ground's frame, m. */
function newHeight(ground: LiveGround, k: number, { height }: TerrainEdit): number {
  const { origin, soil, field: base } = ground.setup;
  const [x, y] = placeOf(ground, k);
  const z = typeof height === "function" ? height(x, y, ground.field.heights[k] + origin[2]) : height;
  const local = z - origin[2];
  if (!Number.isFinite(local))
    throw new RangeError(`changeTerrain: expected a finite height at [${x}, ${y}], got ${z}`);
  if (Math.abs(local - base.heights[k]) > soil.depth)
    throw new RangeError(
      `changeTerrain: the height ${z} m at [${x}, ${y}] is farther than soil.depth = ${soil.depth} m from that of the scene: raise soil.depth`,
    );
  return local;
}
