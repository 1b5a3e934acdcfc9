/**
 * Contact from the rim inside Newton's method. An evaluation finds the segments at its poses, recalls what they remembered when the step began, and tries
 * their elements at the velocities of now,
 *
 *   δ = (δ_n + h ((1 − w) δ̇_n + w δ̇))₊,   w = β/γ
 *
 * so that ∂δ/∂q = 1 in Newmark's family; bristles go by the implicit step that they have anyway. Nothing is remembered until the step has converged.
 * After some iterations segments are no longer found anew: they stay where they are in the world. w = 1 everywhere would be Moisio's integration, and
 * with the trapezoidal rule damps an elastic impact that lasts n steps by exp(−π²/(4n)) of its speed: a quarter in 9 steps.
 */
import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { mayTouch } from "../compliant/find.js";
import type { CompliantState } from "../compliant/state.js";
import { COEFFICIENT, ELEMENT, stepElement } from "./element.js";
import { ROW, rimFields } from "./fields.js";
import { findSegments, keepRim } from "./find.js";
import { BY, bears, FORCE, loadSegment, push, relativeVelocity, U } from "./motion.js";
import type { RimPair, RimSetup } from "./setup.js";
import { addSlope } from "./slope.js";
import type { RimState } from "./state.js";

/** A step, or a part of one, begins. Reads: bodyVel. Writes: the velocities with which it begins. */
export function beginImplicitRim(model: Model, data: Data): void {
  const setup = model.systems.rim as RimSetup;
  if (setup.active && setup.implicit) (data.systems.rim as RimState).velocity.set(data.bodyVel);
}

/** Adds the forces of the rims at the present state. Reads: body state, memory. Writes: segments, slopes, bodyForce. */
export function addImplicitRim(model: Model, data: Data, setup: RimSetup, state: RimState): void {
  const contacts = data.systems.compliant as CompliantState;
  if (!contacts.frozen) {
    state.count = 0;
    if (!mayTouch(model, data)) return;
    findSegments(model, data, setup, state, rimFields(data));
  }
  const { slope, next } = state;
  slope.fill(0, 0, 18 * state.count);
  for (let i = 0; i < state.count; i++) {
    const pair = setup.pairs[state.pair[i]] as RimPair;
    load(data, contacts, state, pair, i);
    for (let e = 0; e < 4; e++) {
      if (!bears(pair, state, i, e)) continue;
      const from = ROW.size * i + ROW.element + ELEMENT.size * e;
      const n = ROW.size * i + ROW.normal + 3 * (e & 1);
      start(data, state, i, e, n);
      for (let k = 0; k < ELEMENT.size; k++) TRIAL[k] = next[from + k];
      relativeVelocity(data, data.bodyVel, state, i, e);
      stepElement(BY, TRIAL, 0, next, n, U, 0, FORCE, 0);
      addSlope(BY, TRIAL, next, n, U, slope, 18 * i + 9 * (e >> 1));
      push(data, state, i, e, data.bodyForce);
    }
  }
}

/** The step has converged: elements are moved on. Reads: body state, memory. Writes: segments, memory. */
export function commitRim(model: Model, data: Data): void {
  const setup = model.systems.rim as RimSetup;
  if (!setup.active || !setup.implicit) return;
  const state = data.systems.rim as RimState;
  const contacts = data.systems.compliant as CompliantState;
  const fields = rimFields(data);
  state.count = 0;
  if (contacts.whole === 0) contacts.whole = model.options.timestep;
  if (mayTouch(model, data)) findSegments(model, data, setup, state, fields);
  const { next } = state;
  for (let i = 0; i < state.count; i++) {
    const pair = setup.pairs[state.pair[i]] as RimPair;
    load(data, contacts, state, pair, i);
    for (let e = 0; e < 4; e++) {
      if (!bears(pair, state, i, e)) continue;
      const n = ROW.size * i + ROW.normal + 3 * (e & 1);
      start(data, state, i, e, n);
      relativeVelocity(data, data.bodyVel, state, i, e);
      stepElement(BY, next, ROW.size * i + ROW.element + ELEMENT.size * e, next, n, U, 0, FORCE, 0);
    }
  }
  keepRim(fields, state);
}

/** An element that is tried. */
const TRIAL = new Float64Array(ELEMENT.size);

/** Coefficients of segment i. Damping within Newton's method needs no cap. Writes: BY. */
function load(data: Data, contacts: CompliantState, state: RimState, pair: RimPair, i: number): void {
  loadSegment(state, pair, i);
  BY[COEFFICIENT.timestep] = contacts.whole > 0 ? contacts.whole : Math.max(0, data.clock[0] - contacts.since);
  BY[COEFFICIENT.weight] = contacts.weight;
  BY[COEFFICIENT.cap] = Number.POSITIVE_INFINITY;
}

/** An element that is new was met with the velocities that the step began with. Writes: next. */
function start(data: Data, state: RimState, i: number, e: number, n: number): void {
  const { next } = state;
  const o = ROW.size * i + ROW.element + ELEMENT.size * e;
  if (next[o + ELEMENT.speed] >= 0) return;
  relativeVelocity(data, state.velocity, state, i, e);
  const rate = U[0] * next[n] + U[1] * next[n + 1] + U[2] * next[n + 2];
  next[o + ELEMENT.speed] = Math.max(0, rate);
  next[o + ELEMENT.rate] = rate;
}
