import {
  QUAT_IDENTITY,
  type Quat,
  quatConjugate,
  quatFromAxes,
  quatMultiply,
  quatRotate,
  quatRotateInverse,
} from "../../math/quat.js";
import { cross, norm, normalize, sub, tangents, type Vec3 } from "../../math/vec3.js";
import { type ProblemList, unknownWord } from "../errors.js";
import { jointColumns } from "../joint-columns.js";
import { jointPlacement } from "../joint-placement.js";
import type { JointKindBase, JointPlacement, JointTable } from "../model.js";
import type { OrientationInput } from "../orientation.js";
import { readOrientation } from "./bodies.js";
import type { InputBook } from "./inputs.js";
import { type ParsedItem, planarVector } from "./parse.js";

const DRIVE = { speed: 1, position: 2, effort: 3, spring: 4 } as const;

/** Cosine by which an axis may miss the plane or its normal: round-off of people who compute it. */
const PLANE_TOLERANCE = 1e-9;

interface FrameInput {
  readonly position: readonly number[];
  readonly orientation?: OrientationInput;
}

export interface JointContext extends JointPlacement {
  readonly bodyIndex: ReadonlyMap<string, number>;
  readonly bodyCom: Float64Array;
  readonly inputs: InputBook;
  readonly problems: ProblemList;
}

/**
 * One joint from its one definition: kind, frame on A, frame on B, zero, limits, drive, friction. A joint is placed
 * either by `at` and `axis` in the world at the start, or by `frameA` and `frameB`; one frame alone is carried over to
 * the other body. Writes: entry `i` of the table.
 */
function placeJoint(joint: ParsedItem<JointKindBase>, table: JointTable, i: number, context: JointContext): void {
  const { params, path, kind } = joint;
  const problems = context.problems;
  const [a, b] = ["bodyA", "bodyB"].map((key) => {
    const name = params[key] as string;
    const index = context.bodyIndex.get(name);
    if (index === undefined) problems.add(`${path}.${key}`, unknownWord("body", name, [...context.bodyIndex.keys()]));
    return index ?? 0;
  });
  if (a === b) problems.add(`${path}.bodyB`, "a joint connects two different bodies");
  if (context.planar) table.across[i] = kind.planarAxis === "inside" ? 1 : 2;
  if (context.planar && kind.planarAxis === "none")
    problems.add(`${path}.type`, `a ${kind.name} joint has no place in a planar scene`);
  table.bodyA[i] = a;
  table.bodyB[i] = b;

  // frames
  const [frameA, frameB] = placeFrames(joint, a, b, context);
  table.pointA.set(frameA.position, 3 * i);
  table.pointB.set(frameB.position, 3 * i);
  table.quatA.set(frameA.orientation, 4 * i);
  table.quatB.set(frameB.orientation, 4 * i);

  // coordinate
  for (const key of ["limits", "drive", "friction"]) {
    if (params[key] !== undefined && kind.writeCoordinate === undefined)
      problems.add(`${path}.${key}`, `a ${kind.name} joint has no coordinate that this could act on`);
  }
  table.zero[i] = params.zero as number;
  const limits = params.limits as { lower?: number; upper?: number } | undefined;
  if (limits?.lower !== undefined) table.lower[i] = limits.lower;
  if (limits?.upper !== undefined) table.upper[i] = limits.upper;
  if (table.lower[i] > table.upper[i]) problems.add(`${path}.limits`, "expected lower <= upper");
  compileDrive(joint, table, i, context);
  const friction = params.friction as { effort: number; brake?: number } | undefined;
  table.friction[i] = friction?.effort ?? 0;
  if (friction?.brake !== undefined)
    table.brakeInput[i] = context.inputs.define(`joints.${joint.name}.friction.brake`, friction.brake);
  const wrong = problems.list.length === 0 ? kind.prepare?.(table, i, context) : undefined;
  if (wrong !== undefined) addProblem(problems, path, wrong);
  defineInputs(joint, table, i, context);
}

/** A sentence that begins with the name of a parameter is about that. */
function addProblem(problems: ProblemList, path: string, sentence: string): void {
  const [, key, rest] = /^(\w+): (.+)$/.exec(sentence) ?? [];
  problems.add(key === undefined ? path : `${path}.${key}`, rest ?? sentence);
}

/** Inputs of the kind's own parameters; `prepare` has filled in their defaults. */
function defineInputs(joint: ParsedItem<JointKindBase>, table: JointTable, i: number, context: JointContext): void {
  const columns = jointColumns(joint.kind.params);
  for (const [key, offset] of Object.entries(columns.input)) {
    const value = table.own[table.ownStart[i] + columns.own[key]];
    table.input[table.inputStart[i] + offset] = context.inputs.define(`joints.${joint.name}.${key}`, value);
  }
}

interface DriveInput {
  readonly mode: "speed" | "position" | "effort";
  readonly target: number;
  readonly maxEffort?: number;
  readonly holdEffort?: number;
  readonly maxPower?: number;
  readonly maxSpeed?: number;
  readonly gain?: number;
  readonly stiffness?: number;
  readonly damping?: number;
}

function compileDrive(joint: ParsedItem<JointKindBase>, table: JointTable, i: number, context: JointContext): void {
  const drive = joint.params.drive as DriveInput | undefined;
  if (drive === undefined) return;
  const sprung = drive.stiffness !== undefined || drive.damping !== undefined;
  for (const key of ["maxSpeed", "gain", "stiffness", "damping"] as const) {
    if (drive[key] !== undefined && drive.mode !== "position")
      context.problems.add(`${joint.path}.drive.${key}`, "is for drives of mode position");
    else if (sprung && (key === "maxSpeed" || key === "gain") && drive[key] !== undefined)
      context.problems.add(`${joint.path}.drive.${key}`, "does not go with stiffness and damping");
  }
  if (drive.holdEffort !== undefined && drive.mode !== "speed")
    context.problems.add(`${joint.path}.drive.holdEffort`, "is for drives of mode speed");
  table.driveMode[i] = sprung ? DRIVE.spring : DRIVE[drive.mode];
  table.driveInput[i] = context.inputs.define(`joints.${joint.name}.drive.target`, drive.target);
  table.driveMaxEffort[i] = drive.maxEffort ?? Number.POSITIVE_INFINITY;
  table.driveHoldEffort[i] = drive.holdEffort ?? Number.NaN;
  table.driveMaxPower[i] = drive.maxPower ?? Number.POSITIVE_INFINITY;
  table.driveMaxSpeed[i] = drive.maxSpeed ?? Number.POSITIVE_INFINITY;
  table.driveGain[i] = drive.gain ?? 0;
  table.driveStiffness[i] = drive.stiffness ?? 0;
  table.driveDamping[i] = drive.damping ?? 0;
}

interface Frame {
  readonly position: Vec3;
  readonly orientation: Quat;
}

function placeFrames(joint: ParsedItem<JointKindBase>, a: number, b: number, context: JointContext): [Frame, Frame] {
  const { params, path, kind } = joint;
  const at = params.at as Vec3 | undefined;
  const given = (["frameA", "frameB"] as const).map((key, side) => {
    const frame = params[key] as FrameInput | undefined;
    return frame === undefined ? null : worldFrame(frame, kind, side === 0 ? a : b, `${path}.${key}`, context);
  });
  if (at !== undefined && (given[0] !== null || given[1] !== null)) {
    context.problems.add(`${path}.at`, "place a joint by at and axis, or by frameA and frameB, not by both");
  }
  if (at === undefined && given[0] === null && given[1] === null && !kind.placeless) {
    context.problems.add(path, "place the joint: at (and axis), or frameA and frameB");
  }
  const center = context.bodyPos.subarray(3 * b, 3 * b + 3);
  const position: Vec3 = at ?? [center[0], center[1], center[2]];
  const start: Frame = { position, orientation: orientationOfAxis(joint, "axis", context) };
  const end: Frame = {
    position: (params.to as Vec3 | undefined) ?? start.position,
    orientation: params.axisB === undefined ? start.orientation : orientationOfAxis(joint, "axisB", context),
  };
  const worldA = given[0] ?? given[1] ?? start;
  const worldB = given[1] ?? given[0] ?? end;
  if (params.to !== undefined && at === undefined)
    context.problems.add(`${path}.to`, "goes with at; frames state their own positions");
  return [localFrame(worldA, a, context), localFrame(worldB, b, context)];
}

/**
 * World orientation of a frame whose z axis the scene states: z of the world, or x in a planar scene where the axis
 * lies inside the plane, unless given. An axis inside the plane goes with y across it.
 */
function orientationOfAxis(joint: ParsedItem<JointKindBase>, key: string, context: JointContext): Quat {
  const { kind, path } = joint;
  const inside = context.planar && kind.planarAxis === "inside";
  const axis = (joint.params[key] as Vec3 | undefined) ?? (inside ? [1, 0, 0] : [0, 0, 1]);
  if (!(norm(axis) > 1e-12)) {
    context.problems.add(`${path}.${key}`, `expected an axis of non-zero length, got [${axis.join(", ")}]`);
    return QUAT_IDENTITY;
  }
  const z = normalize(axis);
  const lean = Math.abs(z[2]);
  if (context.planar && (inside ? lean > PLANE_TOLERANCE : lean < 1 - PLANE_TOLERANCE)) {
    const expected = inside ? "lies in the plane: [x, y]" : "is across the plane: [0, 0, 1]";
    context.problems.add(`${path}.${key}`, `the axis of a ${kind.name} joint ${expected}, got [${axis.join(", ")}]`);
    return QUAT_IDENTITY;
  }
  if (kind.xAxis !== undefined) {
    const stated = (joint.params[kind.xAxis] as Vec3 | undefined) ?? (context.planar ? [0, 1, 0] : [0, 0, 1]);
    const y = normalize(cross(z, stated));
    if (norm(y) > 0.5) return quatFromAxes(cross(y, z), y, z);
    context.problems.add(`${path}.${kind.xAxis}`, `expected a direction across the axis, got [${stated.join(", ")}]`);
    return QUAT_IDENTITY;
  }
  if (inside) return quatFromAxes([-z[1], z[0], 0], [0, 0, 1], z);
  if (z[2] === 1) return QUAT_IDENTITY;
  const [x, y] = tangents(z);
  return quatFromAxes(x, y, z);
}

/**
 * In a planar scene frames turn about z only; where the joint's axis lies inside the plane, it is the x axis of the
 * frame.
 */
const X_AS_AXIS = quatFromAxes([0, 1, 0], [0, 0, 1], [1, 0, 0]);

/** Body frame → world. */
function worldFrame(frame: FrameInput, kind: JointKindBase, b: number, path: string, context: JointContext): Frame {
  const q = context.bodyQuat.subarray(4 * b, 4 * b + 4);
  const origin = planarVector(frame.position, "m", context.planar, `${path}.position`, context.problems);
  const rotated = quatRotate(q, sub(origin, context.bodyCom.subarray(3 * b, 3 * b + 3)));
  const p = context.bodyPos.subarray(3 * b, 3 * b + 3);
  const own = readOrientation(frame.orientation, context.planar, `${path}.orientation`, context.problems);
  return {
    position: [p[0] + rotated[0], p[1] + rotated[1], p[2] + rotated[2]],
    orientation: quatMultiply(q, context.planar && kind.planarAxis === "inside" ? quatMultiply(own, X_AS_AXIS) : own),
  };
}

/** World → relative to the centre of mass, in body axes. */
function localFrame(frame: Frame, b: number, context: JointContext): Frame {
  const q = context.bodyQuat.subarray(4 * b, 4 * b + 4);
  return {
    position: quatRotateInverse(q, sub(frame.position, context.bodyPos.subarray(3 * b, 3 * b + 3))),
    orientation: quatMultiply(quatConjugate(q), frame.orientation),
  };
}

/** Fields of every joint, and what makes an entry of the table of them. */
export const jointPlacing = { params: jointPlacement, place: placeJoint } as const;
