import type { Data } from "../../../data/data.js";
import { BODY_BEFORE_SIZE } from "../../../data/fields.js";
import type { PlacedField } from "../../../data/layout.js";
import { viewOfField } from "../../../data/snapshot.js";

/**
 * The numbers of a state that motion depends on, as arrays; of a simulation (views), or a direction in which they
 * change with a parameter: coordinates, velocities, accelerations, multipliers, bodies, inputs, fields of controllers
 * and forces, and slots, which controllers read.
 */
export interface Values {
  readonly all: readonly Float64Array[];
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly a: Float64Array;
  readonly inner: Float64Array;
  readonly multiplier: Float64Array;
  readonly balance: Float64Array;
  readonly input: Float64Array;
  readonly slot: Float64Array;
  /** Bodies at the end of the step, and when it began. */
  readonly pos: Float64Array;
  readonly quat: Float64Array;
  readonly vel: Float64Array;
  readonly past: Float64Array;
  /** What acted when the last step ended. */
  readonly acted: readonly Float64Array[];
}

/** Fields of what acted when the last step ended. */
const ACTED = ["endApplied", "endJoint", "endEffort"];

const OWNER = "augmented-lagrangian";

/**
 * What remembers or counts, and takes no part in the motion: time, marks of what was written, the state of contacts.
 */
const ASIDE = ["clock", "ruleValue", "written", "pace", "turned"];

function isValue({ type, role, name, owner, used }: PlacedField): boolean {
  if (owner === "" && (name === "slot" || name === "bodyBefore")) return true;
  return role === "state" && type === "f64" && used === undefined && !ASIDE.includes(name);
}

/** The values of a simulation. */
export function valuesOf(data: Data): Values {
  const fields = data.layout.fields.filter(isValue);
  const all = fields.map((field) => viewOfField(data, field) as Float64Array);
  const of = (owner: string, name: string) => all[fields.findIndex((f) => f.owner === owner && f.name === name)];
  return {
    all,
    q: of(OWNER, "coordinate"),
    v: of(OWNER, "velocity"),
    a: of(OWNER, "acceleration"),
    inner: of(OWNER, "inner"),
    multiplier: of(OWNER, "multiplier"),
    balance: of(OWNER, "balance"),
    input: of("", "input"),
    slot: of("", "slot"),
    pos: of("", "bodyPos"),
    quat: of("", "bodyQuat"),
    vel: of("", "bodyVel"),
    past: of("", "bodyBefore"),
    acted: ACTED.map((name) => of(OWNER, name)),
  };
}

/** Room for values of the same sizes, zero. */
export function createLikeValues(like: Values): Values {
  const all = like.all.map((array) => new Float64Array(array.length));
  const of = (array: Float64Array) => all[like.all.indexOf(array)];
  return {
    all,
    q: of(like.q),
    v: of(like.v),
    a: of(like.a),
    inner: of(like.inner),
    multiplier: of(like.multiplier),
    balance: of(like.balance),
    input: of(like.input),
    slot: of(like.slot),
    pos: of(like.pos),
    quat: of(like.quat),
    vel: of(like.vel),
    past: of(like.past),
    acted: like.acted.map(of),
  };
}

export function copyValues(to: Values, from: Values): void {
  for (let k = 0; k < to.all.length; k++) to.all[k].set(from.all[k]);
}

/** to ← from + s × direction */
export function placeValues(to: Values, from: Values, direction: Values, s: number): void {
  for (let k = 0; k < to.all.length; k++) {
    const x = to.all[k];
    const y = from.all[k];
    const d = direction.all[k];
    for (let i = 0; i < x.length; i++) x[i] = y[i] + s * d[i];
  }
}

/** out += weight × from */
export function addValues(out: Values, from: Values, weight: number): void {
  for (let k = 0; k < out.all.length; k++) {
    const x = out.all[k];
    const y = from.all[k];
    for (let i = 0; i < x.length; i++) x[i] += weight * y[i];
  }
}

/**
 * What a step measures itself against: bodies and what acted when it began, those of `start`. Writes: `past` and
 * `acted` of `to`.
 */
export function keepPast(to: Values, start: Values): void {
  for (let b = 0; b < to.past.length / BODY_BEFORE_SIZE; b++) {
    const o = BODY_BEFORE_SIZE * b;
    for (let c = 0; c < 3; c++) to.past[o + c] = start.pos[3 * b + c];
    for (let c = 0; c < 4; c++) to.past[o + 3 + c] = start.quat[4 * b + c];
    for (let c = 0; c < 6; c++) to.past[o + 7 + c] = start.vel[6 * b + c];
  }
  for (let k = 0; k < to.acted.length; k++) to.acted[k].set(start.acted[k]);
}

export function clearValues(out: Values): void {
  for (const array of out.all) array.fill(0);
}

/** Time and whatever else is state but not a number that a derivative passes through. */
export function copyRest(to: Data, from: Data): void {
  to.clock.set(from.clock);
  for (const field of from.layout.fields) {
    if (field.role !== "state" || field.type === "f64" || field.used !== undefined) continue;
    viewOfField(to, field).set(viewOfField(from, field));
  }
}
