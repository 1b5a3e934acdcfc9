import type { HalfEdges } from "../../../geometry/half-edge.js";
import type { TriangleMesh } from "../../../geometry/types.js";

/**
 * Triangles joined across edges belong to one plane when their corners are within this fraction of the mesh's size of
 * it.
 */
const COPLANAR = 1e-10;

export interface Regions {
  /** Region of each triangle. */
  readonly region: Int32Array;
  /** Unit normal and offset of each region, n · x = d; 4 per region. */
  readonly planes: Float64Array;
}

/**
 * Flat regions of a mesh. They grow from the largest triangles, over edges, as far as corners stay within `COPLANAR` of
 * the first triangle's plane: judged against one plane, a finely cut sphere does not creep into one region; started
 * from large triangles, slivers, whose own normals are noise, take the normal of what they lie in. The normal of a
 * region is that of its area vector Σ (b − a) × (c − a), its offset the mean of n · x over its corners.
 */
export function findRegions(mesh: TriangleMesh, { twin }: HalfEdges): Regions {
  const { vertices: v, triangles } = mesh;
  const count = triangles.length / 3;
  const area = areaVectors(mesh);
  const slack = COPLANAR * extentOf(v);
  const region = new Int32Array(count).fill(-1);
  const planes: number[] = [];
  const queue = new Int32Array(count);
  const plane = new Float64Array(4);
  for (const seed of byArea(area)) {
    if (region[seed] >= 0) continue;
    const id = planes.length / 4;
    planeOf(v, triangles[3 * seed], area, seed, plane);
    region[seed] = id;
    queue[0] = seed;
    let end = 1;
    for (let next = 0; next < end; next++) {
      for (let h = 3 * queue[next]; h < 3 * queue[next] + 3; h++) {
        const u = twin[h] < 0 ? -1 : Math.floor(twin[h] / 3);
        if (u < 0 || region[u] >= 0 || !liesIn(mesh, area, u, plane, slack)) continue;
        region[u] = id;
        queue[end++] = u;
      }
    }
    planes.push(...meanPlane(mesh, area, queue, end));
  }
  return { region, planes: Float64Array.from(planes) };
}

/** Twice the area vector of each triangle. */
function areaVectors({ vertices: v, triangles }: TriangleMesh): Float64Array {
  const out = new Float64Array(triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    const ux = v[b] - v[a];
    const uy = v[b + 1] - v[a + 1];
    const uz = v[b + 2] - v[a + 2];
    const wx = v[c] - v[a];
    const wy = v[c + 1] - v[a + 1];
    const wz = v[c + 2] - v[a + 2];
    out[t] = uy * wz - uz * wy;
    out[t + 1] = uz * wx - ux * wz;
    out[t + 2] = ux * wy - uy * wx;
  }
  return out;
}

/** Triangles, the largest first; equal ones by number. */
function byArea(area: Float64Array): Uint32Array {
  const n = area.length / 3;
  const square = new Float64Array(n);
  for (let t = 0; t < n; t++)
    square[t] = area[3 * t] * area[3 * t] + area[3 * t + 1] * area[3 * t + 1] + area[3 * t + 2] * area[3 * t + 2];
  return Uint32Array.from({ length: n }, (_, t) => t).sort((s, t) => square[t] - square[s] || s - t);
}

/**
 * Plane of triangle t through its first corner. A triangle without area, which only a non-manifold mesh leaves alone,
 * looks up.
 */
function planeOf(v: Float64Array, corner: number, area: Float64Array, t: number, plane: Float64Array): void {
  const x = area[3 * t];
  const y = area[3 * t + 1];
  const z = area[3 * t + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  plane[0] = length > 0 ? x / length : 0;
  plane[1] = length > 0 ? y / length : 0;
  plane[2] = length > 0 ? z / length : 1;
  plane[3] = plane[0] * v[3 * corner] + plane[1] * v[3 * corner + 1] + plane[2] * v[3 * corner + 2];
}

/** All corners in the plane, and not folded back onto it. */
function liesIn(mesh: TriangleMesh, area: Float64Array, t: number, plane: Float64Array, slack: number): boolean {
  const { vertices: v, triangles } = mesh;
  for (let k = 3 * t; k < 3 * t + 3; k++) {
    const i = 3 * triangles[k];
    if (Math.abs(plane[0] * v[i] + plane[1] * v[i + 1] + plane[2] * v[i + 2] - plane[3]) > slack) return false;
  }
  let reach = 0;
  for (let k = 0; k < 3; k++) {
    reach = Math.max(
      reach,
      Math.abs(v[3 * triangles[3 * t + 1] + k] - v[3 * triangles[3 * t] + k]),
      Math.abs(v[3 * triangles[3 * t + 2] + k] - v[3 * triangles[3 * t] + k]),
    );
  }
  // a sliver as thin as the slack has no side of its own
  return plane[0] * area[3 * t] + plane[1] * area[3 * t + 1] + plane[2] * area[3 * t + 2] > -slack * reach;
}

function meanPlane(
  { vertices: v, triangles }: TriangleMesh,
  area: Float64Array,
  members: Int32Array,
  n: number,
): number[] {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < n; i++) {
    x += area[3 * members[i]];
    y += area[3 * members[i] + 1];
    z += area[3 * members[i] + 2];
  }
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return [0, 0, 1, v[3 * triangles[3 * members[0]] + 2]];
  x /= length;
  y /= length;
  z /= length;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    for (let k = 3 * members[i]; k < 3 * members[i] + 3; k++) {
      const a = 3 * triangles[k];
      sum += x * v[a] + y * v[a + 1] + z * v[a + 2];
    }
  }
  return [x, y, z, sum / (3 * n)];
}

/** Longest side of the box around the vertices. */
function extentOf(v: Float64Array): number {
  let extent = 0;
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = k; i < v.length; i += 3) {
      low = Math.min(low, v[i]);
      high = Math.max(high, v[i]);
    }
    extent = Math.max(extent, high - low);
  }
  return extent;
}
