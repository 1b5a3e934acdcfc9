import type { Data } from "../../data/data.js";
import type { BroadPhase } from "../broad/broad-phase.js";
import { type Collider, createSeparation, type Separation } from "../narrow/types.js";
import type { NarrowWorkspace } from "../narrow/workspace.js";
import { HIT_SIZE } from "../query/ray/crossings.js";
import type { CollisionSetup } from "../setup.js";
import { type Cast, createCast } from "./linear-cast.js";
import { createMotion, type ShapeMotion } from "./motion.js";
import type { ContinuousSetup } from "./setup.js";
import { createImpactWork, type ImpactWork } from "./time-of-impact.js";

/** Work of the search for impacts within a step: the current pair, and scratch. */
export interface SweepWork {
  data: Data | null;
  setup: CollisionSetup | null;
  colliders: readonly Collider[];
  continuous: ContinuousSetup | null;
  broad: BroadPhase | null;
  work: NarrowWorkspace | null;
  /** Called by the broad phase for each shape in the way; made once. */
  visit: ((other: number) => void) | null;
  motion: Float64Array;
  before: Float64Array;
  crosses: Uint8Array;
  /** The body and the shape that move, and the shape that is met first so far (−1: none). */
  body: number;
  shape: number;
  other: number;
  ahead: boolean;
  readonly motionA: ShapeMotion;
  readonly motionB: ShapeMotion;
  readonly cast: Cast;
  readonly impact: ImpactWork;
  readonly sweep: Float64Array;
  readonly box: Float64Array;
  readonly pose: Float64Array;
  /** Numbers at index 0, in arrays since calls box doubles: the time of a pose; the first impact of the body so far. */
  readonly time: Float64Array;
  readonly best: Float64Array;
  /** Approach from which bodies that touch are pressed, m. */
  readonly press: Float64Array;
  /** Largest motion of a body that is not quick, m: how far others may be from where the broad phase has them. */
  readonly slowest: Float64Array;
  readonly ray: Float64Array;
  readonly hit: Float64Array;
  /** Poses of both shapes, their separation, direction and points in the frame of one; see `isOrdinary`. */
  readonly poses: readonly [Float64Array, Float64Array];
  readonly gap: Separation;
  readonly toward: Float64Array;
  readonly local: Float64Array;
  /** Part of the step after which a middle would be across a chain; see `meetChain`. */
  readonly crossing: Float64Array;
}

export function createSweepWork(): SweepWork {
  return {
    data: null,
    setup: null,
    colliders: [],
    continuous: null,
    broad: null,
    work: null,
    visit: null,
    motion: new Float64Array(0),
    before: new Float64Array(0),
    crosses: new Uint8Array(0),
    body: 0,
    shape: 0,
    other: -1,
    ahead: false,
    motionA: createMotion(),
    motionB: createMotion(),
    cast: createCast(),
    impact: createImpactWork(),
    sweep: new Float64Array(10),
    box: new Float64Array(6),
    pose: new Float64Array(7),
    time: new Float64Array(1),
    best: new Float64Array(1),
    press: new Float64Array(1),
    slowest: new Float64Array(1),
    ray: new Float64Array(8),
    hit: new Float64Array(HIT_SIZE),
    poses: [new Float64Array(7), new Float64Array(7)],
    gap: createSeparation(),
    toward: new Float64Array(3),
    local: new Float64Array(9),
    crossing: new Float64Array(1),
  };
}
