import { sampleHeightField } from "../../../geometry/height-field.js";
import { classifyPoint, OUTSIDE } from "../../../geometry/tree/inside.js";
import type { MeshTree } from "../../../geometry/tree/mesh-tree.js";
import { BOTH_SIDES, castRay, FRONT_ONLY } from "../../../geometry/tree/ray.js";
import type { Collider } from "../../narrow/types.js";
import type { NarrowWorkspace } from "../../narrow/workspace.js";
import { hitStart } from "./crossings.js";
import { meshOf } from "./mesh-of.js";

/** Rays against triangle meshes, by their trees, and height fields, cell by cell. */

const treeHit = new Float64Array(4);
const start = new Float64Array(3);

/**
 * A closed mesh is solid, and a ray may start inside of it. An open one is hit from both sides, or, with `sides: one`,
 * from its outer one.
 */
export function rayMesh(
  _w: NarrowWorkspace,
  c: Collider,
  ray: Float64Array,
  hit: Float64Array,
  exit: boolean,
): boolean {
  const known = meshOf(c);
  if (known === null) return false;
  const tree = known.tree as MeshTree;
  const triangle = castRay(tree, ray, 0, treeHit, 0, known.oneSided ? FRONT_ONLY : BOTH_SIDES);
  if (known.solid && !exit && (triangle < 0 || treeHit[3] < 0)) {
    // nothing ahead within the range, or a surface seen from within; at a silhouette that may be a wrong guess
    for (let k = 0; k < 3; k++) start[k] = ray[k] + ray[6] * ray[3 + k];
    if (classifyPoint(tree, start, 0) !== OUTSIDE) {
      hitStart(ray, hit);
      return true;
    }
  }
  if (triangle < 0) return false;
  const { vertices, triangles } = tree.mesh;
  hit[0] = treeHit[0];
  hit[4] = treeHit[3];
  triangleNormal(
    vertices,
    3 * triangles[3 * triangle],
    3 * triangles[3 * triangle + 1],
    3 * triangles[3 * triangle + 2],
    hit,
  );
  return true;
}

function triangleNormal(v: Float64Array, a: number, b: number, c: number, hit: Float64Array): void {
  const ux = v[b] - v[a];
  const uy = v[b + 1] - v[a + 1];
  const uz = v[b + 2] - v[a + 2];
  const wx = v[c] - v[a];
  const wy = v[c + 1] - v[a + 1];
  const wz = v[c + 2] - v[a + 2];
  const x = uy * wz - uz * wy;
  const y = uz * wx - ux * wz;
  const z = ux * wy - uy * wx;
  const length = Math.sqrt(x * x + y * y + z * z);
  hit[1] = x / length;
  hit[2] = y / length;
  hit[3] = z / length;
}

/**
 * Cells beside the line that are looked at as well, in cells: makes up for rounding where the line runs along a border.
 */
const PAD = 1e-6;

/**
 * Sheared corners of a cell: depth, and position across the ray, for (i, j), (i + 1, j), (i, j + 1), (i + 1, j + 1).
 */
const corner = new Float64Array(12);
/** In cells: position across the columns at the two ends of a stretch. */
const stretch = new Float64Array(2);
/** Best t, triangle normal 3, facing. */
const best = new Float64Array(5);
const sample = new Float64Array(4);

/**
 * Columns of cells are visited in the order of the ray, along the axis on which it passes more of them; in each the
 * cells between its places of entry and exit. The two triangles of a cell are tested watertight as in `castRay`
 * [WoopBenthinWald2013]. What is below the surface is solid; there are no walls at the border of the field.
 */
export function rayHeightField(
  _w: NarrowWorkspace,
  c: Collider,
  ray: Float64Array,
  hit: Float64Array,
  exit: boolean,
): boolean {
  const field = c.heightField!;
  const { nx, ny, dx, dy } = field;
  if (!exit) {
    for (let k = 0; k < 3; k++) start[k] = ray[k] + ray[6] * ray[3 + k];
    if (sampleHeightField(field, start, 0, sample, 0) && start[2] <= sample[0]) {
      hitStart(ray, hit);
      return true;
    }
  }
  // the line in units of cells: a along the columns, b across
  const ax = ray[0] / dx + 0.5 * (nx - 1);
  const ay = ray[1] / dy + 0.5 * (ny - 1);
  const ux = ray[3] / dx;
  const uy = ray[4] / dy;
  const byX = Math.abs(ux) >= Math.abs(uy);
  const a = byX ? ax : ay;
  const b = byX ? ay : ax;
  const ua = byX ? ux : uy;
  const ub = byX ? uy : ux;
  const columns = (byX ? nx : ny) - 1;
  const rows = (byX ? ny : nx) - 1;
  best[0] = ray[7];
  best[4] = 0;
  if (ua === 0) {
    stretch[0] = b;
    stretch[1] = b;
    for (let i = Math.max(0, Math.floor(a - PAD)); i <= Math.min(columns - 1, Math.floor(a + PAD)); i++)
      castColumn(c, ray, byX, i, rows);
  } else {
    // range of t over the field, then column by column
    const tLow = ((ua > 0 ? 0 : columns) - a) / ua;
    const tHigh = ((ua > 0 ? columns : 0) - a) / ua;
    const t0 = Math.max(ray[6], tLow);
    const t1 = Math.min(ray[7], tHigh);
    if (!(t0 <= t1 + PAD / Math.abs(ua))) return false;
    const first = a + t0 * ua;
    const last = a + t1 * ua;
    const from = Math.min(Math.max(Math.floor(ua > 0 ? first - PAD : first + PAD), 0), columns - 1);
    const to = Math.min(Math.max(Math.floor(ua > 0 ? last + PAD : last - PAD), 0), columns - 1);
    const step = ua > 0 ? 1 : -1;
    for (let i = from; step > 0 ? i <= to : i >= to; i += step) {
      const enter = Math.max(t0, ((ua > 0 ? i : i + 1) - a) / ua);
      const leave = Math.min(t1, ((ua > 0 ? i + 1 : i) - a) / ua);
      stretch[0] = b + enter * ub;
      stretch[1] = b + leave * ub;
      castColumn(c, ray, byX, i, rows);
      if (best[4] !== 0 && best[0] <= leave - PAD / Math.abs(ua)) break;
    }
  }
  if (best[4] === 0) return false;
  hit[0] = best[0];
  for (let k = 0; k < 3; k++) hit[1 + k] = best[1 + k];
  hit[4] = best[4];
  return true;
}

/** The cells of column i between the two ends of the stretch. */
function castColumn(c: Collider, ray: Float64Array, byX: boolean, i: number, rows: number): void {
  const low = Math.min(stretch[0], stretch[1]) - PAD;
  const high = Math.max(stretch[0], stretch[1]) + PAD;
  if (!(high >= 0 && low <= rows)) return;
  const from = Math.max(0, Math.floor(low));
  const to = Math.min(rows - 1, Math.floor(high));
  for (let j = from; j <= to; j++) castCell(c, ray, byX ? i : j, byX ? j : i);
}

function castCell(c: Collider, ray: Float64Array, i: number, j: number): void {
  const { nx, ny, dx, dy, heights } = c.heightField!;
  // shear along the longest component; the other two keep the orientation
  const ax = Math.abs(ray[3]);
  const ay = Math.abs(ray[4]);
  const az = Math.abs(ray[5]);
  const kz = ax > ay ? (ax > az ? 0 : 2) : ay > az ? 1 : 2;
  const along = ray[3 + kz];
  const one = kz === 2 ? 0 : kz + 1;
  const two = kz === 0 ? 2 : kz - 1;
  const kx = along < 0 ? two : one;
  const ky = along < 0 ? one : two;
  const shearX = ray[3 + kx] / along;
  const shearY = ray[3 + ky] / along;
  for (let k = 0; k < 4; k++) {
    const gi = i + (k & 1);
    const gj = j + (k >> 1);
    place[0] = (gi - 0.5 * (nx - 1)) * dx - ray[0];
    place[1] = (gj - 0.5 * (ny - 1)) * dy - ray[1];
    place[2] = heights[gj * nx + gi] - ray[2];
    for (let m = 0; m < 3; m++) points[3 * k + m] = place[m];
    corner[3 * k] = place[kz];
    corner[3 * k + 1] = place[kx] - shearX * place[kz];
    corner[3 * k + 2] = place[ky] - shearY * place[kz];
  }
  castTriangle(ray, along, 0, 3, 9);
  castTriangle(ray, along, 0, 9, 6);
}

const place = new Float64Array(3);
const points = new Float64Array(12);

/** A triangle of the cell; `along` is the longest component of the direction. */
function castTriangle(ray: Float64Array, along: number, a: number, b: number, c: number): void {
  const u = corner[c + 1] * corner[b + 2] - corner[c + 2] * corner[b + 1];
  const v = corner[a + 1] * corner[c + 2] - corner[a + 2] * corner[c + 1];
  const w = corner[b + 1] * corner[a + 2] - corner[b + 2] * corner[a + 1];
  if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0)) return;
  const det = u + v + w;
  if (det === 0) return;
  const t = (u * corner[a] + v * corner[b] + w * corner[c]) / along / det;
  if (!(t >= ray[6] && t <= best[0])) return;
  if (t === best[0] && best[4] !== 0) return;
  best[0] = t;
  best[4] = det > 0 ? 1 : -1;
  triangleNormal(points, a, b, c, found);
  for (let k = 0; k < 3; k++) best[1 + k] = found[1 + k];
}

const found = new Float64Array(5);
