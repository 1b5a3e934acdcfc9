/**
 * Spatial (six-dimensional) vector algebra in Plücker coordinates [Featherstone2008, ch. 2].
 *
 *   motion  m = [ω; v]   angular velocity (rad/s), then velocity of the point at the origin (m/s)
 *   force   f = [n; f]   moment about the origin (N m), then force (N)
 *
 * Angular part first in both. Power is the plain dot product of the six numbers, ω·n + v·f, in any frame.
 *
 * A transform X_BA from frame A to frame B is stored as 12 numbers, [E (3 × 3, row-major); r]: E = R_BA turns A
 * coordinates into B coordinates, and r = p_AB_A (m) is the origin of B seen from A in A coordinates. With the pose of
 * a body, (R_WB, p_WB), E is the transpose of R_WB and r is p_WB.
 *
 * A rigid-body inertia is stored as 10 numbers, [m; h; Ixx Ixy Ixz Iyy Iyz Izz]: mass (kg), first moment h = m c (kg m)
 * with the centre of mass c, and rotational inertia about the *origin of the frame*, not about c (kg m²).
 *
 * `out` may be the same object, at the same offset, as an input of the same kind. Arrays come with the offset of their
 * first number, and nothing is allocated.
 */

/** Numbers in a spatial vector, a transform, a rigid-body inertia. */
export const SPATIAL_SIZE = 6;
export const TRANSFORM_SIZE = 12;
export const INERTIA_SIZE = 10;

type Vector = Float64Array;

/** X from the rotation E (row-major, A coordinates to B coordinates) and the translation r (B's origin in A). */
export function spatialTransform(out: Vector, o: number, rotation: Vector, e: number, shift: Vector, r: number): void {
  const x = shift[r];
  const y = shift[r + 1];
  const z = shift[r + 2];
  for (let k = 0; k < 9; k++) out[o + k] = rotation[e + k];
  out[o + 9] = x;
  out[o + 10] = y;
  out[o + 11] = z;
}

/** X_CA = X_CB X_BA:  E = E₂ E₁,  r = r₁ + E₁ᵀ r₂. `second` is X_CB, `first` is X_BA. */
export function spatialCompose(out: Vector, o: number, second: Vector, s: number, first: Vector, f: number): void {
  const a00 = first[f];
  const a01 = first[f + 1];
  const a02 = first[f + 2];
  const a10 = first[f + 3];
  const a11 = first[f + 4];
  const a12 = first[f + 5];
  const a20 = first[f + 6];
  const a21 = first[f + 7];
  const a22 = first[f + 8];
  const x = second[s + 9];
  const y = second[s + 10];
  const z = second[s + 11];
  const rx = first[f + 9] + a00 * x + a10 * y + a20 * z;
  const ry = first[f + 10] + a01 * x + a11 * y + a21 * z;
  const rz = first[f + 11] + a02 * x + a12 * y + a22 * z;
  for (let i = 0; i < 9; i += 3) {
    const p = second[s + i];
    const q = second[s + i + 1];
    const w = second[s + i + 2];
    out[o + i] = p * a00 + q * a10 + w * a20;
    out[o + i + 1] = p * a01 + q * a11 + w * a21;
    out[o + i + 2] = p * a02 + q * a12 + w * a22;
  }
  out[o + 9] = rx;
  out[o + 10] = ry;
  out[o + 11] = rz;
}

/** X_AB = X_BA⁻¹:  E ← Eᵀ,  r ← −E r. */
export function spatialInvert(out: Vector, o: number, X: Vector, x: number): void {
  const e0 = X[x];
  const e1 = X[x + 1];
  const e2 = X[x + 2];
  const e3 = X[x + 3];
  const e4 = X[x + 4];
  const e5 = X[x + 5];
  const e6 = X[x + 6];
  const e7 = X[x + 7];
  const e8 = X[x + 8];
  const rx = X[x + 9];
  const ry = X[x + 10];
  const rz = X[x + 11];
  out[o] = e0;
  out[o + 1] = e3;
  out[o + 2] = e6;
  out[o + 3] = e1;
  out[o + 4] = e4;
  out[o + 5] = e7;
  out[o + 6] = e2;
  out[o + 7] = e5;
  out[o + 8] = e8;
  out[o + 9] = -(e0 * rx + e1 * ry + e2 * rz);
  out[o + 10] = -(e3 * rx + e4 * ry + e5 * rz);
  out[o + 11] = -(e6 * rx + e7 * ry + e8 * rz);
}

/** Motion from A to B:  X m = [E ω; E (v − r × ω)]. */
export function spatialMotion(out: Vector, o: number, X: Vector, x: number, m: Vector, p: number): void {
  const wx = m[p];
  const wy = m[p + 1];
  const wz = m[p + 2];
  const rx = X[x + 9];
  const ry = X[x + 10];
  const rz = X[x + 11];
  const vx = m[p + 3] - (ry * wz - rz * wy);
  const vy = m[p + 4] - (rz * wx - rx * wz);
  const vz = m[p + 5] - (rx * wy - ry * wx);
  for (let i = 0; i < 3; i++) {
    const a = X[x + 3 * i];
    const b = X[x + 3 * i + 1];
    const c = X[x + 3 * i + 2];
    out[o + i] = a * wx + b * wy + c * wz;
    out[o + 3 + i] = a * vx + b * vy + c * vz;
  }
}

/** Force from A to B:  X* f = [E (n − r × f); E f], with X* = X⁻ᵀ. */
export function spatialForce(out: Vector, o: number, X: Vector, x: number, f: Vector, p: number): void {
  const fx = f[p + 3];
  const fy = f[p + 4];
  const fz = f[p + 5];
  const rx = X[x + 9];
  const ry = X[x + 10];
  const rz = X[x + 11];
  const nx = f[p] - (ry * fz - rz * fy);
  const ny = f[p + 1] - (rz * fx - rx * fz);
  const nz = f[p + 2] - (rx * fy - ry * fx);
  for (let i = 0; i < 3; i++) {
    const a = X[x + 3 * i];
    const b = X[x + 3 * i + 1];
    const c = X[x + 3 * i + 2];
    out[o + i] = a * nx + b * ny + c * nz;
    out[o + 3 + i] = a * fx + b * fy + c * fz;
  }
}

/** Motion from B back to A:  X⁻¹ m = [Eᵀ ω; Eᵀ v + r × Eᵀ ω]. */
export function spatialMotionBack(out: Vector, o: number, X: Vector, x: number, m: Vector, p: number): void {
  const a = m[p];
  const b = m[p + 1];
  const c = m[p + 2];
  const d = m[p + 3];
  const e = m[p + 4];
  const g = m[p + 5];
  const wx = X[x] * a + X[x + 3] * b + X[x + 6] * c;
  const wy = X[x + 1] * a + X[x + 4] * b + X[x + 7] * c;
  const wz = X[x + 2] * a + X[x + 5] * b + X[x + 8] * c;
  const vx = X[x] * d + X[x + 3] * e + X[x + 6] * g;
  const vy = X[x + 1] * d + X[x + 4] * e + X[x + 7] * g;
  const vz = X[x + 2] * d + X[x + 5] * e + X[x + 8] * g;
  const rx = X[x + 9];
  const ry = X[x + 10];
  const rz = X[x + 11];
  out[o] = wx;
  out[o + 1] = wy;
  out[o + 2] = wz;
  out[o + 3] = vx + ry * wz - rz * wy;
  out[o + 4] = vy + rz * wx - rx * wz;
  out[o + 5] = vz + rx * wy - ry * wx;
}

/** Force from B back to A:  Xᵀ f = [Eᵀ n + r × Eᵀ f; Eᵀ f]. */
export function spatialForceBack(out: Vector, o: number, X: Vector, x: number, f: Vector, p: number): void {
  const a = f[p];
  const b = f[p + 1];
  const c = f[p + 2];
  const d = f[p + 3];
  const e = f[p + 4];
  const g = f[p + 5];
  const nx = X[x] * a + X[x + 3] * b + X[x + 6] * c;
  const ny = X[x + 1] * a + X[x + 4] * b + X[x + 7] * c;
  const nz = X[x + 2] * a + X[x + 5] * b + X[x + 8] * c;
  const fx = X[x] * d + X[x + 3] * e + X[x + 6] * g;
  const fy = X[x + 1] * d + X[x + 4] * e + X[x + 7] * g;
  const fz = X[x + 2] * d + X[x + 5] * e + X[x + 8] * g;
  const rx = X[x + 9];
  const ry = X[x + 10];
  const rz = X[x + 11];
  out[o] = nx + ry * fz - rz * fy;
  out[o + 1] = ny + rz * fx - rx * fz;
  out[o + 2] = nz + rx * fy - ry * fx;
  out[o + 3] = fx;
  out[o + 4] = fy;
  out[o + 5] = fz;
}

/** X as a 6 × 6 row-major matrix for motions:  [E 0; −E r× E]. */
export function spatialMotionMatrix(out: Vector, o: number, X: Vector, x: number): void {
  const rx = X[x + 9];
  const ry = X[x + 10];
  const rz = X[x + 11];
  for (let i = 0; i < 3; i++) {
    const a = X[x + 3 * i];
    const b = X[x + 3 * i + 1];
    const c = X[x + 3 * i + 2];
    const top = o + 6 * i;
    const low = top + 18;
    out[top] = out[low + 3] = a;
    out[top + 1] = out[low + 4] = b;
    out[top + 2] = out[low + 5] = c;
    out[top + 3] = out[top + 4] = out[top + 5] = 0;
    out[low] = c * ry - b * rz;
    out[low + 1] = a * rz - c * rx;
    out[low + 2] = b * rx - a * ry;
  }
}

/** Rate of change of a motion vector m fixed in a frame moving with V:  V × m = [ω × m_ω; ω × m_v + v × m_ω]. */
export function spatialCrossMotion(out: Vector, o: number, V: Vector, q: number, m: Vector, p: number): void {
  const wx = V[q];
  const wy = V[q + 1];
  const wz = V[q + 2];
  const vx = V[q + 3];
  const vy = V[q + 4];
  const vz = V[q + 5];
  const ax = m[p];
  const ay = m[p + 1];
  const az = m[p + 2];
  const bx = m[p + 3];
  const by = m[p + 4];
  const bz = m[p + 5];
  out[o] = wy * az - wz * ay;
  out[o + 1] = wz * ax - wx * az;
  out[o + 2] = wx * ay - wy * ax;
  out[o + 3] = wy * bz - wz * by + vy * az - vz * ay;
  out[o + 4] = wz * bx - wx * bz + vz * ax - vx * az;
  out[o + 5] = wx * by - wy * bx + vx * ay - vy * ax;
}

/** Rate of change of a force vector f fixed in a frame moving with V:  V ×* f = [ω × n + v × f; ω × f]. */
export function spatialCrossForce(out: Vector, o: number, V: Vector, q: number, f: Vector, p: number): void {
  const wx = V[q];
  const wy = V[q + 1];
  const wz = V[q + 2];
  const vx = V[q + 3];
  const vy = V[q + 4];
  const vz = V[q + 5];
  const nx = f[p];
  const ny = f[p + 1];
  const nz = f[p + 2];
  const fx = f[p + 3];
  const fy = f[p + 4];
  const fz = f[p + 5];
  out[o] = wy * nz - wz * ny + vy * fz - vz * fy;
  out[o + 1] = wz * nx - wx * nz + vz * fx - vx * fz;
  out[o + 2] = wx * ny - wy * nx + vx * fy - vy * fx;
  out[o + 3] = wy * fz - wz * fy;
  out[o + 4] = wz * fx - wx * fz;
  out[o + 5] = wx * fy - wy * fx;
}

/** Power (W) of a force on a motion, or any product of a force and a motion vector. */
export function spatialDot(m: Vector, p: number, f: Vector, q: number): number {
  return (
    m[p] * f[q] +
    m[p + 1] * f[q + 1] +
    m[p + 2] * f[q + 2] +
    m[p + 3] * f[q + 3] +
    m[p + 4] * f[q + 4] +
    m[p + 5] * f[q + 5]
  );
}
