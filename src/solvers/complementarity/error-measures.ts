import { type ComplementarityProblem, ROW, rowKind } from "./problem.js";
import { coneResidual, evaluateRows } from "./residual.js";

/**
 * The four measures by which solvers are compared [Williams2014; its released simulator]: a norm or half its square, of
 * the Fischer–Burmeister function or of its penalised form (CCK, Chen–Chen–Kanzow).
 *
 *   fischer  φ(a, b) = a + b − √(a² + b²)                    ‖φ‖₂  and  ½ ‖φ‖₂²
 *   cck      φ_λ(a, b) = λ φ(a, b) + (1 − λ) a₊ b₊, λ = 0.95  ‖φ_λ‖₂ and ½ ‖φ_λ‖₂²
 *
 * with a = z, b = w of complementary rows. Free rows count with w, boxes with φ(z − l, −φ(u − z, −w)), cones with their
 * natural-map residual. The source names the measures without defining them; "plain or modified CCK" is read as without
 * and with the penalty term.
 */
export interface ErrorMeasures {
  readonly fischer: number;
  readonly fischerSquared: number;
  readonly cck: number;
  readonly cckSquared: number;
}

/** Names of the measures, in the order of tables. */
export const ERROR_MEASURES = ["fischer", "fischerSquared", "cck", "cckSquared"] as const;

/** λ of the penalised function [ChenChenKanzow2000]. */
export const CCK_WEIGHT = 0.95;

/** a + b − √(a² + b²), without cancellation where both are positive; one of them may be infinite. */
export function fischerBurmeister(a: number, b: number): number {
  if (a === Number.POSITIVE_INFINITY) return b;
  if (b === Number.POSITIVE_INFINITY) return a;
  const root = Math.sqrt(a * a + b * b);
  return a + b > 0 ? (2 * a * b) / (a + b + root) : a + b - root;
}

/** λ φ(a, b) + (1 − λ) a₊ b₊; for an infinite a or b the limit of φ alone. */
export function chenChenKanzow(a: number, b: number): number {
  const fischer = fischerBurmeister(a, b);
  if (a === Number.POSITIVE_INFINITY || b === Number.POSITIVE_INFINITY) return fischer;
  return CCK_WEIGHT * fischer + (1 - CCK_WEIGHT) * Math.max(0, a) * Math.max(0, b);
}

/** The four measures at z. */
export function errorMeasures(problem: ComplementarityProblem, z: Float64Array): ErrorMeasures {
  const { size: n, lower, upper, cones } = problem;
  const w = new Float64Array(n);
  evaluateRows(problem, z, w);
  let plain = 0;
  let penalised = 0;
  for (let i = 0; i < n; i++) {
    const kind = rowKind(problem, i);
    if (kind === ROW.cone) continue;
    let f = w[i];
    let c = w[i];
    if (kind === ROW.complementary) {
      f = fischerBurmeister(z[i], w[i]);
      c = chenChenKanzow(z[i], w[i]);
    } else if (kind === ROW.box) {
      const l = (lower as Float64Array)[i];
      const u = (upper as Float64Array)[i];
      f = fischerBurmeister(z[i] - l, -fischerBurmeister(u - z[i], -w[i]));
      c = chenChenKanzow(z[i] - l, -chenChenKanzow(u - z[i], -w[i]));
    }
    plain += f * f;
    penalised += c * c;
  }
  for (let k = 0; cones !== undefined && k < cones.count; k++) {
    const r = coneResidual(cones, k, z, w);
    plain += r * r;
    penalised += r * r;
  }
  return {
    fischer: Math.sqrt(plain),
    fischerSquared: 0.5 * plain,
    cck: Math.sqrt(penalised),
    cckSquared: 0.5 * penalised,
  };
}
