import { CONSTRAINT, CONTACT_INT, CONTACT_INTS } from "../../contact/complementarity/contact-set.js";
import type { Data } from "../../data/data.js";
import { STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import { ensureCapacityI32 } from "../../math/capacity.js";
import type { Model } from "../../model/model.js";
import { ROW as KIND } from "../../solvers/complementarity/problem.js";
import type { ComplementarityState } from "./complementarity-state.js";
import { bodyOf, writeGap } from "./contact-gradient.js";
import { addEntry, openRow, type Rows } from "./rows.js";
import { gapRate } from "./schemes/gap-rate.js";
import type { Scheme } from "./schemes/scheme.js";

/**
 * The algebra is dense: constraints beyond so many rows are left out, and the status says that contacts are missing.
 */
const MOST_ROWS = 2000;

/**
 * Rows of all constraints on contacts: (2.34), (4.26) to (4.29), (4.10) to (4.13) of [Williams2014]. Reads: contact
 * set. Writes: rows.
 */
export function addContactRows(model: Model, data: Data, state: ComplementarityState): void {
  const { set } = state;
  const { scheme } = state.settings;
  if (scheme.addForce === undefined) return;
  for (let k = 0; k < set.constraints; k++) {
    if (state.rows.count > MOST_ROWS) {
      raiseStatus(
        data,
        STATUS.pairCapacity,
        set.index[CONTACT_INTS * set.member[set.constraint[4 * k + 1]] + CONTACT_INT.shapeA],
      );
      return;
    }
    const kind = set.constraint[4 * k];
    const first = set.constraint[4 * k + 1];
    const count = set.constraint[4 * k + 2];
    const primaries = set.constraint[4 * k + 3];
    if (kind === CONSTRAINT.unilateral) scheme.addForce(model, data, state, set.member[first], set.member[first]);
    else addCornerRows(model, data, state, first, count, primaries);
  }
}

/**
 * At least one gap open: S_N = ψ₁ + Σ c ≥ 0 with c_j the rise of the running maximum. Reduced: S_N ⟂ p of the first
 * contact. Full: S_N + d_i ⟂ p_i with d_i the depth of each that could carry force, and S_N ≥ 0 by a multiplier that
 * acts nowhere; the same without forces where there are no primaries.
 */
function addCornerRows(
  model: Model,
  data: Data,
  state: ComplementarityState,
  first: number,
  count: number,
  primaries: number,
): void {
  const { rows, set, settings, work } = state;
  const base = set.member[first];
  // rows that the force of each primary acts by, as far as they measure the gap
  work.forceRows = ensureCapacityI32(work.forceRows, 2 * primaries);
  const { forceRows } = work;
  for (let i = 0; i < primaries; i++) {
    forceRows[2 * i] = rows.count;
    forceRows[2 * i + 1] = (settings.scheme.addForce as NonNullable<Scheme["addForce"]>)(
      model,
      data,
      state,
      base,
      set.member[first + i],
    );
  }
  const slacks = rows.count;
  for (let j = 1; j < count; j++) {
    const r = openRow(rows, KIND.complementary, bodyOf(set, base, 0), bodyOf(set, base, 1));
    writeGap(data, set, base, rows.left, 12 * r, 1);
    writeGap(data, set, set.member[first + j], rows.left, 12 * r, -1);
    rows.constant[r] = gapRate(model, state, base) - gapRate(model, state, set.member[first + j]);
    for (let i = 1; i <= j; i++) addEntry(rows, r, slacks + i - 1, 1);
  }
  for (let i = 0; i < primaries; i++) for (let j = 1; j < count; j++) addToForce(rows, forceRows, i, slacks + j - 1);
  if (primaries === 1) return;
  for (let i = 0; i < primaries; i++) {
    const contact = set.member[first + i];
    const r = openRow(rows, KIND.complementary, bodyOf(set, base, 0), bodyOf(set, base, 1));
    writeGap(data, set, contact, rows.left, 12 * r, 1);
    rows.constant[r] = gapRate(model, state, contact);
    addEntry(rows, r, r, 1);
    addToForce(rows, forceRows, i, r);
  }
  const r = openRow(rows, KIND.complementary, bodyOf(set, base, 0), bodyOf(set, base, 1));
  writeGap(data, set, base, rows.left, 12 * r, 1);
  rows.constant[r] = gapRate(model, state, base);
  for (let j = 1; j < count; j++) addEntry(rows, r, slacks + j - 1, 1);
}

/** Adds the slack of row r to the rows of primary i. */
function addToForce(rows: Rows, forceRows: Int32Array, i: number, r: number): void {
  for (let k = 0; k < forceRows[2 * i + 1]; k++) addEntry(rows, forceRows[2 * i] + k, r, 1);
}
