/**
 * The plane of a contour: n · (r − m) is least in the mean square over its length,
 *
 *   m = ∮ r ds / ∮ ds,   S = ∮ (r − m)(r − m)ᵀ ds,   S n = λ n with the smallest λ.
 *
 * [Luaces2013, eqs. (4.89)–(4.92)] fits the corners by a regression along one axis of the frame (`contact-plane.ts`),
 * which is the same for corners on a plane. For others it depends on the frame, hence on which mesh is A, and on how
 * the faces that the contour crosses are triangulated: depths differed by 1 % of the size. This depends on neither.
 */

/** A contour thinner than this fraction of its length (squared) is a line and has no plane. */
const LINE = 1e-18;
/** Sweeps of Jacobi's rotations; three or four suffice. */
const SWEEPS = 16;

/** S, then the eigenvectors as columns; 9 each, row by row. */
const s = new Float64Array(9);
const v = new Float64Array(9);

/**
 * Fits the plane to the closed contour of the corners first … end − 1 of `points` (3 each) into out[0…3] = n (unit, of
 * either sign), d; the mean m goes to out[4…6]. Returns false when the contour is on one line or at one point; the mean
 * is written in any case.
 */
export function fitContour(points: Float64Array, first: number, end: number, out: Float64Array): boolean {
  meanOf(points, first, end, out);
  s.fill(0);
  for (let i = first, j = end - 1; i < end; j = i++) {
    const weight = sideLength(points, j, i) / 6;
    for (let r = 0; r < 3; r++) {
      const pr = points[3 * i + r] - out[4 + r];
      const qr = points[3 * j + r] - out[4 + r];
      for (let c = r; c < 3; c++) {
        const pc = points[3 * i + c] - out[4 + c];
        const qc = points[3 * j + c] - out[4 + c];
        // ∫ x xᵀ over a side from q to p: L/6 (2 p pᵀ + 2 q qᵀ + p qᵀ + q pᵀ)
        s[3 * r + c] += weight * (2 * pr * pc + 2 * qr * qc + pr * qc + qr * pc);
      }
    }
  }
  s[3] = s[1];
  s[6] = s[2];
  s[7] = s[5];
  const size = s[0] + s[4] + s[8];
  diagonalize();
  let least = 0;
  for (let k = 1; k < 3; k++) if (s[4 * k] < s[4 * least]) least = k;
  const a = s[4 * ((least + 1) % 3)];
  const b = s[4 * ((least + 2) % 3)];
  if (!(Math.min(a, b) > LINE * size)) return false;
  const x = v[least];
  const y = v[3 + least];
  const z = v[6 + least];
  const length = Math.sqrt(x * x + y * y + z * z);
  out[0] = x / length;
  out[1] = y / length;
  out[2] = z / length;
  out[3] = -(out[0] * out[4] + out[1] * out[5] + out[2] * out[6]);
  return true;
}

/** m into out[4…6]; of a contour without length the first corner. */
function meanOf(points: Float64Array, first: number, end: number, out: Float64Array): void {
  let whole = 0;
  for (let k = 0; k < 3; k++) out[4 + k] = 0;
  for (let i = first, j = end - 1; i < end; j = i++) {
    const length = sideLength(points, j, i);
    whole += length;
    for (let k = 0; k < 3; k++) {
      const from = points[3 * first + k];
      out[4 + k] += length * 0.5 * (points[3 * i + k] - from + (points[3 * j + k] - from));
    }
  }
  for (let k = 0; k < 3; k++)
    out[4 + k] = (end > first ? points[3 * first + k] : 0) + (whole > 0 ? out[4 + k] / whole : 0);
}

function sideLength(points: Float64Array, i: number, j: number): number {
  const x = points[3 * j] - points[3 * i];
  const y = points[3 * j + 1] - points[3 * i + 1];
  const z = points[3 * j + 2] - points[3 * i + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Eigenvalues of `s` on its diagonal, eigenvectors into the columns of `v`, by cyclic Jacobi rotations. */
function diagonalize(): void {
  v.fill(0);
  for (let k = 0; k < 3; k++) v[4 * k] = 1;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const off = s[1] * s[1] + s[2] * s[2] + s[5] * s[5];
    if (off <= 1e-34 * (s[0] * s[0] + s[4] * s[4] + s[8] * s[8])) return;
    for (let k = 0; k < 3; k++) rotate(k === 2 ? 1 : 0, k === 0 ? 1 : 2);
  }
}

/** Makes s[p][q] zero. */
function rotate(p: number, q: number): void {
  const apq = s[3 * p + q];
  if (apq === 0) return;
  const theta = (s[4 * q] - s[4 * p]) / (2 * apq);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const d = t * c;
  for (let k = 0; k < 3; k++) {
    const kp = s[3 * k + p];
    const kq = s[3 * k + q];
    s[3 * k + p] = c * kp - d * kq;
    s[3 * k + q] = d * kp + c * kq;
    const vp = v[3 * k + p];
    const vq = v[3 * k + q];
    v[3 * k + p] = c * vp - d * vq;
    v[3 * k + q] = d * vp + c * vq;
  }
  for (let k = 0; k < 3; k++) {
    const pk = s[3 * p + k];
    const qk = s[3 * q + k];
    s[3 * p + k] = c * pk - d * qk;
    s[3 * q + k] = d * pk + c * qk;
  }
}
