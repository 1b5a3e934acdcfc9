import { DRIVE } from "../../joints/coordinate.js";
import { jointColumns } from "../../model/joint-columns.js";
import type { Model } from "../../model/model.js";

/** The kinds of joint that the formulation solves by constraints. */
const HELD = [
  "ball",
  "hinge",
  "slider",
  "fixed",
  "cylindrical",
  "universal",
  "planar",
  "distance",
  "screw",
  "gear",
  "rack-and-pinion",
  "point-on-line",
  "point-on-plane",
] as const;

/** Those whose rows are springs: they act as forces. */
export const SPRUNG = ["spring", "bushing", "angular-spring"] as const;

export const LAGRANGIAN_JOINTS: readonly string[] = [...HELD, ...SPRUNG];

/** Axes of a joint's frame. */
export type Axis = 0 | 1 | 2;

/** A coordinate of a joint that is a coordinate of the system too. */
export interface ScalarPlan {
  /** turn: about z from A to B; side: of one side about z of a frame fixed in the world; way: along z of A; length: of the line. */
  readonly kind: "turn" | "sideA" | "sideB" | "way" | "length";
  readonly prescribed: boolean;
  /** Where the joint's memory holds its last value; −1: nowhere. */
  readonly memory: number;
}

/**
 * What a joint asks for in natural coordinates: what its bodies have in common, and what is left to constraints. d is the way from the
 * point on A to the point on B.
 */
export interface JointPlan {
  readonly point: boolean;
  /** Axes of the frames that the bodies have in common. */
  readonly axes: readonly Axis[];
  /** d stays across these axes of A. */
  readonly across: readonly Axis[];
  /** x of A and y of B stay perpendicular. */
  readonly cardan: boolean;
  readonly scalars: readonly ScalarPlan[];
  /** d · z_A = pitch/2π × the first scalar. */
  readonly pitch: number;
  /** Second scalar = ratio × first. */
  readonly ratio: number;
  /** travel · point of B − start = radius × the first scalar. */
  readonly rack: { readonly travel: readonly number[]; readonly start: number; readonly radius: number } | null;
}

const NOTHING: JointPlan = {
  point: false,
  axes: [],
  across: [],
  cardan: false,
  scalars: [],
  pitch: 0,
  ratio: 0,
  rack: null,
};

/** True when the joint's coordinate is guided: driven by speed or position without bounds. */
export function isGuided(model: Model, i: number): boolean {
  const mode = model.joints.driveMode[i];
  return mode === DRIVE.speed || mode === DRIVE.position;
}

/** The plan of joint `i`. */
export function planJoint(model: Model, i: number): JointPlan {
  const { planar } = model;
  const kind = model.joints.kinds[i];
  const guided = isGuided(model, i);
  const turn: ScalarPlan[] = guided ? [{ kind: "turn", prescribed: true, memory: 0 }] : [];
  const way: ScalarPlan[] = guided ? [{ kind: "way", prescribed: true, memory: -1 }] : [];
  switch (kind.name) {
    case "ball":
      return { ...NOTHING, point: true, scalars: planar ? turn : [] };
    case "hinge":
      return { ...NOTHING, point: true, axes: planar ? [] : [2], scalars: turn };
    case "cylindrical":
      return planar
        ? { ...NOTHING, point: true, scalars: turn }
        : { ...NOTHING, axes: [2], across: [0, 1], scalars: turn };
    case "planar":
      return { ...NOTHING, axes: planar ? [] : [2], across: planar ? [] : [2], scalars: turn };
    case "fixed":
      return { ...NOTHING, point: true, axes: planar ? [0] : [0, 1, 2] };
    case "slider":
      // in the plane y of the frame is across it
      return planar
        ? { ...NOTHING, axes: [2], across: [0], scalars: way }
        : { ...NOTHING, axes: [0, 1, 2], across: [0, 1], scalars: way };
    case "universal":
      return { ...NOTHING, point: true, cardan: true };
    case "point-on-line":
      return { ...NOTHING, across: planar ? [0] : [0, 1], scalars: way };
    case "point-on-plane":
      return { ...NOTHING, across: [2] };
    case "distance":
      return model.joints.params[i].mode === "free" && !guided
        ? NOTHING
        : { ...NOTHING, scalars: [{ kind: "length", prescribed: true, memory: -1 }] };
    case "screw":
      return {
        ...NOTHING,
        axes: [2],
        across: [0, 1],
        scalars: [{ kind: "turn", prescribed: guided, memory: 0 }],
        pitch: ownNumber(model, i, "pitch"),
      };
    case "gear":
      return {
        ...NOTHING,
        scalars: [
          { kind: "sideA", prescribed: false, memory: 0 },
          { kind: "sideB", prescribed: false, memory: 1 },
        ],
        ratio: ownNumber(model, i, "ratio"),
      };
    case "rack-and-pinion": {
      const { own, ownStart } = model.joints;
      const columns = jointColumns(kind.params);
      const at = ownStart[i] + columns.own.travel;
      return {
        ...NOTHING,
        scalars: [{ kind: "sideA", prescribed: false, memory: 0 }],
        rack: {
          travel: [own[at], own[at + 1], own[at + 2]],
          start: own[ownStart[i] + columns.size + 4],
          radius: ownNumber(model, i, "radius"),
        },
      };
    }
    default:
      return NOTHING;
  }
}

/** What the formulation cannot do with a joint, as a sentence, or undefined. */
export function refuseJoint(model: Model, i: number): string | undefined {
  const { joints } = model;
  const { name } = joints.kinds[i];
  if (joints.lower[i] > Number.NEGATIVE_INFINITY || joints.upper[i] < Number.POSITIVE_INFINITY)
    return "limits: augmented-lagrangian has no stops yet; leave them out or use formulation impulse";
  if (joints.friction[i] > 0)
    return "friction: augmented-lagrangian has no friction in joints yet; leave it out or use formulation impulse";
  if (joints.breakForce[i] < Number.POSITIVE_INFINITY || joints.breakTorque[i] < Number.POSITIVE_INFINITY)
    return "breakForce: bodies that share points cannot break apart; leave it out or use formulation impulse";
  if (isGuided(model, i)) {
    if (joints.driveMaxEffort[i] < Number.POSITIVE_INFINITY || joints.driveMaxSpeed[i] < Number.POSITIVE_INFINITY)
      return "drive: a guided coordinate knows no bounds; leave out maxEffort and maxSpeed, or give stiffness and damping";
    if (name === "ball" && !model.planar)
      return "drive: guide a hinge or a slider; the twist of a ball joint is no coordinate";
  }
  if (name === "distance") {
    const mode = joints.params[i].mode as string;
    if (mode === "rope" || mode === "strut")
      return `mode: ${mode} holds one way only; use a rod, a spring, or formulation impulse`;
  }
  if (name === "ball" && joints.params[i].cone !== undefined && !model.planar)
    return "cone: augmented-lagrangian has no stops yet; leave it out or use formulation impulse";
  return undefined;
}

function ownNumber(model: Model, i: number, key: string): number {
  const { own, ownStart, kinds } = model.joints;
  return own[ownStart[i] + jointColumns(kinds[i].params).own[key]];
}
