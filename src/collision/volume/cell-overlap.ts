/**
 * Common volume of a solid with cells (`geometry/spheres`) and another solid: each cell of its surface that has gone
 * into the other is the foot of a column of common volume [Vilela2018]: V = Σ A_i δ_i. With x over a cell, n from it
 * into the other solid and the depth X = δ + n · (x − g), the column has the height X; its moments over the cell follow
 * from the cell's own, g the centroid and C the spread of its points:
 *
 *   σ² = nᵀ C n,   q = C n/σ²,   x − g = q (X − δ) + rest,   rest spread by C − σ² q qᵀ
 *
 * A cell that is only partly inside, |δ| < w = √3 σ, counts as if its depths were spread evenly over δ ± w: e_k = ∫ X^k
 * over the wet part is T/(2w), T²/(4w), T³/(6w), T⁴/(8w) with T = δ + w, and 1, δ, δ² + σ², δ³ + 3 δ σ² of a whole one.
 * So nothing jumps when a cell comes or goes, force and stiffness alike. Exact for flat surfaces that are inside as a
 * whole, at any tilt. Cells that face away count negative: a column that goes in below and comes out above is
 * subtracted.
 */

import { CELL, type SurfaceCells } from "../../geometry/spheres/surface-cells.js";
import { classifyPoint, INSIDE } from "../../geometry/tree/inside.js";
import { nearestPoint } from "../../geometry/tree/nearest.js";
import { FACE } from "../../geometry/triangle/closest-point.js";
import { ensureCapacityF64, ensureCapacityI32 } from "../../math/capacity.js";
import { rootOf, unite } from "../../math/union-find.js";
import { beginRound } from "./sphere-overlap.js";
import { PLANE_SIZE, type VolumeMesh } from "./volume-mesh.js";
import { OVERLAP, OVERLAP_FLAG, OVERLAP_SIZE, type Overlap } from "./volume-overlap.js";
import type { VolumeWork } from "./volume-work.js";

/** Direction and depth of the query point. */
const hit = new Float64Array(4);

/** Sums of a region about its origin: V, ∫ x dV, ∫ x xᵀ dV; S, ∫ x dS, ∫ x xᵀ dS; ∫ n dS; the origin. */
const SUM = { volume: 0, area: 10, vector: 20, origin: 23, size: 26 } as const;

/**
 * The cells' solid against a convex one that is bounded by planes, all in the cells' frame: n (unit, outwards) and d
 * each, 4 numbers, `count` of them. One plane is a half-space. Returns the number of cells that are inside, also where
 * their columns sum to no volume. Reads: cells. Writes: out, normals from the cells' solid to the other.
 */
export function intersectCellsConvex(cells: SurfaceCells, planes: Float64Array, count: number, out: Overlap): number {
  const work = out.work;
  const { ball, skip, first, order, count: nodes } = cells.tree;
  begin(work, cells, out);
  let found = 0;
  for (let i = 0; i < nodes; ) {
    const x = ball[4 * i];
    const y = ball[4 * i + 1];
    const z = ball[4 * i + 2];
    let most = Number.NEGATIVE_INFINITY;
    let at = 0;
    for (let p = 0; p < 4 * count; p += 4) {
      const height = planes[p] * x + planes[p + 1] * y + planes[p + 2] * z - planes[p + 3];
      if (height > most) {
        most = height;
        at = p;
      }
    }
    if (most >= ball[4 * i + 3]) {
      i = skip[i];
      continue;
    }
    // the sphere of a leaf is about the cell's centroid
    if (skip[i] === i + 1) {
      hit[0] = -planes[at];
      hit[1] = -planes[at + 1];
      hit[2] = -planes[at + 2];
      hit[3] = -most;
      found = take(work, cells, order[first[i]], found);
    }
    i++;
  }
  finish(work, cells, found, out);
  return found;
}

/** Point in the mesh's frame; nearest point of the mesh. */
const point = new Float64Array(3);
const near = new Float64Array(5);

/**
 * The same against any closed mesh; `transform` is that from the mesh's frame to the cells', see `relativeTransform`.
 */
export function intersectCellsMesh(
  cells: SurfaceCells,
  mesh: VolumeMesh,
  transform: Float64Array,
  out: Overlap,
): number {
  const work = out.work;
  const { ball, skip, first, order, count: nodes } = cells.tree;
  begin(work, cells, out);
  let found = 0;
  for (let i = 0; i < nodes; ) {
    const r = ball[4 * i + 3];
    const x = ball[4 * i] - transform[9];
    const y = ball[4 * i + 1] - transform[10];
    const z = ball[4 * i + 2] - transform[11];
    let apart = false;
    for (let k = 0; k < 3; k++) {
      point[k] = transform[k] * x + transform[3 + k] * y + transform[6 + k] * z;
      if (point[k] - r > mesh.box[3 + k] || point[k] + r < mesh.box[k]) apart = true;
    }
    if (apart || !reaches(mesh, r)) {
      i = skip[i];
      continue;
    }
    if (skip[i] === i + 1) {
      depthIn(mesh, transform);
      found = take(work, cells, order[first[i]], found);
    }
    i++;
  }
  finish(work, cells, found, out);
  return found;
}

/** Whether a sphere about `point` meets the solid. */
function reaches(mesh: VolumeMesh, r: number): boolean {
  near[3] = r * r;
  return nearestPoint(mesh.tree, point, 0, near, 0) >= 0 || classifyPoint(mesh.tree, point, 0) === INSIDE;
}

/**
 * Depth of `point` in the solid, and the direction away from the surface point nearest to it, inwards, turned to the
 * cells' frame. Writes: hit.
 */
function depthIn(mesh: VolumeMesh, transform: Float64Array): void {
  near[3] = Number.POSITIVE_INFINITY;
  const face = nearestPoint(mesh.tree, point, 0, near, 0);
  const inside = classifyPoint(mesh.tree, point, 0) === INSIDE;
  const d = Math.sqrt(near[3]);
  let x = point[0] - near[0];
  let y = point[1] - near[1];
  let z = point[2] - near[2];
  let scale = (inside ? 1 : -1) / d;
  if (near[4] === FACE || d === 0) {
    // of a face its normal, lest a short distance be all rounding
    x = mesh.planes[PLANE_SIZE * face];
    y = mesh.planes[PLANE_SIZE * face + 1];
    z = mesh.planes[PLANE_SIZE * face + 2];
    scale = -1 / Math.sqrt(x * x + y * y + z * z);
  }
  for (let k = 0; k < 3; k++)
    hit[k] = scale * (transform[3 * k] * x + transform[3 * k + 1] * y + transform[3 * k + 2] * z);
  hit[3] = inside ? d : -d;
}

function begin(work: VolumeWork, cells: SurfaceCells, out: Overlap): void {
  beginRound(out);
  const had = work.cells.slot.length;
  work.cells.slot = ensureCapacityI32(work.cells.slot, cells.count);
  for (let i = had; i < work.cells.slot.length; i++) work.cells.slot[i] = -1;
}

/** Width of a uniform distribution of variance σ², over σ. */
const EVEN = Math.sqrt(3);

/**
 * Adds cell c to those inside, unless it is wholly outside; `hit` holds its depth. Returns the number of cells inside.
 */
function take(work: VolumeWork, cells: SurfaceCells, c: number, found: number): number {
  const depth = hit[3];
  if (depth <= 0) {
    const wide = EVEN * Math.sqrt(varianceAlong(cells.values, CELL.size * c + CELL.spread, hit, 0));
    if (depth <= -wide) return found;
  }
  if (found === work.cells.active.length) {
    work.cells.active = ensureCapacityI32(work.cells.active, found + 1);
    work.cells.parent = ensureCapacityI32(work.cells.parent, work.cells.active.length);
    work.cells.regionOf = ensureCapacityI32(work.cells.regionOf, work.cells.active.length);
    work.cells.hits = ensureCapacityF64(work.cells.hits, 4 * work.cells.active.length);
  }
  work.cells.active[found] = c;
  work.cells.slot[c] = found;
  work.cells.parent[found] = found;
  for (let k = 0; k < 4; k++) work.cells.hits[4 * found + k] = hit[k];
  return found + 1;
}

/** nᵀ C n, not below zero. */
function varianceAlong(values: Float64Array, s: number, n: Float64Array, o: number): number {
  const x = n[o];
  const y = n[o + 1];
  const z = n[o + 2];
  const v =
    values[s] * x * x +
    values[s + 1] * y * y +
    values[s + 2] * z * z +
    2 * (values[s + 3] * x * y + values[s + 4] * x * z + values[s + 5] * y * z);
  return v > 0 ? v : 0;
}

/** Regions of neighbouring cells, their sums, and the overlap from them. */
function finish(work: VolumeWork, cells: SurfaceCells, found: number, out: Overlap): void {
  const { start, neighbor } = cells;
  for (let i = 0; i < found; i++) {
    const c = work.cells.active[i];
    for (let e = start[c]; e < start[c + 1]; e++) {
      // neighbours are mutual: each pair once, and only cells that are not yet in one set
      const j = work.cells.slot[neighbor[e]];
      if (j < 0 || j > i || work.cells.parent[j] === work.cells.parent[i]) continue;
      unite(work.cells.parent, i, j);
    }
  }
  let regions = 0;
  for (let i = 0; i < found; i++) {
    const root = rootOf(work.cells.parent, i);
    if (root !== i) {
      work.cells.regionOf[i] = work.cells.regionOf[root];
      continue;
    }
    work.cells.regionOf[i] = regions;
    work.cells.sums = ensureCapacityF64(work.cells.sums, SUM.size * (regions + 1));
    const o = SUM.size * regions;
    for (let k = 0; k < SUM.size; k++) work.cells.sums[o + k] = 0;
    for (let k = 0; k < 3; k++)
      work.cells.sums[o + SUM.origin + k] = cells.values[CELL.size * work.cells.active[i] + k];
    regions++;
  }
  for (let i = 0; i < found; i++) addCell(work, cells.values, i);
  for (let i = 0; i < found; i++) work.cells.slot[work.cells.active[i]] = -1;
  for (let r = 0; r < regions; r++) writeRegion(work, out, r);
}

/**
 * Adds the column over cell i of the active ones, and its foot, to the sums of its region; moments are moved from the
 * cell's centroid to the region's origin.
 */
function addCell(work: VolumeWork, values: Float64Array, i: number): void {
  const o = CELL.size * work.cells.active[i];
  const s = o + CELL.spread;
  const nx = work.cells.hits[4 * i];
  const ny = work.cells.hits[4 * i + 1];
  const nz = work.cells.hits[4 * i + 2];
  const depth = work.cells.hits[4 * i + 3];
  const cxx = values[s];
  const cyy = values[s + 1];
  const czz = values[s + 2];
  const cxy = values[s + 3];
  const cxz = values[s + 4];
  const cyz = values[s + 5];
  const square = varianceAlong(values, s, work.cells.hits, 4 * i);
  const wide = EVEN * Math.sqrt(square);
  const wet = depth + wide;
  const whole = depth >= wide;
  const facing = nx * values[o + CELL.vector] + ny * values[o + CELL.vector + 1] + nz * values[o + CELL.vector + 2];
  const e0 = facing * (whole ? 1 : wet / (2 * wide));
  const e1 = facing * (whole ? depth : (wet * wet) / (4 * wide));
  const e2 = facing * (whole ? depth * depth + square : (wet * wet * wet) / (6 * wide));
  const e3 = facing * (whole ? depth * (depth * depth + 3 * square) : (wet * wet * wet * wet) / (8 * wide));
  // flat across n to rounding: all depths are one
  const tilted = square > 1e-24 * values[o + CELL.area];
  const scale = tilted ? 1 / square : 0;
  const qx = scale * (cxx * nx + cxy * ny + cxz * nz);
  const qy = scale * (cxy * nx + cyy * ny + cyz * nz);
  const qz = scale * (cxz * nx + cyz * ny + czz * nz);
  // q across n; along n a column reaches from −δ to X − δ, across n it stands over its foot
  const tx = tilted ? qx - nx : 0;
  const ty = tilted ? qy - ny : 0;
  const tz = tilted ? qz - nz : 0;
  const v1 = e2 - depth * e1;
  const v2 = e3 - 2 * depth * e2 + depth * depth * e1;
  const h1 = 0.5 * e2 - depth * e1;
  const h2 = e3 / 3 - depth * e2 + depth * depth * e1;
  const cross = 0.5 * (e3 - depth * e2) - depth * (e2 - depth * e1);
  const a1 = e1 - depth * e0;
  const a2 = e2 - 2 * depth * e1 + depth * depth * e0;
  // the rest of C after q has no part along n
  const rxx = cxx - square * qx * qx;
  const ryy = cyy - square * qy * qy;
  const rzz = czz - square * qz * qz;
  const rxy = cxy - square * qx * qy;
  const rxz = cxz - square * qx * qz;
  const ryz = cyz - square * qy * qz;
  const g = SUM.size * work.cells.regionOf[i];
  const x = values[o] - work.cells.sums[g + SUM.origin];
  const y = values[o + 1] - work.cells.sums[g + SUM.origin + 1];
  const z = values[o + 2] - work.cells.sums[g + SUM.origin + 2];
  const mx = tx * v1 + nx * h1;
  const my = ty * v1 + ny * h1;
  const mz = tz * v1 + nz * h1;
  work.cells.sums[g] += e1;
  work.cells.sums[g + 1] += mx + e1 * x;
  work.cells.sums[g + 2] += my + e1 * y;
  work.cells.sums[g + 3] += mz + e1 * z;
  work.cells.sums[g + 4] += tx * tx * v2 + rxx * e1 + nx * nx * h2 + 2 * tx * nx * cross + (2 * mx + e1 * x) * x;
  work.cells.sums[g + 5] += ty * ty * v2 + ryy * e1 + ny * ny * h2 + 2 * ty * ny * cross + (2 * my + e1 * y) * y;
  work.cells.sums[g + 6] += tz * tz * v2 + rzz * e1 + nz * nz * h2 + 2 * tz * nz * cross + (2 * mz + e1 * z) * z;
  work.cells.sums[g + 7] +=
    tx * ty * v2 + rxy * e1 + nx * ny * h2 + (tx * ny + nx * ty) * cross + mx * y + (my + e1 * y) * x;
  work.cells.sums[g + 8] +=
    tx * tz * v2 + rxz * e1 + nx * nz * h2 + (tx * nz + nx * tz) * cross + mx * z + (mz + e1 * z) * x;
  work.cells.sums[g + 9] +=
    ty * tz * v2 + ryz * e1 + ny * nz * h2 + (ty * nz + ny * tz) * cross + my * z + (mz + e1 * z) * y;
  const p = g + SUM.area;
  const px = tx * a1;
  const py = ty * a1;
  const pz = tz * a1;
  work.cells.sums[p] += e0;
  work.cells.sums[p + 1] += px + e0 * x;
  work.cells.sums[p + 2] += py + e0 * y;
  work.cells.sums[p + 3] += pz + e0 * z;
  work.cells.sums[p + 4] += tx * tx * a2 + rxx * e0 + (2 * px + e0 * x) * x;
  work.cells.sums[p + 5] += ty * ty * a2 + ryy * e0 + (2 * py + e0 * y) * y;
  work.cells.sums[p + 6] += tz * tz * a2 + rzz * e0 + (2 * pz + e0 * z) * z;
  work.cells.sums[p + 7] += tx * ty * a2 + rxy * e0 + px * y + (py + e0 * y) * x;
  work.cells.sums[p + 8] += tx * tz * a2 + rxz * e0 + px * z + (pz + e0 * z) * x;
  work.cells.sums[p + 9] += ty * tz * a2 + ryz * e0 + py * z + (pz + e0 * z) * y;
  work.cells.sums[g + SUM.vector] += e0 * nx;
  work.cells.sums[g + SUM.vector + 1] += e0 * ny;
  work.cells.sums[g + SUM.vector + 2] += e0 * nz;
}

/** Region r of the sums as a region of the overlap, unless it has no volume. */
function writeRegion(work: VolumeWork, out: Overlap, r: number): void {
  const g = SUM.size * r;
  const volume = work.cells.sums[g];
  if (!(volume > 0)) return;
  const i = out.count++;
  out.values = ensureCapacityF64(out.values, OVERLAP_SIZE * out.count);
  out.flags = ensureCapacityI32(out.flags, out.count);
  out.regionLoop = ensureCapacityI32(out.regionLoop, out.count + 1);
  out.regionLoop[out.count] = 0;
  const { values } = out;
  const o = OVERLAP_SIZE * i;
  const v = g + SUM.vector;
  const size = Math.sqrt(
    work.cells.sums[v] * work.cells.sums[v] +
      work.cells.sums[v + 1] * work.cells.sums[v + 1] +
      work.cells.sums[v + 2] * work.cells.sums[v + 2],
  );
  // 1e-3 V^(2/3)
  out.flags[i] = size * size * size < 1e-9 * volume * volume ? OVERLAP_FLAG.deep : 0;
  values[o] = volume;
  values[o + OVERLAP.patchArea] = size;
  for (let k = 0; k < 3; k++) {
    values[o + OVERLAP.area + k] = work.cells.sums[v + k];
    values[o + OVERLAP.normal + k] = size > 0 ? work.cells.sums[v + k] / size : 0;
    values[o + OVERLAP.center + k] = work.cells.sums[g + SUM.origin + k] + work.cells.sums[g + 1 + k] / volume;
  }
  writeTensor(work, values, o + OVERLAP.inertia, g);
  const area = work.cells.sums[g + SUM.area];
  if (!(area > 0)) {
    for (let k = 0; k < 3; k++) values[o + OVERLAP.patchCenter + k] = values[o + OVERLAP.center + k];
    for (let k = 0; k < 6; k++) values[o + OVERLAP.patchInertia + k] = 0;
    return;
  }
  // in the plane through the centroid, as patches are
  let off = 0;
  for (let k = 0; k < 3; k++) {
    values[o + OVERLAP.patchCenter + k] =
      work.cells.sums[g + SUM.origin + k] + work.cells.sums[g + SUM.area + 1 + k] / area;
    off += (values[o + OVERLAP.patchCenter + k] - values[o + OVERLAP.center + k]) * values[o + OVERLAP.normal + k];
  }
  for (let k = 0; k < 3; k++) values[o + OVERLAP.patchCenter + k] -= off * values[o + OVERLAP.normal + k];
  writeTensor(work, values, o + OVERLAP.patchInertia, g + SUM.area);
}

/** tr(C) 1 − C of the second moments C about the centroid, from the sums at t. */
function writeTensor(work: VolumeWork, values: Float64Array, o: number, t: number): void {
  const w = work.cells.sums[t];
  const x = work.cells.sums[t + 1] / w;
  const y = work.cells.sums[t + 2] / w;
  const z = work.cells.sums[t + 3] / w;
  const xx = work.cells.sums[t + 4] - w * x * x;
  const yy = work.cells.sums[t + 5] - w * y * y;
  const zz = work.cells.sums[t + 6] - w * z * z;
  values[o] = yy + zz;
  values[o + 1] = xx + zz;
  values[o + 2] = xx + yy;
  values[o + 3] = -(work.cells.sums[t + 7] - w * x * y);
  values[o + 4] = -(work.cells.sums[t + 8] - w * x * z);
  values[o + 5] = -(work.cells.sums[t + 9] - w * y * z);
}
