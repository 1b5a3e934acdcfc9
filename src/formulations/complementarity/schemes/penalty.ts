import { CONTACT, CONTACT_SIZE } from "../../../contact/complementarity/contact-set.js";
import type { Data } from "../../../data/data.js";
import { ensureCapacityF64 } from "../../../math/capacity.js";
import { BODY_TYPE, type Model } from "../../../model/model.js";
import type { ComplementarityState } from "../complementarity-state.js";
import { addSlip, bodyOf, contactSpeed, frictionOf, writeDirection } from "../contact-gradient.js";
import type { Scheme } from "./scheme.js";

const push = new Float64Array(12);
const slide = new Float64Array(3);

/**
 * No problem at all: springs and dampers where bodies overlap, as forces of the start of the step (RPIsim's ODE
 * penalty, k_p = 100 N/m and k_v = 1 N s/m there):
 *
 *   f_n = max(0, −k_p ψ − k_v ψ̇) for ψ < 0,   f_t = −k_v v_t, cut off at μ f_n
 *
 * at the points that the narrow phase finds. A body at rest on n of them sinks in by m g/(n k_p). Explicit: k_p h² and
 * k_v h must stay below the mass that moves. Joints are solved with these forces.
 */
export const penalty: Scheme = {
  name: "penalty",
  help: "springs and dampers where bodies overlap (stiffness, damping), at the narrow phase's points",
  byPoints: true,
  begin(model, data, state) {
    const { set, settings } = state;
    const { direction: push } = state.work;
    const h = model.options.timestep;
    state.given = ensureCapacityF64(state.given, 3 * set.contacts);
    state.given.fill(0, 0, 3 * set.contacts);
    for (let c = 0; c < set.contacts; c++) {
      const n = CONTACT_SIZE * c;
      const gap = set.value[n + CONTACT.gap];
      if (!(gap < 0)) continue;
      const force = -settings.stiffness * gap - settings.damping * contactSpeed(data, set, c, data.bodyVel);
      if (!(force > 0)) continue;
      for (let k = 0; k < 3; k++) push[k] = force * set.value[n + k];
      if (settings.cone !== "none") addSliding(model, data, state, c, force, push);
      for (let k = 0; k < 3; k++) state.given[3 * c + k] = h * push[k];
    }
    // forces are those of the start, so no contact may see what another has done
    for (let c = 0; c < set.contacts; c++) give(model, data, state, c);
  },
};

/**
 * No less than the energy that the springs hold, J: k_p ψ² at the depths of the start of the step, twice what it was
 * then; 0 with other schemes. Reads: contact set.
 */
export function springEnergy({ set, settings }: ComplementarityState): number {
  if (settings.scheme !== penalty) return 0;
  let sum = 0;
  for (let c = 0; c < set.contacts; c++) {
    const gap = Math.min(0, set.value[CONTACT_SIZE * c + CONTACT.gap]);
    sum += settings.stiffness * gap * gap;
  }
  return sum;
}

/** Adds the friction force against the sliding of B's point on A's to `out`. */
function addSliding(
  model: Model,
  data: Data,
  state: ComplementarityState,
  c: number,
  force: number,
  out: Float64Array,
): void {
  slide.fill(0);
  addSlip(data, state.set, c, slide);
  const speed = Math.sqrt(slide[0] * slide[0] + slide[1] * slide[1] + slide[2] * slide[2]);
  if (speed === 0) return;
  const factor = Math.min(state.settings.damping, (frictionOf(model, data, state, c) * force) / speed);
  for (let k = 0; k < 3; k++) out[k] -= factor * slide[k];
}

/** Adds the given impulse of contact c to the free velocities. Reads: given, invInertia. Writes: free, isFree. */
function give(
  model: Model,
  data: Data,
  { set, given, free, isFree, invInertia: i }: ComplementarityState,
  c: number,
): void {
  const o = 3 * c;
  if (given[o] === 0 && given[o + 1] === 0 && given[o + 2] === 0) return;
  push.fill(0);
  writeDirection(data, set, c, given, o, push, 0, 1);
  for (let side = 0; side < 2; side++) {
    const body = bodyOf(set, c, side);
    if (model.bodyType[body] !== BODY_TYPE.dynamic) continue;
    isFree[body] = 0;
    const b = 6 * body;
    const s = 6 * side;
    free[b] += i[b] * push[s] + i[b + 3] * push[s + 1] + i[b + 4] * push[s + 2];
    free[b + 1] += i[b + 3] * push[s] + i[b + 1] * push[s + 1] + i[b + 5] * push[s + 2];
    free[b + 2] += i[b + 4] * push[s] + i[b + 5] * push[s + 1] + i[b + 2] * push[s + 2];
    for (let k = 0; k < 3; k++) free[b + 3 + k] += model.bodyInvMass[3 * body + k] * push[s + 3 + k];
  }
}
