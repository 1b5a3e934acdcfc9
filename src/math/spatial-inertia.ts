/**
 * Rigid-body inertia in spatial coordinates, 10 numbers [m; h; Ixx Ixy Ixz Iyy Iyz Izz]; conventions in `spatial.ts`.
 *
 *   I = [ Ī    h× ]     Ī = I_c + m (|c|² 1 − c cᵀ),   h = m c
 *       [ h×ᵀ  m 1 ]
 *
 * It maps a motion to the momentum, a force vector. Source: [Featherstone2008, §2.13].
 */

type Vector = Float64Array;

/**
 * From mass (kg), centre of mass c (m) and the inertia about c (kg m²) as six numbers xx xy xz yy yz zz, all in the same
 * axes. `body[b … b + 10)` holds [m; c; I_c]; it is turned into [m; h; Ī] in `out`, which may be the same place.
 */
export function inertiaFromCenter(out: Vector, o: number, body: Vector, b: number): void {
  const m = body[b];
  const x = body[b + 1];
  const y = body[b + 2];
  const z = body[b + 3];
  out[o] = m;
  out[o + 1] = m * x;
  out[o + 2] = m * y;
  out[o + 3] = m * z;
  out[o + 4] = body[b + 4] + m * (y * y + z * z);
  out[o + 5] = body[b + 5] - m * x * y;
  out[o + 6] = body[b + 6] - m * x * z;
  out[o + 7] = body[b + 7] + m * (x * x + z * z);
  out[o + 8] = body[b + 8] - m * y * z;
  out[o + 9] = body[b + 9] + m * (x * x + y * y);
}

/** Momentum of a motion:  I m = [Ī ω + h × v; m v − h × ω]. */
export function inertiaApply(out: Vector, o: number, I: Vector, i: number, motion: Vector, p: number): void {
  const m = I[i];
  const hx = I[i + 1];
  const hy = I[i + 2];
  const hz = I[i + 3];
  const wx = motion[p];
  const wy = motion[p + 1];
  const wz = motion[p + 2];
  const vx = motion[p + 3];
  const vy = motion[p + 4];
  const vz = motion[p + 5];
  out[o] = I[i + 4] * wx + I[i + 5] * wy + I[i + 6] * wz + hy * vz - hz * vy;
  out[o + 1] = I[i + 5] * wx + I[i + 7] * wy + I[i + 8] * wz + hz * vx - hx * vz;
  out[o + 2] = I[i + 6] * wx + I[i + 8] * wy + I[i + 9] * wz + hx * vy - hy * vx;
  out[o + 3] = m * vx - (hy * wz - hz * wy);
  out[o + 4] = m * vy - (hz * wx - hx * wz);
  out[o + 5] = m * vz - (hx * wy - hy * wx);
}

/** Two bodies fixed together: inertias in one frame add. */
export function inertiaAdd(out: Vector, o: number, a: Vector, p: number, b: Vector, q: number): void {
  for (let k = 0; k < 10; k++) out[o + k] = a[p + k] + b[q + k];
}

/**
 * Inertia given in A, seen from B:  I_B = X* I_A X⁻¹ with X = X_BA = (E, r):
 *
 *   h' = E (h − m r),   Ī' = E ( Ī + r× h× + (h − m r)× r× ) Eᵀ
 */
export function inertiaTransform(out: Vector, o: number, X: Vector, x: number, I: Vector, i: number): void {
  const m = I[i];
  const rx = X[x + 9];
  const ry = X[x + 10];
  const rz = X[x + 11];
  const hx = I[i + 1];
  const hy = I[i + 2];
  const hz = I[i + 3];
  const kx = hx - m * rx;
  const ky = hy - m * ry;
  const kz = hz - m * rz;

  // inertia about the new origin in old axes; a× b× = b aᵀ − (a·b) 1
  const dot = rx * hx + ry * hy + rz * hz + kx * rx + ky * ry + kz * rz;
  const xx = I[i + 4] + hx * rx + rx * kx - dot;
  const xy = I[i + 5] + hx * ry + rx * ky;
  const xz = I[i + 6] + hx * rz + rx * kz;
  const yy = I[i + 7] + hy * ry + ry * ky - dot;
  const yz = I[i + 8] + hy * rz + ry * kz;
  const zz = I[i + 9] + hz * rz + rz * kz - dot;

  out[o] = m;
  for (let a = 0; a < 3; a++) out[o + 1 + a] = X[x + 3 * a] * kx + X[x + 3 * a + 1] * ky + X[x + 3 * a + 2] * kz;
  let write = o + 4;
  for (let a = 0; a < 3; a++) {
    const p = X[x + 3 * a];
    const q = X[x + 3 * a + 1];
    const s = X[x + 3 * a + 2];
    const ux = p * xx + q * xy + s * xz;
    const uy = p * xy + q * yy + s * yz;
    const uz = p * xz + q * yz + s * zz;
    for (let b = a; b < 3; b++) out[write++] = ux * X[x + 3 * b] + uy * X[x + 3 * b + 1] + uz * X[x + 3 * b + 2];
  }
}

/** The 6 × 6 row-major matrix of an inertia. */
export function inertiaMatrix(out: Vector, o: number, I: Vector, i: number): void {
  const m = I[i];
  const hx = I[i + 1];
  const hy = I[i + 2];
  const hz = I[i + 3];
  for (let k = 0; k < 36; k++) out[o + k] = 0;
  out[o] = I[i + 4];
  out[o + 1] = out[o + 6] = I[i + 5];
  out[o + 2] = out[o + 12] = I[i + 6];
  out[o + 7] = I[i + 7];
  out[o + 8] = out[o + 13] = I[i + 8];
  out[o + 14] = I[i + 9];
  out[o + 4] = out[o + 24] = -hz;
  out[o + 5] = out[o + 30] = hy;
  out[o + 9] = out[o + 19] = hz;
  out[o + 11] = out[o + 31] = -hx;
  out[o + 15] = out[o + 20] = -hy;
  out[o + 16] = out[o + 26] = hx;
  out[o + 21] = out[o + 28] = out[o + 35] = m;
}
