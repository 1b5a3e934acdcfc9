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
