/** Least squares by Levenberg and Marquardt within bounds, and what the data say of each parameter. */
import { studentQuantile } from "../analysis/statistics.js";
import { fromVariable, startOf, toVariable, type Variable } from "./problem.js";
import { symmetricEigen } from "./symmetric-eigen.js";

/** Residuals of a point: model minus data, over the deviation of the data; throws or returns NaN where there are none. */
export type Residuals = (point: readonly number[]) => Promise<Float64Array>;

export interface FitOptions {
  readonly iterations: number;
  readonly tolerance: number;
  onIteration?(cost: number, iteration: number): boolean;
}

/** A fitted parameter. */
export interface FittedParameter {
  readonly name: string;
  readonly value: number;
  /** Standard error, and the ends of the 95 % interval (Student), from the curvature of the sum of squares. */
  readonly error: number;
  readonly interval: readonly [number, number];
  readonly atBound: boolean;
}

export interface Fit {
  readonly parameters: readonly FittedParameter[];
  /** Correlation of each two parameters, row by row. */
  readonly correlation: readonly (readonly number[])[];
  /** Root mean square of the residuals. */
  readonly rms: number;
  readonly residuals: number;
  readonly iterations: number;
  readonly converged: boolean;
  /** What the data cannot tell, one sentence each. */
  readonly warnings: readonly string[];
}

/** Step of the differences, as a share of a variable's range. */
const DIFFERENCE = 1e-4;
/** Two parameters whose estimates are correlated more than this cannot be told apart. */
const CORRELATED = 0.98;
/** A direction in which the residuals change by less than this share of the steepest one is not determined. */
const FLAT = 1e-4;

/** Fits variables so that the sum of squares of the residuals is least. */
export async function fitLeastSquares(
  variables: readonly Variable[],
  residuals: Residuals,
  options: FitOptions,
): Promise<Fit> {
  const n = variables.length;
  const at = (u: readonly number[]) => residuals(u.map((x, i) => toVariable(variables[i], x)));
  let u = startOf(variables);
  let r = await at(u);
  let cost = sumOfSquares(r);
  let damping = 1e-3;
  let converged = false;
  let iteration = 0;
  let jacobian = await jacobianOf(u, r, at);
  for (; iteration < options.iterations && !converged; iteration++) {
    const { normal, gradient } = normalEquations(jacobian, r, n);
    let accepted = false;
    for (let k = 0; k < 12 && !accepted; k++) {
      const step = solveDamped(normal, gradient, damping, n);
      const next = u.map((x, i) => Math.max(0, Math.min(1, x - step[i])));
      const moved = Math.max(...next.map((x, i) => Math.abs(x - u[i])));
      if (moved < options.tolerance) {
        converged = true;
        break;
      }
      const rNext = await at(next);
      const costNext = sumOfSquares(rNext);
      if (costNext < cost) {
        accepted = true;
        damping = Math.max(1e-12, damping / 5);
        converged = cost - costNext <= options.tolerance ** 2 * cost;
        [u, r, cost] = [next, rNext, costNext];
      } else damping *= 5;
    }
    if (options.onIteration?.(cost, iteration + 1) === true) break;
    // no direction leads down: the least value, or as near as the differences show
    if (!accepted) converged = true;
    jacobian = await jacobianOf(u, r, at);
  }
  return describe(variables, u, r, jacobian, { iterations: iteration, converged });
}

async function jacobianOf(
  u: readonly number[],
  r: Float64Array,
  at: (u: readonly number[]) => Promise<Float64Array>,
): Promise<Float64Array[]> {
  const columns: Float64Array[] = [];
  for (let i = 0; i < u.length; i++) {
    // from a bound inwards
    const h = u[i] + DIFFERENCE <= 1 ? DIFFERENCE : -DIFFERENCE;
    const other = await at(u.map((x, k) => (k === i ? x + h : x)));
    columns.push(other.map((value, k) => (value - r[k]) / h));
  }
  return columns;
}

function normalEquations(jacobian: readonly Float64Array[], r: Float64Array, n: number) {
  const normal = new Float64Array(n * n);
  const gradient = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    gradient[i] = dot(jacobian[i], r);
    for (let k = 0; k < n; k++) normal[i * n + k] = dot(jacobian[i], jacobian[k]);
  }
  return { normal, gradient };
}

/** (JᵀJ + λ diag(JᵀJ)) s = Jᵀr, by the eigenvectors of the scaled matrix, so that a flat direction does no harm. */
function solveDamped(normal: Float64Array, gradient: Float64Array, damping: number, n: number): Float64Array {
  const scale = Float64Array.from({ length: n }, (_, i) => Math.sqrt(normal[i * n + i]) || 1);
  const matrix = normal.map((value, k) => value / (scale[Math.floor(k / n)] * scale[k % n]));
  const { values, vectors } = symmetricEigen(matrix, n);
  const step = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    let along = 0;
    for (let i = 0; i < n; i++) along += (vectors[i * n + k] * gradient[i]) / scale[i];
    along /= values[k] + damping;
    for (let i = 0; i < n; i++) step[i] += (vectors[i * n + k] * along) / scale[i];
  }
  return step;
}

function describe(
  variables: readonly Variable[],
  u: readonly number[],
  r: Float64Array,
  jacobian: readonly Float64Array[],
  end: { readonly iterations: number; readonly converged: boolean },
): Fit {
  const n = variables.length;
  const m = r.length;
  const freedom = m - n;
  const { normal } = normalEquations(jacobian, r, n);
  const { values, vectors } = symmetricEigen(normal, n);
  const largest = Math.max(...values);
  const variance = freedom > 0 ? sumOfSquares(r) / freedom : Number.NaN;
  // (JᵀJ)⁻¹ σ²
  const covariance = Float64Array.from({ length: n * n }, (_, at) => {
    let sum = 0;
    for (let k = 0; k < n; k++) sum += (vectors[Math.floor(at / n) * n + k] * vectors[(at % n) * n + k]) / values[k];
    return sum * variance;
  });
  const t = freedom > 0 ? studentQuantile(0.975, freedom) : Number.NaN;
  const parameters = variables.map((variable, i): FittedParameter => {
    const value = toVariable(variable, u[i]);
    const slope =
      variable.scale === "log" ? value * Math.log(variable.high / variable.low) : variable.high - variable.low;
    const error = Math.sqrt(covariance[i * n + i]) * slope;
    const share = fromVariable(variable, value);
    return {
      name: variable.name,
      value,
      error,
      interval: [value - t * error, value + t * error],
      atBound: share < 1e-6 || share > 1 - 1e-6,
    };
  });
  const correlation = variables.map((_, i) =>
    variables.map((_, k) => covariance[i * n + k] / Math.sqrt(covariance[i * n + i] * covariance[k * n + k])),
  );
  const warnings: string[] = [];
  if (!end.converged) warnings.push(`not converged after ${end.iterations} iterations`);
  if (freedom <= 0) warnings.push(`${m} residuals for ${n} parameters: nothing is left to tell the errors`);
  for (const { name, atBound } of parameters) {
    if (atBound) warnings.push(`${name} is at its bound: the best value may lie beyond`);
  }
  for (let k = 0; k < n; k++) {
    if (values[k] >= FLAT ** 2 * largest) continue;
    const parts = variables.flatMap(({ name }, i) => (Math.abs(vectors[i * n + k]) > 0.3 ? [name] : []));
    warnings.push(
      parts.length === 1
        ? `${parts[0]} is not identifiable: the trace hardly depends on it`
        : `${parts.join(" and ")} are not identifiable one by one: together they may change along a line without changing the trace`,
    );
  }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) {
      if (Math.abs(correlation[i][k]) > CORRELATED)
        warnings.push(
          `${variables[k].name} and ${variables[i].name} are correlated by ${correlation[i][k].toFixed(3)}: the trace hardly tells them apart`,
        );
    }
  }
  for (const { name, value, error } of parameters) {
    if (error > 0.5 * Math.abs(value)) warnings.push(`the error of ${name} is larger than half its value`);
  }
  return { parameters, correlation, rms: Math.sqrt(sumOfSquares(r) / m), residuals: m, ...end, warnings };
}

const sumOfSquares = (r: Float64Array) => dot(r, r);

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  // NaN is no small sum
  return Number.isNaN(sum) ? Number.POSITIVE_INFINITY : sum;
}
