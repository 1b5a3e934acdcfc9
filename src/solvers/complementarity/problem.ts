/**
 * A mixed complementarity problem, the input of every solver in this folder.
 *
 *   w = A z + b,   each row being one of
 *
 *   free            w = 0,  z any value                                 (joints, velocities)
 *   complementary   0 ≤ z ⟂ w ≥ 0                                       (normal impulses, slacks, polyhedral friction)
 *   box             l ≤ z ≤ u,  w ≥ 0 where z = l, w ≤ 0 where z = u,   (limits of force; l or u may be infinite)
 *                   w = 0 between
 *   cone            a block of rows (n, t) or (n, t, o) of one contact with the quadratic cone of Coulomb friction:
 *                   K* ∋ (w_n + μ |w_t|, w_t) ⟂ (z_n, z_t) ∈ K,  K = { |z_t| ≤ μ z_n },  |·| Euclidean
 *
 * The cone is written in the second-order form of de Saxcé [DeSaxce1998], not in the nonlinear form
 * (U p_n) ∘ u_t + p_t ∘ s = 0, 0 ≤ s ⟂ (μ p_n)² − |p_t|² ≥ 0 of [Williams2014, (2.18)–(2.20)]. Both have the same
 * solutions where p_n > 0, but in the nonlinear form s of an open contact is arbitrary, and the derivative is singular
 * there. The slip speed s is |w_t|, so it needs no row.
 *
 * A is dense, row by row, and need not be symmetric. The caller defines the meaning of z and w, and so their units.
 */

/** Kinds of row. */
export const ROW = { free: 0, complementary: 1, box: 2, cone: 3 } as const;

/** Names of the kinds, by number. */
export const ROW_NAMES = ["free", "complementary", "box", "cone"] as const;

/** Blocks of rows with a quadratic friction cone. */
export interface FrictionCones {
  readonly count: number;
  /** First row of each block, the normal one; the tangential rows follow it. */
  readonly start: Int32Array;
  /** Rows of each block: 2 (planar) or 3. */
  readonly size: Int32Array;
  /** Coefficient of friction μ ≥ 0 of each block. */
  readonly mu: Float64Array;
}

/** The data of a problem with unknowns z, w. Arrays may be longer than needed, so that a caller can reuse them. */
export interface ComplementarityProblem {
  /** Number of rows n. */
  readonly size: number;
  /** A, n × n, row by row. */
  readonly matrix: Float64Array;
  /** b */
  readonly vector: Float64Array;
  /** Kind of each row, a value of `ROW`; may be omitted if all rows are complementary. */
  readonly kind?: Uint8Array | Int32Array | undefined;
  /** l, u of box rows, −Infinity and Infinity allowed; entries of other rows are ignored. */
  readonly lower?: Float64Array | undefined;
  readonly upper?: Float64Array | undefined;
  readonly cones?: FrictionCones | undefined;
}

/** Kind of row i. */
export function rowKind(problem: ComplementarityProblem, i: number): number {
  return problem.kind === undefined ? ROW.complementary : problem.kind[i];
}

/** Largest |bᵢ|, at least 1: the scale of relative tolerances. */
export function problemScale(problem: ComplementarityProblem): number {
  const { size, vector } = problem;
  let scale = 1;
  for (let i = 0; i < size; i++) if (Math.abs(vector[i]) > scale) scale = Math.abs(vector[i]);
  return scale;
}

/** Describes the first error of a problem in one sentence, or returns undefined, without allocation, if it is valid. */
export function problemTrouble(problem: ComplementarityProblem): string | undefined {
  const { size, matrix, vector, kind } = problem;
  if (!Number.isInteger(size) || size < 0) return `size: expected a whole number >= 0, got ${size}`;
  if (matrix.length < size * size) return `matrix: expected ${size * size} numbers, got ${matrix.length}`;
  if (vector.length < size) return `vector: expected ${size} numbers, got ${vector.length}`;
  for (let p = 0; p < size * size; p++) {
    if (!Number.isFinite(matrix[p])) {
      return `matrix[${Math.floor(p / size)}][${p % size}]: expected a finite number, got ${matrix[p]}`;
    }
  }
  for (let i = 0; i < size; i++) {
    if (!Number.isFinite(vector[i])) return `vector[${i}]: expected a finite number, got ${vector[i]}`;
  }
  if (kind === undefined)
    return problem.cones === undefined || problem.cones.count === 0 ? undefined : coneTrouble(problem);
  if (kind.length < size) return `kind: expected ${size} kinds of row, got ${kind.length}`;
  for (let i = 0; i < size; i++) {
    if (kind[i] > ROW.cone) return `kind[${i}]: expected 0 to ${ROW.cone}, got ${kind[i]}`;
    if (kind[i] === ROW.box) {
      const l = problem.lower === undefined ? Number.NaN : problem.lower[i];
      const u = problem.upper === undefined ? Number.NaN : problem.upper[i];
      if (!(l <= u) || l === Number.POSITIVE_INFINITY || u === Number.NEGATIVE_INFINITY) {
        return `lower[${i}], upper[${i}]: expected lower <= upper, got ${l} and ${u}`;
      }
    }
  }
  return coneTrouble(problem);
}

/** Checks that the cones cover the rows of kind `cone` exactly once. */
function coneTrouble({ size, kind, cones }: ComplementarityProblem): string | undefined {
  let covered = 0;
  for (let c = 0; cones !== undefined && c < cones.count; c++) {
    const first = cones.start[c];
    const rows = cones.size[c];
    if (rows !== 2 && rows !== 3) return `cones[${c}]: expected 2 or 3 rows, got ${rows}`;
    if (!(first >= 0 && first + rows <= size)) return `cones[${c}]: rows ${first} to ${first + rows - 1} do not exist`;
    if (!(cones.mu[c] >= 0 && cones.mu[c] < Number.POSITIVE_INFINITY)) {
      return `cones[${c}].mu: expected a finite number >= 0, got ${cones.mu[c]}`;
    }
    if (c > 0 && first < cones.start[c - 1] + cones.size[c - 1]) {
      return `cones[${c}]: expected blocks in ascending order that share no row`;
    }
    for (let k = 0; k < rows; k++) {
      if (kind === undefined || kind[first + k] !== ROW.cone)
        return `cones[${c}]: row ${first + k} is not of kind cone`;
    }
    covered += rows;
  }
  for (let i = 0; kind !== undefined && i < size; i++) if (kind[i] === ROW.cone) covered--;
  return covered === 0 ? undefined : "cones: a row of kind cone belongs to no block";
}
