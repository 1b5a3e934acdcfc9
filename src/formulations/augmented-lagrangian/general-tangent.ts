import { addContactTangents, hasContacts } from "../../contact/contact-step.js";
import type { ContactTangent } from "../../contact/contact-tangent.js";
import type { Data } from "../../data/data.js";
import { FACTOR_OK, FACTOR_PERTURBED, type FactorStatus, PERTURBATION } from "../../math/factor-status.js";
import { analyzeSparse } from "../../math/sparse/analyze.js";
import { createFlatFactor, FLAT_LIMIT, type FlatFactor, factorFlat, solveFlat } from "../../math/sparse/flat-factor.js";
import { createSparseLu, factorSparseLu, type SparseLu, solveSparseLu } from "../../math/sparse/lu.js";
import type { Model } from "../../model/model.js";
import {
  bodiesOnGround,
  columnsOf,
  columnsOfCouples,
  createContactTangent,
  isMadeFor,
  writeCouples,
} from "./contact-pattern.js";
import { NUMBER } from "./fields.js";
import { createLineTangents, type LineTangents, writeLineBlock } from "./line-tangent.js";
import type { Natural } from "./natural.js";
import type { SoftRows } from "./soft-rows.js";
import type { LagrangianState } from "./state.js";
import type { Tangent } from "./tangent.js";

/**
 * The tangent where it is not symmetric: the symmetric one, and what springs and dampers between points add by turning.
 * LU on the same pattern, both halves, analysed once. Scenes without such forces have none and keep LDLᵀ.
 */
export interface GeneralTangent {
  readonly values: Float64Array;
  /**
   * Where each entry of the symmetric tangent, on or above the diagonal, stands here, and where its mirror image does.
   */
  readonly upper: Int32Array;
  readonly lower: Int32Array;
  readonly lines: LineTangents;
  /** Places of the block of every line, by rows. */
  readonly places: readonly Int32Array[];
  /** Bodies that have touched. */
  readonly contacts: ContactTangent;
  /** Place of an entry by its coordinates. */
  readonly at: (i: number, j: number) => number;
  readonly flat: FlatFactor | null;
  readonly panels: SparseLu | null;
}

/**
 * Makes room; null when the scene has no spring or damper between points, and no bodies (`couples`) that have touched.
 */
export function createGeneralTangent(
  model: Model,
  natural: Natural,
  value: Float64Array,
  tangent: Tangent,
  soft: SoftRows,
  couples: readonly (readonly [number, number])[] = [],
): GeneralTangent | null {
  const lines = createLineTangents(model, natural, soft.rowStart);
  if (lines.tables.length === 0 && couples.length === 0) return null;
  return createOnColumns(model, natural, value, tangent, soft, lines, couples, columnsOfCouples(natural, couples));
}

/** The tangent with a full block for each set of columns in `touching`, the first of which are those of `couples`. */
function createOnColumns(
  model: Model,
  natural: Natural,
  value: Float64Array,
  tangent: Tangent,
  soft: SoftRows,
  lines: LineTangents,
  couples: readonly (readonly [number, number])[],
  touching: readonly Int32Array[],
): GeneralTangent {
  const { n, colPtr: upperPtr, rowInd: upperRow } = tangent.analysis;
  const { coreOf } = tangent.loose;
  const columns: Set<number>[] = Array.from({ length: n }, () => new Set());
  for (let j = 0; j < n; j++) {
    for (let p = upperPtr[j]; p < upperPtr[j + 1]; p++) {
      columns[j].add(upperRow[p]);
      columns[upperRow[p]].add(j);
    }
  }
  for (const own of touching) for (const j of own) for (const i of own) columns[coreOf[j]].add(coreOf[i]);
  const colPtr = new Int32Array(n + 1);
  const place = new Map<number, number>();
  const rowInd: number[] = [];
  columns.forEach((rows, j) => {
    for (const i of [...rows].sort((x, y) => x - y)) {
      place.set(i * n + j, rowInd.length);
      rowInd.push(i);
    }
    colPtr[j + 1] = rowInd.length;
  });
  const inCore = (i: number, j: number) => place.get(i * n + j) as number;
  const at = (i: number, j: number) => inCore(coreOf[i], coreOf[j]);
  const upper = new Int32Array(upperRow.length);
  const lower = new Int32Array(upperRow.length);
  for (let j = 0; j < n; j++) {
    for (let p = upperPtr[j]; p < upperPtr[j + 1]; p++) {
      upper[p] = inCore(upperRow[p], j);
      lower[p] = inCore(j, upperRow[p]);
    }
  }
  const analysis = analyzeSparse(n, colPtr, rowInd, { triangle: "full" });
  const little = analysis.flops <= FLAT_LIMIT;
  const values = new Float64Array(rowInd.length);
  return {
    values,
    upper,
    lower,
    lines,
    places: Array.from(lines.row, (r) => {
      const own = soft.column.subarray(soft.rowStart[r], soft.rowStart[r + 1]);
      return Int32Array.from([...own].flatMap((i) => Array.from(own, (j) => at(i, j))));
    }),
    contacts: createContactTangent(natural, value, model.nb, couples, touching.slice(0, couples.length), values, at),
    at,
    flat: little ? createFlatFactor(analysis, 2, PERTURBATION) : null,
    panels: little ? null : createSparseLu(analysis, { perturb: PERTURBATION }),
  };
}

/**
 * Assembles and factors; true when the factors are usable. Reads: values of the symmetric tangent, body state,
 * contacts. Writes: values, factors.
 */
export function factorGeneral(model: Model, data: Data, state: LagrangianState, general: GeneralTangent): boolean {
  startGeneral(data, state, general);
  const { contacts } = general;
  contacts.stiffnessWeight = state.numbers[NUMBER.stiffness];
  contacts.dampingWeight = state.numbers[NUMBER.damping];
  addContactTangents(model, data, contacts);
  return factorValues(general);
}

/** The symmetric tangent, and the springs between points. Writes: values. */
export function startGeneral(data: Data, state: LagrangianState, general: GeneralTangent): void {
  const { values, upper, lower, lines, places } = general;
  const symmetric = state.tangent.values;
  values.fill(0);
  for (let p = 0; p < upper.length; p++) {
    values[upper[p]] = symmetric[p];
    values[lower[p]] = symmetric[p];
  }
  for (let k = 0; k < places.length; k++) {
    writeLineBlock(data, state, lines, k);
    const own = places[k];
    for (let e = 0; e < own.length; e++) values[own[e]] += lines.block[e];
  }
}

/** Factors the values as they stand; true when the factors are usable. */
export function factorValues({ values, flat, panels }: GeneralTangent): boolean {
  let status: FactorStatus = FACTOR_OK;
  if (flat !== null) status = factorFlat(flat, values);
  else if (panels !== null) status = factorSparseLu(panels, values);
  return status === FACTOR_OK || status === FACTOR_PERTURBED;
}

/** x ← T⁻¹ x for the coordinates of the core. */
export function solveGeneral({ flat, panels }: GeneralTangent, x: Float64Array): void {
  if (flat !== null) solveFlat(flat, x, 0);
  else if (panels !== null) solveSparseLu(panels, x, 0);
}

/**
 * The tangent of a mechanism on ground that does not move: its pattern has a full block for every body that may touch
 * such ground, so that whatever touches it brings no new pattern, and no analysis while the machine works.
 */
export interface StandingTangent {
  readonly general: GeneralTangent;
  /** Per body: its columns; null for a body that has none of its own in the pattern. */
  readonly columns: readonly (Int32Array | null)[];
}

export function createStandingTangent(
  model: Model,
  natural: Natural,
  value: Float64Array,
  tangent: Tangent,
  soft: SoftRows,
): StandingTangent {
  const columns = bodiesOnGround(model, tangent.loose.ofBody).map((may, b) =>
    may ? Int32Array.from(columnsOf(natural, b)).sort() : null,
  );
  const lines = createLineTangents(model, natural, soft.rowStart);
  const touching = columns.flatMap((own) => (own === null ? [] : [own]));
  return { general: createOnColumns(model, natural, value, tangent, soft, lines, [], touching), columns };
}

/** The standing tangent for these couples; null where one of them joins two bodies that move. */
function standingFor(model: Model, state: LagrangianState, standing: StandingTangent): GeneralTangent | null {
  const { couples, natural, value } = state;
  const bodies: (readonly [number, number])[] = [];
  const columns: Int32Array[] = [];
  for (let k = 0; k < couples.count; k++) {
    const a = couples.list[2 * k];
    const b = couples.list[2 * k + 1];
    const moving = columnsOf(natural, a).length === 0 ? b : a;
    const own = standing.columns[moving];
    if (own === null || columnsOf(natural, moving === a ? b : a).length > 0) return null;
    bodies.push([a, b]);
    columns.push(own);
  }
  const { general } = standing;
  return {
    ...general,
    contacts: createContactTangent(natural, value, model.nb, bodies, columns, general.values, general.at),
  };
}

/** Patterns, or sets of couples within one, that are kept. */
const KEPT = 16;

/**
 * The general tangent that the present contacts need; null where nothing touches. Patterns that were needed before are
 * found again. Reads: contacts, pairs. Writes: general and kept tangents of the state.
 */
export function generalForContacts(model: Model, data: Data, state: LagrangianState): GeneralTangent | null {
  if (!hasContacts(model, data)) return null;
  const { couples, kept, loose } = state;
  writeCouples(model, data, couples, loose.ofBody);
  if (couples.count === 0 && loose.count > 0) return null;
  for (let k = 0; k < kept.length; k++) if (isMadeFor(kept[k].contacts, couples)) return kept[k];
  const bodies = Array.from(
    { length: couples.count },
    (_, k) => [couples.list[2 * k], couples.list[2 * k + 1]] as const,
  );
  const { natural, value, tangent, soft } = state;
  const standing = state.settings.standing ? standingOf(model, state) : null;
  const made =
    (standing && standingFor(model, state, standing)) ??
    createGeneralTangent(model, natural, value, tangent, soft, bodies);
  // prescribed bodies alone touch, and nothing else needs one
  if (made === null) return null;
  if (kept.length === KEPT) kept.shift();
  kept.push(made);
  return made;
}

/** Made with the state where the settings ask for it, else when they first do. */
function standingOf(model: Model, state: LagrangianState): StandingTangent {
  const { natural, value, tangent, soft } = state;
  state.standing ??= createStandingTangent(model, natural, value, tangent, soft);
  return state.standing;
}
