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

/** A stalled guide is free again below this part of its largest effort. */
const FREE_AGAIN = 0.9;
/** From this part of the largest effort on the mass is measured. */
const NEAR = 0.5;

/**
 * Rate command of a guided coordinate c: length of a cylinder, angle of a slew ring. Once per step of length h,
 *
 *   v_des = command · v_max, limited by ends and effort,   a = (v_des − v)/h within ± a_max,
 *   v ← v + a h,   c ← c + v h − a h²/2
 *
 * so that c, ċ and c̈ fit each other: c̈ is constant over the step. Where a formulation prescribes coordinates
 * (augmented-lagrangian) it follows c, ċ and c̈ within the step too; others get c at its end. Source: [Luaces2013] §6.1,
 * with limits of ours.
 *
 * Ends: the speed v₁ at the end of a step must leave room to stop, v₁²/(2 a_max) + h v₁/2 ≤ upper − c₁, so that the end
 * is reached without jerk and never passed.
 *
 * Effort: a cylinder is as strong as F = p_max A. Natural coordinates know the mass m that a guided coordinate
 * accelerates, so that the effort of the next step is foreseen and a is what F allows, as with an open relief valve:
 *
 *   f₁ = f₀ + m (a₁ − a₀) + growth ≤ F,   growth = f₀ − f₋₁ − m (a₀ − a₋₁)
 *
 * Other formulations cut the speed in the direction of the filtered effort from (1 − taper) F on, to none at F, and
 * reverse it beyond. The moment of stalling is the event `hydraulicOverload`.
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
      const output = table.col.output as unknown as Int32Array;
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

/** Whether guide i is so near its largest effort that the mass it moves is needed. */
export function isNearLimit(col: Table["col"], i: number, { effort }: GuideFields): boolean {
  return effort[i] > NEAR * col.maxEffort[i] || -effort[i] > NEAR * col.maxEffortBack[i];
}

/** Notes that a guide stalls, with an event where it begins to, or goes freely. Writes: stalled, events. */
function noteStall(model: Model, data: Data, { col }: Table, i: number, fields: GuideFields, stalls: boolean): void {
  const part = fields.effort[i] >= 0 ? fields.effort[i] / col.maxEffort[i] : -fields.effort[i] / col.maxEffortBack[i];
  if (stalls && fields.stalled[i] === 0) {
    fields.stalled[i] = 1;
    const at = claimEvent(data, events.hydraulicOverload.code, jointOfInput(model, col.output[i]), -1);
    data.eventTime[at] = data.clock[0];
    data.eventValue[at] = fields.effort[i];
  } else if (!stalls && part < FREE_AGAIN) fields.stalled[i] = 0;
}

/** One step of the coordinate. Reads: command, effort. Writes: position, speed, acceleration, stalled. */
function advance(model: Model, data: Data, table: Table, i: number, fields: GuideFields): void {
  const { col } = table;
  const { position, speed, acceleration, before, effort } = fields;
  const h = data.slot[1];
  const command = Math.max(-1, Math.min(1, data.input[table.input.command[i]]));
  const most = col.maxAcceleration[i];
  const v = speed[i];
  const wanted = command * (command >= 0 ? col.maxSpeed[i] : col.maxSpeedBack[i]);
  const target = withinEnds(col, i, fields, h, wanted);
  let free = Math.max(-most, Math.min(most, (target - v) / h));
  // what was pushed back is stopped by all the effort there is: check valves hold it
  if (fields.stalled[i] === 1 && target * v < 0) free = -v / h;
  let a = free;
  if (isBounded(col, i)) {
    a = fields.mass[i] > 0 ? withinEffort(col, i, fields, free) : tapered(col, i, fields, h, free);
    noteStall(model, data, table, i, fields, a !== free);
    before[2 * i] = fields.mass[i] > 0 ? effort[i] : Number.NaN;
    before[2 * i + 1] = acceleration[i];
  }
  // a speed that is reached is reached to the bit
  speed[i] = a === free && Math.abs(target - v) <= most * h ? target : v + a * h;
  acceleration[i] = (speed[i] - v) / h;
  position[i] += 0.5 * h * (v + speed[i]);
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

/** The acceleration a, as far as the largest effort allows it. */
function withinEffort(col: Table["col"], i: number, fields: GuideFields, a: number): number {
  const { effort, before, mass, acceleration } = fields;
  const known = !Number.isNaN(before[2 * i]);
  const growth = known ? effort[i] - before[2 * i] - mass[i] * (acceleration[i] - before[2 * i + 1]) : 0;
  const up = col.maxEffort[i] - effort[i] - Math.max(0, growth);
  const down = -col.maxEffortBack[i] - effort[i] - Math.min(0, growth);
  return Math.max(acceleration[i] + down / mass[i], Math.min(acceleration[i] + up / mass[i], a));
}

/** The same where the mass is not known: speed is cut as the filtered effort rises. */
function tapered(col: Table["col"], i: number, { load, speed }: GuideFields, h: number, a: number): number {
  const push = load[i] >= 0;
  const room = (1 - (push ? load[i] / col.maxEffort[i] : -load[i] / col.maxEffortBack[i])) / col.taper[i];
  const next = speed[i] + a * h;
  if (!(room < 1) || (push ? next : -next) <= room * (push ? col.maxSpeed[i] : col.maxSpeedBack[i])) return a;
  const wanted = push ? Math.max(-1, room) * col.maxSpeed[i] : -Math.max(-1, room) * col.maxSpeedBack[i];
  const most = col.maxAcceleration[i];
  return Math.max(-most, Math.min(most, (wanted - speed[i]) / Math.max(h, col.response[i])));
}
