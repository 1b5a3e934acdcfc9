/**
 * Symmetric 3×3 matrices are stored as six numbers [xx, yy, zz, xy, xz, yz]; general ones as nine, row by row.
 */

/** out = M v for a symmetric M at offset `mo`; `out` may be `v`. */
export function symMulInto(
  out: Float64Array,
  o: number,
  m: Float64Array,
  mo: number,
  v: Float64Array,
  vo: number,
): void {
  const a = v[vo];
  const b = v[vo + 1];
  const c = v[vo + 2];
  out[o] = m[mo] * a + m[mo + 3] * b + m[mo + 4] * c;
  out[o + 1] = m[mo + 3] * a + m[mo + 1] * b + m[mo + 5] * c;
  out[o + 2] = m[mo + 4] * a + m[mo + 5] * b + m[mo + 2] * c;
}

/** Rotation matrix of the quaternion q[o…] into m, row by row. */
export function rotationInto(q: Float64Array, o: number, m: Float64Array): void {
  const x = q[o];
  const y = q[o + 1];
  const z = q[o + 2];
  const w = q[o + 3];
  m[0] = 1 - 2 * (y * y + z * z);
  m[1] = 2 * (x * y - z * w);
  m[2] = 2 * (x * z + y * w);
  m[3] = 2 * (x * y + z * w);
  m[4] = 1 - 2 * (x * x + z * z);
  m[5] = 2 * (y * z - x * w);
  m[6] = 2 * (x * z - y * w);
  m[7] = 2 * (y * z + x * w);
  m[8] = 1 - 2 * (x * x + y * y);
}

/** out = R(q) M Rᵀ for a symmetric M: a tensor in the axes that q turns to. `out` may be `m`. */
export function turnTensorInto(
  out: Float64Array,
  o: number,
  m: Float64Array,
  mo: number,
  q: Float64Array,
  qo: number,
): void {
  const x = q[qo];
  const y = q[qo + 1];
  const z = q[qo + 2];
  const w = q[qo + 3];
  const r00 = 1 - 2 * (y * y + z * z);
  const r01 = 2 * (x * y - z * w);
  const r02 = 2 * (x * z + y * w);
  const r10 = 2 * (x * y + z * w);
  const r11 = 1 - 2 * (x * x + z * z);
  const r12 = 2 * (y * z - x * w);
  const r20 = 2 * (x * z - y * w);
  const r21 = 2 * (y * z + x * w);
  const r22 = 1 - 2 * (x * x + y * y);
  const xx = m[mo];
  const yy = m[mo + 1];
  const zz = m[mo + 2];
  const xy = m[mo + 3];
  const xz = m[mo + 4];
  const yz = m[mo + 5];
  // T = R M, row by row
  const t00 = r00 * xx + r01 * xy + r02 * xz;
  const t01 = r00 * xy + r01 * yy + r02 * yz;
  const t02 = r00 * xz + r01 * yz + r02 * zz;
  const t10 = r10 * xx + r11 * xy + r12 * xz;
  const t11 = r10 * xy + r11 * yy + r12 * yz;
  const t12 = r10 * xz + r11 * yz + r12 * zz;
  const t20 = r20 * xx + r21 * xy + r22 * xz;
  const t21 = r20 * xy + r21 * yy + r22 * yz;
  const t22 = r20 * xz + r21 * yz + r22 * zz;
  out[o] = t00 * r00 + t01 * r01 + t02 * r02;
  out[o + 1] = t10 * r10 + t11 * r11 + t12 * r12;
  out[o + 2] = t20 * r20 + t21 * r21 + t22 * r22;
  out[o + 3] = t00 * r10 + t01 * r11 + t02 * r12;
  out[o + 4] = t00 * r20 + t01 * r21 + t02 * r22;
  out[o + 5] = t10 * r20 + t11 * r21 + t12 * r22;
}

/** Inverse of a symmetric 3×3 matrix by cofactors; `null` when it is singular to working precision. */
export function symInverse(m: ArrayLike<number>): Float64Array | null {
  const [xx, yy, zz, xy, xz, yz] = [m[0], m[1], m[2], m[3], m[4], m[5]];
  const cxx = yy * zz - yz * yz;
  const cxy = xz * yz - xy * zz;
  const cxz = xy * yz - xz * yy;
  const det = xx * cxx + xy * cxy + xz * cxz;
  const size = Math.max(Math.abs(xx), Math.abs(yy), Math.abs(zz));
  if (!(Math.abs(det) > 1e-14 * size * size * size)) return null;
  return Float64Array.of(
    cxx / det,
    (xx * zz - xz * xz) / det,
    (xx * yy - xy * xy) / det,
    cxy / det,
    cxz / det,
    (xy * xz - xx * yz) / det,
  );
}

/** Eigenvalues of a symmetric 3×3 matrix in ascending order, by cyclic Jacobi rotations. */
export function symEigenvalues(m: ArrayLike<number>): [number, number, number] {
  const a = [
    [m[0], m[3], m[4]],
    [m[3], m[1], m[5]],
    [m[4], m[5], m[2]],
  ];
  for (let sweep = 0; sweep < 32; sweep++) {
    const off = a[0][1] * a[0][1] + a[0][2] * a[0][2] + a[1][2] * a[1][2];
    const diag = a[0][0] * a[0][0] + a[1][1] * a[1][1] + a[2][2] * a[2][2];
    if (off <= 1e-32 * diag || off === 0) break;
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ]) {
      if (a[p][q] === 0) continue;
      const theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
      const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
      const c = 1 / Math.sqrt(t * t + 1);
      const s = t * c;
      for (let k = 0; k < 3; k++) {
        const kp = a[k][p];
        const kq = a[k][q];
        a[k][p] = c * kp - s * kq;
        a[k][q] = s * kp + c * kq;
      }
      for (let k = 0; k < 3; k++) {
        const pk = a[p][k];
        const qk = a[q][k];
        a[p][k] = c * pk - s * qk;
        a[q][k] = s * pk + c * qk;
      }
    }
  }
  const e = [a[0][0], a[1][1], a[2][2]].sort((x, y) => x - y);
  return [e[0], e[1], e[2]];
}
