/** A function of several numbers within bounds, to be made as small as possible. */

/** One of the numbers. */
export interface Variable {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  /** Where to begin; the middle if absent. */
  readonly start?: number;
  /** Whether equal ratios count as equal steps; for what spans decades. */
  readonly scale?: "linear" | "log";
}

/** Value of a point, and how far it is from being allowed: sum of what constraints are exceeded by, zero if allowed. */
export interface Evaluation {
  /** NaN or ∞ where there is no value, for instance because the run failed. */
  readonly value: number;
  readonly violation: number;
}

/** Evaluates several points, perhaps side by side. */
export type Evaluate = (points: readonly (readonly number[])[]) => Promise<readonly Evaluation[]>;

export interface Problem {
  readonly variables: readonly Variable[];
  readonly evaluate: Evaluate;
}

/** Settings that every method has. */
export interface OptimiserOptions {
  /** Most evaluations. */
  readonly evaluations: number;
  /** Ends when values of the points at hand differ by less than this share of their size. */
  readonly tolerance: number;
  readonly seed: number;
  /** Called after every batch, with the best point so far; returns true to stop. */
  onBatch?(best: Best, evaluations: number): boolean;
}

/** A point with its value. */
export interface Best extends Evaluation {
  readonly point: readonly number[];
}

/** How an optimisation ended. */
export interface Optimum extends Best {
  readonly evaluations: number;
  readonly stopped: "tolerance" | "evaluations" | "asked";
}

/** Whether `a` is better: allowed before not allowed, then by violation, then by value. NaN is worst. */
export function isBetter(a: Evaluation, b: Evaluation): boolean {
  if (a.violation !== b.violation) return a.violation < b.violation || Number.isNaN(b.violation);
  return a.value < b.value || (Number.isNaN(b.value) && !Number.isNaN(a.value));
}

/** From a number between 0 and 1 to a variable, and back. */
export function toVariable({ low, high, scale }: Variable, u: number): number {
  const within = Math.max(0, Math.min(1, u));
  return scale === "log" ? low * (high / low) ** within : low + within * (high - low);
}

export function fromVariable({ low, high, scale }: Variable, x: number): number {
  return scale === "log" ? Math.log(x / low) / Math.log(high / low) : (x - low) / (high - low);
}

/** The start in numbers between 0 and 1. */
export const startOf = (variables: readonly Variable[]): number[] =>
  variables.map((variable) => (variable.start === undefined ? 0.5 : fromVariable(variable, variable.start)));

/** Evaluates points given between 0 and 1, counts, and remembers the best. */
export class Evaluator {
  readonly problem: Problem;
  readonly options: OptimiserOptions;
  count = 0;
  best: Best | undefined;
  asked = false;

  constructor(problem: Problem, options: OptimiserOptions) {
    this.problem = problem;
    this.options = options;
  }

  get spent(): boolean {
    return this.asked || this.count >= this.options.evaluations;
  }

  async take(us: readonly (readonly number[])[]): Promise<readonly Evaluation[]> {
    const { variables, evaluate } = this.problem;
    const points = us.map((u) => u.map((x, i) => toVariable(variables[i], x)));
    const found = await evaluate(points);
    this.count += us.length;
    found.forEach((evaluation, i) => {
      if (this.best === undefined || isBetter(evaluation, this.best)) this.best = { ...evaluation, point: points[i] };
    });
    if (this.options.onBatch?.(this.best as Best, this.count) === true) this.asked = true;
    return found;
  }

  result(converged: boolean): Optimum {
    const stopped = this.asked ? "asked" : converged ? "tolerance" : "evaluations";
    return { ...(this.best as Best), evaluations: this.count, stopped };
  }
}

/** Order of evaluations from the best to the worst. */
export function ranking(evaluations: readonly Evaluation[]): number[] {
  const order = [...evaluations.keys()];
  return order.sort((a, b) =>
    isBetter(evaluations[a], evaluations[b]) ? -1 : isBetter(evaluations[b], evaluations[a]) ? 1 : a - b,
  );
}
