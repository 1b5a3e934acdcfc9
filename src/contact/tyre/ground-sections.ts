/**
 * The line in which the ground crosses a disc, piece by piece, in the ground's frame: exact for boxes, hulls
 * and meshes; height fields are sampled along the disc, and all other forms by rays from its centre.
 */
import { sortNumbers } from "../../collision/broad/sort.js";
import type { MeshContactGeometry } from "../../collision/narrow/mesh/mesh-geometry.js";
import type { Collider } from "../../collision/narrow/types.js";
import { sampleHeightField } from "../../geometry/height-field.js";
import { queryBox } from "../../geometry/tree/query.js";
import { sinCosAt } from "../../math/elementary.js";
import { addPiece, PIECE } from "./section.js";
import type { Wheel } from "./tyre-setup.js";
import type { TyreWork } from "./tyre-state.js";

/** Sides of a surface that bear: the outer one of solids, which have a far side; both; the outer one of open ones. */
const SIDES = { solid: 0, both: 1, front: 2 } as const;

/** Adds the pieces of ground in the disc about `disc`. Reads: disc, localAxis, localUp. Writes: sum. */
export function addGround(ground: Collider, wheel: Wheel, work: TyreWork): void {
  if (ground.heightField !== null) addHeights(ground, wheel, work);
  else if (ground.mesh !== null) addTriangles(ground.mesh as MeshContactGeometry, wheel, work);
  else if (ground.hull !== null && ground.radius === 0) addFaces(ground, wheel, work);
  else addRays(ground, wheel, work);
}

/** Adds the segment between points[0…2] and points[3…5] from the disc's centre, with the normal points[6…8]. */
function addSegment(wheel: Wheel, work: TyreWork, sides: number): void {
  const { radius } = wheel;
  const { localAxis: a, points: p, piece, sum } = work;
  const axial = p[6] * a[0] + p[7] * a[1] + p[8] * a[2];
  let mx = p[6] - axial * a[0];
  let my = p[7] - axial * a[1];
  let mz = p[8] - axial * a[2];
  const length = Math.sqrt(mx * mx + my * my + mz * mz);
  if (!(length > 1e-6)) return;
  mx /= length;
  my /= length;
  mz /= length;
  const h = -(p[0] * mx + p[1] * my + p[2] * mz);
  if (!(h < radius) || (h < 0 && sides === SIDES.front)) return;
  const sign = h < 0 && sides === SIDES.both ? -1 : 1;
  const tx = a[1] * mz - a[2] * my;
  const ty = a[2] * mx - a[0] * mz;
  const tz = a[0] * my - a[1] * mx;
  const one = p[0] * tx + p[1] * ty + p[2] * tz;
  const other = p[3] * tx + p[4] * ty + p[5] * tz;
  piece[PIECE.h] = sign * h;
  piece[PIECE.from] = Math.min(one, other);
  piece[PIECE.to] = Math.max(one, other);
  for (let k = 0; k < 3; k++) piece[PIECE.normal + k] = (sign * p[6 + k]) / length;
  addPiece(piece, wheel, sum);
}

/** Where the edge from vertex i to vertex j crosses the plane of the disc, into points[o…]; false where it does not. */
function crossEdge(work: TyreWork, vertices: Float64Array, i: number, j: number, o: number): boolean {
  const { disc, localAxis: a, points } = work;
  const xi = vertices[i] - disc[0];
  const yi = vertices[i + 1] - disc[1];
  const zi = vertices[i + 2] - disc[2];
  const xj = vertices[j] - disc[0];
  const yj = vertices[j + 1] - disc[1];
  const zj = vertices[j + 2] - disc[2];
  const di = xi * a[0] + yi * a[1] + zi * a[2];
  const dj = xj * a[0] + yj * a[1] + zj * a[2];
  if (di >= 0 === dj >= 0) return false;
  const t = di / (di - dj);
  points[o] = xi + t * (xj - xi);
  points[o + 1] = yi + t * (yj - yi);
  points[o + 2] = zi + t * (zj - zi);
  return true;
}

/** Faces of a box or hull. */
function addFaces({ hull }: Collider, wheel: Wheel, work: TyreWork): void {
  const { radius } = wheel;
  const { polyhedron, planes } = hull!;
  const { vertices, faceStart, faceVertex } = polyhedron;
  const { disc, points } = work;
  for (let f = 0; f + 1 < faceStart.length; f++) {
    for (let k = 0; k < 3; k++) points[6 + k] = planes[4 * f + k];
    const above = points[6] * disc[0] + points[7] * disc[1] + points[8] * disc[2] - planes[4 * f + 3];
    // beyond the reach of the disc there is nothing below this face
    if (above > radius) return;
    let found = 0;
    const end = faceStart[f + 1];
    for (let k = faceStart[f]; k < end && found < 2; k++) {
      const next = k + 1 < end ? k + 1 : faceStart[f];
      if (crossEdge(work, vertices, 3 * faceVertex[k], 3 * faceVertex[next], 3 * found)) found++;
    }
    if (found === 2) addSegment(wheel, work, SIDES.solid);
  }
}

/** Triangles of a mesh. */
function addTriangles(g: MeshContactGeometry, wheel: Wheel, work: TyreWork): void {
  const { nearby, points } = work;
  const { vertices, triangles } = g.mesh;
  const sides = g.twoSided ? SIDES.both : g.solid ? SIDES.solid : SIDES.front;
  for (let i = 0; i < nearby.count; i++) {
    const t = nearby.items[i];
    let found = 0;
    for (let k = 0; k < 3 && found < 2; k++) {
      const next = k === 2 ? 0 : k + 1;
      if (crossEdge(work, vertices, 3 * triangles[3 * t + k], 3 * triangles[3 * t + next], 3 * found)) found++;
    }
    if (found < 2) continue;
    for (let k = 0; k < 3; k++) points[6 + k] = g.normals[3 * t + k];
    addSegment(wheel, work, sides);
  }
}

/**
 * Triangles of a mesh that may meet a wheel of a radius and half width. They come in the order of their numbers, so
 * that the tree does not decide how sums round. Reads: localCenter, localAxis. Writes: nearby.
 */
export function findNearby(ground: Collider, { radius, halfWidth }: Wheel, work: TyreWork): void {
  const { nearby, box, localCenter: c, localAxis: a } = work;
  nearby.count = 0;
  nearby.overflow = false;
  if (ground.mesh === null || ground.heightField !== null) return;
  const { tree } = ground.mesh as MeshContactGeometry;
  if (tree === null) return;
  for (let k = 0; k < 3; k++) {
    const reach = radius * Math.sqrt(Math.max(0, 1 - a[k] * a[k])) + halfWidth * Math.abs(a[k]);
    box[k] = c[k] - reach;
    box[3 + k] = c[k] + reach;
  }
  queryBox(tree, box, 0, nearby);
  sortNumbers(nearby.items, nearby.count);
}

/** Least distance between samples of a height field, of the radius. */
const LEAST_STEP = 1 / 32;

/**
 * Height field: its heights along the disc, joined by straight lines: where the disc crosses lines of the grid and
 * diagonals of its cells, so that it is exact unless these are very close. With t level along the disc and u upward in
 * it, the ground under the point s of t is taken where u goes down by the radius. Writes: sum.
 */
function addHeights({ heightField }: Collider, wheel: Wheel, work: TyreWork): void {
  const { radius } = wheel;
  const { disc, localAxis: a, points, sample, piece, sum } = work;
  const flat = Math.sqrt(a[0] * a[0] + a[1] * a[1]);
  if (!(flat > 0.1)) return;
  // t = a × z/|a × z|, u = t × a, where a × t would point down
  const tx = a[1] / flat;
  const ty = -a[0] / flat;
  const ux = ty * a[2];
  const uy = -tx * a[2];
  const uz = tx * a[1] - ty * a[0];
  const field = heightField!;
  // ways per crossing of lines x = …, y = …, and diagonals, and where the disc's middle is between two of them
  const perX = tx / field.dx;
  const perY = ty / field.dy;
  const atX = (disc[0] - radius * ux) / field.dx + 0.5 * (field.nx - 1);
  const atY = (disc[1] - radius * uy) / field.dy + 0.5 * (field.ny - 1);
  let known = false;
  let v0 = 0;
  let axial0 = 0;
  let s = -radius;
  let s0 = s;
  while (true) {
    points[9] = disc[0] + s * tx - radius * ux;
    points[10] = disc[1] + s * ty - radius * uy;
    const there = sampleHeightField(field, points, 9, sample, 0);
    const v = there ? (sample[0] - disc[2]) / uz : 0;
    const axial = there ? sample[1] * a[0] + sample[2] * a[1] + sample[3] * a[2] : 0;
    if (known && there && (v > -radius || v0 > -radius)) {
      const step = s - s0;
      const rise = v - v0;
      const length = Math.sqrt(step * step + rise * rise);
      // normal −rise t + step u, over its length
      const mt = -rise / length;
      const mu = step / length;
      piece[PIECE.h] = -(mt * s + mu * v);
      const end = mu * s - mt * v;
      piece[PIECE.from] = end - length;
      piece[PIECE.to] = end;
      const lean = 0.5 * (axial + axial0);
      const tilt = lean / Math.sqrt(Math.max(1e-6, 1 - lean * lean));
      piece[PIECE.normal] = mt * tx + mu * ux + tilt * a[0];
      piece[PIECE.normal + 1] = mt * ty + mu * uy + tilt * a[1];
      piece[PIECE.normal + 2] = mu * uz + tilt * a[2];
      addPiece(piece, wheel, sum);
    }
    known = there;
    v0 = v;
    axial0 = axial;
    s0 = s;
    if (s >= radius) return;
    const next = Math.min(
      nextCrossing(atX + s * perX, perX),
      nextCrossing(atY + s * perY, perY),
      nextCrossing(atX - atY + s * (perX - perY), perX - perY),
    );
    s = Math.min(radius, s + Math.max(next, LEAST_STEP * radius));
  }
}

/** Way from x to the next whole number, x changing by `rate` per way. */
function nextCrossing(x: number, rate: number): number {
  if (rate === 0) return Number.POSITIVE_INFINITY;
  const next = rate > 0 ? Math.floor(x) + 1 : Math.ceil(x) - 1;
  return (next - x) / rate;
}

/** Rays around the disc, and how far they look beyond its rim. */
const RAYS = 64;
const BEYOND = 1.3;

/** Other forms: what rays from the centre hit first, joined by straight lines. Writes: sum. */
function addRays(ground: Collider, wheel: Wheel, work: TyreWork): void {
  const { radius } = wheel;
  const { disc, localAxis: a, localUp: up, points, ray, hit, narrow, curve } = work;
  // t = a × up, u = t × a
  let tx = a[1] * up[2] - a[2] * up[1];
  let ty = a[2] * up[0] - a[0] * up[2];
  let tz = a[0] * up[1] - a[1] * up[0];
  const flat = Math.sqrt(tx * tx + ty * ty + tz * tz);
  if (!(flat > 1e-3)) return;
  tx /= flat;
  ty /= flat;
  tz /= flat;
  const ux = ty * a[2] - tz * a[1];
  const uy = tz * a[0] - tx * a[2];
  const uz = tx * a[1] - ty * a[0];
  for (let k = 0; k < 3; k++) ray[k] = disc[k];
  ray[6] = 0;
  ray[7] = BEYOND * radius;
  let known = false;
  for (let i = 0; i <= RAYS; i++) {
    curve[0] = (2 * Math.PI * (i % RAYS)) / RAYS;
    sinCosAt(curve, 0);
    ray[3] = curve[1] * tx + curve[0] * ux;
    ray[4] = curve[1] * ty + curve[0] * uy;
    ray[5] = curve[1] * tz + curve[0] * uz;
    if (!ground.shape.castRay(narrow, ground, ray, hit, false) || hit[4] !== 1) {
      known = false;
      continue;
    }
    for (let k = 0; k < 3; k++) points[3 + k] = hit[0] * ray[3 + k];
    if (known) addChord(wheel, work);
    for (let k = 0; k < 3; k++) {
      points[k] = points[3 + k];
      points[9 + k] = hit[1 + k];
    }
    known = true;
  }
}

/** The line between two hits, with a normal across it that leans as the surface's at both. Reads: points, hit. */
function addChord(wheel: Wheel, work: TyreWork): void {
  const { localAxis: a, points: p, hit } = work;
  const dx = p[3] - p[0];
  const dy = p[4] - p[1];
  const dz = p[5] - p[2];
  let nx = a[1] * dz - a[2] * dy;
  let ny = a[2] * dx - a[0] * dz;
  let nz = a[0] * dy - a[1] * dx;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(length > 0)) return;
  // towards the centre
  const sign = nx * p[0] + ny * p[1] + nz * p[2] > 0 ? -1 / length : 1 / length;
  nx *= sign;
  ny *= sign;
  nz *= sign;
  let lean = 0;
  for (let k = 0; k < 3; k++) lean += 0.5 * (p[9 + k] + hit[1 + k]) * a[k];
  const level = Math.sqrt(Math.max(1e-6, 1 - lean * lean));
  p[6] = level * nx + lean * a[0];
  p[7] = level * ny + lean * a[1];
  p[8] = level * nz + lean * a[2];
  addSegment(wheel, work, SIDES.solid);
}
