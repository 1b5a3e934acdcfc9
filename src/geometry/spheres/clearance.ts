import { classifyPoint, INSIDE } from "../tree/inside.js";
import type { MeshTree } from "../tree/mesh-tree.js";
import { nearestPoint } from "../tree/nearest.js";

/**
 * How far a point inside a solid is from its surface and from the spheres placed in it so far:
 *
 *   D(x) = min(distance to the surface, min_i |x − c_i| − r_i)
 *
 * Exact. Space is cut into cubes; each lists the spheres that are nearest to some point of it: those whose least
 * distance from the cube is below U, an upper bound of D in it. U only falls, so a sphere that is not listed when it
 * comes never belongs there later. The surface is searched only where it may be nearer than the spheres, by its
 * distance from the middle of the cube, which changes no faster than one moves.
 */
export interface Clearance {
  readonly tree: MeshTree;
  /** Corner of the first cube, m; edge of all, m; half of their diagonal, m. */
  readonly low: Float64Array;
  readonly edge: number;
  readonly reach: number;
  /** Cubes along x, y, z. */
  readonly size: Int32Array;
  /**
   * Of each cube: distance of its middle from the surface, negative outside, m; U, m; first entry of its list, −1:
   * none.
   */
  readonly surface: Float64Array;
  readonly upper: Float64Array;
  readonly head: Int32Array;
  /** Entries: sphere, next entry. */
  item: Int32Array;
  next: Int32Array;
  entries: number;
  /** Spheres: centre and radius, m. */
  balls: Float64Array;
  count: number;
  /** Largest U when it was last looked up: no sphere reaches further. */
  most: number;
  /** The query point (3); result: direction away from the nearest obstacle (3), D. */
  readonly point: Float64Array;
  readonly away: Float64Array;
}

/** The field of an empty solid, with about `cubes` cubes. */
export function createClearance(tree: MeshTree, cubes: number): Clearance {
  const low = Float64Array.from(tree.bounds.subarray(0, 3));
  const high = tree.bounds.subarray(3, 6);
  const sides = [0, 1, 2].map((k) => high[k] - low[k]);
  const longest = Math.max(...sides);
  // no side has less than one cube
  let edge = longest;
  const need = (e: number) => sides.reduce((n, s) => n * Math.max(1, Math.ceil(s / e)), 1);
  while (need(edge / 1.05) <= cubes) edge /= 1.05;
  const size = Int32Array.from(sides, (s) => Math.max(1, Math.ceil(s / edge)));
  const n = size[0] * size[1] * size[2];
  const field: Clearance = {
    tree,
    low,
    edge,
    reach: 0.5 * edge * Math.sqrt(3),
    size,
    surface: new Float64Array(n),
    upper: new Float64Array(n),
    head: new Int32Array(n).fill(-1),
    item: new Int32Array(1024),
    next: new Int32Array(1024),
    entries: 0,
    balls: new Float64Array(4 * 256),
    count: 0,
    most: 0,
    point: new Float64Array(3),
    away: new Float64Array(4),
  };
  for (let c = 0; c < n; c++) {
    middleOf(field, c, field.point);
    found[3] = Number.POSITIVE_INFINITY;
    nearestPoint(tree, field.point, 0, found, 0);
    const distance = Math.sqrt(found[3]);
    const inside = classifyPoint(tree, field.point, 0) === INSIDE;
    field.surface[c] = inside ? distance : -distance;
    // a cube that is wholly outside is skipped
    field.upper[c] = inside || distance < field.reach ? distance + field.reach : Number.NEGATIVE_INFINITY;
  }
  findMost(field);
  return field;
}

const found = new Float64Array(5);

/** Middle of cube c. */
export function middleOf({ low, edge, size }: Clearance, c: number, out: Float64Array): void {
  const x = c % size[0];
  const y = Math.floor(c / size[0]) % size[1];
  const z = Math.floor(c / (size[0] * size[1]));
  out[0] = low[0] + (x + 0.5) * edge;
  out[1] = low[1] + (y + 0.5) * edge;
  out[2] = low[2] + (z + 0.5) * edge;
}

/** Cube along axis k that holds x. */
function cubeAt({ low, edge, size }: Clearance, k: number, x: number): number {
  const i = Math.floor((x - low[k]) / edge);
  return i < 0 ? 0 : i >= size[k] ? size[k] - 1 : i;
}

/** D at `point`, which must lie in the solid, and the direction in which it grows. Writes: away. */
export function measureClearance(field: Clearance): void {
  const { point, away, balls, head, item, next, low, edge, size } = field;
  const x = point[0];
  const y = point[1];
  const z = point[2];
  const ix = cubeAt(field, 0, x);
  const iy = cubeAt(field, 1, y);
  const iz = cubeAt(field, 2, z);
  const c = ix + size[0] * (iy + size[1] * iz);
  let best = Number.POSITIVE_INFINITY;
  let at = -1;
  for (let e = head[c]; e >= 0; e = next[e]) {
    const j = 4 * item[e];
    const dx = x - balls[j];
    const dy = y - balls[j + 1];
    const dz = z - balls[j + 2];
    const d = Math.sqrt(dx * dx + dy * dy + dz * dz) - balls[j + 3];
    if (d < best) {
      best = d;
      at = j;
    }
  }
  const mx = x - (low[0] + (ix + 0.5) * edge);
  const my = y - (low[1] + (iy + 0.5) * edge);
  const mz = z - (low[2] + (iz + 0.5) * edge);
  const least = Math.abs(field.surface[c]) - Math.sqrt(mx * mx + my * my + mz * mz);
  if (best > least && best > 0) {
    found[3] = best * best;
    if (nearestPoint(field.tree, point, 0, found, 0) >= 0) {
      const d = Math.sqrt(found[3]);
      away[0] = d > 0 ? (x - found[0]) / d : 0;
      away[1] = d > 0 ? (y - found[1]) / d : 0;
      away[2] = d > 0 ? (z - found[2]) / d : 0;
      away[3] = d;
      return;
    }
  }
  const d = best + balls[at + 3];
  away[0] = d > 0 ? (x - balls[at]) / d : 0;
  away[1] = d > 0 ? (y - balls[at + 1]) / d : 0;
  away[2] = d > 0 ? (z - balls[at + 2]) / d : 0;
  away[3] = best;
}

/** A sphere at `point` with radius r, m. */
export function placeBall(field: Clearance, r: number): void {
  const { point, low, edge, size, upper, reach } = field;
  if (field.count % 64 === 0) findMost(field);
  const i = field.count++;
  if (4 * field.count > field.balls.length) {
    const larger = new Float64Array(8 * field.count);
    larger.set(field.balls);
    field.balls = larger;
  }
  for (let k = 0; k < 3; k++) field.balls[4 * i + k] = point[k];
  field.balls[4 * i + 3] = r;
  const far = r + field.most;
  const first = [0, 1, 2].map((k) => cubeAt(field, k, point[k] - far));
  const last = [0, 1, 2].map((k) => cubeAt(field, k, point[k] + far));
  for (let z = first[2]; z <= last[2]; z++) {
    for (let y = first[1]; y <= last[1]; y++) {
      for (let x = first[0]; x <= last[0]; x++) {
        const c = x + size[0] * (y + size[1] * z);
        const bound = upper[c];
        if (bound === Number.NEGATIVE_INFINITY) continue;
        const mx = Math.abs(point[0] - (low[0] + (x + 0.5) * edge));
        const my = Math.abs(point[1] - (low[1] + (y + 0.5) * edge));
        const mz = Math.abs(point[2] - (low[2] + (z + 0.5) * edge));
        const dx = mx > 0.5 * edge ? mx - 0.5 * edge : 0;
        const dy = my > 0.5 * edge ? my - 0.5 * edge : 0;
        const dz = mz > 0.5 * edge ? mz - 0.5 * edge : 0;
        if (Math.sqrt(dx * dx + dy * dy + dz * dz) - r > bound) continue;
        addEntry(field, c, i);
        const above = Math.sqrt(mx * mx + my * my + mz * mz) - r + reach;
        if (above < bound) upper[c] = above;
      }
    }
  }
}

function addEntry(field: Clearance, c: number, i: number): void {
  if (field.entries === field.item.length) {
    const item = new Int32Array(2 * field.entries);
    item.set(field.item);
    const next = new Int32Array(2 * field.entries);
    next.set(field.next);
    field.item = item;
    field.next = next;
  }
  const e = field.entries++;
  field.item[e] = i;
  field.next[e] = field.head[c];
  field.head[c] = e;
}

function findMost(field: Clearance): void {
  const { upper } = field;
  let most = 0;
  for (let c = 0; c < upper.length; c++) if (upper[c] > most) most = upper[c];
  field.most = most;
}
