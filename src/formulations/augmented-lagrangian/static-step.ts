import { beginContacts, commitContacts, findContactPairs, mustCutContacts } from "../../contact/contact-step.js";
import type { Data } from "../../data/data.js";
import { commitForces } from "../../forces/force-step.js";
import { updateJoints } from "../../joints/system.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { lagrangianFields, NUMBER } from "./fields.js";
import { STOPPED } from "./guides.js";
import { advanceIndex3 } from "./index3.js";
import type { LagrangianSettings } from "./settings.js";
import { placeSoftJoints } from "./soft-rows.js";
import { keepWritten, refreshNumbers } from "./start.js";
import { DETECTIONS, type LagrangianState } from "./state.js";

/** Backward Euler: x = h v = h² a from rest, and slip of contacts is displacement. */
const EULER: LagrangianSettings["step"] = { beta: 1, gamma: 1, deltaM: 0, deltaF: 0 };

/** Iterations after which a shorter step is better. */
const PATIENCE = 20;
/** A point that is followed turns with a ball that rolls: over long steps the torque of its load would diverge. */
const STATIC_DETECTIONS = 12;

/** An iteration that has lost a contact falls for the whole of a long step: a shorter one is better. */
const FARTHEST = 0.3;

/** No impact is resolved; only bodies that would pass through others are looked for. */
const FRACTION = 1e12;

/**
 * One step of relaxation: backward Euler of length h from rest, after which velocities are forgotten,
 *
 *   M x / h² = Q(q + x, x/h) − Φ_qᵀ λ,   Φ(q + x) = 0
 *
 * for short h a step along the forces, for long h Newton's method on the equilibrium (pseudo-transient
 * continuation [KelleyKeyes1998]). Friction remembers its bristles from step to step, so that it holds what it can hold
 * on the way. What is prescribed stands still. `tolerance`: as that of the settings; `reach`: how far a body may move,
 * m. Returns whether the step was solved; if not, coordinates, multipliers and body state are the caller's to put back.
 * Writes: coordinates, multipliers, body state, memory of contacts and joints.
 */
export function advanceStatic(
  model: Model,
  data: Data,
  state: LagrangianState,
  h: number,
  tolerance: number,
  reach: number,
): boolean {
  const fields = lagrangianFields(data);
  model.options.timestep = h;
  if (state.timestep !== h || state.epoch !== data.epoch) refreshNumbers(model, data, state);
  const { settings, watch } = state;
  state.settings = { ...settings, step: EULER, projection: "none", iterations: PATIENCE, tolerance };
  state.patience = PATIENCE;
  state.detections = STATIC_DETECTIONS;
  state.farthest = FARTHEST;
  state.numbers[NUMBER.offset] = 0;
  stopBodies(model, data);
  fields.acceleration.fill(0);
  watch?.guide.fill(STOPPED);
  watch?.body.fill(STOPPED);
  if (state.soft.hasBounded) placeSoftJoints(model, data, state.soft);
  // pairs within reach, not within the free fall of a long step
  const [gx, gy, gz] = model.options.gravity;
  const g = Math.sqrt(gx * gx + gy * gy + gz * gz);
  model.options.timestep = Math.min(h, Math.sqrt(reach / Math.max(g, Number.MIN_VALUE)));
  findContactPairs(model, data);
  model.options.timestep = h;
  beginContacts(model, data, h, 1, h, false);
  let solved = false;
  try {
    solved = advanceIndex3(model, data, state) && !mustCutContacts(model, data, FRACTION);
    if (solved) {
      commitContacts(model, data);
      commitForces(model, data, 0);
      updateJoints(model, data);
    }
  } finally {
    state.settings = settings;
    state.detections = DETECTIONS;
    state.farthest = Number.POSITIVE_INFINITY;
    watch?.guide.fill(0);
    watch?.body.fill(0);
  }
  stopBodies(model, data);
  fields.acceleration.fill(0);
  return solved;
}

/** Stops every body. Writes: velocity, bodyVel. */
function stopBodies(model: Model, data: Data): void {
  const fields = lagrangianFields(data);
  fields.velocity.fill(0);
  for (let b = 1; b < model.nb; b++) if (model.bodyType[b] !== BODY_TYPE.static) data.bodyVel.fill(0, 6 * b, 6 * b + 6);
  keepWritten(data, fields);
}
