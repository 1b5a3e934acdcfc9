/**
 * Eigenvalues and right eigenvectors of a real matrix: A V = V D.
 *
 * Householder reduction to Hessenberg form, Francis's implicit double shifts with accumulated rotations, and back
 * substitution on the quasi-triangular form [GolubVanLoan2013, §7.4–7.6]; the arrangement follows EISPACK's orthes and
 * hqr2 [Smith1976].
 *
 * Row-major, n × n, the matrix is destroyed. `re[k] + i im[k]` are the eigenvalues; complex ones come in pairs, the one
 * with the positive imaginary part first. Column k of `vectors` is the eigenvector of a real eigenvalue; for a pair (k,
 * k + 1) the vector of the first is column k plus i times column k + 1. Vectors are not normalised. Returns false when
 * the iteration does not converge or the matrix is not finite. Scale the matrix first where entries differ by many
 * orders.
 */
export function denseEigen(
  n: number,
  a: Float64Array,
  re: Float64Array,
  im: Float64Array,
  vectors: Float64Array,
): boolean {
  for (let p = 0; p < n * n; p++) if (!Number.isFinite(a[p])) return false;
  vectors.fill(0);
  for (let i = 0; i < n; i++) vectors[i * n + i] = 1;
  if (n === 0) return true;
  toHessenberg(n, a, vectors);
  const norm = hessenbergNorm(n, a);
  if (norm === 0) {
    re.fill(0);
    im.fill(0);
    return true;
  }
  if (!toSchur(n, a, re, im, vectors, norm)) return false;
  backSubstitute(n, a, re, im, vectors, norm);
  return true;
}

/** Householder reflections from the left and the right; V ← V H. */
function toHessenberg(n: number, a: Float64Array, V: Float64Array): void {
  const u = new Float64Array(n);
  for (let m = 1; m < n - 1; m++) {
    let scale = 0;
    for (let i = m; i < n; i++) scale += Math.abs(a[i * n + m - 1]);
    if (scale === 0) continue;
    let square = 0;
    for (let i = m; i < n; i++) {
      u[i] = a[i * n + m - 1] / scale;
      square += u[i] * u[i];
    }
    const length = u[m] > 0 ? -Math.sqrt(square) : Math.sqrt(square);
    const half = square - u[m] * length;
    u[m] -= length;
    for (let j = m - 1; j < n; j++) {
      let f = 0;
      for (let i = m; i < n; i++) f += u[i] * a[i * n + j];
      f /= half;
      for (let i = m; i < n; i++) a[i * n + j] -= f * u[i];
    }
    for (const matrix of [a, V]) {
      for (let i = 0; i < n; i++) {
        let f = 0;
        for (let j = m; j < n; j++) f += u[j] * matrix[i * n + j];
        f /= half;
        for (let j = m; j < n; j++) matrix[i * n + j] -= f * u[j];
      }
    }
    for (let i = m + 1; i < n; i++) a[i * n + m - 1] = 0;
  }
}

function hessenbergNorm(n: number, a: Float64Array): number {
  let norm = 0;
  for (let i = 0; i < n; i++) for (let j = Math.max(i - 1, 0); j < n; j++) norm += Math.abs(a[i * n + j]);
  return norm;
}

/** Iterations of one eigenvalue before the method gives up. */
const MOST = 60;

/** Francis's method on the Hessenberg matrix; V accumulates. */
function toSchur(
  n: number,
  h: Float64Array,
  re: Float64Array,
  im: Float64Array,
  V: Float64Array,
  norm: number,
): boolean {
  const eps = Number.EPSILON;
  let end = n - 1;
  let shift = 0;
  let tries = 0;
  while (end >= 0) {
    // a small subdiagonal entry splits the matrix
    let l = end;
    while (l > 0) {
      let s = Math.abs(h[(l - 1) * n + l - 1]) + Math.abs(h[l * n + l]);
      if (s === 0) s = norm;
      if (Math.abs(h[l * n + l - 1]) <= eps * s) break;
      l--;
    }
    if (l === end) {
      h[end * n + end] += shift;
      re[end] = h[end * n + end];
      im[end] = 0;
      end--;
      tries = 0;
      continue;
    }
    if (l === end - 1) {
      splitPair(n, h, re, im, V, end, shift);
      end -= 2;
      tries = 0;
      continue;
    }

    let x = h[end * n + end];
    let y = h[(end - 1) * n + end - 1];
    let w = h[end * n + end - 1] * h[(end - 1) * n + end];
    if (tries === 10 || tries === 20 || tries === 40) {
      // Wilkinson's exceptional shift
      shift += x;
      for (let i = 0; i <= end; i++) h[i * n + i] -= x;
      const s = Math.abs(h[end * n + end - 1]) + Math.abs(h[(end - 1) * n + end - 2]);
      x = y = 0.75 * s;
      w = -0.4375 * s * s;
    }
    if (tries === 30) {
      let s = (y - x) / 2;
      s = s * s + w;
      if (s > 0) {
        s = y < x ? -Math.sqrt(s) : Math.sqrt(s);
        s = x - w / ((y - x) / 2 + s);
        for (let i = 0; i <= end; i++) h[i * n + i] -= s;
        shift += s;
        x = y = w = 0.964;
      }
    }
    if (++tries > MOST) return false;

    // two consecutive small subdiagonal entries
    let m = end - 2;
    let p = 0;
    let q = 0;
    let r = 0;
    while (m >= l) {
      const z = h[m * n + m];
      const dx = x - z;
      const dy = y - z;
      p = (dx * dy - w) / h[(m + 1) * n + m] + h[m * n + m + 1];
      q = h[(m + 1) * n + m + 1] - z - dx - dy;
      r = h[(m + 2) * n + m + 1];
      const s = Math.abs(p) + Math.abs(q) + Math.abs(r);
      p /= s;
      q /= s;
      r /= s;
      if (m === l) break;
      const beside = Math.abs(h[(m - 1) * n + m - 1]) + Math.abs(z) + Math.abs(h[(m + 1) * n + m + 1]);
      if (Math.abs(h[m * n + m - 1]) * (Math.abs(q) + Math.abs(r)) < eps * Math.abs(p) * beside) break;
      m--;
    }
    for (let i = m + 2; i <= end; i++) {
      h[i * n + i - 2] = 0;
      if (i > m + 2) h[i * n + i - 3] = 0;
    }

    // the double step
    for (let k = m; k <= end - 1; k++) {
      const three = k !== end - 1;
      let size = 0;
      if (k !== m) {
        p = h[k * n + k - 1];
        q = h[(k + 1) * n + k - 1];
        r = three ? h[(k + 2) * n + k - 1] : 0;
        size = Math.abs(p) + Math.abs(q) + Math.abs(r);
        if (size === 0) continue;
        p /= size;
        q /= size;
        r /= size;
      }
      let s = Math.sqrt(p * p + q * q + r * r);
      if (p < 0) s = -s;
      if (s === 0) continue;
      if (k !== m) h[k * n + k - 1] = -s * size;
      else if (l !== m) h[k * n + k - 1] = -h[k * n + k - 1];
      p += s;
      const fx = p / s;
      const fy = q / s;
      const fz = r / s;
      q /= p;
      r /= p;
      for (let j = k; j < n; j++) {
        let t = h[k * n + j] + q * h[(k + 1) * n + j];
        if (three) {
          t += r * h[(k + 2) * n + j];
          h[(k + 2) * n + j] -= t * fz;
        }
        h[k * n + j] -= t * fx;
        h[(k + 1) * n + j] -= t * fy;
      }
      const last = Math.min(end, k + 3);
      for (let i = 0; i <= last; i++) rotateColumns(n, h, i, k, three, fx, fy, fz, q, r);
      for (let i = 0; i < n; i++) rotateColumns(n, V, i, k, three, fx, fy, fz, q, r);
    }
  }
  return true;
}

function rotateColumns(
  n: number,
  h: Float64Array,
  i: number,
  k: number,
  three: boolean,
  fx: number,
  fy: number,
  fz: number,
  q: number,
  r: number,
): void {
  let t = fx * h[i * n + k] + fy * h[i * n + k + 1];
  if (three) {
    t += fz * h[i * n + k + 2];
    h[i * n + k + 2] -= t * r;
  }
  h[i * n + k] -= t;
  h[i * n + k + 1] -= t * q;
}

/** Two eigenvalues of the last 2 × 2 block; a real pair is made triangular. */
function splitPair(
  n: number,
  h: Float64Array,
  re: Float64Array,
  im: Float64Array,
  V: Float64Array,
  end: number,
  shift: number,
): void {
  const w = h[end * n + end - 1] * h[(end - 1) * n + end];
  let p = (h[(end - 1) * n + end - 1] - h[end * n + end]) / 2;
  let q = p * p + w;
  let z = Math.sqrt(Math.abs(q));
  h[end * n + end] += shift;
  h[(end - 1) * n + end - 1] += shift;
  const x = h[end * n + end];
  if (q < 0) {
    re[end - 1] = re[end] = x + p;
    im[end - 1] = z;
    im[end] = -z;
    return;
  }
  z = p >= 0 ? p + z : p - z;
  re[end - 1] = x + z;
  re[end] = z !== 0 ? x - w / z : x + z;
  im[end - 1] = im[end] = 0;
  const below = h[end * n + end - 1];
  const s = Math.abs(below) + Math.abs(z);
  p = below / s;
  q = z / s;
  const r = Math.sqrt(p * p + q * q);
  p /= r;
  q /= r;
  for (let j = end - 1; j < n; j++) {
    const t = h[(end - 1) * n + j];
    h[(end - 1) * n + j] = q * t + p * h[end * n + j];
    h[end * n + j] = q * h[end * n + j] - p * t;
  }
  for (const [matrix, rows] of [[h, end + 1] as const, [V, n] as const]) {
    for (let i = 0; i < rows; i++) {
      const t = matrix[i * n + end - 1];
      matrix[i * n + end - 1] = q * t + p * matrix[i * n + end];
      matrix[i * n + end] = q * matrix[i * n + end] - p * t;
    }
  }
}

/** Eigenvectors of the quasi-triangular form, times V. */
function backSubstitute(
  n: number,
  h: Float64Array,
  re: Float64Array,
  im: Float64Array,
  V: Float64Array,
  norm: number,
): void {
  const eps = Number.EPSILON;
  // quotients of complex numbers
  const out = new Float64Array(2);
  for (let end = n - 1; end >= 0; end--) {
    if (im[end] === 0) realVector(n, h, re, im, end, norm);
    else if (im[end] < 0) complexVector(n, h, re, im, end, norm);
  }
  for (let j = n - 1; j >= 0; j--) {
    for (let i = 0; i < n; i++) {
      let z = 0;
      for (let k = 0; k <= j; k++) z += V[i * n + k] * h[k * n + j];
      V[i * n + j] = z;
    }
  }

  /** (a + i b) / (c + i d) → out. */
  function divide(a: number, b: number, c: number, d: number): void {
    if (Math.abs(c) > Math.abs(d)) {
      const r = d / c;
      const s = c + r * d;
      out[0] = (a + r * b) / s;
      out[1] = (b - r * a) / s;
    } else {
      const r = c / d;
      const s = d + r * c;
      out[0] = (r * a + b) / s;
      out[1] = (r * b - a) / s;
    }
  }

  function realVector(
    size: number,
    t: Float64Array,
    real: Float64Array,
    imag: Float64Array,
    end: number,
    whole: number,
  ) {
    const value = real[end];
    let l = end;
    let z = 0;
    let s = 0;
    t[end * size + end] = 1;
    for (let i = end - 1; i >= 0; i--) {
      const w = t[i * size + i] - value;
      let r = 0;
      for (let j = l; j <= end; j++) r += t[i * size + j] * t[j * size + end];
      if (imag[i] < 0) {
        z = w;
        s = r;
        continue;
      }
      l = i;
      if (imag[i] === 0) t[i * size + end] = w !== 0 ? -r / w : -r / (eps * whole);
      else {
        const x = t[i * size + i + 1];
        const y = t[(i + 1) * size + i];
        const q = (real[i] - value) * (real[i] - value) + imag[i] * imag[i];
        const u = (x * s - z * r) / q;
        t[i * size + end] = u;
        t[(i + 1) * size + end] = Math.abs(x) > Math.abs(z) ? (-r - w * u) / x : (-s - y * u) / z;
      }
      const large = Math.abs(t[i * size + end]);
      if (eps * large * large > 1) for (let j = i; j <= end; j++) t[j * size + end] /= large;
    }
  }

  function complexVector(
    size: number,
    t: Float64Array,
    real: Float64Array,
    imag: Float64Array,
    end: number,
    whole: number,
  ) {
    const p = real[end];
    const q = imag[end];
    let l = end - 1;
    let z = 0;
    let r = 0;
    let s = 0;
    if (Math.abs(t[end * size + end - 1]) > Math.abs(t[(end - 1) * size + end])) {
      t[(end - 1) * size + end - 1] = q / t[end * size + end - 1];
      t[(end - 1) * size + end] = -(t[end * size + end] - p) / t[end * size + end - 1];
    } else {
      divide(0, -t[(end - 1) * size + end], t[(end - 1) * size + end - 1] - p, q);
      t[(end - 1) * size + end - 1] = out[0];
      t[(end - 1) * size + end] = out[1];
    }
    t[end * size + end - 1] = 0;
    t[end * size + end] = 1;
    for (let i = end - 2; i >= 0; i--) {
      let ra = 0;
      let sa = 0;
      for (let j = l; j <= end; j++) {
        ra += t[i * size + j] * t[j * size + end - 1];
        sa += t[i * size + j] * t[j * size + end];
      }
      const w = t[i * size + i] - p;
      if (imag[i] < 0) {
        z = w;
        r = ra;
        s = sa;
        continue;
      }
      l = i;
      if (imag[i] === 0) {
        divide(-ra, -sa, w, q);
        t[i * size + end - 1] = out[0];
        t[i * size + end] = out[1];
      } else {
        const x = t[i * size + i + 1];
        const y = t[(i + 1) * size + i];
        let vr = (real[i] - p) * (real[i] - p) + imag[i] * imag[i] - q * q;
        const vi = (real[i] - p) * 2 * q;
        if (vr === 0 && vi === 0)
          vr = eps * whole * (Math.abs(w) + Math.abs(q) + Math.abs(x) + Math.abs(y) + Math.abs(z));
        divide(x * r - z * ra + q * sa, x * s - z * sa - q * ra, vr, vi);
        t[i * size + end - 1] = out[0];
        t[i * size + end] = out[1];
        if (Math.abs(x) > Math.abs(z) + Math.abs(q)) {
          t[(i + 1) * size + end - 1] = (-ra - w * t[i * size + end - 1] + q * t[i * size + end]) / x;
          t[(i + 1) * size + end] = (-sa - w * t[i * size + end] - q * t[i * size + end - 1]) / x;
        } else {
          divide(-r - y * t[i * size + end - 1], -s - y * t[i * size + end], z, q);
          t[(i + 1) * size + end - 1] = out[0];
          t[(i + 1) * size + end] = out[1];
        }
      }
      const large = Math.max(Math.abs(t[i * size + end - 1]), Math.abs(t[i * size + end]));
      if (eps * large * large > 1)
        for (let j = i; j <= end; j++) {
          t[j * size + end - 1] /= large;
          t[j * size + end] /= large;
        }
    }
  }
}
