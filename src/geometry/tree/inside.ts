import { isPointInTriangle } from "../triangle/coplanar.js";
import { isFlat, orientSign, turnSign } from "../triangle/orientation.js";
import { MAX_DEPTH, type MeshTree, NODE_STRIDE } from "./mesh-tree.js";

/** Where a point lies relative to a solid. */
export const OUTSIDE = -1;
export const ON_SURFACE = 0;
export const INSIDE = 1;

/** Scratch; meaningless between calls. Corners 0–2 are a triangle's, 3 the point. */
const stack = new Int32Array(MAX_DEPTH + 4);
const local = new Float64Array(12);

/**
 * Winding number of a closed mesh about the point p[po …] by a ray along +x, exact: how often the surface goes around
 * it, 0 outside and 1 inside of a proper solid. Returns `ON_SURFACE_WINDING` when the point lies on a triangle,
 * exactly.
 *
 * The ray is displaced by (ε, ε²) in y and z with an infinitely small ε, so it meets no edge and no corner, and every
 * crossing is counted once; the signs of the orientations involved are exact [Luaces2013; Vilela2018].
 */
export function windingNumber(tree: MeshTree, p: Float64Array, po: number): number {
  const { bounds, links, corners } = tree;
  const { vertices } = tree.mesh;
  const x = p[po];
  const y = p[po + 1];
  const z = p[po + 2];
  local[9] = x;
  local[10] = y;
  local[11] = z;
  let winding = 0;
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const n = stack[--top];
    const o = NODE_STRIDE * n;
    if (bounds[o + 3] < x || bounds[o + 1] > y || bounds[o + 4] < y || bounds[o + 2] > z || bounds[o + 5] < z) continue;
    const first = links[o + 6];
    const count = links[o + 7];
    if (count === 0) {
      stack[top++] = first + 1;
      stack[top++] = first;
      continue;
    }
    for (let s = first; s < first + count; s++) {
      for (let c = 0; c < 3; c++) {
        const i = 3 * corners[3 * s + c];
        local[3 * c] = vertices[i];
        local[3 * c + 1] = vertices[i + 1];
        local[3 * c + 2] = vertices[i + 2];
      }
      const crossing = crossTriangle();
      if (crossing === ON_SURFACE_WINDING) return ON_SURFACE_WINDING;
      winding += crossing;
    }
  }
  return winding;
}

export const ON_SURFACE_WINDING = 1 << 30;

/** `INSIDE`, `OUTSIDE` or `ON_SURFACE` of a closed mesh, exact on the coordinates as given. */
export function classifyPoint(tree: MeshTree, p: Float64Array, po: number): number {
  const winding = windingNumber(tree, p, po);
  if (winding === ON_SURFACE_WINDING) return ON_SURFACE;
  return winding !== 0 ? INSIDE : OUTSIDE;
}

/** +1 when the ray leaves through the triangle in `local`, −1 when it enters, 0 when it misses. */
function crossTriangle(): number {
  // quickly: all corners on one side of the ray's line, or behind
  const x = local[9];
  const y = local[10];
  const z = local[11];
  if (local[0] < x && local[3] < x && local[6] < x) return 0;
  if (local[1] < y && local[4] < y && local[7] < y) return 0;
  if (local[1] > y && local[4] > y && local[7] > y) return 0;
  if (local[2] < z && local[5] < z && local[8] < z) return 0;
  if (local[2] > z && local[5] > z && local[8] > z) return 0;
  const side = orientSign(local, 0, 1, 2, 3);
  if (side === 0 && isOnTriangle()) return ON_SURFACE_WINDING;
  // seen along x: the turn of the triangle, and on which side of its edges the displaced point lies
  const turn = turnSign(local, 0, 1, 2, 1, 2);
  if (turn === 0) return 0;
  if (edgeSide(0, 1) !== turn || edgeSide(1, 2) !== turn || edgeSide(2, 0) !== turn) return 0;
  // The ray meets the plane ahead when the point is behind a triangle that faces +x (turn > 0), or before one that
  // faces −x. side > 0 means behind.
  return side === turn ? turn : 0;
}

/**
 * Side of the edge a b in the plane (y, z) on which the point displaced by (ε, ε²) lies; 0 only for an edge along x.
 */
function edgeSide(a: number, b: number): number {
  const s = turnSign(local, a, b, 3, 1, 2);
  if (s !== 0) return s;
  // (b − a) × (p − a) = Δy (p_z − a_z) − Δz (p_y − a_y) changes by −Δz ε + Δy ε²
  const dz = local[3 * b + 2] - local[3 * a + 2];
  if (dz !== 0) return dz > 0 ? -1 : 1;
  const dy = local[3 * b + 1] - local[3 * a + 1];
  return dy > 0 ? 1 : dy < 0 ? -1 : 0;
}

/**
 * The point, known to be in the plane of the triangle, lies on it; a triangle without area contains no point.
 */
function isOnTriangle(): boolean {
  return !isFlat(local, 0, 1, 2) && isPointInTriangle(local, 3, 0, 1, 2);
}
