import { differenceSupport } from "./support.js";
import type { Collider } from "./types.js";
import type { NarrowWorkspace } from "./workspace.js";

/** How a run of GJK ended. */
export const GJK = {
  /** Separate: `found` holds distance, normal and nearest points. */
  separate: 0,
  /** Overlapping; nothing is known of the depth. */
  overlap: 1,
  /** Farther apart than the limit; `found[0]` is a lower bound and the normal separates. */
  beyond: 2,
  /** Apart by round-off only: `found` holds the nearest points, but no normal can be had from them. */
  touching: 3,
} as const;

/**
 * Iterations after which the current simplex is taken as it is; polyhedra need about ten, smooth shapes stop by the
 * tolerance.
 */
export const GJK_LIMIT = 64;

/** Distances below this fraction of the size are round-off. */
const TOUCH = 1e-14;

/** Scratch of this file, see `NarrowWorkspace`. */
export interface GjkWorkspace {
  /** Simplex: pA, pB, D = pB − pA of up to four points, 9 numbers each; the fifth place is for the new one. */
  readonly simplex: Float64Array;
  readonly weight: Float64Array;
  /** The nearest point of the simplex to the origin. */
  readonly v: Float64Array;
  /** The best subset so far: squared distance, nearest point 3, and at 7 its number of points. */
  readonly best: Float64Array;
  readonly direction: Float64Array;
  readonly chosen: Int32Array;
}

function gjkWork(w: NarrowWorkspace): GjkWorkspace {
  w.gjk ??= {
    simplex: new Float64Array(45),
    weight: new Float64Array(4),
    v: new Float64Array(3),
    best: new Float64Array(8),
    direction: new Float64Array(3),
    chosen: new Int32Array(4),
  };
  return w.gjk;
}

/**
 * Distance of the core shapes of A and B by GJK [Gilbert1988] on the difference B − A in the frame of A (`rel`). The
 * nearest point v of the hull of support points to the origin gives the normal v/|v| and, by its weights, the nearest
 * points of A and B.
 *
 * The nearest point of a simplex is found among all its vertices, edges and triangles that contain the newest point
 * (the others have been beaten before, and are tried again only if round-off leaves nothing better), by projection,
 * keeping the least: a degenerate simplex then only loses candidates, never gives a wrong point. The run ends when the
 * support plane proves v, when v stops getting shorter (round-off), when the origin is inside, or at `GJK_LIMIT`.
 * `limit` holds a distance beyond which the exact value is not wanted, and how far apart the bounds on the distance may
 * be at the end, as a fraction of the distance and as a fraction of the size.
 */
export function gjk(w: NarrowWorkspace, a: Collider, b: Collider, limit: Float64Array): number {
  const { simplex, weight, v, direction } = gjkWork(w);
  const { found, gjkIterations } = w;
  const scale = a.reach + b.reach;
  direction[0] = 1;
  direction[1] = 0;
  direction[2] = 0;
  differenceSupport(w, a, b, direction, 0, simplex, 0);
  v[0] = simplex[6];
  v[1] = simplex[7];
  v[2] = simplex[8];
  weight[0] = 1;
  let count = 1;
  let iteration = 0;
  let length2 = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  let status: number = GJK.separate;
  for (; iteration < GJK_LIMIT; iteration++) {
    if (length2 <= TOUCH * TOUCH * scale * scale) {
      status = GJK.touching;
      break;
    }
    const length = Math.sqrt(length2);
    direction[0] = v[0] / length;
    direction[1] = v[1] / length;
    direction[2] = v[2] / length;
    differenceSupport(w, a, b, direction, 0, simplex, 9 * count);
    const o = 9 * count + 6;
    // n·w is a lower bound of the distance, |v| an upper one
    const lower = direction[0] * simplex[o] + direction[1] * simplex[o + 1] + direction[2] * simplex[o + 2];
    if (lower > limit[0]) {
      found[0] = lower;
      status = GJK.beyond;
      break;
    }
    if (length - lower <= limit[1] * length + limit[2] * scale) break;
    if (isOld(w, count)) break;
    count = closest(w, count + 1);
    if (count === 4) {
      status = GJK.overlap;
      break;
    }
    const next2 = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    if (!(next2 < length2)) break;
    length2 = next2;
  }
  gjkIterations[0] = iteration;
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  if (status === GJK.separate || status === GJK.touching) {
    found[0] = length;
    for (let k = 0; k < 3; k++) {
      found[1 + k] = status === GJK.separate ? v[k] / length : direction[k];
      found[4 + k] = 0;
      found[7 + k] = 0;
      for (let i = 0; i < count; i++) {
        found[4 + k] += weight[i] * simplex[9 * i + k];
        found[7 + k] += weight[i] * simplex[9 * i + 3 + k];
      }
    }
  } else {
    for (let k = 0; k < 3; k++) found[1 + k] = direction[k];
  }
  return status;
}

/** Whether the new point is already a vertex of the simplex: then no progress is possible. */
function isOld(w: NarrowWorkspace, count: number): boolean {
  const { simplex } = gjkWork(w);
  const o = 9 * count + 6;
  for (let i = 0; i < count; i++) {
    const p = 9 * i + 6;
    if (simplex[p] === simplex[o] && simplex[p + 1] === simplex[o + 1] && simplex[p + 2] === simplex[o + 2])
      return true;
  }
  return false;
}

/**
 * The subset of the first `count` points whose hull's nearest point to the origin is least, moved to the front, with
 * its weights and v. Returns its number of points; 4 when the origin is inside.
 */
function closest(w: NarrowWorkspace, count: number): number {
  const { simplex, weight, v, best, chosen } = gjkWork(w);
  const newest = count - 1;
  best[0] = Infinity;
  tryVertex(w, newest);
  for (let i = 0; i < newest; i++) tryEdge(w, newest, i);
  for (let i = 0; i < newest; i++) for (let j = i + 1; j < newest; j++) tryTriangle(w, newest, i, j);
  if (count === 4 && originInside(w)) return 4;
  if (!(best[0] < v[0] * v[0] + v[1] * v[1] + v[2] * v[2])) {
    // round-off: nothing with the new point is better, so back to what was there
    for (let i = 0; i < newest; i++) tryVertex(w, i);
    for (let i = 0; i < newest; i++) for (let j = i + 1; j < newest; j++) tryEdge(w, i, j);
    if (newest === 3) tryTriangle(w, 0, 1, 2);
  }
  // keep the chosen points, in ascending order so that none is overwritten before it is moved
  const kept = best[7];
  for (let i = 0; i < kept; i++) {
    for (let j = i + 1; j < kept; j++) {
      if (chosen[j] >= chosen[i]) continue;
      const c = chosen[i];
      chosen[i] = chosen[j];
      chosen[j] = c;
      const w = weight[i];
      weight[i] = weight[j];
      weight[j] = w;
    }
    const from = 9 * chosen[i];
    for (let k = 0; k < 9; k++) simplex[9 * i + k] = simplex[from + k];
  }
  v[0] = best[1];
  v[1] = best[2];
  v[2] = best[3];
  return kept;
}

function tryVertex(w: NarrowWorkspace, i: number): void {
  const { simplex, weight, best, chosen } = gjkWork(w);
  const p = 9 * i + 6;
  const d2 = simplex[p] * simplex[p] + simplex[p + 1] * simplex[p + 1] + simplex[p + 2] * simplex[p + 2];
  if (!(d2 < best[0])) return;
  best[0] = d2;
  for (let k = 0; k < 3; k++) best[1 + k] = simplex[p + k];
  best[7] = 1;
  chosen[0] = i;
  weight[0] = 1;
}

function tryEdge(w: NarrowWorkspace, i: number, j: number): void {
  const { simplex, weight, best, chosen } = gjkWork(w);
  const p = 9 * i + 6;
  const q = 9 * j + 6;
  const ex = simplex[q] - simplex[p];
  const ey = simplex[q + 1] - simplex[p + 1];
  const ez = simplex[q + 2] - simplex[p + 2];
  const e2 = ex * ex + ey * ey + ez * ez;
  const t = -(simplex[p] * ex + simplex[p + 1] * ey + simplex[p + 2] * ez) / e2;
  if (!(t > 0 && t < 1)) return;
  let x = simplex[p] + t * ex;
  let y = simplex[p + 1] + t * ey;
  let z = simplex[p + 2] + t * ez;
  // once more normal to the edge: near the origin round-off has turned it
  const along = (x * ex + y * ey + z * ez) / e2;
  x -= along * ex;
  y -= along * ey;
  z -= along * ez;
  const d2 = x * x + y * y + z * z;
  if (!(d2 < best[0])) return;
  best[0] = d2;
  best[1] = x;
  best[2] = y;
  best[3] = z;
  best[7] = 2;
  chosen[0] = i;
  chosen[1] = j;
  weight[0] = 1 - t;
  weight[1] = t;
}

/** Weights of the origin's projection: areas of the triangles that it makes with the sides, seen along the normal. */
function tryTriangle(w: NarrowWorkspace, i: number, j: number, k: number): void {
  const { simplex, weight, best, chosen } = gjkWork(w);
  const p = 9 * i + 6;
  const q = 9 * j + 6;
  const r = 9 * k + 6;
  const px = simplex[p];
  const py = simplex[p + 1];
  const pz = simplex[p + 2];
  const qx = simplex[q];
  const qy = simplex[q + 1];
  const qz = simplex[q + 2];
  const rx = simplex[r];
  const ry = simplex[r + 1];
  const rz = simplex[r + 2];
  const nx = (qy - py) * (rz - pz) - (qz - pz) * (ry - py);
  const ny = (qz - pz) * (rx - px) - (qx - px) * (rz - pz);
  const nz = (qx - px) * (ry - py) - (qy - py) * (rx - px);
  const n2 = nx * nx + ny * ny + nz * nz;
  const wp = nx * (qy * rz - qz * ry) + ny * (qz * rx - qx * rz) + nz * (qx * ry - qy * rx);
  const wq = nx * (ry * pz - rz * py) + ny * (rz * px - rx * pz) + nz * (rx * py - ry * px);
  const wr = nx * (py * qz - pz * qy) + ny * (pz * qx - px * qz) + nz * (px * qy - py * qx);
  if (!(wp > 0 && wq > 0 && wr > 0)) return;
  const f = (nx * px + ny * py + nz * pz) / n2;
  const d2 = f * f * n2;
  if (!(d2 < best[0])) return;
  const sum = wp + wq + wr;
  best[0] = d2;
  best[1] = f * nx;
  best[2] = f * ny;
  best[3] = f * nz;
  best[7] = 3;
  chosen[0] = i;
  chosen[1] = j;
  chosen[2] = k;
  weight[0] = wp / sum;
  weight[1] = wq / sum;
  weight[2] = wr / sum;
}

/** The origin is strictly inside the tetrahedron: on the inner side of all four faces. */
function originInside(w: NarrowWorkspace): boolean {
  const { simplex } = gjkWork(w);
  for (let f = 0; f < 4; f++) {
    // the face without vertex f, seen from that vertex and from the origin
    const p = 9 * ((f + 1) & 3) + 6;
    const q = 9 * ((f + 2) & 3) + 6;
    const r = 9 * ((f + 3) & 3) + 6;
    const o = 9 * f + 6;
    const ux = simplex[q] - simplex[p];
    const uy = simplex[q + 1] - simplex[p + 1];
    const uz = simplex[q + 2] - simplex[p + 2];
    const wx = simplex[r] - simplex[p];
    const wy = simplex[r + 1] - simplex[p + 1];
    const wz = simplex[r + 2] - simplex[p + 2];
    const nx = uy * wz - uz * wy;
    const ny = uz * wx - ux * wz;
    const nz = ux * wy - uy * wx;
    const origin = -(nx * simplex[p] + ny * simplex[p + 1] + nz * simplex[p + 2]);
    const apex =
      nx * (simplex[o] - simplex[p]) + ny * (simplex[o + 1] - simplex[p + 1]) + nz * (simplex[o + 2] - simplex[p + 2]);
    if (!(origin * apex > 0)) return false;
  }
  return true;
}
