import type { MassProperties } from "./types.js";

/**
 * Closed forms for round and boxy shapes at unit density. Every shape has its centroid at the origin of its frame and
 * its axis of symmetry along z, so all products of inertia are zero. Planes, half-spaces and height fields have no mass
 * properties: they can only stand still.
 */

/** Sphere of radius r:  V = 4/3 π r³,  I = 2/5 V r². */
export function sphereMass(r: number): MassProperties {
  const volume = (4 / 3) * Math.PI * r * r * r;
  const i = 0.4 * volume * r * r;
  return centred(volume, i, i, i);
}

/** Ellipsoid with semi-axes a, b, c:  V = 4/3 π a b c,  I_xx = V (b² + c²)/5. */
export function ellipsoidMass(a: number, b: number, c: number): MassProperties {
  const volume = (4 / 3) * Math.PI * a * b * c;
  const k = volume / 5;
  return centred(volume, k * (b * b + c * c), k * (c * c + a * a), k * (a * a + b * b));
}

/** Box with half extents hx, hy, hz:  V = 8 hx hy hz,  I_xx = V (hy² + hz²)/3. */
export function boxMass(hx: number, hy: number, hz: number): MassProperties {
  const volume = 8 * hx * hy * hz;
  const k = volume / 3;
  return centred(volume, k * (hy * hy + hz * hz), k * (hz * hz + hx * hx), k * (hx * hx + hy * hy));
}

/** Cylinder of radius r, half height h, axis z:  V = 2 π r² h,  I_zz = V r²/2,  I_xx = V (r²/4 + h²/3). */
export function cylinderMass(r: number, h: number): MassProperties {
  const volume = 2 * Math.PI * r * r * h;
  const ixx = volume * (0.25 * r * r + (h * h) / 3);
  return centred(volume, ixx, ixx, 0.5 * volume * r * r);
}

/**
 * Capsule: all points within r of the segment z ∈ [−l, l].
 *
 *   V = Vc + Vs,  Vc = 2 π r² l,  Vs = 4/3 π r³
 *   I_zz = Vc r²/2 + Vs 2 r²/5
 *   I_xx = Vc (r²/4 + l²/3) + Vs (2 r²/5 + l² + 3 r l/4)
 *
 * The last term is the parallel axis theorem for two half balls whose centroids lie 3r/8 beyond the segment's ends.
 */
export function capsuleMass(r: number, l: number): MassProperties {
  const vc = 2 * Math.PI * r * r * l;
  const vs = (4 / 3) * Math.PI * r * r * r;
  const ixx = vc * (0.25 * r * r + (l * l) / 3) + vs * (0.4 * r * r + l * l + 0.75 * r * l);
  return centred(vc + vs, ixx, ixx, vc * 0.5 * r * r + vs * 0.4 * r * r);
}

/**
 * Solid cone of base radius r and height h, axis z. The origin is the centroid: the base disc lies at z = −h/4 and the
 * apex at z = 3h/4.
 *
 *   V = π r² h/3,  I_zz = 3/10 V r²,  I_xx = V (3/20 r² + 3/80 h²)
 */
export function coneMass(r: number, h: number): MassProperties {
  const volume = (Math.PI * r * r * h) / 3;
  const ixx = volume * (0.15 * r * r + 0.0375 * h * h);
  return centred(volume, ixx, ixx, 0.3 * volume * r * r);
}

/**
 * Solid torus about z: tube radius r ≤ ring radius R.
 *
 *   V = 2 π² R r²,  I_zz = V (R² + 3/4 r²),  I_xx = V (R²/2 + 5/8 r²)
 */
export function torusMass(ringRadius: number, tubeRadius: number): MassProperties {
  const R2 = ringRadius * ringRadius;
  const r2 = tubeRadius * tubeRadius;
  const volume = 2 * Math.PI * Math.PI * ringRadius * r2;
  const ixx = volume * (0.5 * R2 + 0.625 * r2);
  return centred(volume, ixx, ixx, volume * (R2 + 0.75 * r2));
}

/** Disc of radius r in the plane:  A = π r²,  J = A r²/2. */
export function circleMass(r: number): MassProperties {
  const area = Math.PI * r * r;
  const i = 0.25 * area * r * r;
  return centred(area, i, i, 2 * i);
}

/**
 * Planar capsule: all points of the plane within r of the segment x ∈ [−l, l] (in the plane the axis is x, since z
 * leaves it).
 *
 *   A = Ar + Ac,  Ar = 4 r l,  Ac = π r²
 *   I_xx = Ar r²/3 + Ac r²/4
 *   I_yy = Ar l²/3 + Ac (r²/4 + l² + 8 r l/(3π)),   I_zz = I_xx + I_yy
 *
 * The last term is the parallel axis theorem for two half discs whose centroids lie 4r/(3π) beyond the segment's ends.
 */
export function planarCapsuleMass(r: number, l: number): MassProperties {
  const ar = 4 * r * l;
  const ac = Math.PI * r * r;
  const ixx = (ar * r * r) / 3 + 0.25 * ac * r * r;
  const iyy = (ar * l * l) / 3 + ac * (0.25 * r * r + l * l + (8 * r * l) / (3 * Math.PI));
  return centred(ar + ac, ixx, iyy, ixx + iyy);
}

/**
 * Simple polygon in the plane, counter-clockwise, 2 numbers per vertex (clockwise gives a negative area).
 *
 * Green's theorem, triangle by triangle from the mean of the vertices, so that a polygon far from the origin keeps its
 * digits. With c = a × b for the edge a → b:
 *
 *   A = Σ c/2,  A x̄ = Σ c (a + b)/6,  ∫ x xᵀ = Σ c ((a + b)(a + b)ᵀ + a aᵀ + b bᵀ)/24
 */
export function polygonMass(vertices: Float64Array): MassProperties {
  const n = vertices.length / 2;
  let mx = 0;
  let my = 0;
  for (let i = 0; i < n; i++) {
    mx += vertices[2 * i];
    my += vertices[2 * i + 1];
  }
  mx /= n;
  my /= n;
  const first = polygonMoments(vertices, mx, my);
  const cx = mx + first.x / first.area;
  const cy = my + first.y / first.area;
  // Second pass about the centroid, where the second moments need no large correction.
  const m = polygonMoments(vertices, cx, cy);
  const inertia = Float64Array.of(m.yy, m.xx, m.xx + m.yy, -m.xy, 0, 0);
  return { volume: m.area, center: Float64Array.of(cx + m.x / m.area, cy + m.y / m.area, 0), inertia };
}

function polygonMoments(vertices: Float64Array, ox: number, oy: number) {
  const n = vertices.length / 2;
  const m = { area: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 };
  let ax = vertices[2 * n - 2] - ox;
  let ay = vertices[2 * n - 1] - oy;
  for (let i = 0; i < n; i++) {
    const bx = vertices[2 * i] - ox;
    const by = vertices[2 * i + 1] - oy;
    const c = ax * by - ay * bx;
    const sx = ax + bx;
    const sy = ay + by;
    m.area += c / 2;
    m.x += (c * sx) / 6;
    m.y += (c * sy) / 6;
    m.xx += (c * (sx * sx + ax * ax + bx * bx)) / 24;
    m.yy += (c * (sy * sy + ay * ay + by * by)) / 24;
    m.xy += (c * (sx * sy + ax * ay + bx * by)) / 24;
    ax = bx;
    ay = by;
  }
  return m;
}

function centred(volume: number, ixx: number, iyy: number, izz: number): MassProperties {
  return { volume, center: new Float64Array(3), inertia: Float64Array.of(ixx, iyy, izz, 0, 0, 0) };
}
