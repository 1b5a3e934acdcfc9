/**
 * The three dense loops of the panel factorisation A = L D U, where U = Lᵀ in the symmetric case.
 *
 * A *half* is the array of panels of L, or of Uᵀ, which has the same pattern. Panels are row-major, so all inner loops
 * run along memory. Arguments are arrays and integers only; no number is boxed. Every sum runs in a fixed order.
 */

/** out[r, k] = v[r, k] · d[first + k] for `count` rows of a panel of the given width: rows of L D, or of (D U)ᵀ. */
export function scaleRows(
  out: Float64Array,
  outBase: number,
  v: Float64Array,
  base: number,
  count: number,
  width: number,
  pivots: Float64Array,
  first: number,
): void {
  for (let r = 0; r < count; r++) {
    const from = base + r * width;
    const to = outBase + r * width;
    for (let k = 0; k < width; k++) out[to + k] = v[from + k] * pivots[first + k];
  }
}

/**
 * Subtracts the contribution of an earlier (source) panel from a target panel:
 *
 *   T[rᵢ, rⱼ] −= Σ_k S[i, k] B[j, k],   i in [begin, end),  j in [begin, middle)
 *
 * `rows[begin … end)` are the source's rows from the first one inside the target's columns; those before `middle` are
 * inside. S starts at `v[base]` with row `begin`, and B (scaled rows of the other half) at `scaled[0]`. Row r of the
 * target is `rowPlace[r]` rows below `targetBase`, and column r is at r − targetFirst.
 *
 * Computed for full rectangles: entries above the diagonal of the target are never read. Tiles of 4 × 2 keep eight
 * independent sums in registers: six loads for eight products, a sixth less time than 2 × 2 on the larger test
 * matrices. Each sum runs over k in order whatever the tile, so the bits do not depend on the tiling.
 */
export function updatePanel(
  v: Float64Array,
  base: number,
  width: number,
  scaled: Float64Array,
  rows: Int32Array,
  begin: number,
  middle: number,
  end: number,
  rowPlace: Int32Array,
  targetBase: number,
  targetWidth: number,
  targetFirst: number,
): void {
  const corner = targetBase - targetFirst;
  if (width === 1) {
    for (let i = begin; i < end; i++) {
      const s = v[base + i - begin];
      const t = corner + rowPlace[rows[i]] * targetWidth;
      for (let j = begin; j < middle; j++) v[t + rows[j]] -= s * scaled[j - begin];
    }
    return;
  }

  let i = begin;
  let s0 = base;
  for (; i + 3 < end; i += 4) {
    const s1 = s0 + width;
    const s2 = s1 + width;
    const s3 = s2 + width;
    const t0 = corner + rowPlace[rows[i]] * targetWidth;
    const t1 = corner + rowPlace[rows[i + 1]] * targetWidth;
    const t2 = corner + rowPlace[rows[i + 2]] * targetWidth;
    const t3 = corner + rowPlace[rows[i + 3]] * targetWidth;
    let j = begin;
    let b0 = 0;
    for (; j + 1 < middle; j += 2) {
      const b1 = b0 + width;
      let c00 = 0;
      let c01 = 0;
      let c10 = 0;
      let c11 = 0;
      let c20 = 0;
      let c21 = 0;
      let c30 = 0;
      let c31 = 0;
      for (let k = 0; k < width; k++) {
        const y0 = scaled[b0 + k];
        const y1 = scaled[b1 + k];
        const x0 = v[s0 + k];
        c00 += x0 * y0;
        c01 += x0 * y1;
        const x1 = v[s1 + k];
        c10 += x1 * y0;
        c11 += x1 * y1;
        const x2 = v[s2 + k];
        c20 += x2 * y0;
        c21 += x2 * y1;
        const x3 = v[s3 + k];
        c30 += x3 * y0;
        c31 += x3 * y1;
      }
      const q0 = rows[j];
      const q1 = rows[j + 1];
      v[t0 + q0] -= c00;
      v[t0 + q1] -= c01;
      v[t1 + q0] -= c10;
      v[t1 + q1] -= c11;
      v[t2 + q0] -= c20;
      v[t2 + q1] -= c21;
      v[t3 + q0] -= c30;
      v[t3 + q1] -= c31;
      b0 = b1 + width;
    }
    if (j < middle) {
      let c0 = 0;
      let c1 = 0;
      let c2 = 0;
      let c3 = 0;
      for (let k = 0; k < width; k++) {
        const y = scaled[b0 + k];
        c0 += v[s0 + k] * y;
        c1 += v[s1 + k] * y;
        c2 += v[s2 + k] * y;
        c3 += v[s3 + k] * y;
      }
      const q = rows[j];
      v[t0 + q] -= c0;
      v[t1 + q] -= c1;
      v[t2 + q] -= c2;
      v[t3 + q] -= c3;
    }
    s0 = s3 + width;
  }

  // up to three rows are left
  for (; i < end; i++) {
    const t = corner + rowPlace[rows[i]] * targetWidth;
    let b = 0;
    for (let j = begin; j < middle; j++) {
      let c = 0;
      for (let k = 0; k < width; k++) c += v[s0 + k] * scaled[b + k];
      v[t + rows[j]] -= c;
      b += width;
    }
    s0 += width;
  }
}

/**
 * Turns rows of a panel from sums into rows of the factor, given the factored diagonal block above them:
 *
 *   l_ij = ( a_ij − Σ_{k<j} l_ik b_jk ) / d_j,   j in [0, columns)
 *
 * where b_jk is the scaled diagonal block of the other half, d_k u_kj. Two rows at a time, so that their sums, each a
 * chain of dependent additions, run side by side.
 */
export function eliminateRows(
  v: Float64Array,
  base: number,
  count: number,
  width: number,
  columns: number,
  scaled: Float64Array,
  scaledBase: number,
  pivots: Float64Array,
  first: number,
): void {
  let r = base;
  let i = 0;
  for (; i + 1 < count; i += 2) {
    const q = r + width;
    for (let j = 0; j < columns; j++) {
      const b = scaledBase + j * width;
      let x = v[r + j];
      let y = v[q + j];
      for (let k = 0; k < j; k++) {
        const s = scaled[b + k];
        x -= v[r + k] * s;
        y -= v[q + k] * s;
      }
      const d = pivots[first + j];
      v[r + j] = x / d;
      v[q + j] = y / d;
    }
    r = q + width;
  }
  if (i < count) {
    for (let j = 0; j < columns; j++) {
      const b = scaledBase + j * width;
      let x = v[r + j];
      for (let k = 0; k < j; k++) x -= v[r + k] * scaled[b + k];
      v[r + j] = x / pivots[first + j];
    }
  }
}
