import { continuousSetup } from "../../collision/continuous/setup.js";
import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { impulseFields, SOLVED } from "./fields.js";
import type { ImpulseState } from "./state.js";

/** Columns of fewer bodies stand on soft contacts, whatever the step. */
const LEAST_HEIGHT = 3;

/** Safety margin on the height. */
const MARGIN = 1.2;

/** Islands with fewer bodies per level may have legs that buckle by themselves, wider ones buckle as a whole. */
const SLENDER = 8;

/** Largest island that is solved directly since it would buckle, in bodies: a wall of 15 rows of 20 bricks. */
const MOST_FALLING = 300;

/**
 * Largest island that is solved directly since it is within the margin of buckling. A direct solution grows faster than
 * the island: of 210 bodies it takes sixteen times as long as sweeps do.
 */
const MOST_NEAR = 64;

/** What soft contacts do under the weight of an island. */
export const BEARING = { stands: 0, direct: 1, falls: 2 } as const;

/**
 * Bending stiffness of one contact between levels, k = BEND m a² ω²: so that equal levels buckle as in Greenhill's
 * formula.
 */
const BEND = 0.784 / 7.837;

/** An island is at rest if no body moves faster than this part of √(g a), the speed of a fall by half its size a. */
const AT_REST = 0.2;

/** Directions across gravity along which the width of an island is measured. */
const DIRECTIONS = 4;

/** Cosines of the angles between them, 0 to 3π/4; the one two places on is the sine, but for its sign. */
const COSINES = [1, Math.SQRT1_2, 0, -Math.SQRT1_2] as const;

/**
 * Whether the soft contacts of an island of `n` bodies, at rest and `tall` levels high, bear its weight. A column of
 * bodies of size a buckles when it is taller than N = (0.784 a ω²/g)^⅓ levels (Greenhill's formula, with the bending
 * stiffness of springs of frequency ω across a); one of width w as a whole when a is w²/a. Within a margin of that, a
 * small island is solved directly; a larger one only when `levelsBuckle`, and above a bound not at all: it falls.
 * Reads: bodyPos, bodyVel, island, height.
 */
export function bearing(model: Model, data: Data, state: ImpulseState, root: number, n: number, omega: number): number {
  const tall = state.tall[root];
  if (tall < LEAST_HEIGHT) return BEARING.stands;
  const g = model.options.gravity;
  const weight = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  const size = state.size[root];
  const needed = MARGIN * tall * (MARGIN * tall) * (MARGIN * tall) * weight;
  const stands = 0.784 * omega * omega;
  if (needed <= stands * size) return BEARING.stands;
  if (n > SLENDER * tall) {
    const width = narrowest(model, data, root) + size;
    if (needed * size <= stands * width * width) return BEARING.stands;
  }
  if (!isAtRest(model, data, root, AT_REST * AT_REST * weight * size)) return BEARING.stands;
  if (n <= MOST_NEAR) return BEARING.direct;
  if (!levelsBuckle(model, data, state, root, weight, omega, n > SLENDER * tall)) return BEARING.stands;
  return n <= MOST_FALLING ? BEARING.direct : BEARING.falls;
}

/**
 * Whether an island bends under its own weight as a chain of its levels, upright and rigid, with a hinge below each.
 * With level i turned by θᵢ its energy is ½ Σ kᵢ (θᵢ − θᵢ₋₁)² − ½ Σ Gᵢ θᵢ², where kᵢ = m w² ω²/10 by the width w and
 * the masses m of the lighter bodies of all contacts between the levels that meet, and Gᵢ = g a (Mᵢ/2 + Σ_{j>i} Mⱼ) by
 * the height a of a level. It buckles when that form is not positive definite: when a pivot of its tridiagonal matrix
 * is not positive. A wall that is narrower above bears more than a straight one. Reads: island, height, contacts.
 * Writes: levels, hinges.
 */
function levelsBuckle(
  model: Model,
  data: Data,
  state: ImpulseState,
  root: number,
  weight: number,
  omega: number,
  wide: boolean,
): boolean {
  const { island, height, patchBody, patchSolved } = impulseFields(data);
  const { inner } = continuousSetup(model);
  const { levels, hinges } = state;
  const tall = state.tall[root];
  levels.fill(0, 0, tall + 1);
  hinges.fill(0, 0, tall + 1);
  let thinnest = Number.POSITIVE_INFINITY;
  for (let b = root; b < model.nb; b++) {
    if (island[b] !== root || height[b] > tall) continue;
    levels[height[b]] += model.bodyMass[b];
    if (inner[b] < thinnest) thinnest = inner[b];
  }
  const { moving } = data.systems.impulseState;
  for (let place = 0; place < moving.count; place++) {
    const p = moving.list[place];
    const a = patchBody[2 * p];
    const b = patchBody[2 * p + 1];
    if (patchSolved[p] === SOLVED.not || Math.max(island[a], island[b]) !== root) continue;
    const upper = Math.max(height[a], height[b]);
    if (height[a] === height[b] || upper > tall) continue;
    hinges[upper] +=
      island[a] < 0
        ? model.bodyMass[b]
        : island[b] < 0
          ? model.bodyMass[a]
          : Math.min(model.bodyMass[a], model.bodyMass[b]);
  }
  // a slender island may stand on legs as thin as one body
  const width = (wide ? narrowest(model, data, root) : 0) + 2 * thinnest;
  const bend = BEND * omega * omega * width * width;
  // from the top down: the load of a level is half its own weight and all above
  const [gx, gy, gz] = model.options.gravity;
  const rise = extent(model, data, root, gx / weight, gy / weight, gz / weight);
  const arm = (weight * rise) / (tall - 1);
  let above = 0;
  let pivot = 0;
  let carried = 0;
  for (let i = tall; i >= 1; i--) {
    const k = bend * hinges[i];
    // the hinge of the level above, after that level is eliminated, resists as k′ − k′²/pivot
    const held = i === tall ? 0 : above - (above * above) / pivot;
    pivot = k + held - arm * (carried + 0.5 * levels[i]);
    if (!(pivot > 0)) return true;
    above = k;
    carried += levels[i];
  }
  return false;
}

/**
 * Smallest width of an island across gravity, m, of its centres of mass along four directions; of a planar one along
 * the only one. Reads: bodyPos, island.
 */
function narrowest(model: Model, data: Data, root: number): number {
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
  return least;
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
