/** A linear filter ẋ = F x + G u, sampled: x ← A x + B u, exact for an input that is constant over a step. */
export interface SampledFilter {
  readonly A: Float64Array;
  readonly B: Float64Array;
  readonly order: number;
}

/**
 * Samples a filter at the step h: A = e^(F h), B = ∫₀ʰ e^(F s) ds G, both from the exponential of [F G; 0 0] h, by its
 * series after halving the step until it converges at once, and squaring as often.
 */
export function sampleFilter(F: readonly (readonly number[])[], G: readonly number[], h: number): SampledFilter {
  const n = G.length;
  const m = n + 1;
  let norm = 0;
  const M = new Float64Array(m * m);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) M[i * m + j] = h * F[i][j];
    M[i * m + n] = h * G[i];
    norm = Math.max(
      norm,
      M.subarray(i * m, i * m + m).reduce((sum, x) => sum + Math.abs(x), 0),
    );
  }
  const halvings = Math.max(0, Math.ceil(Math.log2(norm / 0.25)));
  for (let k = 0; k < M.length; k++) M[k] /= 2 ** halvings;
  let sum = identity(m);
  let term = identity(m);
  for (let k = 1; k <= 14; k++) {
    term = multiply(term, M, m).map((x) => x / k);
    sum = sum.map((x, i) => x + term[i]);
  }
  for (let k = 0; k < halvings; k++) sum = multiply(sum, sum, m);
  const A = new Float64Array(n * n);
  const B = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    A.set(sum.subarray(i * m, i * m + n), i * n);
    B[i] = sum[i * m + n];
  }
  return { A, B, order: n };
}

/** One step of a filter, in place. */
export function advanceFilter({ A, B, order }: SampledFilter, x: Float64Array, u: number): void {
  const next = new Float64Array(order);
  for (let i = 0; i < order; i++) {
    next[i] = B[i] * u;
    for (let j = 0; j < order; j++) next[i] += A[i * order + j] * x[j];
  }
  x.set(next);
}

function identity(m: number): Float64Array {
  const I = new Float64Array(m * m);
  for (let i = 0; i < m; i++) I[i * m + i] = 1;
  return I;
}

function multiply(a: Float64Array, b: Float64Array, m: number): Float64Array {
  const out = new Float64Array(m * m);
  for (let i = 0; i < m; i++)
    for (let k = 0; k < m; k++) for (let j = 0; j < m; j++) out[i * m + j] += a[i * m + k] * b[k * m + j];
  return out;
}
