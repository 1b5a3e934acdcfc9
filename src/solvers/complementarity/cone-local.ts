/**
 * Exact solution of one contact with Coulomb friction. Given W (its diagonal block of A) and q (the part of w from all
 * other rows and from b), find (r, u) with
 *
 *   u = W r + q,   K* ∋ (u_n + μ |u_t|, u_t) ⟂ r ∈ K,   K = { |r_t| ≤ μ r_n }
 *
 *   open      r = 0 if q_n ≥ 0
 *   sticking  r = −W⁻¹ q if it lies in K
 *   sliding   r = r_n (1, μ d), u_t = −s d, s ≥ 0, |d| = 1: u_n = 0 gives r_n = −q_n / (W_nn + μ W_nt·d), and
 *             u_t × d = 0 is a trigonometric polynomial of degree two in the angle of d, whose sign changes over the
 *             circle are bisected
 *
 * If there are several sliding directions (Painlevé's paradox), the one nearest to the last r is taken.
 */

/** Number of directions at which the polynomial is sampled; two roots closer than 2π / 64 are missed. */
const SAMPLES = 64;
const BISECTIONS = 52;

/** Unit vectors at equal angles, by halving a right angle: only square roots, so the same bits in every engine. */
const CIRCLE = (() => {
  let list: [number, number][] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ];
  while (list.length < SAMPLES) {
    list = list.flatMap(([x, y], k) => {
      const [a, b] = list[(k + 1) % list.length];
      const l = Math.sqrt((x + a) * (x + a) + (y + b) * (y + b));
      return [[x, y] as [number, number], [(x + a) / l, (y + b) / l] as [number, number]];
    });
  }
  return Float64Array.from(list.flat());
})();

/** Layout of the work array: W (9, row by row), q (3), last r (3), result r (3), μ. */
export const LOCAL = { matrix: 0, q: 9, last: 12, r: 15, mu: 18, size: 19 } as const;

/**
 * Solves the contact in `x` (layout `LOCAL`) with 2 or 3 rows. Returns false if no state is consistent, which requires
 * a W that is not positive definite.
 */
export function solveContact(x: Float64Array, size: number): boolean {
  const q = LOCAL.q;
  const r = LOCAL.r;
  x[r] = 0;
  x[r + 1] = 0;
  x[r + 2] = 0;
  if (x[q] >= 0) return true;
  if (size === 2 ? stick2(x) : stick3(x)) return true;
  return size === 2 ? slide2(x) : slide3(x);
}

function stick2(x: Float64Array): boolean {
  const { q, r } = LOCAL;
  const det = x[0] * x[4] - x[1] * x[3];
  if (!(Math.abs(det) > 1e-14 * (Math.abs(x[0] * x[4]) + Math.abs(x[1] * x[3])))) return false;
  x[r] = (-x[q] * x[4] + x[q + 1] * x[1]) / det;
  x[r + 1] = (-x[q + 1] * x[0] + x[q] * x[3]) / det;
  return x[r] >= 0 && Math.abs(x[r + 1]) <= x[LOCAL.mu] * x[r];
}

function slide2(x: Float64Array): boolean {
  const { q, r, last } = LOCAL;
  const mu = x[LOCAL.mu];
  let found = false;
  let nearest = Number.POSITIVE_INFINITY;
  let bestN = 0;
  let bestT = 0;
  for (let d = -1; d <= 1; d += 2) {
    const rn = -x[q] / (x[0] + mu * d * x[1]);
    if (!(rn > 0 && rn < Number.POSITIVE_INFINITY)) continue;
    const ut = x[3] * rn + x[4] * mu * d * rn + x[q + 1];
    if (ut * d > 0) continue;
    const distance = Math.abs(x[last] - rn) + Math.abs(x[last + 1] - mu * d * rn);
    if (distance >= nearest) continue;
    nearest = distance;
    bestN = rn;
    bestT = mu * d * rn;
    found = true;
  }
  x[r] = bestN;
  x[r + 1] = bestT;
  return found;
}

/** r = −W⁻¹ q by Cramer's rule. */
function stick3(x: Float64Array): boolean {
  const { q, r } = LOCAL;
  const a = x[4] * x[8] - x[5] * x[7];
  const b = x[5] * x[6] - x[3] * x[8];
  const c = x[3] * x[7] - x[4] * x[6];
  const det = x[0] * a + x[1] * b + x[2] * c;
  const size = Math.abs(x[0] * x[4] * x[8]);
  if (!(Math.abs(det) > 1e-14 * size)) return false;
  const qn = -x[q];
  const qt = -x[q + 1];
  const qo = -x[q + 2];
  x[r] = (qn * a + qt * (x[2] * x[7] - x[1] * x[8]) + qo * (x[1] * x[5] - x[2] * x[4])) / det;
  x[r + 1] = (qn * b + qt * (x[0] * x[8] - x[2] * x[6]) + qo * (x[2] * x[3] - x[0] * x[5])) / det;
  x[r + 2] = (qn * c + qt * (x[1] * x[6] - x[0] * x[7]) + qo * (x[0] * x[4] - x[1] * x[3])) / det;
  return x[r] >= 0 && x[r + 1] * x[r + 1] + x[r + 2] * x[r + 2] <= x[LOCAL.mu] * x[LOCAL.mu] * x[r] * x[r];
}

/** (W_nn + μ W_nt·d) (u_t × d), with r_n substituted: zero where u_t is parallel to d. */
function across(x: Float64Array, dt: number, dO: number): number {
  const q = LOCAL.q;
  const mu = x[LOCAL.mu];
  const n = x[0] + mu * (x[1] * dt + x[2] * dO);
  const t = -x[q] * (x[3] + mu * (x[4] * dt + x[5] * dO)) + n * x[q + 1];
  const o = -x[q] * (x[6] + mu * (x[7] * dt + x[8] * dO)) + n * x[q + 2];
  return t * dO - o * dt;
}

function slide3(x: Float64Array): boolean {
  const { q, r, last } = LOCAL;
  const mu = x[LOCAL.mu];
  let found = false;
  let nearest = Number.POSITIVE_INFINITY;
  let bestN = 0;
  let bestT = 0;
  let bestO = 0;
  for (let k = 0; k < SAMPLES; k++) {
    const next = (k + 1) % SAMPLES;
    let at = CIRCLE[2 * k];
    let ao = CIRCLE[2 * k + 1];
    let bt = CIRCLE[2 * next];
    let bo = CIRCLE[2 * next + 1];
    const fa = across(x, at, ao);
    const fb = across(x, bt, bo);
    if (fa > 0 === fb > 0) continue;
    const rises = fb > 0;
    for (let h = 0; h < BISECTIONS; h++) {
      const l = 1 / Math.sqrt((at + bt) * (at + bt) + (ao + bo) * (ao + bo));
      const mt = (at + bt) * l;
      const mo = (ao + bo) * l;
      if (across(x, mt, mo) > 0 === rises) {
        bt = mt;
        bo = mo;
      } else {
        at = mt;
        ao = mo;
      }
    }
    const rn = -x[q] / (x[0] + mu * (x[1] * at + x[2] * ao));
    if (!(rn > 0 && rn < Number.POSITIVE_INFINITY)) continue;
    const ut = x[3] * rn + (x[4] * at + x[5] * ao) * mu * rn + x[q + 1];
    const uo = x[6] * rn + (x[7] * at + x[8] * ao) * mu * rn + x[q + 2];
    if (ut * at + uo * ao > 0) continue;
    const rt = mu * rn * at;
    const ro = mu * rn * ao;
    const distance = Math.abs(x[last] - rn) + Math.abs(x[last + 1] - rt) + Math.abs(x[last + 2] - ro);
    if (distance >= nearest) continue;
    nearest = distance;
    bestN = rn;
    bestT = rt;
    bestO = ro;
    found = true;
  }
  x[r] = bestN;
  x[r + 1] = bestT;
  x[r + 2] = bestO;
  return found;
}
