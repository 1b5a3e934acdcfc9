/**
 * Reference integration, independent of library and closed forms: Gragg–Bulirsch–Stoer extrapolation of the modified midpoint rule
 * [HairerNorsettWanner1993, II.9], fixed big steps and eight columns (order 16).
 */
export type Derivative = (t: number, y: readonly number[]) => number[];

const COLUMNS = [2, 4, 6, 8, 10, 12, 14, 16];

/** y(t1) from y(t0), in `steps` big steps. */
export function integrate(f: Derivative, t0: number, y0: readonly number[], t1: number, steps: number): number[] {
  let y = [...y0];
  const h = (t1 - t0) / steps;
  for (let k = 0; k < steps; k++) y = bigStep(f, t0 + k * h, y, h);
  return y;
}

function bigStep(f: Derivative, t: number, y: readonly number[], h: number): number[] {
  let row: number[][] = [];
  COLUMNS.forEach((n, j) => {
    const next = [midpoint(f, t, y, h, n)];
    for (let k = 1; k <= j; k++) {
      const ratio = (n / COLUMNS[j - k]) ** 2;
      next.push(next[k - 1].map((v, i) => v + (v - row[k - 1][i]) / (ratio - 1)));
    }
    row = next;
  });
  return row[row.length - 1];
}

/** Modified midpoint rule with n substeps (n even) and no smoothing step. */
function midpoint(f: Derivative, t: number, y: readonly number[], h: number, n: number): number[] {
  const d = h / n;
  let before = [...y];
  const slope = f(t, y);
  let now = y.map((v, i) => v + d * slope[i]);
  for (let k = 1; k < n; k++) {
    const s = f(t + k * d, now);
    const next = before.map((v, i) => v + 2 * d * s[i]);
    before = now;
    now = next;
  }
  return now;
}
