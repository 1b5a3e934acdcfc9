import { guideFields } from "../../controllers/guide-fields.js";
import type { Data } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import { DRIVE, MEMORY } from "../../joints/coordinate.js";
import { atan2At } from "../../math/elementary.js";
import { turnInto } from "../../math/quat.js";
import type { ItemTable } from "../../model/item.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { readEntity } from "./bodies.js";
import { NUMBER } from "./fields.js";
import { isGiven, type Natural, type Scalar } from "./natural.js";

/**
 * A guided coordinate: an angle, displacement or length that follows an input — the target of a drive, or the length of
 * a rod. Where a `profile` or a `guide` controller writes that input, the guide follows it within the step, with its
 * exact velocity and acceleration; otherwise velocities come from differences of the inputs.
 */
export interface Guide {
  readonly scalar: number;
  readonly offset: number;
  /** Whether the input is the speed of the coordinate rather than the coordinate. */
  readonly speed: boolean;
  readonly input: number;
  /** Value of the joint coordinate where the scalar is zero. */
  readonly zero: number;
  readonly profile: Writer | null;
  /** Row of the `guide` controller that writes the input; −1: none. */
  readonly lever: number;
  /** Entries of the Jacobian in the column of the scalar, and the rows that they are in. */
  readonly entries: Int32Array;
  readonly rows: Int32Array;
  readonly joint: number;
}

/** A controller that writes an input. */
interface Writer {
  readonly table: ItemTable;
  readonly row: number;
}

/** The guides of all prescribed scalars. */
export function planGuides(model: Model, natural: Natural): Guide[] {
  return natural.scalars.flatMap((scalar, k) => {
    if (!isGiven(scalar.plan)) return [];
    const { joints } = model;
    const i = scalar.joint;
    const { input } = scalar.plan;
    return [
      {
        scalar: k,
        offset: scalar.offset,
        speed: joints.driveMode[i] === DRIVE.speed,
        input,
        zero: scalar.plan.kind === "length" ? 0 : joints.zero[i],
        profile: findWriter(model, "profile", input),
        lever: findWriter(model, "guide", input)?.row ?? -1,
        ...columnOf(natural, scalar.offset),
        joint: i,
      },
    ];
  });
}

/** Where the Jacobian has entries in a column. */
function columnOf({ constraints }: Natural, column: number): Pick<Guide, "entries" | "rows"> {
  const entries: number[] = [];
  const rows: number[] = [];
  for (let r = 0; r < constraints.rows; r++) {
    for (let e = constraints.rowStart[r]; e < constraints.rowStart[r + 1]; e++) {
      if (constraints.column[e] !== column) continue;
      entries.push(e);
      rows.push(r);
    }
  }
  return { entries: Int32Array.from(entries), rows: Int32Array.from(rows) };
}

function findWriter(model: Model, kind: string, input: number): Writer | null {
  for (const table of model.controllers) {
    if (table.kind.name !== kind) continue;
    const row = (table.col.output as Int32Array).indexOf(input);
    if (row >= 0) return { table, row };
  }
  return null;
}

/** Value, rate and acceleration of a profile. */
const PROFILE = new Float64Array(3);

/** The profile at time t: linear, smooth (s³ (10 − 15 s + 6 s²)) or held. Writes: PROFILE. */
function profileAt(table: ItemTable, i: number, time: number): void {
  const { times, values, between, period } = table.col as {
    times: { start: Int32Array; values: Float64Array };
    values: { start: Int32Array; values: Float64Array };
    between: Int32Array;
    period: Float64Array;
  };
  let t = time;
  if (period[i] > 0) t -= Math.floor(t / period[i]) * period[i];
  const first = times.start[i];
  const last = times.start[i + 1] - 1;
  PROFILE[1] = 0;
  PROFILE[2] = 0;
  if (t >= times.values[last] || t <= times.values[first]) {
    PROFILE[0] = values.values[t >= times.values[last] ? last : first];
    return;
  }
  let lo = first;
  let hi = last;
  while (hi - lo > 1) {
    const mid = (lo + hi) >> 1;
    if (times.values[mid] <= t) lo = mid;
    else hi = mid;
  }
  const span = times.values[hi] - times.values[lo];
  const rise = values.values[hi] - values.values[lo];
  const s = (t - times.values[lo]) / span;
  if (between[i] === 0) {
    PROFILE[0] = values.values[lo] + s * rise;
    PROFILE[1] = rise / span;
  } else if (between[i] === 1) {
    PROFILE[0] = values.values[lo] + s * s * s * (10 - s * (15 - 6 * s)) * rise;
    PROFILE[1] = (30 * s * s * (1 - s) * (1 - s) * rise) / span;
    PROFILE[2] = (60 * s * (1 - s) * (1 - 2 * s) * rise) / (span * span);
  } else PROFILE[0] = values.values[lo];
}

/** Nodes of Gauss's rule with three points on 0 … 1: exact for the smooth profile, of degree five. */
const NODES = [0.5 - Math.sqrt(0.15), 0.5, 0.5 + Math.sqrt(0.15)];
const WEIGHTS = [5 / 18, 8 / 18, 5 / 18];

/** A guide that stands still for a step, and a drive by speed that goes on at full speed after it stood still. */
export const STOPPED = 1;
export const RESUMED = 2;

/** How guides and kinematic bodies take part in this step: 0 as prescribed, STOPPED or, guides only, RESUMED. */
export interface Stops {
  readonly guide: Uint8Array;
  readonly body: Uint8Array;
}

/**
 * Moves what is prescribed to the end of the step, h later: kinematic bodies, with what they carry, and guided
 * coordinates. Reads: input, bodyVel. Writes: bodyPos and bodyQuat of kinematic bodies, q, v, a of prescribed
 * coordinates.
 */
export function prescribe(
  model: Model,
  natural: Natural,
  guides: readonly Guide[],
  stops: Stops | null,
  data: Data,
  numbers: Float64Array,
  q: Float64Array,
  v: Float64Array,
  a: Float64Array,
): void {
  moveKinematicBodies(model, stops, data, numbers);
  const { carried } = natural;
  for (let k = 0; k < carried.length; k++) readEntity(natural, data, carried[k], q, v, a);
  for (let k = 0; k < guides.length; k++) {
    const how = stops === null ? 0 : stops.guide[k];
    const o = guides[k].offset;
    if (how === STOPPED) {
      v[o] = 0;
      a[o] = 0;
      if (guides[k].lever >= 0) stopLever(guides[k], data, q[o] + guides[k].zero);
      continue;
    }
    if (how === RESUMED) v[o] = data.input[guides[k].input];
    advanceGuide(guides[k], data, numbers, q, v, a);
  }
}

function advanceGuide(
  guide: Guide,
  data: Data,
  numbers: Float64Array,
  q: Float64Array,
  v: Float64Array,
  a: Float64Array,
): void {
  const h = numbers[NUMBER.step];
  const { offset: o, profile, lever } = guide;
  const time = data.clock[0] + numbers[NUMBER.offset];
  if (lever >= 0 && !guide.speed) {
    // the acceleration is constant over the whole step, of which some is left after this part
    const left = numbers[NUMBER.span] - h;
    const { position, speed, acceleration } = guideFields(data);
    a[o] = acceleration[lever];
    v[o] = speed[lever] - left * a[o];
    q[o] = position[lever] - left * (speed[lever] - 0.5 * left * a[o]) - guide.zero;
  } else if (profile !== null && guide.speed) {
    let mean = 0;
    for (let k = 0; k < 3; k++) {
      profileAt(profile.table, profile.row, time + NODES[k] * h);
      mean += WEIGHTS[k] * PROFILE[0];
    }
    profileAt(profile.table, profile.row, time + h);
    q[o] += h * mean;
    v[o] = PROFILE[0];
    a[o] = PROFILE[1];
  } else if (profile !== null) {
    profileAt(profile.table, profile.row, time + h);
    q[o] = PROFILE[0] - guide.zero;
    v[o] = PROFILE[1];
    a[o] = PROFILE[2];
  } else if (guide.speed) {
    const target = data.input[guide.input];
    q[o] += 0.5 * h * (v[o] + target);
    a[o] = (target - v[o]) / h;
    v[o] = target;
  } else {
    // to be there at the end of the whole step
    const speed = (data.input[guide.input] - guide.zero - q[o]) / numbers[NUMBER.span];
    a[o] = (speed - v[o]) / h;
    v[o] = speed;
    q[o] += h * speed;
  }
}

/** What a guide prescribes at the start: its value (a drive by speed starts where it is placed) and its speed. */
export function startGuide(guide: Guide, data: Data, q: Float64Array, v: Float64Array, a: Float64Array): void {
  const { offset: o, profile, lever } = guide;
  a[o] = 0;
  if (profile !== null) {
    profileAt(profile.table, profile.row, data.clock[0]);
    if (!guide.speed) q[o] = PROFILE[0] - guide.zero;
    v[o] = PROFILE[guide.speed ? 0 : 1];
    a[o] = PROFILE[guide.speed ? 1 : 2];
  } else if (guide.speed) v[o] = data.input[guide.input];
  else {
    q[o] = data.input[guide.input] - guide.zero;
    // while a scene is compiled there is no state yet
    const moving = lever >= 0 && data.items !== undefined;
    v[o] = moving ? guideFields(data).speed[lever] : 0;
    if (moving) a[o] = guideFields(data).acceleration[lever];
  }
}

/** A guide that was stopped goes on from where it stands. Writes: fields of the controller. */
function stopLever({ lever }: Guide, data: Data, at: number): void {
  const { position, speed, acceleration } = guideFields(data);
  position[lever] = at;
  speed[lever] = 0;
  acceleration[lever] = 0;
}

const U = new Float64Array(3);

/** Kinematic bodies move with the velocity that is given for them. Reads: input. Writes: bodyVel, bodyPos, bodyQuat. */
function moveKinematicBodies(model: Model, stops: Stops | null, data: Data, numbers: Float64Array): void {
  const h = numbers[NUMBER.step];
  const { bodyActive, bodyPos, bodyQuat, bodyVel, input } = data;
  const velocities = 6 * model.nb;
  for (let k = 0; k < data.counter[COUNTER.active]; k++) {
    const b = bodyActive[k];
    if (model.bodyType[b] !== BODY_TYPE.kinematic) continue;
    const moves = stops === null || stops.body[b] === 0 ? 1 : 0;
    for (let c = 0; c < 6; c++) bodyVel[6 * b + c] = moves * input[velocities + 6 * b + c];
    for (let c = 0; c < 3; c++) {
      bodyPos[3 * b + c] += h * bodyVel[6 * b + 3 + c];
      U[c] = h * bodyVel[6 * b + c];
    }
    turnInto(bodyQuat, 4 * b, U, 0, bodyQuat, 4 * b);
  }
}

const ANGLE = new Float64Array(2);
const TURN = 2 * Math.PI;

/**
 * A scalar as the forms have it: an angle at the turn that the joint remembers. Reads: values of forms, memory. Writes:
 * q[offset].
 */
export function measureScalar(scalar: Scalar, value: Float64Array, memory: Float64Array, q: Float64Array): void {
  const { forms, plan, offset, joint } = scalar;
  if (plan.kind === "length" || plan.kind === "travel") {
    const d = 3 * forms[0];
    const e = 3 * forms[forms.length - 1];
    const sum = value[d] * value[e] + value[d + 1] * value[e + 1] + value[d + 2] * value[e + 2];
    q[offset] = plan.kind === "length" ? Math.sqrt(sum) : sum;
    return;
  }
  const [x, y, b] = forms;
  ANGLE[0] = 0;
  ANGLE[1] = 0;
  for (let k = 0; k < 3; k++) {
    ANGLE[0] += value[3 * b + k] * value[3 * y + k];
    ANGLE[1] += value[3 * b + k] * value[3 * x + k];
  }
  atan2At(ANGLE, 0);
  q[offset] = ANGLE[0] + TURN * Math.round((memory[MEMORY * joint + plan.memory] - ANGLE[0]) / TURN);
}

/** What the joints remember. */
export function jointMemory(data: Data): Float64Array {
  return data.items.joints.memory;
}
