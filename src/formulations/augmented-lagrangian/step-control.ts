import { placeContacts } from "../../contact/contact-step.js";
import type { Data } from "../../data/data.js";
import { placeForces } from "../../forces/force-step.js";
import { pow } from "../../math/elementary.js";
import type { Model } from "../../model/model.js";
import { type LagrangianFields, lagrangianFields, NUMBER } from "./fields.js";
import { advanceIndex1 } from "./index1.js";
import { advanceIndex3, reportFailure } from "./index3.js";
import type { LagrangianState } from "./state.js";
import { dropPart, keepPart, measurePart } from "./step-loads.js";

/** Copies of the state at the start of a part, and of the coordinates after it in one go. */
export interface StepControl {
  /** The arrays themselves, once they are known. */
  live: readonly Float64Array[];
  readonly saved: readonly Float64Array[];
  readonly single: Float64Array;
}

/** Parts of a step are at least this part of it. */
const SMALLEST = 1 / 1024;

export function createControl(count: number, rows: number, bodies: number, jointRows: number): StepControl {
  const sizes = [count, count, count, count, rows, 3 * bodies, 4 * bodies, 6 * bodies, jointRows];
  return { live: [], saved: sizes.map((n) => new Float64Array(n)), single: new Float64Array(count) };
}

/** What a part of a step changes, in the order of `saved`. */
export function arraysOf(data: Data, fields: LagrangianFields, control: StepControl): readonly Float64Array[] {
  if (control.live.length > 0) return control.live;
  const { coordinate, velocity, acceleration, inner, multiplier } = fields;
  const { bodyPos, bodyQuat, bodyVel } = data;
  const { rowEffort } = data.items.joints;
  control.live = [coordinate, velocity, acceleration, inner, multiplier, bodyPos, bodyQuat, bodyVel, rowEffort];
  return control.live;
}

/**
 * A step in parts whose error is controlled: each part s is done in one go and in two halves, which differ by 2^p − 1
 * times the error of the halves where the method is of order p,
 *
 *   e = max |q_{s/2} − q_s| / ((2^p − 1) scale) ≤ tolerance s / h,   s ← 0.9 s (tolerance s / (h e))^{1/p}
 *
 * and the halves count. The last length is state, so that the next step begins with it.
 */
export function advanceControlled(model: Model, data: Data, state: LagrangianState, control: StepControl): void {
  const fields = lagrangianFields(data);
  const arrays = arraysOf(data, fields, control);
  const { numbers, natural, scale, settings } = state;
  const h = model.options.timestep;
  const { pace, coordinate: q } = fields;
  const fifth = settings.method === "index-1";
  const advance = fifth ? advanceIndex1 : advanceIndex3;
  const excess = fifth ? 31 : 3;
  let done = 0;
  let failed = false;
  while (done < h) {
    const s = Math.min(pace[0] > 0 ? pace[0] : h, h - done);
    arrays.forEach((array, k) => {
      control.saved[k].set(array);
    });
    keepPart(data, state, state.pairLoads);
    keepPart(data, state, state.partLoads);
    setPart(state, h, done, s);
    place(data, fifth, done + s);
    advance(model, data, state);
    control.single.set(q);
    restore(arrays, control);
    setPart(state, h, done, 0.5 * s);
    place(data, fifth, done + 0.5 * s);
    const first = advance(model, data, state);
    if (!fifth) measurePart(model, data, state);
    keepPart(data, state, state.partLoads);
    setPart(state, h, done + 0.5 * s, 0.5 * s);
    place(data, fifth, done + s);
    const second = advance(model, data, state);
    if (!fifth) measurePart(model, data, state);

    let error = 0;
    for (let i = 0; i < natural.free; i++)
      error = Math.max(error, Math.abs(q[i] - control.single[i]) / (excess * scale[i]));
    const allowed = (settings.errorTolerance * s) / h;
    const factor = error > 0 ? 0.9 * pow(allowed / error, fifth ? 0.2 : 0.5) : 2;
    if (error <= allowed || s <= SMALLEST * h) {
      failed ||= !first || !second;
      done = h - done - s > 1e-12 * h ? done + s : h;
      // the last part is cut to fit: it says nothing about the next
      if (done < h || s >= pace[0]) pace[0] = Math.min(h, s * Math.max(0.3, Math.min(2, factor)));
    } else {
      restore(arrays, control);
      dropPart(data, state, state.pairLoads);
      pace[0] = Math.max(SMALLEST * h, s * Math.max(0.1, Math.min(0.7, factor)));
    }
  }
  setPart(state, h, 0, h);
  numbers[NUMBER.offset] = 0;
  if (failed) reportFailure(data, state);
}

/** Forces with memory are evaluated `seconds` into the step; explicit methods go by the clock. */
function place(data: Data, explicit: boolean, seconds: number): void {
  if (explicit) return;
  placeContacts(data, seconds);
  placeForces(data, seconds);
}

export function restore(arrays: readonly Float64Array[], control: StepControl): void {
  arrays.forEach((array, k) => {
    array.set(control.saved[k]);
  });
}

/**
 * The next part begins `offset` into a step of length h, and has length s. Penalties go with 1/s². Writes: numbers,
 * alpha, timestep.
 */
export function setPart(state: LagrangianState, h: number, offset: number, s: number): void {
  const { numbers, alpha, stepAlpha, settings } = state;
  state.timestep = s;
  numbers[NUMBER.step] = s;
  numbers[NUMBER.offset] = offset;
  numbers[NUMBER.span] = h - offset;
  if (settings.penalty > 0) return;
  const times = (h / s) * (h / s);
  for (let r = 0; r < alpha.length; r++) alpha[r] = times * stepAlpha[r];
}
