/**
 * Evolution strategy with adaptation of the covariance matrix, CMA-ES: (μ/μ_w, λ) with weighted recombination, cumulative
 * step size and rank-one and rank-μ updates, constants as in [Hansen2016] table 1. Points beyond a bound are reflected.
 */
import { createRandom } from "../design/random.js";
import { Evaluator, type OptimiserOptions, type Optimum, type Problem, ranking, startOf } from "./problem.js";
import { symmetricEigen } from "./symmetric-eigen.js";

/** First standard deviation, as a share of the range of each variable. */
const FIRST_STEP = 0.3;

/** Minimises without derivatives; for up to some tens of variables, also where a function is rugged. */
export async function cmaEs(
  problem: Problem,
  options: OptimiserOptions & { readonly population?: number },
): Promise<Optimum> {
  const evaluator = new Evaluator(problem, options);
  const random = createRandom(options.seed);
  const n = problem.variables.length;
  const lambda = options.population ?? 4 + Math.floor(3 * Math.log(n));
  const mu = Math.floor(lambda / 2);
  const raw = Array.from({ length: mu }, (_, i) => Math.log((lambda + 1) / 2) - Math.log(i + 1));
  const total = raw.reduce((sum, w) => sum + w, 0);
  const weights = raw.map((w) => w / total);
  const muEff = 1 / weights.reduce((sum, w) => sum + w * w, 0);
  const cc = (4 + muEff / n) / (n + 4 + (2 * muEff) / n);
  const cs = (muEff + 2) / (n + muEff + 5);
  const c1 = 2 / ((n + 1.3) ** 2 + muEff);
  const cmu = Math.min(1 - c1, (2 * (muEff - 2 + 1 / muEff)) / ((n + 2) ** 2 + muEff));
  const damping = 1 + 2 * Math.max(0, Math.sqrt((muEff - 1) / (n + 1)) - 1) + cs;
  const chi = Math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));

  let mean = startOf(problem.variables);
  let sigma = FIRST_STEP;
  const pathC = new Float64Array(n);
  const pathS = new Float64Array(n);
  const covariance = Float64Array.from({ length: n * n }, (_, k) => (k % (n + 1) === 0 ? 1 : 0));
  let { values: d, vectors: b } = symmetricEigen(covariance, n);
  for (let generation = 1; !evaluator.spent; generation++) {
    const zs = Array.from({ length: lambda }, () => Float64Array.from({ length: n }, () => random.normal()));
    // y = B D z, x = m + σ y
    const ys = zs.map((z) =>
      rotate(
        b,
        z.map((value, k) => value * Math.sqrt(d[k])),
        n,
      ),
    );
    const us = ys.map((y) => mean.map((m, i) => reflect(m + sigma * y[i])));
    const found = await evaluator.take(us);
    const order = ranking(found);
    // what was evaluated counts, not what was drawn
    const steps = us.map((u) => u.map((x, i) => (x - mean[i]) / sigma));
    const step = mean.map((_, i) => weights.reduce((sum, w, k) => sum + w * steps[order[k]][i], 0));
    mean = mean.map((m, i) => m + sigma * step[i]);

    // p_σ ← (1 − c_σ) p_σ + √(c_σ (2 − c_σ) μ_eff) C^−½ ⟨y⟩
    const white = rotateBack(b, step, n).map((value, k) => value / Math.sqrt(d[k]));
    const isotropic = rotate(b, white, n);
    let length = 0;
    for (let i = 0; i < n; i++) {
      pathS[i] = (1 - cs) * pathS[i] + Math.sqrt(cs * (2 - cs) * muEff) * isotropic[i];
      length += pathS[i] ** 2;
    }
    length = Math.sqrt(length);
    const stall = length / Math.sqrt(1 - (1 - cs) ** (2 * generation)) < (1.4 + 2 / (n + 1)) * chi ? 1 : 0;
    for (let i = 0; i < n; i++) pathC[i] = (1 - cc) * pathC[i] + stall * Math.sqrt(cc * (2 - cc) * muEff) * step[i];
    const keep = 1 - c1 - cmu + (1 - stall) * c1 * cc * (2 - cc);
    for (let i = 0; i < n; i++) {
      for (let k = 0; k <= i; k++) {
        let rankMu = 0;
        for (let j = 0; j < mu; j++) rankMu += weights[j] * steps[order[j]][i] * steps[order[j]][k];
        const value = keep * covariance[i * n + k] + c1 * pathC[i] * pathC[k] + cmu * rankMu;
        covariance[i * n + k] = value;
        covariance[k * n + i] = value;
      }
    }
    sigma *= Math.exp((cs / damping) * (length / chi - 1));
    ({ values: d, vectors: b } = symmetricEigen(covariance, n));
    if (
      isDone(
        found.map(({ value }) => value),
        sigma * Math.sqrt(Math.max(...d)),
        options.tolerance,
      )
    )
      return evaluator.result(true);
  }
  return evaluator.result(false);
}

/** Whether values and points are as near to each other as asked. */
function isDone(values: readonly number[], size: number, tolerance: number): boolean {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return size < 1e-12 || (high - low <= tolerance * Math.max(Math.abs(low), tolerance) && size < Math.sqrt(tolerance));
}

/** B x */
function rotate(b: Float64Array, x: ArrayLike<number>, n: number): number[] {
  return Array.from({ length: n }, (_, i) => {
    let sum = 0;
    for (let k = 0; k < n; k++) sum += b[i * n + k] * x[k];
    return sum;
  });
}

/** Bᵀ x */
function rotateBack(b: Float64Array, x: ArrayLike<number>, n: number): number[] {
  return Array.from({ length: n }, (_, k) => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += b[i * n + k] * x[i];
    return sum;
  });
}

/** Mirrors a number into [0, 1]. */
function reflect(u: number): number {
  const t = Math.abs(u) % 2;
  return t > 1 ? 2 - t : t;
}
