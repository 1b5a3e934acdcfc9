import { isExhausted } from "./effort.js";
import { runLemke } from "./lemke.js";
import { type ComplementarityProblem, type FrictionCones, ROW, rowKind } from "./problem.js";
import type { ReducedProblem } from "./reduced.js";
import { naturalResidual } from "./residual.js";
import type { SolverValues } from "./solver.js";
import { STANDARD } from "./standard.js";
import { fromStandard, standardize } from "./standardize.js";
import { type ComplementarityWorkspace, workF64, workI32 } from "./workspace.js";

/** Directions per contact in space; in the plane there are two. */
const DIRECTIONS = 8;
/** Unit vectors at multiples of 45°. */
const HALF = Math.SQRT1_2;
const OCTAGON = Float64Array.of(1, 0, HALF, HALF, 0, 1, -HALF, HALF, -1, 0, -HALF, -HALF, 0, -1, HALF, -HALF);

/** Numbers of a variable of the polyhedral problem: two rows that it is a combination of, their weights; −1: no row. */
const PARTS = 2;

/**
 * Solves a problem with cones by pivoting: each cone is replaced by the inscribed octagon (in the plane by itself), one
 * corner of which points against the slip of `z`, or along its friction where nothing slips. Where the octagons point
 * against the slip of their own solution, that is a solution of the cones as well: friction of a sliding contact is at
 * that corner, and has the size and the direction of Coulomb's. Returns the residual of z; z stays, and the result is
 * NaN, when the budget runs out.
 */
export function solveByDirections(
  problem: ComplementarityProblem,
  z: Float64Array,
  limit: number,
  values: SolverValues,
  work: ComplementarityWorkspace,
): number {
  const { size: n } = problem;
  const cones = problem.cones as FrictionCones;
  let m = n;
  for (let c = 0; c < cones.count; c++) m += (cones.size[c] === 3 ? DIRECTIONS - 2 : 1) + 1;
  const part = workI32(work, "directions.part", PARTS * m);
  const weight = workF64(work, "directions.weight", PARTS * m);
  const slip = workI32(work, "directions.slip", m);
  const first = workI32(work, "directions.first", cones.count);
  const w = workF64(work, "directions.w", n);
  naturalResidual(problem, z, w);
  spread(problem, z, w, part, weight, slip, first);

  const reduced = expand(problem, m, part, weight, slip, first, work);
  const start = workF64(work, "directions.start", m);
  start.fill(0, 0, m);
  standardize(boundsOf(problem, m, part, work), reduced, start, false, work, work.standard);
  work.standard.numbers[STANDARD.limit] = 0.5 * limit;
  work.standard.warm = false;
  runLemke(work.standard, values, work);
  if (isExhausted(work)) return Number.NaN;
  const y = workF64(work, "directions.y", m);
  fromStandard(reduced, work.standard, work, y);
  z.fill(0, 0, n);
  for (let r = 0; r < m; r++)
    for (let k = PARTS * r; k < PARTS * r + PARTS; k++) if (part[k] >= 0) z[part[k]] += weight[k] * y[r];
  return naturalResidual(problem, z, w);
}

/** Variables of the polyhedral problem: rows as they are, directions, and the slip speed of each cone after them. */
function spread(
  problem: ComplementarityProblem,
  z: Float64Array,
  w: Float64Array,
  part: Int32Array,
  weight: Float64Array,
  slip: Int32Array,
  first: Int32Array,
): void {
  const cones = problem.cones as FrictionCones;
  let r = 0;
  let cone = 0;
  for (let i = 0; i < problem.size; ) {
    part[PARTS * r] = i;
    part[PARTS * r + 1] = -1;
    weight[PARTS * r] = 1;
    slip[r] = -1;
    if (cone === cones.count || i !== cones.start[cone]) {
      i++;
      r++;
      continue;
    }
    const size = cones.size[cone];
    // against the slip; where nothing slips, along the friction
    let x = -w[i + 1];
    let y = size === 3 ? -w[i + 2] : 0;
    if (x * x + y * y <= 1e-24 * (w[i] * w[i] + 1)) {
      x = z[i + 1];
      y = size === 3 ? z[i + 2] : 0;
    }
    const length = Math.sqrt(x * x + y * y);
    x = length > 0 ? x / length : 1;
    y = length > 0 ? y / length : 0;
    first[cone] = r++;
    const count = size === 3 ? DIRECTIONS : 2;
    for (let k = 0; k < count; k++, r++) {
      const c = size === 3 ? OCTAGON[2 * k] : 1 - 2 * k;
      const s = size === 3 ? OCTAGON[2 * k + 1] : 0;
      part[PARTS * r] = i + 1;
      part[PARTS * r + 1] = size === 3 ? i + 2 : -1;
      weight[PARTS * r] = size === 3 ? x * c - y * s : c;
      weight[PARTS * r + 1] = size === 3 ? x * s + y * c : 0;
      slip[r] = first[cone] + count + 1;
    }
    part[PARTS * r] = part[PARTS * r + 1] = -1;
    slip[r++] = -2;
    i += size;
    cone++;
  }
}

/** w of the polyhedral problem: combinations of rows and columns, and for each cone 0 ≤ μ z_n − Σ β ⟂ s ≥ 0. */
function expand(
  problem: ComplementarityProblem,
  m: number,
  part: Int32Array,
  weight: Float64Array,
  slip: Int32Array,
  first: Int32Array,
  work: ComplementarityWorkspace,
): ReducedProblem {
  const { size: n, matrix, vector } = problem;
  const cones = problem.cones as FrictionCones;
  const out: ReducedProblem = {
    size: m,
    matrix: workF64(work, "directions.matrix", m * m),
    vector: workF64(work, "directions.vector", m),
    kind: workI32(work, "directions.kind", m),
    index: workI32(work, "directions.index", m),
    eliminated: false,
  };
  out.matrix.fill(0, 0, m * m);
  for (let r = 0; r < m; r++) {
    out.index[r] = r;
    out.vector[r] = 0;
    const i = part[PARTS * r];
    const kind = i < 0 ? ROW.complementary : rowKind(problem, i);
    out.kind[r] = kind === ROW.cone ? ROW.complementary : kind;
    for (let a = PARTS * r; a < PARTS * r + PARTS; a++) {
      if (part[a] < 0) continue;
      out.vector[r] += weight[a] * vector[part[a]];
      for (let c = 0; c < m; c++)
        for (let b = PARTS * c; b < PARTS * c + PARTS; b++)
          if (part[b] >= 0) out.matrix[r * m + c] += weight[a] * weight[b] * matrix[part[a] * n + part[b]];
    }
    if (slip[r] < 0) continue;
    out.matrix[r * m + slip[r]] = 1;
    out.matrix[slip[r] * m + r] = -1;
  }
  for (let c = 0; c < cones.count; c++) {
    const s = slip[first[c] + 1];
    out.matrix[s * m + first[c]] = cones.mu[c];
  }
  return out;
}

/** Bounds of box rows by the numbers of the polyhedral problem. */
function boundsOf(
  problem: ComplementarityProblem,
  m: number,
  part: Int32Array,
  work: ComplementarityWorkspace,
): ComplementarityProblem {
  const lower = workF64(work, "directions.lower", m);
  const upper = workF64(work, "directions.upper", m);
  for (let r = 0; r < m; r++) {
    const i = part[PARTS * r];
    lower[r] = i >= 0 && problem.lower !== undefined ? problem.lower[i] : 0;
    upper[r] = i >= 0 && problem.upper !== undefined ? problem.upper[i] : 0;
  }
  return { ...problem, lower, upper };
}
