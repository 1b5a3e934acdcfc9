import { type Collider, KIND } from "./types.js";
import type { NarrowWorkspace } from "./workspace.js";

/** Hulls with at most this many vertices are scanned; larger ones are climbed from the vertex of the last query. */
export const SCAN_LIMIT = 24;

/** Radius around the core shape: a sphere is a point and a capsule a segment with a radius; the others are their own core, m. */
export function coreRadius(c: Collider): number {
  return c.kind <= KIND.capsule ? c.size[0] : 0;
}

/**
 * Support point of the core of `c`: argmax of d · x, into out[o…]. `d` need not be of unit length. Returns the vertex of a hull (the
 * start of the next climb), else 0.
 */
export function support(c: Collider, d: Float64Array, di: number, out: Float64Array, o: number, start: number): number {
  const x = d[di];
  const y = d[di + 1];
  const z = d[di + 2];
  const size = c.size;
  switch (c.kind) {
    case KIND.sphere:
      out[o] = 0;
      out[o + 1] = 0;
      out[o + 2] = 0;
      return 0;
    case KIND.capsule:
      out[o] = 0;
      out[o + 1] = 0;
      out[o + 2] = z < 0 ? -size[1] : size[1];
      return z < 0 ? 0 : 1;
    case KIND.box:
      out[o] = x < 0 ? -size[0] : size[0];
      out[o + 1] = y < 0 ? -size[1] : size[1];
      out[o + 2] = z < 0 ? -size[2] : size[2];
      return (x < 0 ? 0 : 1) + (y < 0 ? 0 : 2) + (z < 0 ? 0 : 4);
    case KIND.cylinder:
    case KIND.cone: {
      const radial = Math.sqrt(x * x + y * y);
      if (c.kind === KIND.cone && size[1] * z >= size[0] * radial) {
        out[o] = 0;
        out[o + 1] = 0;
        out[o + 2] = 0.75 * size[1];
        return 0;
      }
      out[o] = radial > 0 ? (size[0] * x) / radial : size[0];
      out[o + 1] = radial > 0 ? (size[0] * y) / radial : 0;
      out[o + 2] = c.kind === KIND.cone ? -0.25 * size[1] : z < 0 ? -size[1] : size[1];
      return 0;
    }
    case KIND.ellipsoid: {
      const u = size[0] * x;
      const v = size[1] * y;
      const w = size[2] * z;
      const length = Math.sqrt(u * u + v * v + w * w);
      out[o] = length > 0 ? (size[0] * u) / length : size[0];
      out[o + 1] = length > 0 ? (size[1] * v) / length : 0;
      out[o + 2] = length > 0 ? (size[2] * w) / length : 0;
      return 0;
    }
    default:
      return hullSupport(c, d, di, out, o, start);
  }
}

function hullSupport(c: Collider, d: Float64Array, di: number, out: Float64Array, o: number, start: number): number {
  const hull = c.hull!;
  const v = hull.polyhedron.vertices;
  const x = d[di];
  const y = d[di + 1];
  const z = d[di + 2];
  let best = 0;
  if (v.length <= 3 * SCAN_LIMIT) {
    let most = x * v[0] + y * v[1] + z * v[2];
    for (let i = 3; i < v.length; i += 3) {
      const height = x * v[i] + y * v[i + 1] + z * v[i + 2];
      if (height > most) {
        most = height;
        best = i;
      }
    }
    best /= 3;
  } else {
    // climb: the best neighbour until none is higher; on a convex polyhedron that is the top
    const { neighbourStart, neighbours } = hull;
    best = 3 * start < v.length ? start : 0;
    let most = x * v[3 * best] + y * v[3 * best + 1] + z * v[3 * best + 2];
    for (;;) {
      const from = best;
      for (let k = neighbourStart[from]; k < neighbourStart[from + 1]; k++) {
        const i = 3 * neighbours[k];
        const height = x * v[i] + y * v[i + 1] + z * v[i + 2];
        if (height > most) {
          most = height;
          best = neighbours[k];
        }
      }
      if (best === from) break;
    }
  }
  out[o] = v[3 * best];
  out[o + 1] = v[3 * best + 1];
  out[o + 2] = v[3 * best + 2];
  return best;
}

const local = new Float64Array(6);

/** Forgets where the last climbs ended: a query must not depend on the one before, not even in the choice between equals. */
export function startClimbs(w: NarrowWorkspace): void {
  w.climbs[0] = 0;
  w.climbs[1] = 0;
}

/**
 * Support of the difference B − A in the direction that tells how far B is beyond A along n:
 *
 *   pA = argmax_A n·x,   pB = argmin_B n·x,   D = pB − pA,   s(n) = n · D
 *
 * all in the frame of A (`rel` places B). s(n) is the width of the gap between the two tangent planes normal to the unit vector n; its
 * maximum over n is the distance of separate shapes and minus the penetration depth of overlapping ones. Writes pA, pB and D, 9 numbers.
 */
export function differenceSupport(
  w: NarrowWorkspace,
  a: Collider,
  b: Collider,
  n: Float64Array,
  ni: number,
  out: Float64Array,
  o: number,
): void {
  const { climbs, rel } = w;
  const x = n[ni];
  const y = n[ni + 1];
  const z = n[ni + 2];
  climbs[0] = support(a, n, ni, out, o, climbs[0]);
  local[0] = -(rel[0] * x + rel[3] * y + rel[6] * z);
  local[1] = -(rel[1] * x + rel[4] * y + rel[7] * z);
  local[2] = -(rel[2] * x + rel[5] * y + rel[8] * z);
  climbs[1] = support(b, local, 0, local, 3, climbs[1]);
  const u = local[3];
  const v = local[4];
  const q = local[5];
  out[o + 3] = rel[0] * u + rel[1] * v + rel[2] * q + rel[9];
  out[o + 4] = rel[3] * u + rel[4] * v + rel[5] * q + rel[10];
  out[o + 5] = rel[6] * u + rel[7] * v + rel[8] * q + rel[11];
  out[o + 6] = out[o + 3] - out[o];
  out[o + 7] = out[o + 4] - out[o + 1];
  out[o + 8] = out[o + 5] - out[o + 2];
}
