import { FACTOR_OK, FACTOR_PERTURBED, type FactorStatus, PERTURBATION } from "../../math/factor-status.js";
import { analyzeSparse, type SparseAnalysis } from "../../math/sparse/analyze.js";
import {
  createFlatFactor,
  createLikeFlatFactor,
  FLAT_LIMIT,
  type FlatFactor,
  factorFlat,
  solveFlat,
} from "../../math/sparse/flat-factor.js";
import { createSparseLdlt, factorSparseLdlt, type SparseLdlt, solveSparseLdlt } from "../../math/sparse/ldlt.js";
import type { Awake } from "./awake.js";
import { type Extent, wholeExtent } from "./extent.js";
import {
  addBlockTimes,
  BLOCK_SIZE,
  blockPlace,
  createLooseBlocks,
  factorBlock,
  type LooseBlocks,
  solveBlock,
} from "./loose/loose-blocks.js";
import type { LooseBodies } from "./loose/loose-bodies.js";
import type { MassMatrix } from "./mass.js";
import type { Natural } from "./natural.js";

/** Rows of a sparse matrix; those of constraints, or of springs. */
export interface SparseRows {
  readonly rows: number;
  readonly rowStart: Int32Array;
  /** Entries of coordinates that are solved for; they come first. */
  readonly rowFree: Int32Array;
  readonly column: Int32Array;
}

/**
 * The tangent of Newton's method and its factors. The pattern — mass, products of the rows of constraints, products of
 * the rows of springs — is analysed once; values are put in place through stored positions.
 *
 *   T = (1 − δ_m) M + (1 − δ_f) γ h C + (1 − δ_f) β h² (Φ_qᵀ α Φ_q + K)          [Luaces2013] (2.61)
 */
export interface Tangent {
  readonly values: Float64Array;
  /** Place of every entry of the mass matrix on or above the diagonal, −1 below it and for prescribed columns. */
  readonly massPlace: Int32Array;
  /** Places of the products of each row's entries: entry pair (i ≤ j) of row r at pairStart[r] + j (j + 1) / 2 + i. */
  readonly constraintPairs: PairPlaces;
  readonly softPairs: PairPlaces;
  readonly analysis: SparseAnalysis;
  /** LDLᵀ, written out where there is little fill, else in panels. */
  readonly flat: FlatFactor | null;
  readonly panels: SparseLdlt | null;
  /** Loose bodies, which the pattern and the factors above leave out; their values stand behind the others. */
  readonly loose: LooseBodies;
  readonly blocks: LooseBlocks;
  /** A right-hand side of the core. */
  readonly coreRhs: Float64Array;
}

export interface PairPlaces {
  readonly start: Int32Array;
  readonly place: Int32Array;
}

/** A pivot that vanishes, as of a coordinate that nothing holds, is replaced. */
const FACTORS = { perturb: PERTURBATION, refine: 0 };

/** Analyses the pattern. All allocation happens here. */
export function createTangent(natural: Natural, mass: MassMatrix, soft: SparseRows, loose: LooseBodies): Tangent {
  const { free } = natural;
  const { coreOf } = loose;
  const n = loose.core.length;
  const columns: Set<number>[] = Array.from({ length: n }, (_, j) => new Set([j]));
  for (let e = 0; e < mass.row.length; e++) {
    const [i, j] = [mass.row[e], mass.column[e]];
    if (j < free && i <= j && coreOf[j] >= 0) columns[coreOf[j]].add(coreOf[i]);
  }
  for (const rows of [natural.constraints, soft]) {
    for (let r = 0; r < rows.rows; r++) {
      const from = rows.rowStart[r];
      for (let y = 0; y < rows.rowFree[r]; y++) {
        for (let x = 0; x <= y; x++) {
          const [i, j] = [coreOf[rows.column[from + x]], coreOf[rows.column[from + y]]];
          if (i >= 0) columns[Math.max(i, j)].add(Math.min(i, j));
        }
      }
    }
  }
  const colPtr = new Int32Array(n + 1);
  const rowInd: number[] = [];
  const place = new Map<number, number>();
  columns.forEach((set, j) => {
    for (const i of [...set].sort((x, y) => x - y)) {
      place.set(i * n + j, rowInd.length);
      rowInd.push(i);
    }
    colPtr[j + 1] = rowInd.length;
  });
  const analysis = analyzeSparse(n, colPtr, rowInd);
  const blocks = createLooseBlocks(loose, rowInd.length);
  const placeOf: PlaceOf = (a, b) => {
    const [i, j] = [Math.min(a, b), Math.max(a, b)];
    if (coreOf[j] >= 0) return place.get(coreOf[i] * n + coreOf[j]) as number;
    const k = -1 - coreOf[j];
    return blockPlace(blocks, k, i - loose.offset[k], j - loose.offset[k]);
  };
  return {
    values: new Float64Array(rowInd.length + BLOCK_SIZE * loose.count),
    massPlace: mass.row.map((i, e) => (mass.column[e] < free && i <= mass.column[e] ? placeOf(i, mass.column[e]) : -1)),
    constraintPairs: pairPlaces(natural.constraints, placeOf),
    softPairs: pairPlaces(soft, placeOf),
    loose,
    blocks,
    coreRhs: new Float64Array(n),
    ...createFactors(analysis),
  };
}

/** Place in the values of the entry of two coordinates. */
type PlaceOf = (i: number, j: number) => number;

function createFactors(analysis: SparseAnalysis): Pick<Tangent, "analysis" | "flat" | "panels"> {
  const little = analysis.flops <= FLAT_LIMIT;
  return {
    analysis,
    flat: little ? createFlatFactor(analysis, 1, PERTURBATION) : null,
    panels: little ? null : createSparseLdlt(analysis, FACTORS),
  };
}

/** Another matrix of the same pattern, with separate factors. */
export function createLikeTangent(tangent: Tangent): Tangent {
  return {
    ...tangent,
    values: new Float64Array(tangent.values.length),
    flat: tangent.flat === null ? null : createLikeFlatFactor(tangent.flat),
    panels: tangent.panels === null ? null : createSparseLdlt(tangent.analysis, FACTORS),
    blocks: createLooseBlocks(tangent.loose, tangent.blocks.from),
  };
}

function pairPlaces(rows: SparseRows, placeOf: PlaceOf): PairPlaces {
  const start = new Int32Array(rows.rows + 1);
  for (let r = 0; r < rows.rows; r++) start[r + 1] = start[r] + (rows.rowFree[r] * (rows.rowFree[r] + 1)) / 2;
  const places = new Int32Array(start[rows.rows]);
  for (let r = 0; r < rows.rows; r++) {
    const from = rows.rowStart[r];
    let k = start[r];
    for (let y = 0; y < rows.rowFree[r]; y++)
      for (let x = 0; x <= y; x++) places[k++] = placeOf(rows.column[from + x], rows.column[from + y]);
  }
  return { start, place: places };
}

/** T ← scales[s] × M. */
export function startTangent(
  tangent: Tangent,
  mass: MassMatrix,
  scales: Float64Array,
  s: number,
  awake: Awake | null = null,
): void {
  const { values, massPlace } = tangent;
  const weight = scales[s];
  if (awake === null || awake.sleepers === 0) {
    values.fill(0);
    for (let e = 0; e < massPlace.length; e++) if (massPlace[e] >= 0) values[massPlace[e]] += weight * mass.value[e];
    return;
  }
  const { from } = tangent.blocks;
  values.fill(0, 0, from);
  for (let x = 0; x < awake.looseCount; x++) {
    const at = from + BLOCK_SIZE * awake.loose[x];
    values.fill(0, at, at + BLOCK_SIZE);
  }
  const { count, from: first, to } = awake.mass;
  for (let x = 0; x < count; x++)
    for (let e = first[x]; e < to[x]; e++) if (massPlace[e] >= 0) values[massPlace[e]] += weight * mass.value[e];
}

/** T += Σ_r weights[r] × scales[s] × row_rᵀ row_r. Numbers stand in arrays, as a call would box them. */
export function addRowProducts(
  values: Float64Array,
  rows: SparseRows,
  pairs: PairPlaces,
  entries: Float64Array,
  weights: Float64Array,
  scales: Float64Array,
  s: number,
  extent: Extent = wholeExtent(rows.rows),
): void {
  const { rowStart, rowFree } = rows;
  const { place } = pairs;
  const scale = scales[s];
  for (let z = 0; z < extent.count; z++) {
    let k = pairs.start[extent.from[z]];
    for (let r = extent.from[z]; r < extent.to[z]; r++) {
      const weight = scale * weights[r];
      const from = rowStart[r];
      const end = from + rowFree[r];
      for (let y = from; y < end; y++) {
        const w = weight * entries[y];
        for (let x = from; x <= y; x++) values[place[k++]] += w * entries[x];
      }
    }
  }
}

/** Factors T; true when the factors are usable. */
export function factorTangent(tangent: Tangent, awake: Awake | null = null): boolean {
  return factorBlocks(tangent, awake) && factorCore(tangent);
}

/** Factors the part of the mechanism. */
export function factorCore({ flat, panels, values }: Tangent): boolean {
  let status: FactorStatus = FACTOR_OK;
  if (flat !== null) status = factorFlat(flat, values);
  else if (panels !== null) status = factorSparseLdlt(panels, values);
  return status === FACTOR_OK || status === FACTOR_PERTURBED;
}

/** Factors the parts of loose bodies, of those that are awake. */
export function factorBlocks({ loose, blocks, values }: Tangent, awake: Awake | null): boolean {
  const n = awake === null ? loose.count : awake.looseCount;
  for (let x = 0; x < n; x++) if (!factorBlock(blocks, values, awake === null ? x : awake.loose[x])) return false;
  return true;
}

/** x ← T⁻¹ x for the first `free` numbers. */
export function solveTangent(tangent: Tangent, x: Float64Array, awake: Awake | null = null): void {
  if (tangent.loose.count === 0) {
    solveCore(tangent, x);
    return;
  }
  gatherCore(tangent, x);
  solveCore(tangent, tangent.coreRhs);
  scatterCore(tangent, x);
  solveBlocks(tangent, x, awake);
}

/** x ← T⁻¹ x for the numbers of the core. */
export function solveCore({ flat, panels }: Tangent, x: Float64Array): void {
  if (flat !== null) solveFlat(flat, x, 0);
  else if (panels !== null) solveSparseLdlt(panels, x, 0);
}

/** x ← D⁻¹ x for the coordinates of loose bodies. */
export function solveBlocks({ loose, blocks, values }: Tangent, x: Float64Array, awake: Awake | null): void {
  const n = awake === null ? loose.count : awake.looseCount;
  for (let k = 0; k < n; k++) solveBlock(blocks, loose, values, awake === null ? k : awake.loose[k], x);
}

/** coreRhs ← x of the core. */
export function gatherCore({ loose: { core }, coreRhs }: Tangent, x: Float64Array): void {
  for (let i = 0; i < core.length; i++) coreRhs[i] = x[core[i]];
}

/** x of the core ← coreRhs. */
export function scatterCore({ loose: { core }, coreRhs }: Tangent, x: Float64Array): void {
  for (let i = 0; i < core.length; i++) x[core[i]] = coreRhs[i];
}

/** out += A x for a matrix `values` in the pattern of a tangent. */
export function addTangentTimes(
  { analysis, loose, blocks }: Tangent,
  values: Float64Array,
  x: Float64Array,
  out: Float64Array,
): void {
  const { n, colPtr, rowInd, triangle } = analysis;
  const { core } = loose;
  for (let j = 0; j < n; j++) {
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
      const i = rowInd[p];
      out[core[i]] += values[p] * x[core[j]];
      if (triangle !== "full" && i !== j) out[core[j]] += values[p] * x[core[i]];
    }
  }
  for (let k = 0; k < loose.count; k++) addBlockTimes(blocks, loose, values, k, x, out);
}
