import type { Data } from "../data/data.js";
import { claimEvent, events } from "../data/events.js";
import type { ItemTable } from "../model/item.js";
import type { Model } from "../model/model.js";
import * as p from "../model/params.js";
import { controllerParams, defineController } from "./controller.js";
import { GUIDE_FIELDS, type GuideFields, guideFields } from "./guide-fields.js";
import { jointOfInput, readJointEffort } from "./guided-joint.js";

const { rate: _, ...outputParam } = controllerParams;

const params = {
  ...outputParam,
  command: p.number({ unit: "1", min: -1, max: 1, default: 0, input: true, help: "lever, part of the largest speed" }),
  maxSpeed: p.number({ unit: "m/s or rad/s", above: 0, help: "v_max: speed with the lever at its end" }),
  maxSpeedBack: p.number({
    unit: "m/s or rad/s",
    above: 0,
    optional: true,
    help: "the same towards smaller values; maxSpeed when absent",
  }),
  maxAcceleration: p.number({ unit: "m/s^2 or rad/s^2", above: 0, help: "a_max: of starting and stopping" }),
  lower: p.number({ unit: "m or rad", optional: true, help: "where it stops softly; nowhere when absent" }),
  upper: p.number({ unit: "m or rad", optional: true, help: "where it stops softly; nowhere when absent" }),
  maxEffort: p.number({
    unit: "N or N m",
    above: 0,
    optional: true,
    help: "largest push, pressure times area of the bore; unlimited when absent",
  }),
  maxEffortBack: p.number({
    unit: "N or N m",
    above: 0,
    optional: true,
    help: "largest pull, less the area of the rod; maxEffort when absent",
  }),
  taper: p.number({
    unit: "1",
    above: 0,
    max: 1,
    default: 0.2,
    help: "part of the largest effort over which speed is cut, down to none at the largest",
  }),
  response: p.number({
    unit: "s",
    min: 0,
    default: 0.05,
    help: "time constant of the measured effort and of the speed that answers it",
  }),
  rate: p.choice(["step"], { default: "step", help: "once per step" }),
} as const;

/** A guide stalls from this part of its largest effort on, and is free again below the other. */
const STALLED = 0.98;
const FREE_AGAIN = 0.9;
/** How much faster than by its lever a guide changes its speed at most when effort tells it to. */
const YIELDING = 5;

/**
 * Rate command of a guided coordinate c: length of a cylinder, angle of a slew ring. Once per step of length h,
 *
 *   v_des = command · v_max, limited by ends and effort,   a = (v_des − v)/h within ± a_max,
 *   v ← v + a h,   c ← c + v h − a h²/2
 *
 * so that c, ċ and c̈ fit each other: c̈ is constant over the step. Where a formulation prescribes coordinates
 * (augmented-lagrangian) it follows c, ċ and c̈ within the step too; others get c at its end. Source: [Luaces2013]
 * §6.1, with limits of ours.
 *
 * Ends: the speed v₁ at the end of a step must leave room to stop, v₁²/(2 a_max) + h v₁/2 ≤ upper − c₁, so that the end
 * is reached without jerk and never passed.
 *
 * Effort: a cylinder is as strong as F = p_max A. From (1 − taper) F on the speed in the direction of the filtered
 * effort is cut, to none at F, as a pump at its largest pressure delivers no more; beyond, the guide gives way with a
 * speed in proportion, as a relief valve opens. What happens faster than the filter, an impact, goes beyond F. The
 * moment of stalling is the event `hydraulicOverload`.
 */
export const guide = defineController({
  name: "guide",
  help: "lever → position, speed and acceleration of a cylinder or turning part, with soft stops and largest effort",
  params,
  fields: GUIDE_FIELDS,
  complete(table, i) {
    const { col } = table;
    const or = (key: "maxSpeedBack" | "maxEffort" | "maxEffortBack" | "lower" | "upper", value: number) => {
      if (Number.isNaN(col[key][i])) col[key][i] = value;
    };
    or("maxSpeedBack", col.maxSpeed[i]);
    or("maxEffort", Number.POSITIVE_INFINITY);
    or("maxEffortBack", col.maxEffort[i]);
    or("lower", Number.NEGATIVE_INFINITY);
    or("upper", Number.POSITIVE_INFINITY);
    return col.lower[i] < col.upper[i]
      ? undefined
      : `expected lower < upper, got ${col.lower[i]} and ${col.upper[i]}: exchange them`;
  },
  reset(model, data) {
    const fields = guideFields(data);
    for (const table of model.controllers) {
      if (table.kind.name !== "guide") continue;
      const output = table.col.output as Int32Array;
      for (let i = 0; i < table.count; i++) fields.position[i] = data.input[output[i]];
    }
  },
  run(model, data, table, i) {
    const fields = guideFields(data);
    measureEffort(model, data, table, i, fields);
    advance(model, data, table, i, fields);
    data.input[table.col.output[i]] = fields.position[i];
  },
});

type Table = ItemTable<typeof params>;

/** Effort and filtered effort. A formulation with multipliers has left its effort. Writes: effort, load. */
function measureEffort(model: Model, data: Data, { col }: Table, i: number, fields: GuideFields): void {
  if (!isBounded(col, i)) return;
  if (model.systems.natural === undefined) readJointEffort(model, data, jointOfInput(model, col.output[i]), fields, i);
  const h = data.slot[1];
  fields.load[i] += (fields.effort[i] - fields.load[i]) * (h / (h + col.response[i]));
}

function isBounded(col: Table["col"], i: number): boolean {
  return col.maxEffort[i] < Number.POSITIVE_INFINITY || col.maxEffortBack[i] < Number.POSITIVE_INFINITY;
}

/** Filtered effort over the largest one in its direction. */
function loadPart(col: Table["col"], i: number, { load }: GuideFields): number {
  return load[i] >= 0 ? load[i] / col.maxEffort[i] : -load[i] / col.maxEffortBack[i];
}

/** Notes that a guide stalls, with an event where it begins to, or goes freely. Writes: stalled, events. */
function noteStall(model: Model, data: Data, { col }: Table, i: number, fields: GuideFields): void {
  const part = loadPart(col, i, fields);
  if (part < FREE_AGAIN) fields.stalled[i] = 0;
  if (part < STALLED || fields.stalled[i] === 1) return;
  fields.stalled[i] = 1;
  const at = claimEvent(data, events.hydraulicOverload.code, jointOfInput(model, col.output[i]), -1);
  data.eventTime[at] = data.clock[0];
  data.eventValue[at] = fields.load[i];
}

/** One step of the coordinate. Reads: command, effort. Writes: position, speed, acceleration, stalled. */
function advance(model: Model, data: Data, table: Table, i: number, fields: GuideFields): void {
  const { col } = table;
  const { position, speed, acceleration } = fields;
  const h = data.slot[1];
  const command = Math.max(-1, Math.min(1, data.input[table.input.command[i]]));
  const most = col.maxAcceleration[i];
  const v = speed[i];
  const wanted = command * (command >= 0 ? col.maxSpeed[i] : col.maxSpeedBack[i]);
  const target = withinEnds(col, i, fields, h, wanted);
  let a = Math.max(-most, Math.min(most, (target - v) / h));
  // a speed that is reached is reached to the bit
  let next = Math.abs(target - v) <= most * h ? target : v + a * h;
  if (isBounded(col, i)) {
    noteStall(model, data, table, i, fields);
    const eased = withinEffort(col, i, fields, h, a);
    if (eased !== a) {
      a = eased;
      // the ends of the stroke bear anything
      next = withinEnds(col, i, fields, h, v + a * h);
    }
  }
  speed[i] = next;
  acceleration[i] = (next - v) / h;
  position[i] += 0.5 * h * (v + next);
}

/** The wanted speed, as far as it leaves room to stop: v₁²/(2 a) + h v₁ ≤ upper − c₀ − h v₀/2. */
function withinEnds(col: Table["col"], i: number, { position, speed }: GuideFields, h: number, wanted: number): number {
  const most = col.maxAcceleration[i];
  const middle = position[i] + 0.5 * h * speed[i];
  const above = Math.max(0, col.upper[i] - middle);
  const below = Math.max(0, middle - col.lower[i]);
  const fastest = most * (Math.sqrt(h * h + (2 * above) / most) - h);
  const slowest = -most * (Math.sqrt(h * h + (2 * below) / most) - h);
  return Math.max(slowest, Math.min(fastest, wanted));
}

/** The acceleration a, as far as the filtered effort allows the speed that it leads to. */
function withinEffort(col: Table["col"], i: number, fields: GuideFields, h: number, a: number): number {
  const { load, speed } = fields;
  const push = load[i] >= 0;
  const room = Math.max(-1, (1 - loadPart(col, i, fields)) / col.taper[i]);
  const limit = room * (push ? col.maxSpeed[i] : col.maxSpeedBack[i]);
  const next = speed[i] + a * h;
  if (!(room < 1) || (push ? next : -next) <= limit) return a;
  const most = YIELDING * col.maxAcceleration[i];
  return Math.max(-most, Math.min(most, ((push ? limit : -limit) - speed[i]) / Math.max(h, col.response[i])));
}
