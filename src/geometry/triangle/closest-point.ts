/**
 * Closest points of triangles, segments and points. Corners are vertex numbers in packed arrays; results go into
 * arrays, so nothing is allocated. Points found always belong to their figure, also when it is degenerate or a sliver,
 * so a distance is never underestimated by more than round-off.
 */

/** Feature codes of a triangle: its face, edge k (corner k to k + 1) as EDGE + k, corner k as VERTEX + k. */
export const FACE = 0;
export const EDGE = 1;
export const VERTEX = 4;

/**
 * A triangle lower than this part of its longest edge has no face to speak of: its edges are within round-off of every
 * point of it.
 */
const FLAT_RATIO = 8 * Number.EPSILON;

/**
 * The point of triangle a, b, c of `v` that is closest to p[po]. Writes the point and the squared distance to out[oo]
 * (4 numbers, m and m²) and returns the feature on which it lies.
 *
 * With u the longest edge and h the height upon it (a vector), the foot of p is o + s u + t h, s = p · u/u², t = (p − s
 * u) · h/h². It lies on the face when it is inside of all edges; otherwise the closest point is on an edge. Orthogonal
 * u and h keep slivers accurate: the usual weights against the normal [Ericson2005, ch. 5.1.5] lose the square of the
 * thinness, all digits at 1e-8.
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
  let best = Infinity;
  let feature = FACE;
  // base: the longest edge, from corner o; the third corner is at w
  const ab = edgeSquared(v, a, b);
  const bc = edgeSquared(v, b, c);
  const ca = edgeSquared(v, c, a);
  const o = 3 * (ab >= bc && ab >= ca ? a : bc >= ca ? b : c);
  const e = 3 * (ab >= bc && ab >= ca ? b : bc >= ca ? c : a);
  const f = 3 * (ab >= bc && ab >= ca ? c : bc >= ca ? a : b);
  const ux = v[e] - v[o];
  const uy = v[e + 1] - v[o + 1];
  const uz = v[e + 2] - v[o + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const wx = v[f] - v[o];
  const wy = v[f + 1] - v[o + 1];
  const wz = v[f + 2] - v[o + 2];
  const foot = (wx * ux + wy * uy + wz * uz) / uu;
  const hx = wx - foot * ux;
  const hy = wy - foot * uy;
  const hz = wz - foot * uz;
  const hh = hx * hx + hy * hy + hz * hz;
  if (hh > FLAT_RATIO * FLAT_RATIO * uu) {
    const px = p[po] - v[o];
    const py = p[po + 1] - v[o + 1];
    const pz = p[po + 2] - v[o + 2];
    const s = (px * ux + py * uy + pz * uz) / uu;
    // the rest of p across u; a height that is not quite orthogonal to u then does no harm
    const rx = px - s * ux;
    const ry = py - s * uy;
    const rz = pz - s * uz;
    const t = (rx * hx + ry * hy + rz * hz) / hh;
    if (t > 0 && s > foot * t && s < 1 - (1 - foot) * t) {
      const dx = rx - t * hx;
      const dy = ry - t * hy;
      const dz = rz - t * hz;
      out[oo] = v[o] + (s * ux + t * hx);
      out[oo + 1] = v[o + 1] + (s * uy + t * hy);
      out[oo + 2] = v[o + 2] + (s * uz + t * hz);
      out[oo + 3] = dx * dx + dy * dy + dz * dz;
      return FACE;
    }
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

function edgeSquared(v: Float64Array, a: number, b: number): number {
  const x = v[3 * b] - v[3 * a];
  const y = v[3 * b + 1] - v[3 * a + 1];
  const z = v[3 * b + 2] - v[3 * a + 2];
  return x * x + y * y + z * z;
}

/** Length of the result of the functions below. */
export const CLOSEST_SIZE = 9;

/**
 * Closest points of segment a b of `v` and segment c d of `w`. Writes to out[oo]: the point on the first (3), on the
 * second (3), the squared distance, and the parameters s on ab and t on cd, in [0, 1], exactly 0 or 1 at an end.
 *
 * The common perpendicular has s = (r × e) · n/n², t = (r × d) · n/n² with d = b − a, e = d' − c, r = c − a, n = d × e.
 * The cross product keeps the error of nearly parallel segments at ε/sin θ in s, where the usual d² e² − (d·e)²
 * [Ericson2005, ch. 5.1.9] loses ε/sin² θ; the distance is then good to round-off. When it is not inside both, some end
 * is closest.
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
  const dd = dx * dx + dy * dy + dz * dz;
  const ee = ex * ex + ey * ey + ez * ez;
  let best = Infinity;
  let s = 0;
  let t = 0;
  const si = (ry * ez - rz * ey) * nx + (rz * ex - rx * ez) * ny + (rx * ey - ry * ex) * nz;
  const ti = (ry * dz - rz * dy) * nx + (rz * dx - rx * dz) * ny + (rx * dy - ry * dx) * nz;
  if (si > 0 && si < nn && ti > 0 && ti < nn) {
    // t, then s as the foot of that point: along nearly parallel segments both are uncertain, but must fit together
    t = ti / nn;
    s = ((rx + t * ex) * dx + (ry + t * ey) * dy + (rz + t * ez) * dz) / dd;
    s = s < 0 ? 0 : s > 1 ? 1 : s;
    const x = rx + t * ex - s * dx;
    const y = ry + t * ey - s * dy;
    const z = rz + t * ez - s * dz;
    best = x * x + y * y + z * z;
  } else {
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
