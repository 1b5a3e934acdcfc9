/**
 * Closest points of triangles, segments and points. Corners are vertex numbers in packed arrays; results go into arrays, so
 * nothing is allocated. Points found always belong to their figure, also when it is degenerate or a sliver, so a distance is
 * never underestimated by more than round-off.
 */

/** Feature codes of a triangle: its face, edge k (corner k to k + 1) as EDGE + k, corner k as VERTEX + k. */
export const FACE = 0;
export const EDGE = 1;
export const VERTEX = 4;

/**
 * Below this ratio of (2 area)² to the product of two squared edges (the squared sine of the angle) a triangle counts as a sliver, whose
 * normal is not trusted to choose between face and edges. Larger only costs time.
 */
const SLIVER = 1e-12;

/**
 * The point of triangle a, b, c of `v` that is closest to p[po]. Writes the point and the squared distance to out[oo] (4
 * numbers, m and m²) and returns the feature on which it lies.
 *
 * Barycentric weights against the normal n = ab × ac decide whether the foot of p lies inside ((ab × ap) · n > 0 and so on);
 * otherwise the closest point is on an edge [Ericson2005, ch. 5.1.5].
 */
export function closestPointOnTriangle(
  v: Float64Array,
  a: number,
  b: number,
  c: number,
  p: Float64Array,
  po: number,
  out: Float64Array,
  oo: number,
): number {
  const ax = v[3 * a];
  const ay = v[3 * a + 1];
  const az = v[3 * a + 2];
  const ux = v[3 * b] - ax;
  const uy = v[3 * b + 1] - ay;
  const uz = v[3 * b + 2] - az;
  const wx = v[3 * c] - ax;
  const wy = v[3 * c + 1] - ay;
  const wz = v[3 * c + 2] - az;
  const px = p[po] - ax;
  const py = p[po + 1] - ay;
  const pz = p[po + 2] - az;
  const nx = uy * wz - uz * wy;
  const ny = uz * wx - ux * wz;
  const nz = ux * wy - uy * wx;
  const nn = nx * nx + ny * ny + nz * nz;
  // weights of b and c, times nn
  const wb = (py * wz - pz * wy) * nx + (pz * wx - px * wz) * ny + (px * wy - py * wx) * nz;
  const wc = (uy * pz - uz * py) * nx + (uz * px - ux * pz) * ny + (ux * py - uy * px) * nz;
  let best = Infinity;
  let feature = FACE;
  if (wb > 0 && wc > 0 && wb + wc < nn) {
    const s = wb / nn;
    const t = wc / nn;
    const qx = s * ux + t * wx;
    const qy = s * uy + t * wy;
    const qz = s * uz + t * wz;
    best = (px - qx) * (px - qx) + (py - qy) * (py - qy) + (pz - qz) * (pz - qz);
    out[oo] = ax + qx;
    out[oo + 1] = ay + qy;
    out[oo + 2] = az + qz;
    out[oo + 3] = best;
    if (nn > SLIVER * (ux * ux + uy * uy + uz * uz) * (wx * wx + wy * wy + wz * wz)) return FACE;
  }
  for (let k = 0; k < 3; k++) {
    const i = 3 * (k === 0 ? a : k === 1 ? b : c);
    const j = 3 * (k === 0 ? b : k === 1 ? c : a);
    const ex = v[j] - v[i];
    const ey = v[j + 1] - v[i + 1];
    const ez = v[j + 2] - v[i + 2];
    const dx = p[po] - v[i];
    const dy = p[po + 1] - v[i + 1];
    const dz = p[po + 2] - v[i + 2];
    const along = dx * ex + dy * ey + dz * ez;
    const ee = ex * ex + ey * ey + ez * ez;
    // the end of an edge belongs to the next edge
    const t = along <= 0 || ee === 0 ? 0 : along >= ee ? 1 : along / ee;
    const rx = dx - t * ex;
    const ry = dy - t * ey;
    const rz = dz - t * ez;
    const d = rx * rx + ry * ry + rz * rz;
    if (!(d < best)) continue;
    best = d;
    feature = t === 0 ? VERTEX + k : t === 1 ? VERTEX + (k === 2 ? 0 : k + 1) : EDGE + k;
    out[oo] = v[i] + t * ex;
    out[oo + 1] = v[i + 1] + t * ey;
    out[oo + 2] = v[i + 2] + t * ez;
    out[oo + 3] = d;
  }
  return feature;
}

/** Length of the result of the functions below. */
export const CLOSEST_SIZE = 9;

/**
 * Closest points of segment a b of `v` and segment c d of `w`. Writes to out[oo]: the point on the first (3), on the second
 * (3), the squared distance, and the parameters s on ab and t on cd, in [0, 1], exactly 0 or 1 at an end.
 *
 * The common perpendicular has s = (r × e) · n/n², t = (r × d) · n/n² with d = b − a, e = d' − c, r = c − a, n = d × e. The
 * cross product keeps the error of nearly parallel segments at ε/sin θ in s, where the usual d² e² − (d·e)² [Ericson2005,
 * ch. 5.1.9] loses ε/sin² θ; the distance is then good to round-off. When it is not inside both, some end is closest.
 */
export function closestPointsOfSegments(
  v: Float64Array,
  a: number,
  b: number,
  w: Float64Array,
  c: number,
  d: number,
  out: Float64Array,
  oo: number,
): void {
  const i = 3 * a;
  const j = 3 * c;
  const dx = v[3 * b] - v[i];
  const dy = v[3 * b + 1] - v[i + 1];
  const dz = v[3 * b + 2] - v[i + 2];
  const ex = w[3 * d] - w[j];
  const ey = w[3 * d + 1] - w[j + 1];
  const ez = w[3 * d + 2] - w[j + 2];
  const rx = w[j] - v[i];
  const ry = w[j + 1] - v[i + 1];
  const rz = w[j + 2] - v[i + 2];
  const nx = dy * ez - dz * ey;
  const ny = dz * ex - dx * ez;
  const nz = dx * ey - dy * ex;
  const nn = nx * nx + ny * ny + nz * nz;
  let best = Infinity;
  let s = 0;
  let t = 0;
  const si = (ry * ez - rz * ey) * nx + (rz * ex - rx * ez) * ny + (rx * ey - ry * ex) * nz;
  const ti = (ry * dz - rz * dy) * nx + (rz * dx - rx * dz) * ny + (rx * dy - ry * dx) * nz;
  if (si > 0 && si < nn && ti > 0 && ti < nn) {
    s = si / nn;
    t = ti / nn;
    const x = rx + t * ex - s * dx;
    const y = ry + t * ey - s * dy;
    const z = rz + t * ez - s * dz;
    best = x * x + y * y + z * z;
  }
  // ends: unless the perpendicular is safely inside
  const dd = dx * dx + dy * dy + dz * dz;
  const ee = ex * ex + ey * ey + ez * ez;
  if (best === Infinity || nn < SLIVER * dd * ee) {
    for (let k = 0; k < 4; k++) {
      // k = 0, 1: the ends of the second on the first; 2, 3: of the first on the second
      const end = k & 1;
      let s1 = end;
      let t1 = end;
      if (k < 2) {
        const along = (rx + end * ex) * dx + (ry + end * ey) * dy + (rz + end * ez) * dz;
        s1 = along <= 0 || dd === 0 ? 0 : along >= dd ? 1 : along / dd;
      } else {
        const along = (end * dx - rx) * ex + (end * dy - ry) * ey + (end * dz - rz) * ez;
        t1 = along <= 0 || ee === 0 ? 0 : along >= ee ? 1 : along / ee;
      }
      const x = rx + t1 * ex - s1 * dx;
      const y = ry + t1 * ey - s1 * dy;
      const z = rz + t1 * ez - s1 * dz;
      const q = x * x + y * y + z * z;
      if (!(q < best)) continue;
      best = q;
      s = s1;
      t = t1;
    }
  }
  out[oo] = v[i] + s * dx;
  out[oo + 1] = v[i + 1] + s * dy;
  out[oo + 2] = v[i + 2] + s * dz;
  out[oo + 3] = w[j] + t * ex;
  out[oo + 4] = w[j + 1] + t * ey;
  out[oo + 5] = w[j + 2] + t * ez;
  out[oo + 6] = best;
  out[oo + 7] = s;
  out[oo + 8] = t;
}
