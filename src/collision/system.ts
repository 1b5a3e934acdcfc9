import { defineFields } from "../model/fields.js";
import type { Model, SystemKind } from "../model/model.js";
import { type ApartPairs, createApart } from "./apart.js";
import type { BroadPhase, IdSink, PairSink } from "./broad/broad-phase.js";
import { createIdSink, createPairSink } from "./broad/broad-phase.js";
import { createSortRoom, type SortRoom } from "./broad/sort.js";
import { carryContacts } from "./carry.js";
import { type Collider, type ContactSink, createSinkFor } from "./narrow/types.js";
import type { OldContacts } from "./persist.js";
import type { QueryScene } from "./query/scene.js";
import { prepareCollision } from "./setup.js";
import { createStill, type StillShapes } from "./still.js";

declare module "../data/data.js" {
  interface DataSystems {
    readonly collision: CollisionState;
  }
}

/** Points that one pair of shapes may have before reduction. */
const SINK_POINTS = 1024;

/** Fields of collision. `before…` hold the tables of the step before while the new ones are filled. */
export const COLLISION_FIELDS = defineFields({
  pose: { type: "f64", role: "derived", size: "nShape", stride: 7, unit: "m, 1", help: "world pose of each shape" },
  box: { type: "f64", role: "derived", size: "nShape", stride: 6, unit: "m", help: "world box of each shape" },
  pairTouch: {
    type: "u8",
    role: "state",
    size: "pairMax",
    stride: 1,
    used: "pairs",
    unit: "",
    help: "1 while the shapes touch",
  },
  pairGap: { type: "f64", role: "derived", size: "pairMax", stride: 1, unit: "m", help: "smallest gap of the pair" },
  patchRadius: {
    type: "f64",
    role: "derived",
    size: "patchMax",
    stride: 1,
    unit: "m",
    help: "radius with which the evenly loaded patch resists spin: mean distance of its area from the centroid",
  },
  shapeAhead: {
    type: "f64",
    role: "scratch",
    size: "nShape",
    stride: 1,
    unit: "m",
    help: "how far the shape may get before contacts are found again",
  },
  bodyImpact: {
    type: "f64",
    role: "derived",
    size: "nb",
    stride: 1,
    unit: "1",
    help: "fraction of the step at which a fast body first met another; 1: it did not",
  },
  bodyImpactShape: {
    type: "i32",
    role: "derived",
    size: "nb",
    stride: 1,
    unit: "",
    help: "the shape that it met, −1: none",
  },
  bodyCrosses: {
    type: "u8",
    role: "scratch",
    size: "nb",
    stride: 1,
    unit: "",
    help: "1 where the middle of a part of a fast body would get across a chain",
  },
  bodyMotion: {
    type: "f64",
    role: "scratch",
    size: "nb",
    stride: 7,
    unit: "rad, m, m",
    help: "turn, translation and bound of the motion of any point over the step",
  },
  pairPose: {
    type: "f64",
    role: "state",
    size: "pairMax",
    stride: 7,
    used: "pairs",
    unit: "m, 1",
    help: "pose of B in A when the contacts were found; zeros: not to be used again",
  },
  patchLocal: {
    type: "f64",
    role: "state",
    size: "patchMax",
    stride: 8,
    used: "patches",
    unit: "1, m, m^2, m",
    help: "normal, centroid, area and radius in the frame of A",
  },
  pointLocal: {
    type: "f64",
    role: "state",
    size: "pointMax",
    stride: 6,
    used: "points",
    unit: "m",
    help: "points on A and on B in their frames",
  },
  pointLoad: {
    type: "f64",
    role: "state",
    measured: true,
    size: "pointMax",
    stride: 1,
    used: "points",
    unit: "N s",
    help: "normal impulse over the last step",
  },
  patchLoad: {
    type: "f64",
    role: "state",
    measured: true,
    size: "patchMax",
    stride: 3,
    used: "patches",
    unit: "N s",
    help: "friction impulse on B over the last step, world",
  },
  loads: {
    type: "u32",
    role: "state",
    measured: true,
    size: 1,
    stride: 1,
    unit: "",
    help: "pairs of shapes in `loadKey`",
  },
  loadKey: {
    type: "u32",
    role: "state",
    measured: true,
    size: "loadMax",
    stride: 2,
    used: "loads",
    unit: "",
    help: "pairs of shapes between which impulses acted in the last step, whether they still touch or not; sorted",
  },
  loadWrench: {
    type: "f64",
    role: "state",
    measured: true,
    size: "loadMax",
    stride: 10,
    used: "loads",
    unit: "N s, N m s",
    help: "see LOAD",
  },
  loadNow: {
    type: "u8",
    role: "scratch",
    size: "loadMax",
    stride: 1,
    unit: "",
    help: "1: the row was written in this step; 0: it is that of bodies at rest since an earlier one",
  },
  beforePointLoad: {
    type: "f64",
    role: "scratch",
    size: "pointMax",
    stride: 1,
    unit: "",
    help: "pointLoad of the step before",
  },
  beforePatchLoad: {
    type: "f64",
    role: "scratch",
    size: "patchMax",
    stride: 3,
    unit: "",
    help: "patchLoad of the step before",
  },
  beforePose: {
    type: "f64",
    role: "scratch",
    size: "pairMax",
    stride: 7,
    unit: "",
    help: "pairPose of the step before",
  },
  beforePatchLocal: {
    type: "f64",
    role: "scratch",
    size: "patchMax",
    stride: 8,
    unit: "",
    help: "patchLocal of the step before",
  },
  beforePointLocal: {
    type: "f64",
    role: "scratch",
    size: "pointMax",
    stride: 6,
    unit: "",
    help: "pointLocal of the step before",
  },
  beforeKey: { type: "u32", role: "scratch", size: "pairMax", stride: 2, unit: "", help: "pairKey of the step before" },
  beforePatch: {
    type: "i32",
    role: "scratch",
    size: "pairMax",
    stride: 2,
    unit: "",
    help: "pairPatch of the step before",
  },
  beforeTouch: {
    type: "u8",
    role: "scratch",
    size: "pairMax",
    stride: 1,
    unit: "",
    help: "pairTouch of the step before",
  },
  beforePatchKey: {
    type: "u32",
    role: "scratch",
    size: "patchMax",
    stride: 1,
    unit: "",
    help: "patchKey of the step before",
  },
  beforePoint: {
    type: "i32",
    role: "scratch",
    size: "patchMax",
    stride: 2,
    unit: "",
    help: "patchPoint of the step before",
  },
  beforeFriction: {
    type: "f64",
    role: "scratch",
    size: "patchMax",
    stride: 8,
    unit: "",
    help: "patchFriction of the step before",
  },
  beforeFeature: {
    type: "u32",
    role: "scratch",
    size: "pointMax",
    stride: 2,
    unit: "",
    help: "pointFeature of the step before",
  },
  beforeImpulse: {
    type: "f64",
    role: "scratch",
    size: "pointMax",
    stride: 3,
    unit: "N s",
    help: "pointImpulse of the step before",
  },
});

/** Derived objects that go with one Data. */
export interface CollisionState {
  /** Colliders of all shapes, those of diggable ground with its present heights; see `live-colliders.ts`. */
  colliders: readonly Collider[];
  /** Null until the first detection, and again when the state was changed from outside. */
  broad: BroadPhase | null;
  /** `data.epoch` when the broad phase was built. */
  epoch: number;
  /** Step in which queries brought poses and boxes up to date. */
  queried: number;
  /** What queries work on; null before the first. */
  query: QueryScene | null;
  /** Time for which contacts must be found ahead, s; set by the formulation that answers them. */
  ahead: number;
  /** Whether contacts of pairs that have hardly moved are used again. */
  recycles: boolean;
  /** First row of the old contacts: those before it are in their places. */
  firstOld: number;
  /** Row of the tables of the step before at which the search for a pair starts. */
  nextPair: number;
  /** Calls since the start of the step that opened rows of loads, or added to them. */
  loadsNow: number;
  /** All of the data's memory. */
  bytes: Uint8Array | null;
  /** Contacts of the step before while new ones are found: copies of them, or those in the tables. */
  old: OldContacts | null;
  copied: OldContacts | null;
  inPlace: OldContacts | null;
  readonly pairs: PairSink;
  readonly near: IdSink;
  readonly sortRoom: SortRoom;
  readonly sink: ContactSink;
  /** Shapes whose contacts among each other need not be found again. */
  readonly still: StillShapes;
  /** Pairs that need not be asked again for a while. */
  readonly apart: ApartPairs;
}

/** Collision as a system: prepared once per model, with its own fields and derived objects. */
export const collisionSystem: SystemKind = {
  name: "collision",
  fields: COLLISION_FIELDS,
  prepare: prepareCollision,
  carryOver: carryContacts,
  create(model: Model): CollisionState {
    const { margin, colliders } = model.systems.collision;
    return {
      colliders,
      broad: null,
      epoch: -1,
      queried: -1,
      query: null,
      ahead: 0,
      recycles: false,
      firstOld: 0,
      nextPair: 0,
      loadsNow: 0,
      bytes: null,
      old: null,
      copied: null,
      inPlace: null,
      pairs: createPairSink(256),
      sink: createSinkFor(model.spec, SINK_POINTS, margin[0]),
      still: createStill(model.shapes.length),
      near: createIdSink(),
      sortRoom: createSortRoom(),
      apart: createApart(model.shapes.length),
    };
  },
};
