import { CONSTRAINT, CONTACT_SIZE } from "../../contact/complementarity/contact-set.js";
import type { Data } from "../../data/data.js";
import { ensureCapacityF64 } from "../../math/capacity.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { ROW as KIND } from "../../solvers/complementarity/problem.js";
import { FASTER } from "./bounce.js";
import type { ComplementarityState } from "./complementarity-state.js";
import { bodyOf, contactSpeed, pairOf, writeNormalPush, writeTangents } from "./contact-gradient.js";
import { addEntry, openRow } from "./rows.js";
import { addFriction } from "./schemes/stewart-trinkle.js";

/**
 * Poisson's law of restitution, impact by impact in two phases, each with its own friction [GlockerPfeiffer1995],
 * [AnitescuPotra1997]: compression ends where nothing approaches; expansion gives back e times the normal impulse of
 * compression, at least:
 *
 *   0 ≤ G ν⁺ ⟂ p_e − e p_c ≥ 0,   friction of the expansion within μ p_e
 *
 * The step is solved twice. p_e = e p_c + z: the first part is a contact whose normal impulse is given, the second an
 * ordinary one, and two cones with one slip are as good as one.
 */

/**
 * After the compression, with its impulses z from `first` on: what each contact gives back, into `returned`, N s. A
 * contact gives back where its impulse stops more than forces do within a step, so that what lies still does not hop.
 * Returns whether any does. Reads: z, rows, bodyVel of the start. Writes: returned, compressed.
 */
export function findReturns(model: Model, data: Data, state: ComplementarityState, first: number): boolean {
  const { rows, set, z, bounce, response } = state;
  let impact = false;
  for (let c = 0; c < set.contacts; c++) if (bounce[c] > 0) impact = true;
  if (!impact) return false;
  state.returned = ensureCapacityF64(state.returned, set.contacts);
  const { returned } = state;
  // corners stay inelastic
  returned.fill(-1, 0, set.contacts);
  for (let k = 0; k < set.constraints; k++)
    if (set.constraint[4 * k] === CONSTRAINT.unilateral) returned[set.member[set.constraint[4 * k + 1]]] = 0;
  let any = false;
  for (let r = 0; r < rows.count; r++) {
    const c = rows.source[r];
    // the first row of a contact is that of its normal impulse
    if (c < 0 || (r > 0 && rows.source[r - 1] === c) || returned[c] < 0 || !(z[first + r] > 0)) continue;
    const e = model.materials.restitution[pairOf(model, set, c)];
    if (!(e > 0)) continue;
    // speed that the impulse gives to the contact, against what forces change
    let stopped = 0;
    for (let k = 0; k < 12; k++) stopped += rows.left[12 * r + k] * response[12 * r + k];
    stopped *= z[first + r];
    const forced = Math.abs(contactSpeed(data, set, c, state.free) - contactSpeed(data, set, c, data.bodyVel));
    if (!(stopped > FASTER * forced)) continue;
    returned[c] = e * z[first + r];
    any = true;
  }
  if (!any) return false;
  state.compressed = ensureCapacityF64(state.compressed, rows.count);
  for (let r = 0; r < rows.count; r++) state.compressed[r] = z[first + r];
  return true;
}

/**
 * Rows of the expansion in addition to those of the step: the impulses that contacts give back, and their friction.
 * Rows of drives and springs go on from what they have done, `compressed`. Reads: returned, compressed. Writes: rows.
 */
export function addReturns(model: Model, data: Data, state: ComplementarityState): void {
  const { rows, set, returned, compressed } = state;
  const known = rows.count;
  for (let e = 0; e < rows.entries; e++) {
    const r = rows.entryAt[2 * e];
    if (rows.kind[r] !== KIND.box || rows.entryAt[2 * e + 1] !== r) continue;
    rows.constant[r] += rows.entryValue[e] * compressed[r];
  }
  for (let r = 0; r < known; r++) {
    if (rows.kind[r] !== KIND.box) continue;
    rows.lower[r] -= compressed[r];
    rows.upper[r] -= compressed[r];
  }
  for (let c = 0; c < set.contacts; c++) {
    if (!(returned[c] > 0)) continue;
    const r = openRow(rows, KIND.complementary, bodyOf(set, c, 0), bodyOf(set, c, 1));
    writeNormalPush(data, set, c, rows.right, 12 * r);
    rows.source[r] = c;
    // w = k (z − e p_c) ⟂ z: the impulse is the given one, with k of the size of the other rows
    const k = admittance(model, state, r);
    addEntry(rows, r, r, k);
    rows.constant[r] = -k * returned[c];
    if (state.settings.cone === "none") continue;
    writeTangents(set.value, CONTACT_SIZE * c, model.planar, state.work.tangents);
    addFriction(model, data, state, c, r);
  }
}

/** Adds the impulses of the compression to those of the expansion, `count` of them from `first` on. Writes: z. */
export function addCompression({ z, compressed }: ComplementarityState, first: number, count: number): void {
  for (let r = 0; r < count; r++) z[first + r] += compressed[r];
}

/** R M⁻¹ Rᵀ of row r, 1/kg. */
function admittance(model: Model, { rows, invInertia: i }: ComplementarityState, r: number): number {
  let sum = 0;
  for (let side = 0; side < 2; side++) {
    const body = rows.body[2 * r + side];
    if (model.bodyType[body] !== BODY_TYPE.dynamic) continue;
    const o = 12 * r + 6 * side;
    const b = 6 * body;
    const x = rows.right[o];
    const y = rows.right[o + 1];
    const z = rows.right[o + 2];
    sum += x * (i[b] * x + i[b + 3] * y + i[b + 4] * z);
    sum += y * (i[b + 3] * x + i[b + 1] * y + i[b + 5] * z);
    sum += z * (i[b + 4] * x + i[b + 5] * y + i[b + 2] * z);
    for (let c = 0; c < 3; c++) sum += model.bodyInvMass[3 * body + c] * rows.right[o + 3 + c] * rows.right[o + 3 + c];
  }
  return sum;
}
