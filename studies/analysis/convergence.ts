/** Order of convergence: the slope of the error over the step, both as logarithms. */

/** error ≈ c h^order */
export interface Order {
  readonly order: number;
  /** Standard error of the slope; NaN with two points. */
  readonly deviation: number;
  readonly points: number;
}

/** Fits an order by least squares; errors that are not positive are left out. Undefined below two points. */
export function fitOrder(steps: readonly number[], errors: readonly number[]): Order | undefined {
  const points = steps.flatMap((h, i) => (h > 0 && errors[i] > 0 ? [[Math.log(h), Math.log(errors[i])] as const] : []));
  const n = points.length;
  if (n < 2) return undefined;
  const mx = points.reduce((sum, [x]) => sum + x, 0) / n;
  const my = points.reduce((sum, [, y]) => sum + y, 0) / n;
  const sxx = points.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
  if (sxx === 0) return undefined;
  const order = points.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0) / sxx;
  const rest = points.reduce((sum, [x, y]) => sum + (y - my - order * (x - mx)) ** 2, 0);
  return { order, deviation: n > 2 ? Math.sqrt(rest / (n - 2) / sxx) : Number.NaN, points: n };
}
