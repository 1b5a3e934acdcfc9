/**
 * Descent along the gradient with the quasi-Newton update of Broyden, Fletcher, Goldfarb and Shanno, within bounds. The
 * gradient comes from the caller where there is one, otherwise from central differences.
 */
import {
  Evaluator,
  isBetter,
  type OptimiserOptions,
  type Optimum,
  type Problem,
  startOf,
  toVariable,
} from "./problem.js";

/** Gradient with respect to the variables themselves. */
export type GradientOf = (point: readonly number[]) => Promise<readonly number[]>;

/** Half the distance of the two points of a difference, as a share of a variable's range. */
const DIFFERENCE = 1e-5;

/** Minimises a smooth function without constraints. */
export async function gradientDescent(
  problem: Problem,
  options: OptimiserOptions & { readonly gradient?: GradientOf },
): Promise<Optimum> {
  const evaluator = new Evaluator(problem, options);
  const { variables } = problem;
  const n = variables.length;
  let u = startOf(variables);
  let [at] = await evaluator.take([u]);
  let g = await slope(evaluator, u, options.gradient);
  let inverse: Float64Array = identity(n);
  while (!evaluator.spent) {
    // a variable at its bound that wants to go on stays there
    const held = u.map((x, i) => (x <= 0 && g[i] > 0) || (x >= 1 && g[i] < 0));
    const direction = multiply(
      inverse,
      g.map((x, i) => (held[i] ? 0 : x)),
      n,
    ).map((x, i) => (held[i] ? 0 : -x));
    let descent = direction.reduce((sum, x, i) => sum + x * g[i], 0);
    if (!(descent < 0)) {
      inverse = identity(n);
      g.forEach((x, i) => {
        direction[i] = held[i] ? 0 : -x;
      });
      descent = -g.reduce((sum, x, i) => sum + (held[i] ? 0 : x * x), 0);
    }
    const size = Math.max(...direction.map(Math.abs));
    if (!(size > 0)) return evaluator.result(true);
    // Armijo's rule from a full step, which is no longer than a quarter of the range
    let t = Math.min(1, 0.25 / size);
    let next: number[] | undefined;
    let atNext = at;
    for (let k = 0; k < 30 && !evaluator.spent; k++, t *= 0.5) {
      const candidate = u.map((x, i) => Math.max(0, Math.min(1, x + t * direction[i])));
      const [found] = await evaluator.take([candidate]);
      if (isBetter(found, at) && found.value <= at.value + 1e-4 * t * descent) {
        next = candidate;
        atNext = found;
        break;
      }
    }
    if (next === undefined) return evaluator.result(!evaluator.spent);
    const gNext = await slope(evaluator, next, options.gradient);
    const moved = next.map((x, i) => x - u[i]);
    inverse = updated(
      inverse,
      moved,
      gNext.map((x, i) => x - g[i]),
      n,
    );
    const change = Math.abs(at.value - atNext.value);
    u = next;
    g = gNext;
    const done = change <= options.tolerance * Math.max(Math.abs(atNext.value), options.tolerance);
    at = atNext;
    if (done && Math.max(...moved.map(Math.abs)) < Math.sqrt(options.tolerance)) return evaluator.result(true);
  }
  return evaluator.result(false);
}

/** Gradient in numbers between 0 and 1. */
async function slope(evaluator: Evaluator, u: readonly number[], gradient: GradientOf | undefined): Promise<number[]> {
  const { variables } = evaluator.problem;
  if (gradient !== undefined) {
    const own = await gradient(u.map((x, i) => toVariable(variables[i], x)));
    return own.map((value, i) => {
      const { low, high, scale } = variables[i];
      return value * (scale === "log" ? toVariable(variables[i], u[i]) * Math.log(high / low) : high - low);
    });
  }
  const pairs = u.flatMap((x, i) => {
    const low = Math.max(0, x - DIFFERENCE);
    const high = Math.min(1, x + DIFFERENCE);
    return [low, high].map((value) => u.map((other, k) => (k === i ? value : other)));
  });
  const found = await evaluator.take(pairs);
  return u.map((_, i) => (found[2 * i + 1].value - found[2 * i].value) / (pairs[2 * i + 1][i] - pairs[2 * i][i]));
}

const identity = (n: number) => Float64Array.from({ length: n * n }, (_, k) => (k % (n + 1) === 0 ? 1 : 0));

function multiply(matrix: Float64Array, x: readonly number[], n: number): number[] {
  return x.map((_, i) => x.reduce((sum, value, k) => sum + matrix[i * n + k] * value, 0));
}

/** H ← (I − ρ s yᵀ) H (I − ρ y sᵀ) + ρ s sᵀ, ρ = 1/yᵀs; left as it is where the curvature is not positive. */
function updated(h: Float64Array, s: readonly number[], y: readonly number[], n: number): Float64Array {
  const ys = y.reduce((sum, value, i) => sum + value * s[i], 0);
  if (!(ys > 1e-14)) return h;
  const rho = 1 / ys;
  const hy = multiply(h, y, n);
  const yhy = hy.reduce((sum, value, i) => sum + value * y[i], 0);
  const out = h.slice();
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < n; k++) {
      out[i * n + k] += rho * ((1 + rho * yhy) * s[i] * s[k] - hy[i] * s[k] - s[i] * hy[k]);
    }
  }
  return out;
}
