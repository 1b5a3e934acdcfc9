/**
 * Contact from the rim in the step of `forces` [Moisio2013, chapter 5]. When a step begins, segments are found at its
 * first poses, continue their memory, and their elements are moved on by one step with its first velocities: the memory
 * is written, once. Forces are held over the step, or, with `stages: inside`, follow the velocities of every evaluation
 * on the same segments. Implicit formulations: `implicit-rim.ts`.
 */
import { LOAD_SIZE } from "../../collision/loads.js";
import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { COEFFICIENT, ELEMENT, stepElement } from "./element.js";
import { addElementForce, bearing, elementVelocity, keepCut, loadSegment, noteForce } from "./element-motion.js";
import { limitHeld } from "./energy-explicit.js";
import { findSegments, keepRim } from "./find-segments.js";
import { ROW, rimFields } from "./rim-fields.js";
import type { RimPair } from "./rim-setup.js";
import { noteUnmetRims } from "./unmet-rims.js";

/** A step begins. Reads: body state, pairs of shapes that may touch, memory. Writes: pose, memory, wrenches. */
export function beginExplicitRim(model: Model, data: Data): void {
  const setup = model.systems.rim;
  const state = data.systems.rim;
  const fields = rimFields(data);
  const { by, velocity, result } = state.work;
  state.couples.count = 0;
  findSegments(model, data, setup, state, fields);
  limitHeld(model, data, setup, state, fields);
  const { wrench } = fields;
  wrench.fill(0);
  state.acting.fill(0, 0, LOAD_SIZE * state.count);
  state.inside = false;
  state.epoch = data.epoch;
  state.since = data.clock[0];
  for (let i = 0; i < state.count; i++) {
    const pair = setup.pairs[state.pair[i]] as RimPair;
    if (pair.inside) state.inside = true;
    loadSegment(state, pair, i);
    by[COEFFICIENT.timestep] = model.options.timestep;
    for (let e = 0; e < 4; e++) {
      const part = bearing(state.next, ROW.size * i, e & 1);
      if (part === 0) continue;
      elementVelocity(data, data.bodyVel, state, i, e);
      const o = ROW.size * i;
      const n = o + ROW.normal + 3 * (e & 1);
      const at = o + ROW.element + ELEMENT.size * e;
      by[COEFFICIENT.length] = part * state.length[i];
      stepElement(by, state.next, at, state.next, n, velocity, 0, result, 0);
      keepCut(state, i, at);
      noteForce(state, i, e);
      if (!pair.inside) addElementForce(data, state, i, e, wrench);
    }
  }
  noteUnmetRims(model, data, state, fields);
  keepRim(fields, state);
}

/** Adds the forces of the rims. Stage per evaluation. Reads: body state. Writes: bodyForce. */
export function addExplicitRim(model: Model, data: Data): void {
  const setup = model.systems.rim;
  const state = data.systems.rim;
  const { bodyForce } = data;
  const { wrench } = rimFields(data);
  for (let k = 0; k < wrench.length; k++) bodyForce[k] += wrench[k];
  // segments of a state that is no longer there say nothing
  if (!state.inside || state.epoch !== data.epoch) return;
  const { by, velocity, result, trial } = state.work;
  const since = data.clock[0] - state.since;
  for (let i = 0; i < state.count; i++) {
    const pair = setup.pairs[state.pair[i]] as RimPair;
    if (!pair.inside) continue;
    loadSegment(state, pair, i);
    state.acting.fill(0, LOAD_SIZE * i, LOAD_SIZE * (i + 1));
    // indentations are cut
    by[COEFFICIENT.stiffness] = pair.coefficients[COEFFICIENT.stiffness];
    by[COEFFICIENT.cap] = state.cap[i];
    by[COEFFICIENT.timestep] = since;
    for (let e = 0; e < 4; e++) {
      const part = bearing(state.next, ROW.size * i, e & 1);
      if (part === 0) continue;
      elementVelocity(data, data.bodyVel, state, i, e);
      const o = ROW.size * i;
      const n = o + ROW.normal + 3 * (e & 1);
      for (let k = 0; k < ELEMENT.size; k++) trial[k] = state.next[o + ROW.element + ELEMENT.size * e + k];
      by[COEFFICIENT.length] = part * state.length[i];
      stepElement(by, trial, 0, state.next, n, velocity, 0, result, 0);
      addElementForce(data, state, i, e, bodyForce);
    }
  }
}
