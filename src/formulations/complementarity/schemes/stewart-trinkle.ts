import { CONTACT_SIZE } from "../../../contact/complementarity/contact-set.js";
import type { Data } from "../../../data/data.js";
import { cos, sin } from "../../../math/elementary.js";
import type { Model } from "../../../model/model.js";
import { ROW as KIND } from "../../../solvers/complementarity/problem.js";
import type { ComplementarityState } from "../complementarity-state.js";
import {
  bodyOf,
  frictionTable,
  pairOf,
  writeDirection,
  writeGap,
  writeNormalPush,
  writePush,
  writeTangents,
} from "../contact-gradient.js";
import { addCone, addEntry, openRow } from "../rows.js";
import { beltVelocityInto, carriedVelocityInto } from "../surface-motion.js";
import { addTurningFriction } from "../turning-friction.js";
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
  writeNormalPush(data, set, contact, rows.right, 12 * r);
  rows.constant[r] = gapRate(model, state, base);
  rows.source[r] = contact;
  return r;
}

/** A row of a given kind along the direction at d of `direction` at contact c, belts included; returns its number. */
export function addTangent(
  model: Model,
  data: Data,
  state: ComplementarityState,
  c: number,
  kind: number,
  direction: Float64Array,
  d: number,
): number {
  const { rows, set, work } = state;
  const f = openRow(rows, kind, bodyOf(set, c, 0), bodyOf(set, c, 1));
  rows.source[f] = c;
  writeDirection(data, set, c, direction, d, rows.left, 12 * f, 1);
  writePush(data, set, c, direction, d, rows.right, 12 * f);
  if (beltVelocityInto(work.belt, model, data, state, c))
    for (let k = 0; k < 3; k++) rows.constant[f] += work.belt[k] * direction[d + k];
  if (carriedVelocityInto(model, data, state, c))
    for (let k = 0; k < 3; k++) rows.constant[f] += work.carried[k] * direction[d + k];
  return f;
}

/** Direction k of the n of the polyhedral cone over the tangents. */
export function coneDirectionInto(
  direction: Float64Array,
  tangents: Float64Array,
  k: number,
  n: number,
  planar: boolean,
): void {
  const angle = (2 * Math.PI * k) / n;
  const x = planar ? (k === 0 ? 1 : -1) : cos(angle);
  const y = planar ? 0 : sin(angle);
  for (let m = 0; m < 3; m++) direction[m] = x * tangents[m] + y * tangents[3 + m];
}

/**
 * Friction of the impulse of row r, if there is any: directions d_k with a slip speed s, (2.21), or two rows of a cone.
 */
export function addFriction(model: Model, data: Data, state: ComplementarityState, c: number, r: number): void {
  const { rows, set, settings } = state;
  const { direction, tangents } = state.work;
  writeTangents(set.value, CONTACT_SIZE * c, model.planar, tangents);
  const pair = pairOf(model, set, c);
  const friction = frictionTable(model, data, state, c, pair);
  if (!(friction[pair] > 0)) return;
  // in the plane two directions are Coulomb's cone, and pivoting solves them
  if (settings.cone === "quadratic" && !model.planar) {
    const size = 2;
    for (let k = 0; k < size; k++) addTangent(model, data, state, c, KIND.complementary, tangents, 3 * k);
    const cone = addCone(rows, r, 1 + size);
    rows.coneMu[cone] = friction[pair];
    return;
  }
  const n = settings.directions;
  const first = rows.count;
  for (let k = 0; k < n; k++) {
    coneDirectionInto(direction, tangents, k, n, model.planar);
    addTangent(model, data, state, c, KIND.complementary, direction, 0);
  }
  const s = openRow(rows, KIND.complementary, bodyOf(set, c, 0), bodyOf(set, c, 1));
  addEntry(rows, s, r, friction[pair]);
  for (let k = 0; k < n; k++) {
    addEntry(rows, first + k, s, 1);
    addEntry(rows, s, first + k, -1);
  }
}

function addForce(model: Model, data: Data, state: ComplementarityState, base: number, contact: number): number {
  const r = addNormal(model, data, state, base, contact);
  if (state.settings.cone !== "none") {
    addFriction(model, data, state, contact, r);
    addTurningFriction(model, state, contact, r);
  }
  return 1;
}

/** 0 ≤ ψ/h + G ν⁺ ⟂ p ≥ 0 with friction of the polyhedral or the quadratic cone [Stewart1996]. */
export const stewartTrinkle: Scheme = {
  name: "stewart-trinkle",
  help: "gaps are open at the end of the step",
  rolls: true,
  addForce,
};

/** The same, but what touches is asked not to approach; overlap stays. */
export const anitescuPotra: Scheme = {
  name: "anitescu-potra",
  help: "no approach of what touches, overlap stays",
  forgetsOverlap: true,
  rolls: true,
  addForce,
};
