/**
 * Contact from the rim inside Newton's method. An evaluation finds the segments at its poses, recalls their memory of
 * the beginning of the step, and tries their elements at the velocities of now,
 *
 *   δ = (δ_n + h ((1 − w) δ̇_n + w δ̇))₊,   w = β/γ
 *
 * so that ∂δ/∂q = 1 in Newmark's family; bristles go by the implicit step that they have anyway. Nothing is remembered
 * until the step has converged. After some iterations segments are no longer found: they stay where they are in the
 * world. w = 1 everywhere would be Moisio's integration, and with the trapezoidal rule damps an elastic impact that
 * lasts n steps by exp(−π²/(4n)) of its speed: a quarter in 9 steps.
 */
import { LOAD_SIZE } from "../../collision/loads.js";
import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { elapsedTime, mayTouch } from "../contact-step.js";
import { COEFFICIENT, ELEMENT, stepElement } from "./element.js";
import { addElementForce, bearing, elementVelocity, keepCut, loadSegment, noteForce } from "./element-motion.js";
import { addSlope } from "./element-slope.js";
import { driveBodies } from "./energy-account.js";
import { isOverdrawn, limitTried, settleTried } from "./energy-implicit.js";
import { findSegments, keepRim } from "./find-segments.js";
import { ROW, rimFields } from "./rim-fields.js";
import type { RimPair } from "./rim-setup.js";
import type { RimState } from "./rim-state.js";
import { noteUnmetRims } from "./unmet-rims.js";

/** A step, or a part of one, begins. Reads: bodyVel. Writes: the velocities with which it begins. */
export function beginImplicitRim(model: Model, data: Data): void {
  const state = data.systems.rim;
  state.velocity.set(data.bodyVel);
  driveBodies(model, data, state.velocity);
  state.couples.count = state.couples.known = 0;
}

/** Adds the forces of the rims at the present state. Reads: body state, memory. Writes: segments, slopes, bodyForce. */
export function addImplicitRim(model: Model, data: Data): void {
  const setup = model.systems.rim;
  const state = data.systems.rim;
  writeStep(data, state);
  if (!data.systems.contactStep.frozen) {
    state.count = 0;
    if (!mayTouch(model, data)) return;
    const fields = rimFields(data);
    findSegments(model, data, setup, state, fields);
    startElements(data, state, false);
    limitTried(model, data, setup, state, fields);
  }
  const { slope, next } = state;
  const { by, velocity, result, trial } = state.work;
  slope.fill(0, 0, 18 * state.count);
  state.acting.fill(0, 0, LOAD_SIZE * state.count);
  for (let i = 0; i < state.count; i++) {
    const pair = setup.pairs[state.pair[i]] as RimPair;
    loadImplicit(state, pair, i);
    for (let e = 0; e < 4; e++) {
      const part = bearing(state.next, ROW.size * i, e & 1);
      if (part === 0) continue;
      const from = ROW.size * i + ROW.element + ELEMENT.size * e;
      const n = ROW.size * i + ROW.normal + 3 * (e & 1);
      for (let k = 0; k < ELEMENT.size; k++) trial[k] = next[from + k];
      elementVelocity(data, data.bodyVel, state, i, e);
      by[COEFFICIENT.length] = part * state.length[i];
      stepElement(by, trial, 0, next, n, velocity, 0, result, 0);
      addSlope(by, trial, next, n, result, slope, 18 * i + 9 * (e >> 1));
      addElementForce(data, state, i, e, data.bodyForce);
    }
  }
}

/**
 * Whether the step that has converged gave back more energy than there was, and should be cut. Reads: body state,
 * memory, segments.
 */
export function overdrawsRim(model: Model, data: Data): boolean {
  const setup = model.systems.rim;
  writeStep(data, data.systems.rim);
  return isOverdrawn(model, data, setup, data.systems.rim, rimFields(data));
}

/** The step has converged: elements are moved on. Reads: body state, memory. Writes: segments, memory. */
export function commitImplicitRim(model: Model, data: Data): void {
  const setup = model.systems.rim;
  const state = data.systems.rim;
  const fields = rimFields(data);
  const { couple, couples } = state;
  for (let c = 0; c < couples.count; c++) couples.seen[c] = 0;
  for (let i = 0; i < state.count; i++) couples.seen[couple[i]] = 1;
  state.count = 0;
  writeStep(data, data.systems.rim);
  if (mayTouch(model, data)) {
    findSegments(model, data, setup, state, fields);
    startElements(data, state, true);
    settleTried(model, data, setup, state, fields);
  }
  const { next } = state;
  const { by, velocity, result } = state.work;
  for (let i = 0; i < state.count; i++) {
    const pair = setup.pairs[state.pair[i]] as RimPair;
    loadImplicit(state, pair, i);
    for (let e = 0; e < 4; e++) {
      const part = bearing(state.next, ROW.size * i, e & 1);
      if (part === 0) continue;
      const n = ROW.size * i + ROW.normal + 3 * (e & 1);
      elementVelocity(data, data.bodyVel, state, i, e);
      // what did not push in the step has not been pressed in by it: zero time passes
      const o = ROW.size * i + ROW.element + ELEMENT.size * e;
      by[COEFFICIENT.timestep] = next[o + ELEMENT.speed] < 0 ? 0 : state.elapsed;
      by[COEFFICIENT.length] = part * state.length[i];
      stepElement(by, next, o, next, n, velocity, 0, result, 0);
      keepCut(state, i, o);
      noteForce(state, i, e);
    }
  }
  if (mayTouch(model, data)) noteUnmetRims(model, data, state, fields);
  keepRim(fields, state);
}

/** Time and weight of the evaluation. Writes: elapsed, weight. */
function writeStep(data: Data, state: RimState): void {
  const step = data.systems.contactStep;
  state.elapsed = elapsedTime(data, step);
  state.weight = step.weight;
}

/** Coefficients of segment i. Damping within Newton's method needs no cap. Writes: by. */
function loadImplicit(state: RimState, pair: RimPair, i: number): void {
  const { by } = state.work;
  loadSegment(state, pair, i);
  by[COEFFICIENT.timestep] = state.elapsed;
  by[COEFFICIENT.weight] = state.weight;
  by[COEFFICIENT.cap] = Number.POSITIVE_INFINITY;
}

/**
 * δ̇_n of all elements by the velocities with which the step began, at the present places: those of kinematic bodies
 * jump where a step begins, and a remembered rate would be that of the step before. New elements were met with it; at
 * the end of a step (`done`) those of bodies that no trial of it saw touch are left as they are. Writes: next.
 */
function startElements(data: Data, state: RimState, done: boolean): void {
  const { next, couple, couples } = state;
  const { velocity } = state.work;
  for (let i = 0; i < state.count; i++) {
    for (let e = 0; e < 4; e++) {
      if (bearing(next, ROW.size * i, e & 1) === 0) continue;
      const o = ROW.size * i + ROW.element + ELEMENT.size * e;
      if (done && next[o + ELEMENT.speed] < 0 && couples.seen[couple[i]] === 0) continue;
      const n = ROW.size * i + ROW.normal + 3 * (e & 1);
      elementVelocity(data, state.velocity, state, i, e);
      const rate = velocity[0] * next[n] + velocity[1] * next[n + 1] + velocity[2] * next[n + 2];
      if (next[o + ELEMENT.speed] < 0) next[o + ELEMENT.speed] = Math.max(0, rate);
      next[o + ELEMENT.rate] = rate;
    }
  }
}
