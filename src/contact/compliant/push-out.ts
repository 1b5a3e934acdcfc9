import type { Data } from "../../data/data.js";
import { STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { inverseMassBetween, longestWay } from "../unmet-overlap.js";
import { compliantFields, MEMORY } from "./compliant-fields.js";
import type { CompliantSetup } from "./compliant-setup.js";
import type { CompliantState } from "./compliant-state.js";

/** How a contact answers: by its law; by its law after it was pushed out; pushed out at a bounded speed. */
export const PUSH = { none: 0, shallow: 1, deep: 2 } as const;

/**
 * Which contacts belong to bodies that overlap without having met. A depth that no motion of the part explains was
 * there before, by the poses of a scene or of a caller, and holds no energy: as a spring it would throw them apart.
 * Contacts that continue such a contact, or join one between the same bodies, are answered in the same way. Reads:
 * memory, contacts, body state. Writes: push.
 */
export function findOverlaps(model: Model, data: Data, setup: CompliantSetup, state: CompliantState): void {
  const { count, before, push } = state;
  const { memory } = compliantFields(data);
  for (let c = 0; c < count; c++) {
    if (before[c] >= 0) push[c] = memory[MEMORY.size * before[c] + MEMORY.impactSpeed] < 0 ? PUSH.shallow : PUSH.none;
    else push[c] = isUnexplained(model, data, setup, state, c) ? PUSH.shallow : PUSH.none;
  }
}

/** Whether new contact c is between bodies that overlap from the start. */
function isUnexplained(model: Model, data: Data, setup: CompliantSetup, state: CompliantState, c: number): boolean {
  const { key, memory, remembered } = compliantFields(data);
  const { body, bodyOfShape } = state;
  let met = false;
  for (let r = 0; r < remembered[0]; r++) {
    if (bodyOfShape[key[4 * r]] !== body[2 * c] || bodyOfShape[key[4 * r + 1]] !== body[2 * c + 1]) continue;
    if (memory[MEMORY.size * r + MEMORY.impactSpeed] < 0) return true;
    met = true;
  }
  const { shape, batch } = state;
  const way = longestWay(model, data, shape[2 * c], shape[2 * c + 1], body[2 * c], body[2 * c + 1]);
  if (met || !(-batch.gap[c] > way)) return false;
  return deepestLoad(model, setup, state, c) > 0 && throwsApart(model, setup, state, c);
}

/**
 * Whether the law of contact c would make its bodies faster than the push speed v: it still pushes where they part
 * with v, or, though damped so well that it does not, its force at rest exceeds m v/h, so that the step h does not
 * resolve the damping. Writes: trial.
 */
function throwsApart(model: Model, setup: CompliantSetup, state: CompliantState, c: number): boolean {
  const { batch, pair, body, work } = state;
  const { law, params } = setup.pairs[pair[c]];
  const { input, output } = work.trial;
  input.gap[0] = batch.gap[c];
  input.gapRate[0] = setup.pushSpeed;
  law.evaluate(params, input, output, 0, 1);
  input.gapRate[0] = 0;
  if (output.force[0] > 0) return true;
  law.evaluate(params, input, output, 0, 1);
  const inverse = inverseMassBetween(model, body[2 * c], body[2 * c + 1]);
  return output.force[0] * pointsBetween(state, c) * model.options.timestep * inverse > setup.pushSpeed;
}

/** Number of contacts between the shapes of contact c. */
function pointsBetween({ count, shape }: CompliantState, c: number): number {
  let members = 0;
  for (let d = 0; d < count; d++) if (shape[2 * d] === shape[2 * c] && shape[2 * d + 1] === shape[2 * c + 1]) members++;
  return members;
}

/** Halvings of the depth: down to 2⁻⁴⁸ of it. */
const HALVINGS = 48;

/**
 * Depth δ, m, up to which the law may be loaded: f(δ) δ = m v² / n. The energy of a spring to that depth throws a mass
 * m off with the push speed v; n contacts of the two shapes share it. 0 where contact c is less deep. Writes: trial.
 */
function deepestLoad(model: Model, setup: CompliantSetup, state: CompliantState, c: number): number {
  const { batch, work, pair, body } = state;
  const { law, params } = setup.pairs[pair[c]];
  const { input, output } = work.trial;
  const inverse = inverseMassBetween(model, body[2 * c], body[2 * c + 1]);
  const energy = (setup.pushSpeed * setup.pushSpeed) / (inverse * pointsBetween(state, c));
  let low = 0;
  let high = -batch.gap[c];
  input.gap[0] = -high;
  law.evaluate(params, input, output, 0, 1);
  if (!(output.force[0] * high > energy)) return 0;
  for (let k = 0; k < HALVINGS; k++) {
    const mid = 0.5 * (low + high);
    input.gap[0] = -mid;
    law.evaluate(params, input, output, 0, 1);
    if (output.force[0] * mid > energy) high = mid;
    else low = mid;
  }
  input.gap[0] = -high;
  law.evaluate(params, input, output, 0, 1);
  return high;
}

/**
 * Force of contacts that overlap from the start, as long as they are deeper than f may be loaded:
 *
 *   N = f(δ) (1 − ġ/v),   0 ≤ N ≤ 2 f(δ)
 *
 * so that bodies come apart with no more than the push speed v. From depth δ on the law itself acts. Reads: contacts.
 * Writes: out, push, pushBound.
 */
export function pushOverlaps(model: Model, setup: CompliantSetup, state: CompliantState): void {
  const { count, push, pushBound, batch, out, work } = state;
  for (let c = 0; c < count; c++) {
    pushBound[c] = 0;
    if (push[c] === PUSH.none || !(deepestLoad(model, setup, state, c) > 0)) continue;
    push[c] = PUSH.deep;
    const force = work.trial.output.force[0];
    const part = 1 - batch.gapRate[c] / setup.pushSpeed;
    pushBound[c] = 2 * force;
    out.force[c] = force * Math.min(2, Math.max(0, part));
    out.stiffness[c] = 0;
    out.damping[c] = part > 0 && part < 2 ? -force / setup.pushSpeed : 0;
  }
}

/** Says that bodies are being pushed out. Reads: push. Writes: status. */
export function noteOverlaps(model: Model, data: Data, { count, push, body }: CompliantState): void {
  for (let c = 0; c < count; c++) {
    if (push[c] !== PUSH.deep) continue;
    const second = body[2 * c + 1];
    raiseStatus(data, STATUS.overlapping, model.bodyType[second] === BODY_TYPE.dynamic ? second : body[2 * c]);
    return;
  }
}
