import {
  beginContacts,
  commitContacts,
  isPassing,
  isStrained,
  isUnresolved,
  isUnstable,
  mustCutContacts,
} from "../../contact/contact-step.js";
import { isLate } from "../../data/budget.js";
import type { Data } from "../../data/data.js";
import { STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import { commitForces, placeForces } from "../../forces/force-step.js";
import type { Model } from "../../model/model.js";
import { LAGRANGIAN_STATISTIC, lagrangianFields, NUMBER } from "./fields.js";
import { reportFailure } from "./index3.js";
import type { LagrangianState } from "./state.js";
import { arraysOf, restore, setPart } from "./step-control.js";
import { dropPart, keepPart, measurePart } from "./step-loads.js";
import { supplyByAll } from "./supply.js";

/**
 * Angle φ by which a body may turn within a part, rad. The trapezoidal rule of index-3 lets a top precess too slowly by
 * φ²/8, 1 % at most (and no longer finds unit vectors that turn by 2 rad or more). Explicit methods shorten them: the
 * fifth order of index-1 by φ⁷/5040, the fourth of the penalty method by φ⁵/120, 2e-4 and 8e-6 at most.
 */
const MOST_TURN = { "index-3": 0.3, "index-1": 1, penalty: 0.25 } as const;

/** Largest number of parts of a step in which Newton's method does not converge. */
const MOST_REPEATED = 64;

/** Iterations after which a step with contacts is cut in two rather than pursued; and once its time is over. */
const PATIENCE = 20;
const HURRIED = 4;

/** One step of length `state.timestep` from the present state; returns whether it was solved. */
export type AdvancePart = (model: Model, data: Data, state: LagrangianState) => boolean;

/**
 * A step in parts where one would not do: halves, these in halves again, each with its own memory of contacts.
 *
 * - Newton's method does not converge, since bodies touch, let go, stick or slip within it;
 * - the speeds of contacts change so much that the impact would be sampled at a few places only (`mustCutContacts`);
 * - a body turns too far.
 *
 * With real-time priority impacts are reported instead, and only what passes through another is cut.
 *
 * A part that went well is followed by one of twice the length. What is not solved or not resolved in the shortest
 * parts is accepted, and reported; so is, where a budget of time is used up (`limitStepTime`), what longer ones leave.
 * Reads and writes: as `advance`, and the memory of contacts.
 */
export function advanceInParts(model: Model, data: Data, state: LagrangianState, advance: AdvancePart): void {
  const { control, settings } = state;
  const h = model.options.timestep;
  const { method } = settings;
  // an explicit method adds what acts up stage by stage
  const explicit = method !== "index-3";
  const touches = model.contactModels.length > 0;
  const turn = MOST_TURN[method] / h;
  const { statistics } = lagrangianFields(data);
  state.parts = 1;
  if (!touches && !(fastestSpin(data) > turn)) {
    if (explicit) keepPart(data, state, state.partLoads);
    else placeForces(data, h);
    statistics[LAGRANGIAN_STATISTIC.partsInAll]++;
    if (!advance(model, data, state)) reportFailure(data, state);
    if (!explicit) measurePart(model, data, state);
    supplyByAll(model, data, state, h);
    commitForces(model, data, h);
    return;
  }
  const weight = settings.step.beta / settings.step.gamma;
  const arrays = arraysOf(data, lagrangianFields(data), control);
  const most = settings.parts;
  const mostRepeated = Math.min(most, MOST_REPEATED);
  const time = data.clock[0];
  let done = 0;
  let parts = 1;
  let failed = false;
  while (done < most) {
    while (parts < most && fastestSpin(data) > turn * parts) parts *= 2;
    for (let k = 0; k < arrays.length; k++) control.saved[k].set(arrays[k]);
    keepPart(data, state, state.partLoads);
    const length = most / parts;
    const s = h / parts;
    const offset = (h * done) / most;
    if (parts > 1 || done > 0) setPart(state, h, offset, s);
    const byClock = method === "index-1";
    if (byClock) data.clock[0] = time + offset;
    if (!explicit) placeForces(data, s);
    beginContacts(model, data, byClock ? 0 : s, weight, s, explicit);
    const late = isLate(data);
    state.patience = late ? HURRIED : parts < mostRepeated ? PATIENCE : settings.iterations;
    statistics[LAGRANGIAN_STATISTIC.partsInAll]++;
    const converged = advance(model, data, state);
    // with the contacts that moved the bodies: `mustCutContacts` may find others
    if (!explicit) measurePart(model, data, state);
    const cut = touches && mustCutContacts(model, data, settings.impactFraction);
    const unresolved = cut && (settings.resolvesImpacts || isPassing(data));
    const tooLong = (unresolved && parts < most) || (!converged && parts < mostRepeated);
    if (tooLong && (!isLate(data) || (cut && isUnstable(data, 1)))) {
      restore(arrays, control);
      dropPart(data, state, state.partLoads);
      parts *= 2;
      continue;
    }
    failed ||= !converged;
    if (cut && isUnresolved(data)) raiseStatus(data, STATUS.unresolved, data.systems.contactStep.strained);
    supplyByAll(model, data, state, s);
    const strained = late ? isUnstable(data, 2) : isStrained(data);
    commitContacts(model, data);
    commitForces(model, data, s);
    state.parts = Math.max(state.parts, parts);
    done += length;
    // only where the next part of twice the length ends within the step
    if (parts > 1 && !strained && done % (2 * length) === 0) parts /= 2;
  }
  data.clock[0] = time;
  if (state.timestep !== h) setPart(state, h, 0, h);
  state.numbers[NUMBER.offset] = 0;
  if (failed) reportFailure(data, state);
}

/** Largest angular speed of a body, rad/s. */
function fastestSpin({ bodyVel }: Data): number {
  let fastest = 0;
  for (let o = 0; o < bodyVel.length; o += 6) {
    const square = bodyVel[o] * bodyVel[o] + bodyVel[o + 1] * bodyVel[o + 1] + bodyVel[o + 2] * bodyVel[o + 2];
    if (square > fastest) fastest = square;
  }
  return Math.sqrt(fastest);
}
