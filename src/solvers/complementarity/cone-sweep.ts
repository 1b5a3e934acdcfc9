import { LOCAL, solveContact } from "./cone-local.js";
import { type ComplementarityProblem, ROW, rowKind } from "./problem.js";
import { type ComplementarityWorkspace, workF64 } from "./workspace.js";

/** bᵢ + Σ aᵢⱼ zⱼ over all j outside [first, end). */
function othersAt(problem: ComplementarityProblem, z: Float64Array, i: number, first: number, end: number): number {
  const { size: n, matrix, vector } = problem;
  let sum = vector[i];
  for (let j = 0, p = i * n; j < n; j++, p++) if (j < first || j >= end) sum += matrix[p] * z[j];
  return sum;
}

/**
 * One sweep of nonsmooth Gauss–Seidel [JourdanAlartJean1998]: every row, and every contact with its cone, is solved
 * exactly with all others as they stand. Contacts for which no state fits take a step of the projected gradient
 * instead. Rows without a diagonal are left alone.
 */
export function sweepCones(problem: ComplementarityProblem, z: Float64Array, work: ComplementarityWorkspace): void {
  const { size: n, matrix, lower, upper, cones } = problem;
  const x = workF64(work, "cone.local", LOCAL.size);
  for (let i = 0; i < n; i++) {
    const kind = rowKind(problem, i);
    const a = matrix[i * n + i];
    if (kind === ROW.cone || a === 0) continue;
    const next = -othersAt(problem, z, i, i, i + 1) / a;
    if (kind === ROW.free) z[i] = next;
    else if (a < 0) continue;
    else if (kind === ROW.complementary) z[i] = Math.max(0, next);
    else z[i] = Math.min(Math.max(next, (lower as Float64Array)[i]), (upper as Float64Array)[i]);
  }
  for (let c = 0; cones !== undefined && c < cones.count; c++) {
    const first = cones.start[c];
    const size = cones.size[c];
    for (let k = 0; k < size; k++) {
      for (let j = 0; j < size; j++) x[3 * k + j] = matrix[(first + k) * n + first + j];
      x[LOCAL.q + k] = othersAt(problem, z, first + k, first, first + size);
      x[LOCAL.last + k] = z[first + k];
    }
    x[LOCAL.mu] = cones.mu[c];
    if (!solveContact(x, size)) projectStep(x, size);
    for (let k = 0; k < size; k++) z[first + k] = x[LOCAL.r + k];
  }
}

/** r = P_K(r − ρ (u + μ |u_t| n)) from the last r, ρ = 1 / largest diagonal entry. */
function projectStep(x: Float64Array, size: number): void {
  const { q, r, last } = LOCAL;
  const mu = x[LOCAL.mu];
  let largest = 0;
  for (let k = 0; k < size; k++) largest = Math.max(largest, Math.abs(x[4 * k]));
  const rho = largest > 0 ? 1 / largest : 1;
  for (let k = 0; k < size; k++) {
    let u = x[q + k];
    for (let j = 0; j < size; j++) u += x[3 * k + j] * x[last + j];
    x[r + k] = u;
  }
  const slip = size === 3 ? Math.sqrt(x[r + 1] * x[r + 1] + x[r + 2] * x[r + 2]) : Math.abs(x[r + 1]);
  x[r] += mu * slip;
  for (let k = 0; k < size; k++) x[r + k] = x[last + k] - rho * x[r + k];
  const t = size === 3 ? Math.sqrt(x[r + 1] * x[r + 1] + x[r + 2] * x[r + 2]) : Math.abs(x[r + 1]);
  if (t <= mu * x[r]) return;
  const pn = mu * t <= -x[r] ? 0 : (x[r] + mu * t) / (1 + mu * mu);
  const factor = pn === 0 ? 0 : (mu * pn) / t;
  x[r] = pn;
  x[r + 1] *= factor;
  if (size === 3) x[r + 2] *= factor;
}
