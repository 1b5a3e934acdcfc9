import {
  QUAT_IDENTITY,
  type Quat,
  quatConjugate,
  quatFromAxes,
  quatMultiply,
  quatRotate,
  quatRotateInverse,
} from "../../math/quat.js";
import { norm, normalize, sub, tangents, type Vec3 } from "../../math/vec3.js";
import { type ProblemList, unknownWord } from "../errors.js";
import type { CompileContext } from "../item.js";
import type { JointKindBase, JointTable } from "../model.js";
import type { OrientationInput } from "../orientation.js";
import { readOrientation } from "./bodies.js";
import type { InputBook } from "./inputs.js";
import type { ParsedItem } from "./parse.js";

const DRIVE = { speed: 1, position: 2, effort: 3 } as const;

interface FrameInput {
  readonly position: readonly number[];
  readonly orientation?: OrientationInput;
}

interface JointContext extends CompileContext {
  readonly bodyIndex: ReadonlyMap<string, number>;
  readonly bodyCom: Float64Array;
  readonly inputs: InputBook;
  readonly problems: ProblemList;
}

/**
 * Joints from their one definition: kind, frame on A, frame on B, zero, limits, drive, friction. A joint is placed either by
 * `at` and `axis` in the world at the start, or by `frameA` and `frameB`; one frame alone is carried over to the other body.
 */
export function compileJoints(items: readonly ParsedItem<JointKindBase>[], context: JointContext): JointTable {
  const n = items.length;
  const table: JointTable = {
    count: n,
    names: items.map((j) => j.name),
    kinds: items.map((j) => j.kind),
    bodyA: new Int32Array(n),
    bodyB: new Int32Array(n),
    pointA: new Float64Array(3 * n),
    pointB: new Float64Array(3 * n),
    quatA: new Float64Array(4 * n),
    quatB: new Float64Array(4 * n),
    zero: new Float64Array(n),
    lower: new Float64Array(n).fill(Number.NEGATIVE_INFINITY),
    upper: new Float64Array(n).fill(Number.POSITIVE_INFINITY),
    driveMode: new Uint8Array(n),
    driveInput: new Int32Array(n).fill(-1),
    driveMaxEffort: new Float64Array(n).fill(Number.POSITIVE_INFINITY),
    friction: new Float64Array(n),
    params: items.map((j) => j.params),
  };
  items.forEach((joint, i) => {
    const { params, path, kind } = joint;
    const problems = context.problems;
    const [a, b] = ["bodyA", "bodyB"].map((key) => {
      const name = params[key] as string;
      const index = context.bodyIndex.get(name);
      if (index === undefined) problems.add(`${path}.${key}`, unknownWord("body", name, [...context.bodyIndex.keys()]));
      return index ?? 0;
    });
    if (a === b) problems.add(`${path}.bodyB`, "a joint connects two different bodies");
    if (context.planar && kind.freedom.planar < 0)
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
    table.zero[i] = params.zero as number;
    const limits = params.limits as { lower?: number; upper?: number } | undefined;
    if (limits?.lower !== undefined) table.lower[i] = limits.lower;
    if (limits?.upper !== undefined) table.upper[i] = limits.upper;
    if (table.lower[i] > table.upper[i]) problems.add(`${path}.limits`, "expected lower <= upper");
    const drive = params.drive as { mode: keyof typeof DRIVE; target: number; maxEffort?: number } | undefined;
    if (drive !== undefined) {
      table.driveMode[i] = DRIVE[drive.mode];
      table.driveInput[i] = context.inputs.define(`joints.${joint.name}.drive.target`, drive.target);
      if (drive.maxEffort !== undefined) table.driveMaxEffort[i] = drive.maxEffort;
    }
    table.friction[i] = (params.friction as { effort: number } | undefined)?.effort ?? 0;
  });
  return table;
}

interface Frame {
  readonly position: Vec3;
  readonly orientation: Quat;
}

function placeFrames(joint: ParsedItem<JointKindBase>, a: number, b: number, context: JointContext): [Frame, Frame] {
  const { params, path } = joint;
  const at = params.at as Vec3 | undefined;
  const given = (["frameA", "frameB"] as const).map((key, side) => {
    const frame = params[key] as FrameInput | undefined;
    return frame === undefined ? null : worldFrame(frame, side === 0 ? a : b, `${path}.${key}`, context);
  });
  if (at !== undefined && (given[0] !== null || given[1] !== null)) {
    context.problems.add(`${path}.at`, "place a joint by at and axis, or by frameA and frameB, not by both");
  }
  let axis = params.axis as Vec3 | undefined;
  if (axis !== undefined && !(norm(axis) > 1e-12)) {
    context.problems.add(`${path}.axis`, `expected an axis of non-zero length, got [${axis.join(", ")}]`);
    axis = undefined;
  }
  const z = axis === undefined ? ([0, 0, 1] as const) : normalize(axis);
  const [x, y] =
    z[2] === 1
      ? ([
          [1, 0, 0],
          [0, 1, 0],
        ] as const)
      : tangents(z);
  const start: Frame = { position: at ?? [0, 0, 0], orientation: z[2] === 1 ? QUAT_IDENTITY : quatFromAxes(x, y, z) };
  if (at === undefined && given[0] === null && given[1] === null) {
    context.problems.add(path, "place the joint: at (and axis), or frameA and frameB");
  }
  const worldA = given[0] ?? given[1] ?? start;
  const worldB = given[1] ?? given[0] ?? start;
  return [localFrame(worldA, a, context), localFrame(worldB, b, context)];
}

/** Body frame → world. */
function worldFrame(frame: FrameInput, b: number, path: string, context: JointContext): Frame {
  const q = context.bodyQuat.subarray(4 * b, 4 * b + 4);
  const local = sub(frame.position, context.bodyCom.subarray(3 * b, 3 * b + 3));
  const rotated = quatRotate(q, local);
  const p = context.bodyPos.subarray(3 * b, 3 * b + 3);
  return {
    position: [p[0] + rotated[0], p[1] + rotated[1], p[2] + rotated[2]],
    orientation: quatMultiply(
      q,
      readOrientation(frame.orientation, context.planar, `${path}.orientation`, context.problems),
    ),
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
