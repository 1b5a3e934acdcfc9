import { CONTACT_SIZE } from "../../../contact/complementarity/lists.js";
import type { Data } from "../../../data/data.js";
import { cos, sin } from "../../../math/elementary.js";
import type { Model } from "../../../model/model.js";
import { ROW as KIND } from "../../../solvers/complementarity/problem.js";
import {
  bodyOf,
  direction,
  friction,
  measureFriction,
  tangents,
  writeDirection,
  writeGap,
  writeTangents,
} from "../contact-gradient.js";
import { addCone, addEntry, openRow } from "../rows.js";
import type { ComplementarityState } from "../state.js";
import { gapRate } from "./gap-rate.js";
import type { Scheme } from "./scheme.js";

/** A row of the normal impulse at `contact` with the gap of `base`; returns its number. */
export function addNormal(
  model: Model,
  data: Data,
  state: ComplementarityState,
  base: number,
  contact: number,
): number {
  const { rows, set } = state;
  const r = openRow(rows, KIND.complementary, bodyOf(set, contact, 0), bodyOf(set, contact, 1));
  writeGap(data, set, base, rows.left, 12 * r, 1);
  writeGap(data, set, contact, rows.right, 12 * r, 1);
  rows.constant[r] = gapRate(model, state, base);
  rows.source[r] = contact;
  return r;
}

/** A row of a given kind along `direction` at contact c; returns its number. */
export function addTangent(data: Data, { rows, set }: ComplementarityState, c: number, kind: number): number {
  const f = openRow(rows, kind, bodyOf(set, c, 0), bodyOf(set, c, 1));
  rows.source[f] = c;
  writeDirection(data, set, c, rows.left, 12 * f, 1);
  writeDirection(data, set, c, rows.right, 12 * f, 1);
  return f;
}

/** Direction k of the n of the polyhedral cone into `direction`. Reads: tangents. */
export function takeDirection(k: number, n: number, planar: boolean): void {
  const angle = (2 * Math.PI * k) / n;
  const x = planar ? (k === 0 ? 1 : -1) : cos(angle);
  const y = planar ? 0 : sin(angle);
  for (let m = 0; m < 3; m++) direction[m] = x * tangents[m] + y * tangents[3 + m];
}

/** Friction of the impulse of row r: directions d_k with a slip speed s, (2.21), or two rows of a cone. */
function addFriction(model: Model, data: Data, state: ComplementarityState, c: number, r: number): void {
  const { rows, set, settings } = state;
  writeTangents(set.value, CONTACT_SIZE * c, model.planar);
  if (settings.cone === "quadratic") {
    const size = model.planar ? 1 : 2;
    for (let k = 0; k < size; k++) {
      for (let m = 0; m < 3; m++) direction[m] = tangents[3 * k + m];
      addTangent(data, state, c, KIND.complementary);
    }
    addCone(rows, r, 1 + size, friction[0]);
    return;
  }
  const n = settings.directions;
  const first = rows.count;
  for (let k = 0; k < n; k++) {
    takeDirection(k, n, model.planar);
    addTangent(data, state, c, KIND.complementary);
  }
  const s = openRow(rows, KIND.complementary, bodyOf(set, c, 0), bodyOf(set, c, 1));
  addEntry(rows, s, r, 1);
  rows.entryValue[rows.entries - 1] = friction[0]; // not passed: V8 boxes numbers that are
  for (let k = 0; k < n; k++) {
    addEntry(rows, first + k, s, 1);
    addEntry(rows, s, first + k, -1);
  }
}

function addForce(model: Model, data: Data, state: ComplementarityState, base: number, contact: number): number {
  const r = addNormal(model, data, state, base, contact);
  if (state.settings.cone === "none") return 1;
  measureFriction(model, state.set, contact);
  if (friction[0] > 0) addFriction(model, data, state, contact, r);
  return 1;
}

/** 0 ≤ ψ/h + G ν⁺ ⟂ p ≥ 0 with friction of the polyhedral or the quadratic cone [Stewart1996]. */
export const stewartTrinkle: Scheme = {
  name: "stewart-trinkle",
  help: "gaps are open at the end of the step",
  addForce,
};

/** The same, but what touches is asked not to approach; overlap stays. */
export const anitescuPotra: Scheme = {
  name: "anitescu-potra",
  help: "no approach of what touches, overlap stays",
  forgetsOverlap: true,
  addForce,
};
