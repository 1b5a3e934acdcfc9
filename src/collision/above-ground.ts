import type { Data } from "../data/data.js";
import type { LiveGround } from "../terrain/system.js";
import type { PairSink } from "./broad/broad-phase.js";
import type { CollisionSetup } from "./setup.js";

/**
 * Leaves out the pairs of shapes with diggable ground over which they stand clear by their boxes. The box of a ground
 * is as high as its highest hill, so that the broad phase reports whatever is between its edges. Reads: heights.
 * Writes: pairs.
 */
export function dropPairsAboveGround(data: Data, setup: CollisionSetup, box: Float64Array, pairs: PairSink): void {
  if (!setup.changes) return;
  let n = 0;
  for (let k = 0; k < pairs.count; k++) {
    const a = pairs.pairs[2 * k];
    const b = pairs.pairs[2 * k + 1];
    if (isAboveGround(data, setup, box, a, b)) continue;
    pairs.pairs[2 * n] = a;
    pairs.pairs[2 * n + 1] = b;
    n++;
  }
  pairs.count = n;
}

/** Whether one of two shapes is diggable ground whose surface stays below the box of the other. Reads: heights. */
export function isAboveGround(data: Data, setup: CollisionSetup, box: Float64Array, a: number, b: number): boolean {
  if (!setup.changes || setup.live[a] === setup.live[b]) return false;
  const s = setup.live[a] === 1 ? b : a;
  const { grounds } = data.systems.terrain;
  const ground = s === b ? a : b;
  for (let g = 0; g < grounds.length; g++)
    if (grounds[g].setup.shape === ground) return clears(grounds[g], setup, box, 6 * s);
  return false;
}

/** Cells by which the rectangle below a box is widened: round-off of the division. */
const SLACK = 1e-9;

/** Whether every point of the cells below a box [min, max] (world, box[o …]) is lower than it, by the margin. */
function clears(
  { field, setup: { origin, turn } }: LiveGround,
  { margin }: CollisionSetup,
  box: Float64Array,
  o: number,
): boolean {
  const { nx, ny, dx, dy, heights } = field;
  const x = 0.5 * (box[o] + box[o + 3]) - origin[0];
  const y = 0.5 * (box[o + 1] + box[o + 4]) - origin[1];
  const a = 0.5 * (box[o + 3] - box[o]);
  const b = 0.5 * (box[o + 4] - box[o + 1]);
  const cos = Math.abs(turn[0]);
  const sin = Math.abs(turn[1]);
  const u = (turn[0] * x + turn[1] * y) / dx + 0.5 * (nx - 1);
  const v = (turn[0] * y - turn[1] * x) / dy + 0.5 * (ny - 1);
  const du = (cos * a + sin * b) / dx + SLACK;
  const dv = (sin * a + cos * b) / dy + SLACK;
  const i0 = Math.max(0, Math.floor(u - du));
  const i1 = Math.min(nx - 1, Math.floor(u + du) + 1);
  const j0 = Math.max(0, Math.floor(v - dv));
  const j1 = Math.min(ny - 1, Math.floor(v + dv) + 1);
  const lowest = box[o + 2] - origin[2] - 0.5 * margin[0];
  for (let j = j0; j <= j1; j++)
    for (let p = j * nx + i0; p <= j * nx + i1; p++) if (!(heights[p] < lowest)) return false;
  return true;
}
