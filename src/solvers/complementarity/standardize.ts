import { type ComplementarityProblem, ROW } from "./problem.js";
import type { ReducedProblem } from "./reduced.js";
import { equilibrate, type StandardProblem } from "./standard.js";
import { type ComplementarityWorkspace, workF64, workI32 } from "./workspace.js";

/**
 * Relation of a variable x ≥ 0 of the standard form to a variable z of the reduced problem:
 *
 *   same    z = x
 *   above   z = l + x;  a finite u adds a variable `cap` v with x ≤ u − l ⟂ v ≥ 0, and + v to the row of x
 *   below   z = u − x, and the row is negated
 *   plus    z = x⁺ − x⁻, a free row that could not be eliminated; `minus` is the other half, whose row is negated
 */
const FORM = { same: 0, above: 1, below: 2, plus: 3, minus: 4, cap: 5 } as const;

/**
 * Writes the scaled standard form of a reduced problem without cones. The initial guess is taken from `start`, which
 * belongs to the original problem.
 */
export function standardize(
  problem: ComplementarityProblem,
  reduced: ReducedProblem,
  start: Float64Array,
  symmetric: boolean,
  work: ComplementarityWorkspace,
  out: StandardProblem,
): void {
  const m = reduced.size;
  const form = workI32(work, "standard.form", 2 * m);
  const source = workI32(work, "standard.source", 2 * m);
  const offset = workF64(work, "standard.offset", m);
  let n = 0;
  for (let a = 0; a < m; a++) {
    offset[a] = 0;
    source[n] = a;
    if (reduced.kind[a] === ROW.complementary) form[n++] = FORM.same;
    else if (reduced.kind[a] === ROW.free) {
      form[n++] = FORM.plus;
      source[n] = a;
      form[n++] = FORM.minus;
    } else {
      const l = (problem.lower as Float64Array)[reduced.index[a]];
      const u = (problem.upper as Float64Array)[reduced.index[a]];
      if (l === Number.NEGATIVE_INFINITY) {
        offset[a] = u;
        form[n++] = FORM.below;
      } else {
        offset[a] = l;
        form[n++] = FORM.above;
        if (u < Number.POSITIVE_INFINITY) {
          // `cap` follows the variable that it bounds.
          source[n] = a;
          form[n++] = FORM.cap;
        }
      }
    }
  }
  out.n = n;
  out.matrix = workF64(work, "standard.matrix", n * n);
  out.vector = workF64(work, "standard.vector", n);
  out.rowScale = workF64(work, "standard.rowScale", n);
  out.columnScale = workF64(work, "standard.columnScale", n);
  out.cap = workI32(work, "standard.cap", n);
  out.z = workF64(work, "standard.z", n);
  out.w = workF64(work, "standard.w", n);

  for (let p = 0; p < n; p++) {
    const a = source[p];
    out.cap[p] = form[p] === FORM.cap ? -2 : p + 1 < n && form[p + 1] === FORM.cap ? p + 1 : -1;
    if (form[p] === FORM.cap) {
      for (let q = 0; q < n; q++) out.matrix[p * n + q] = 0;
      out.matrix[p * n + p - 1] = -1;
      out.vector[p] = (problem.upper as Float64Array)[reduced.index[a]] - offset[a];
      continue;
    }
    const sign = form[p] === FORM.below || form[p] === FORM.minus ? -1 : 1;
    let sum = reduced.vector[a];
    for (let c = 0; c < m; c++) sum += reduced.matrix[a * m + c] * offset[c];
    out.vector[p] = sign * sum;
    for (let q = 0; q < n; q++) {
      let value = 0;
      if (form[q] === FORM.cap) value = q === p + 1 ? 1 : 0;
      else {
        const by = form[q] === FORM.below || form[q] === FORM.minus ? -sign : sign;
        value = by * reduced.matrix[a * m + source[q]];
      }
      out.matrix[p * n + q] = value;
    }
  }
  equilibrate(out, symmetric);

  // Initial guess; a cap starts at zero.
  for (let p = 0; p < n; p++) {
    const a = source[p];
    const z = start[reduced.index[a]] - offset[a];
    const x = form[p] === FORM.cap ? 0 : form[p] === FORM.below || form[p] === FORM.minus ? -z : z;
    out.z[p] = x > 0 ? x / out.columnScale[p] : 0;
  }
}

/** Computes z of the reduced problem from that of the standard form. */
export function fromStandard(
  reduced: ReducedProblem,
  lcp: StandardProblem,
  work: ComplementarityWorkspace,
  z: Float64Array,
): void {
  const form = workI32(work, "standard.form", 2 * reduced.size);
  const source = workI32(work, "standard.source", 2 * reduced.size);
  const offset = workF64(work, "standard.offset", reduced.size);
  for (let a = 0; a < reduced.size; a++) z[a] = offset[a];
  for (let p = 0; p < lcp.n; p++) {
    if (form[p] === FORM.cap) continue;
    const x = lcp.z[p] * lcp.columnScale[p];
    if (form[p] === FORM.below || form[p] === FORM.minus) z[source[p]] -= x;
    else z[source[p]] += x;
  }
}
