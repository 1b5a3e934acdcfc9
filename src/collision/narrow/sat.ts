import { edgeAxes, PARALLEL } from "./edge-axes.js";
import { differenceSupport, SCAN_LIMIT, support } from "./support.js";
import { type Collider, KIND } from "./types.js";
import type { NarrowWorkspace } from "./workspace.js";

/** Scratch of this file, see `NarrowWorkspace`. */
export interface SatWorkspace {
  readonly scratch: Float64Array;
  readonly centers: Float64Array;
  readonly supports: Float64Array;
}

function satWork(w: NarrowWorkspace): SatWorkspace {
  w.sat ??= {
    scratch: new Float64Array(12),
    centers: new Float64Array(3),
    supports: new Float64Array(9),
  };
  return w.sat;
}

/**
 * Greatest separation s(n) of two polyhedra (or the segment of a capsule and a polyhedron) over all normals of the
 * faces of their difference: face normals of A, of B, and cross products of those edges whose arcs cross on the Gauss
 * map [Gregorius2013]. For overlapping shapes that is exactly minus the penetration depth; for separate ones a lower
 * bound of the distance which is the distance itself when a face or a pair of edges is nearest.
 *
 * The value kept for an axis is the support gap it achieves, so an axis let through by the slack of the arc test can do
 * no harm. Writes `satBest`. Returns false as soon as a face axis, or the line between the centres, separates by more
 * than `limit[0]`: that axis stands in `satBest`. `askCenters` tries that line first, which pays for pairs that had no
 * contacts before.
 */
export function sat(w: NarrowWorkspace, a: Collider, b: Collider, limit: Float64Array, askCenters: boolean): boolean {
  const { satBest } = w;
  satBest[0] = -Infinity;
  satBest[4] = -Infinity;
  if (a.kind === KIND.box && b.kind === KIND.box) return boxes(w, a.size, b.size, limit);
  if (limit[0] < Infinity && askCenters && apartAlongCenters(w, a, b, limit)) return false;
  if (!facesOfA(w, a, b, limit)) return false;
  if (!facesOfB(w, a, b, limit)) return false;
  edgeAxes(w, a, b, limit);
  return true;
}

/**
 * Whether the line between the middles separates by more than the limit: true of most pairs that only their boxes bring
 * together.
 */
function apartAlongCenters(w: NarrowWorkspace, a: Collider, b: Collider, limit: Float64Array): boolean {
  const { centers, supports } = satWork(w);
  const { rel, satBest } = w;
  const ca = a.hull?.center;
  const cb = b.hull?.center;
  const x = cb === undefined ? 0 : cb[0];
  const y = cb === undefined ? 0 : cb[1];
  const z = cb === undefined ? 0 : cb[2];
  for (let k = 0; k < 3; k++) {
    const row = 3 * k;
    centers[k] = rel[row] * x + rel[row + 1] * y + rel[row + 2] * z + rel[9 + k] - (ca === undefined ? 0 : ca[k]);
  }
  const length = Math.sqrt(centers[0] * centers[0] + centers[1] * centers[1] + centers[2] * centers[2]);
  if (!(length > 0)) return false;
  for (let k = 0; k < 3; k++) centers[k] /= length;
  differenceSupport(w, a, b, centers, 0, supports, 0);
  const s = centers[0] * supports[6] + centers[1] * supports[7] + centers[2] * supports[8];
  if (!(s > limit[0])) return false;
  satBest[0] = s;
  for (let k = 0; k < 3; k++) satBest[1 + k] = centers[k];
  return true;
}

/**
 * The vertex of c farthest along scratch[0…2], into scratch[3…5], or one that is as far as scratch[6], which is enough
 * to tell that a face does not beat the best axis; scratch[7] is then 1. The vertex `start`, which was the farthest for
 * the face before, is asked first. Returns its number.
 */
function lowest(w: NarrowWorkspace, c: Collider, start: number): number {
  const { scratch } = satWork(w);
  scratch[7] = 0;
  const v = c.hull!.polyhedron.vertices;
  if (v.length > 3 * SCAN_LIMIT) return support(c, scratch, 0, scratch, 3, start);
  const x = scratch[0];
  const y = scratch[1];
  const z = scratch[2];
  const enough = scratch[6];
  let best = 3 * start;
  let most = x * v[best] + y * v[best + 1] + z * v[best + 2];
  let beaten = most >= enough;
  for (let i = 0; i < v.length && !beaten; i += 3) {
    const height = x * v[i] + y * v[i + 1] + z * v[i + 2];
    if (!(height > most)) continue;
    most = height;
    best = i;
    beaten = most >= enough;
  }
  if (beaten) scratch[7] = 1;
  scratch[3] = v[best];
  scratch[4] = v[best + 1];
  scratch[5] = v[best + 2];
  return best / 3;
}

/**
 * A face of A beats the best axis only if all of B does; the vertex that was the lowest for the face before is asked
 * first.
 */
function facesOfA(w: NarrowWorkspace, a: Collider, b: Collider, limit: Float64Array): boolean {
  const { scratch } = satWork(w);
  const { rel, satBest, satFace, satVertex } = w;
  const planes = a.hull!.planes;
  let start = 0;
  let vx = Infinity;
  let vy = 0;
  let vz = 0;
  for (let f = 0; f < planes.length; f += 4) {
    const x = planes[f];
    const y = planes[f + 1];
    const z = planes[f + 2];
    if (vx < Infinity && x * vx + y * vy + z * vz - planes[f + 3] <= satBest[0]) continue;
    scratch[0] = -(rel[0] * x + rel[3] * y + rel[6] * z);
    scratch[1] = -(rel[1] * x + rel[4] * y + rel[7] * z);
    scratch[2] = -(rel[2] * x + rel[5] * y + rel[8] * z);
    scratch[6] = x * rel[9] + y * rel[10] + z * rel[11] - planes[f + 3] - satBest[0];
    start = lowest(w, b, start);
    const s =
      x * rel[9] +
      y * rel[10] +
      z * rel[11] -
      (scratch[0] * scratch[3] + scratch[1] * scratch[4] + scratch[2] * scratch[5]) -
      planes[f + 3];
    vx = rel[0] * scratch[3] + rel[1] * scratch[4] + rel[2] * scratch[5] + rel[9];
    vy = rel[3] * scratch[3] + rel[4] * scratch[4] + rel[5] * scratch[5] + rel[10];
    vz = rel[6] * scratch[3] + rel[7] * scratch[4] + rel[8] * scratch[5] + rel[11];
    if (s > satBest[0] && scratch[7] === 0) {
      satBest[0] = s;
      satBest[1] = x;
      satBest[2] = y;
      satBest[3] = z;
      satFace[0] = 0;
      satFace[1] = f;
      satVertex[0] = vx;
      satVertex[1] = vy;
      satVertex[2] = vz;
      if (s > limit[0]) return false;
    }
  }
  return true;
}

function facesOfB(w: NarrowWorkspace, a: Collider, b: Collider, limit: Float64Array): boolean {
  const { scratch } = satWork(w);
  const { rel, satBest, satFace, satVertex } = w;
  const planes = b.hull!.planes;
  let start = 0;
  let vx = Infinity;
  let vy = 0;
  let vz = 0;
  for (let f = 0; f < planes.length; f += 4) {
    const x = planes[f];
    const y = planes[f + 1];
    const z = planes[f + 2];
    if (vx < Infinity && x * vx + y * vy + z * vz - planes[f + 3] <= satBest[0]) continue;
    // n points from A to B, against the outward normal of B
    scratch[0] = -(rel[0] * x + rel[1] * y + rel[2] * z);
    scratch[1] = -(rel[3] * x + rel[4] * y + rel[5] * z);
    scratch[2] = -(rel[6] * x + rel[7] * y + rel[8] * z);
    scratch[6] = scratch[0] * rel[9] + scratch[1] * rel[10] + scratch[2] * rel[11] - planes[f + 3] - satBest[0];
    start = lowest(w, a, start);
    const s =
      scratch[0] * (rel[9] - scratch[3]) +
      scratch[1] * (rel[10] - scratch[4]) +
      scratch[2] * (rel[11] - scratch[5]) -
      planes[f + 3];
    // the vertex of A in the frame of B
    const dx = scratch[3] - rel[9];
    const dy = scratch[4] - rel[10];
    const dz = scratch[5] - rel[11];
    vx = rel[0] * dx + rel[3] * dy + rel[6] * dz;
    vy = rel[1] * dx + rel[4] * dy + rel[7] * dz;
    vz = rel[2] * dx + rel[5] * dy + rel[8] * dz;
    if (s > satBest[0] && scratch[7] === 0) {
      satBest[0] = s;
      satBest[1] = scratch[0];
      satBest[2] = scratch[1];
      satBest[3] = scratch[2];
      satFace[0] = 1;
      satFace[1] = f;
      satVertex[0] = vx;
      satVertex[1] = vy;
      satVertex[2] = vz;
      if (s > limit[0]) return false;
    }
  }
  return true;
}

/**
 * Two boxes: 15 axes in closed form [Luaces2013, §4.5.3]. With R = R_AB, t = p_AB_A and half extents a, b the
 * separation along a unit n is |n·t| − Σ aᵢ |nᵢ| − Σ bⱼ |n·Bⱼ|. A cross product with an axis of A has no part along
 * that axis, however short it is.
 */
function boxes(w: NarrowWorkspace, a: Float64Array, b: Float64Array, limit: Float64Array): boolean {
  const { rel, satBest } = w;
  for (let i = 0; i < 3; i++) {
    // face i of A, then face i of B
    const row = 3 * i;
    const tA = rel[9 + i];
    const tB = rel[i] * rel[9] + rel[3 + i] * rel[10] + rel[6 + i] * rel[11];
    const sA =
      Math.abs(tA) - a[i] - (b[0] * Math.abs(rel[row]) + b[1] * Math.abs(rel[row + 1]) + b[2] * Math.abs(rel[row + 2]));
    const sB =
      Math.abs(tB) - b[i] - (a[0] * Math.abs(rel[i]) + a[1] * Math.abs(rel[3 + i]) + a[2] * Math.abs(rel[6 + i]));
    if (sA > satBest[0]) {
      satBest[0] = sA;
      satBest[1] = 0;
      satBest[2] = 0;
      satBest[3] = 0;
      satBest[1 + i] = tA < 0 ? -1 : 1;
    }
    if (sB > satBest[0]) {
      const sign = tB < 0 ? -1 : 1;
      satBest[0] = sB;
      satBest[1] = sign * rel[i];
      satBest[2] = sign * rel[3 + i];
      satBest[3] = sign * rel[6 + i];
    }
    if (satBest[0] > limit[0]) return false;
  }
  for (let i = 0; i < 3; i++) {
    const u = i < 2 ? i + 1 : 0;
    const v = 3 - i - u;
    for (let j = 0; j < 3; j++) {
      // n = Aᵢ × Bⱼ has the components −B_v and B_u
      const nu = -rel[3 * v + j];
      const nv = rel[3 * u + j];
      const length = Math.sqrt(nu * nu + nv * nv);
      if (length < PARALLEL) continue;
      const k = j < 2 ? j + 1 : 0;
      const l = 3 - j - k;
      const along = nu * rel[9 + u] + nv * rel[9 + v];
      const s =
        (Math.abs(along) -
          (a[u] * Math.abs(nu) + a[v] * Math.abs(nv)) -
          (b[k] * Math.abs(nu * rel[3 * u + k] + nv * rel[3 * v + k]) +
            b[l] * Math.abs(nu * rel[3 * u + l] + nv * rel[3 * v + l]))) /
        length;
      if (!(s > satBest[4])) continue;
      const scale = (along < 0 ? -1 : 1) / length;
      satBest[4] = s;
      satBest[5] = 0;
      satBest[6] = 0;
      satBest[7] = 0;
      satBest[5 + u] = scale * nu;
      satBest[5 + v] = scale * nv;
    }
  }
  return true;
}

/** The better of the best face and the best edge axis into `found`; an edge axis must win by `bias` (≥ 0). */
export function chooseAxis(w: NarrowWorkspace, bias: Float64Array): void {
  const { found, satBest } = w;
  const o = satBest[4] > satBest[0] + bias[0] ? 4 : 0;
  for (let k = 0; k < 4; k++) found[k] = satBest[o + k];
}
