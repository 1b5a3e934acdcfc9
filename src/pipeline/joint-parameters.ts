import type { Data } from "../data/data.js";
import type { JointKind } from "../joints/joint.js";
import { jointColumns } from "../model/joint-columns.js";
import { jointPlacement } from "../model/joint-placement.js";
import type { JointPlacement, Model } from "../model/model.js";
import { metaOf, type Params } from "../model/params.js";
import { splitPath } from "../model/settings.js";
import type { Parameter } from "./parameters.js";

const AXES = ["x", "y", "z"];

/** Parameters that place the joint; a change of them is another joint. */
const PLACES = ["to", "axisB"];

/** A number of a joint: where it is read and written, and what the declaration says of it. */
interface Slot {
  readonly schema: Params[string];
  get(): number;
  set(value: number): void;
}

/**
 * The slot behind `joints.<name>.…`: what the joint's kind declares, its limits, drive, friction and break thresholds.
 * Undefined where a recompile is needed: a place, or a limit, drive or friction that the joint does not have. A value
 * that would add or remove a row is not allowed.
 */
export function jointParameter(model: Model, data: Data, path: string): Parameter | undefined {
  const [, name, key, part] = splitPath(path);
  const i = model.joints.names.indexOf(name);
  if (i < 0 || key === undefined) return undefined;
  const slot = commonSlot(model, data, i, key, part) ?? ownSlot(model, data, i, key, part);
  const meta = slot === undefined ? undefined : metaOf(slot.schema);
  if (slot === undefined || meta === undefined) return undefined;
  const allows = (value: number) => {
    const component = meta.kind === "vector";
    if (!Number.isFinite(value) || (!component && !slot.schema.safeParse(value).success)) return false;
    const before = slot.get();
    slot.set(value);
    const holds = keepsRows(model, i) && prepareAgain(model, i);
    slot.set(before);
    prepareAgain(model, i);
    return holds;
  };
  const set = (value: number) => {
    slot.set(value);
    prepareAgain(model, i);
  };
  return { path, unit: meta.unit, help: meta.help, expected: meta.expected, get: slot.get, set, allows };
}

/** True when the joint has as many rows as its model has room for, and its limits are in order. */
function keepsRows(model: Model, i: number): boolean {
  const { rowStart } = model.systems.joints;
  const rows = (model.joints.kinds[i] as JointKind).rows(model, i);
  return rows === rowStart[i + 1] - rowStart[i] && model.joints.lower[i] <= model.joints.upper[i];
}

/** What the kind derives from its parameters follows them. */
function prepareAgain(model: Model, i: number): boolean {
  const context: JointPlacement = {
    planar: model.planar,
    bodyPos: model.bodyPos0,
    bodyQuat: model.bodyQuat0,
    bodyMass: model.bodyMass,
    bodyInvMass: model.bodyInvMass,
    bodyInvInertia: model.bodyInvInertia,
    gravity: [...model.options.gravity],
  };
  return model.joints.kinds[i].prepare?.(model.joints, i, context) === undefined;
}

function arraySlot(schema: Params[string], array: Float64Array, at: number): Slot {
  const set = (value: number) => {
    array[at] = value;
  };
  return { schema, get: () => array[at], set };
}

function inputSlot(schema: Params[string], model: Model, data: Data, at: number): Slot {
  const set = (value: number) => {
    data.input[at] = value;
    model.input0[at] = value;
  };
  return { schema, get: () => data.input[at], set };
}

/** What every joint has. */
function commonSlot(model: Model, data: Data, i: number, key: string, part: string | undefined): Slot | undefined {
  const { joints } = model;
  const top = jointPlacement as Params;
  if (key === "zero") return arraySlot(top.zero, joints.zero, i);
  if (key === "breakForce" || key === "breakTorque") return arraySlot(top[key], joints[key], i);
  if (part === undefined) return undefined;
  if (key === "limits" && (part === "lower" || part === "upper") && Number.isFinite(joints[part][i]))
    return arraySlot(jointPlacement.limits.def.innerType.def.shape[part], joints[part], i);
  if (key === "friction" && part === "effort" && joints.friction[i] > 0)
    return arraySlot(jointPlacement.friction.def.innerType.def.shape.effort, joints.friction, i);
  if (key === "friction" && part === "brake" && joints.brakeInput[i] >= 0)
    return inputSlot(jointPlacement.friction.def.innerType.def.shape.brake, model, data, joints.brakeInput[i]);
  if (key !== "drive" || joints.driveMode[i] === 0) return undefined;
  const drive = jointPlacement.drive.def.innerType.def.shape;
  const given = joints.params[i].drive as Record<string, unknown>;
  if (part === "target") return inputSlot(drive.target, model, data, joints.driveInput[i]);
  if (part === "maxEffort") return arraySlot(drive.maxEffort, joints.driveMaxEffort, i);
  if (part === "holdEffort" && given.holdEffort !== undefined)
    return arraySlot(drive.holdEffort, joints.driveHoldEffort, i);
  if (part === "maxPower" && given.maxPower !== undefined) return arraySlot(drive.maxPower, joints.driveMaxPower, i);
  if (part === "maxSpeed" && given.mode === "position") return arraySlot(drive.maxSpeed, joints.driveMaxSpeed, i);
  if (given[part] === undefined) return undefined;
  if (part === "gain") return arraySlot(drive.gain, joints.driveGain, i);
  if (part === "stiffness") return arraySlot(drive.stiffness, joints.driveStiffness, i);
  return part === "damping" ? arraySlot(drive.damping, joints.driveDamping, i) : undefined;
}

/** What the joint's kind declares. */
function ownSlot(model: Model, data: Data, i: number, key: string, part: string | undefined): Slot | undefined {
  const { joints } = model;
  const kind = joints.kinds[i];
  const schema = Object.hasOwn(kind.params, key) ? (kind.params as Params)[key] : undefined;
  const meta = schema === undefined ? undefined : metaOf(schema);
  if (schema === undefined || meta === undefined || PLACES.includes(key) || kind.xAxis === key) return undefined;
  const columns = jointColumns(kind.params as Params);
  const at = joints.ownStart[i] + columns.own[key];
  if (meta.kind === "vector") {
    const k = part === undefined ? -1 : AXES.indexOf(part);
    return k < 0 ? undefined : arraySlot(schema, joints.own, at + k);
  }
  if (meta.kind !== "number" || part !== undefined) return undefined;
  if (meta.input) return inputSlot(schema, model, data, joints.input[joints.inputStart[i] + columns.input[key]]);
  return arraySlot(schema, joints.own, at);
}
