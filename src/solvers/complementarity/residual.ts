import { type ComplementarityProblem, type FrictionCones, ROW, rowKind } from "./problem.js";

/** w = A z + b */
export function evaluateRows(problem: ComplementarityProblem, z: Float64Array, w: Float64Array): void {
  const { size: n, matrix, vector } = problem;
  for (let i = 0; i < n; i++) {
    let sum = vector[i];
    for (let j = 0, p = i * n; j < n; j++, p++) sum += matrix[p] * z[j];
    w[i] = sum;
  }
}

/**
 * Natural-map residual, the largest over the rows of
 *
 *   free |w|,   complementary |min(z, w)|,   box |z − mid(l, u, z − w)|,
 *   cone ‖r − P_K(r − (u + μ |u_t| n))‖₂  with r = z, u = w of the block and P_K the projection on the friction cone
 *
 * It is zero exactly at solutions. z and w are compared with each other, so it depends on units; it is the measure by
 * which all solvers of this folder are judged [FacchineiPang2003, §1.5]. NaN where z has one. `w` is an output.
 */
export function naturalResidual(problem: ComplementarityProblem, z: Float64Array, w: Float64Array): number {
  evaluateRows(problem, z, w);
  const { size: n, lower, upper, cones } = problem;
  let worst = 0;
  for (let i = 0; i < n; i++) {
    const kind = rowKind(problem, i);
    if (kind === ROW.cone) continue;
    let r: number;
    if (kind === ROW.free) r = Math.abs(w[i]);
    else if (kind === ROW.complementary) r = Math.abs(Math.min(z[i], w[i]));
    else r = Math.abs(z[i] - Math.min(Math.max(z[i] - w[i], (lower as Float64Array)[i]), (upper as Float64Array)[i]));
    if (!(r <= worst)) worst = r;
  }
  for (let c = 0; cones !== undefined && c < cones.count; c++) {
    const r = coneResidual(cones, c, z, w);
    if (!(r <= worst)) worst = r;
  }
  return worst;
}

/** ‖r − P_K(r − (u + μ |u_t| n))‖₂ of block c. μ is read here: as an argument it would be boxed. */
export function coneResidual(cones: FrictionCones, c: number, z: Float64Array, w: Float64Array): number {
  const mu = cones.mu[c];
  const first = cones.start[c];
  const size = cones.size[c];
  const ut = w[first + 1];
  const uo = size === 3 ? w[first + 2] : 0;
  const rt = z[first + 1];
  const ro = size === 3 ? z[first + 2] : 0;
  const rn = z[first];
  const xn = rn - (w[first] + mu * Math.sqrt(ut * ut + uo * uo));
  const xt = rt - ut;
  const xo = ro - uo;

  // projection on { |t| ≤ μ n }: inside, in the polar cone, or on the surface
  const t = Math.sqrt(xt * xt + xo * xo);
  let pn: number;
  let factor: number;
  if (t <= mu * xn) {
    pn = xn;
    factor = 1;
  } else if (mu * t <= -xn) {
    pn = 0;
    factor = 0;
  } else {
    pn = (xn + mu * t) / (1 + mu * mu);
    factor = (mu * pn) / t;
  }
  const dn = rn - pn;
  const dt = rt - factor * xt;
  const dO = ro - factor * xo;
  return Math.sqrt(dn * dn + dt * dt + dO * dO);
}
