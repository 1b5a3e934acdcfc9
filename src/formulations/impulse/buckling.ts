import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { impulseFields } from "./fields.js";
import type { ImpulseState } from "./state.js";

/** Columns of fewer bodies stand on soft contacts, whatever the step. */
const LEAST_HEIGHT = 3;

/** Safety margin on the height. */
const MARGIN = 1.2;

/** Islands with fewer bodies per level may have legs that buckle by themselves, wider ones buckle as a whole. */
const SLENDER = 8;

/** Largest island that is solved directly since it would buckle, in bodies: a wall of 15 rows of 20 bricks. */
export const MOST_BUCKLING = 300;

/** An island is at rest if no body moves faster than this part of √(g a), the speed of a fall by half its size a. */
const AT_REST = 0.2;

/** Directions across gravity along which the width of an island is measured. */
const DIRECTIONS = 4;

/** Cosines of the angles between them, 0 to 3π/4; the one two places on is the sine, but for its sign. */
const COSINES = [1, Math.SQRT1_2, 0, -Math.SQRT1_2] as const;

/**
 * Whether the soft contacts of an island of `n` bodies, at rest and `tall` levels high, buckle under its own weight. A
 * column of bodies of size a does when it is taller than N = (0.784 a ω²/g)^⅓ levels (Greenhill's formula, with the
 * bending stiffness of springs of frequency ω across a); one of width w as a whole when a is w²/a. Reads: bodyPos,
 * bodyVel, island.
 */
export function buckles(
  model: Model,
  data: Data,
  state: ImpulseState,
  root: number,
  n: number,
  omega: number,
): boolean {
  const tall = state.tall[root];
  if (tall < LEAST_HEIGHT) return false;
  const g = model.options.gravity;
  const weight = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  const size = state.size[root];
  const needed = MARGIN * tall * (MARGIN * tall) * (MARGIN * tall) * weight;
  const stands = 0.784 * omega * omega;
  if (needed <= stands * size) return false;
  if (n > SLENDER * tall) {
    const width = narrowest(model, data, state, root);
    if (needed * size <= stands * width * width) return false;
  }
  return isAtRest(model, data, root, AT_REST * AT_REST * weight * size);
}

/**
 * Smallest width of an island across gravity, m, of its centres of mass along four directions; of a planar one along
 * the only one. Reads: bodyPos, island.
 */
function narrowest(model: Model, data: Data, { size }: ImpulseState, root: number): number {
  const [gx, gy, gz] = model.options.gravity;
  // e1 across gravity, in planar scenes in the plane; e2 = g × e1
  const z = model.planar || gx * gx + gy * gy > gz * gz;
  const x1 = z ? gy : gz;
  const y1 = z ? -gx : 0;
  const z1 = z ? 0 : -gx;
  const x2 = gy * z1 - gz * y1;
  const y2 = gz * x1 - gx * z1;
  const z2 = gx * y1 - gy * x1;
  const n1 = Math.sqrt(x1 * x1 + y1 * y1 + z1 * z1);
  const n2 = Math.sqrt(x2 * x2 + y2 * y2 + z2 * z2);
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < (model.planar ? 1 : DIRECTIONS); k++) {
    const c = COSINES[k] / n1;
    const s = COSINES[(k + 2) % DIRECTIONS] / n2;
    const wide = extent(model, data, root, c * x1 + s * x2, c * y1 + s * y2, c * z1 + s * z2);
    if (wide < least) least = wide;
  }
  return least + size[root];
}

/** Extent of the centres of mass of an island along a unit vector, m. Reads: bodyPos, island. */
function extent(model: Model, data: Data, root: number, x: number, y: number, z: number): number {
  const { island } = impulseFields(data);
  const { bodyPos: p } = data;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let b = root; b < model.nb; b++) {
    if (island[b] !== root) continue;
    const at = x * p[3 * b] + y * p[3 * b + 1] + z * p[3 * b + 2];
    if (at < least) least = at;
    if (at > most) most = at;
  }
  return most - least;
}

/** Whether no body of an island is faster than a speed, given squared. Reads: bodyVel, island. */
function isAtRest(model: Model, data: Data, root: number, most: number): boolean {
  const { island } = impulseFields(data);
  const v = data.bodyVel;
  for (let b = root; b < model.nb; b++) {
    if (island[b] !== root) continue;
    const o = 6 * b + 3;
    if (v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2] > most) return false;
  }
  return true;
}
