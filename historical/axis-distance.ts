/**
 * Distance of a triangle from the axis of a cylinder of half length h along z, within |z| ≤ h: min √(x² + y²) over that
 * part of the triangle. The source's quadratic program [Luaces2013, §4.6.3, eqs. 4.42–4.60] is singular for a triangle
 * parallel to the axis, the usual case of a cylinder that lies on the ground; cutting the triangle at z = ±h and
 * seeking the point of the rest nearest to the axis, seen along it, solves the same problem exactly.
 */

/** Corners of the triangle cut at one and at both ends, 3 numbers each. */
const once = new Float64Array(12);
const twice = new Float64Array(15);

/**
 * Corners at v[3a], v[3b], v[3c] in the cylinder's frame. Writes the distance and the nearest point (4 numbers, m) to
 * out[o]; returns false, and writes nothing, when no point of the triangle is within |z| ≤ h. The point on the axis
 * itself counts with distance 0.
 */
export function axisDistance(
  v: Float64Array,
  a: number,
  b: number,
  c: number,
  h: Float64Array,
  out: Float64Array,
  o: number,
): boolean {
  for (let k = 0; k < 3; k++) {
    twice[k] = v[3 * a + k];
    twice[3 + k] = v[3 * b + k];
    twice[6 + k] = v[3 * c + k];
  }
  let n = cut(twice, 3, once, h, 1);
  n = cut(once, n, twice, h, -1);
  if (n === 0) return false;
  if (holdsAxis(n)) {
    // the axis pierces the triangle: where, by its plane
    const z = pierce();
    out[o] = 0;
    out[o + 1] = 0;
    out[o + 2] = 0;
    out[o + 3] = z;
    return true;
  }
  let best = Infinity;
  for (let i = 0; i < n; i++) {
    const p = 3 * i;
    const q = i + 1 < n ? p + 3 : 0;
    const ex = twice[q] - twice[p];
    const ey = twice[q + 1] - twice[p + 1];
    const e2 = ex * ex + ey * ey;
    const t = e2 > 0 ? Math.max(0, Math.min(1, -(twice[p] * ex + twice[p + 1] * ey) / e2)) : 0;
    const x = twice[p] + t * ex;
    const y = twice[p + 1] + t * ey;
    const d = x * x + y * y;
    if (!(d < best)) continue;
    best = d;
    out[o + 1] = x;
    out[o + 2] = y;
    out[o + 3] = twice[p + 2] + t * (twice[q + 2] - twice[p + 2]);
  }
  out[o] = Math.sqrt(best);
  return true;
}

/** The part of a polygon of n corners with side · z ≤ h; returns the number of corners in `to`. */
function cut(from: Float64Array, n: number, to: Float64Array, h: Float64Array, side: number): number {
  let count = 0;
  for (let i = 0; i < n; i++) {
    const p = 3 * i;
    const q = i + 1 < n ? p + 3 : 0;
    const below = h[0] - side * from[p + 2];
    const next = h[0] - side * from[q + 2];
    if (below >= 0) {
      for (let k = 0; k < 3; k++) to[3 * count + k] = from[p + k];
      count++;
    }
    if (below >= 0 === next >= 0) continue;
    const t = below / (below - next);
    for (let k = 0; k < 3; k++) to[3 * count + k] = from[p + k] + t * (from[q + k] - from[p + k]);
    count++;
  }
  return count;
}

/** Whether the polygon in `twice`, seen along z, holds the origin: all turns one way and not all zero. */
function holdsAxis(n: number): boolean {
  let left = false;
  let right = false;
  for (let i = 0; i < n; i++) {
    const p = 3 * i;
    const q = i + 1 < n ? p + 3 : 0;
    const turn = twice[p] * twice[q + 1] - twice[p + 1] * twice[q];
    if (turn > 0) left = true;
    if (turn < 0) right = true;
  }
  return left !== right;
}

/** Height at which the plane of the polygon's first three corners meets the axis. */
function pierce(): number {
  const ux = twice[3] - twice[0];
  const uy = twice[4] - twice[1];
  const uz = twice[5] - twice[2];
  const wx = twice[6] - twice[0];
  const wy = twice[7] - twice[1];
  const wz = twice[8] - twice[2];
  const nx = uy * wz - uz * wy;
  const ny = uz * wx - ux * wz;
  const nz = ux * wy - uy * wx;
  return nz !== 0 ? twice[2] + (nx * twice[0] + ny * twice[1]) / nz : twice[2];
}
