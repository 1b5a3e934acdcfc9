import { norm } from "../math/vec3.js";
import { type ProblemList, unknownWord } from "../model/errors.js";
import { BODY_TYPE, type Model } from "../model/model.js";
import type { BroadPhaseKind, SceneryKind } from "./broad/broad-phase.js";
import { broadPhases, sceneries } from "./broad/index.js";
import { warnOfSpeeds } from "./continuous/setup.js";
import { warnOfMissingPairs } from "./missing-pairs.js";
import { type Collider, KIND } from "./narrow/types.js";
import type { ShapeClasses } from "./shapes/shape-class.js";
import { shareColliders } from "./share-colliders.js";

declare module "../model/model.js" {
  interface ModelSystems {
    readonly collision: CollisionSetup;
  }
  interface Items {
    /** What collision knows of the forms of shapes: a scene can have those that are here. */
    readonly shapeClasses: ShapeClasses;
    /** Broad phases that a scene may name; by default those of the library. */
    readonly broadPhases?: Readonly<Record<string, BroadPhaseKind>>;
    /** Structures for static shapes that a scene may name; by default those of the library. */
    readonly sceneries?: Readonly<Record<string, SceneryKind>>;
  }
}

/** Data of collision that is constant while stepping. Shapes are numbered as in `model.shapes`. */
export interface CollisionSetup {
  /** False when the scene has `contact: none` or no two shapes that could meet. */
  readonly active: boolean;
  readonly count: number;
  readonly colliders: readonly Collider[];
  readonly body: Int32Array;
  /** 1 for shapes of static bodies: they cost nothing per step. */
  readonly fixed: Uint8Array;
  /** The other shapes, ascending. */
  readonly movable: Int32Array;
  /** Pose of the shape relative to its body's centre of mass, 7 per shape. */
  readonly localPose: Float64Array;
  /** Distance of the shape's farthest point from its body's centre of mass, m. */
  readonly turnReach: Float64Array;
  /** Bounds in the shape's own frame, 6 per shape. */
  readonly localBounds: Float64Array;
  readonly category: Uint32Array;
  readonly mask: Uint32Array;
  readonly sensor: Uint8Array;
  /** Velocity of the surface relative to the shape, in its axes, 3 per shape, m/s; null when no shape is a belt. */
  readonly belt: Float64Array | null;
  /** Gap up to which contact points are created, m, at index 0. */
  readonly margin: Float64Array;
  /** Pairs of bodies that do not collide: jointed without `collide`, or named by `collision.ignore`. */
  readonly parted: readonly (readonly [number, number])[];
  /** For shapes of bodies that move, and for those of static bodies. */
  readonly broadPhase: BroadPhaseKind;
  readonly scenery: SceneryKind;
  readonly persistEvents: boolean;
  /** 1 for ground whose heights change, and whether there is any. */
  readonly live: Uint8Array;
  readonly changes: boolean;
}

/** Largest default margin, m. */
const MARGIN_CAP = 0.02;
/** Default margin as a fraction of the smallest shape's reach. */
const MARGIN_PART = 0.05;

/** Colliders, filters and sizes for a model. */
export function prepareCollision(
  model: Model,
  problems: ProblemList,
): { setup: CollisionSetup; dims: Record<string, number> } {
  const { shapes, spec } = model;
  const n = shapes.length;
  const options = spec.collision;
  const colliders = shareColliders(model);
  const reach = colliders.map((c) => c.reach).filter((r) => r < Number.POSITIVE_INFINITY);
  const margin = options?.margin ?? Math.min(MARGIN_CAP, MARGIN_PART * Math.min(...reach, MARGIN_CAP / MARGIN_PART));
  const body = Int32Array.from(shapes, (s) => s.body);
  const choose = <T>(kinds: Readonly<Record<string, T>>, name: string, path: string, what: string): T => {
    if (!Object.hasOwn(kinds, name)) problems.add(path, unknownWord(what, name, Object.keys(kinds)));
    return kinds[name] ?? kinds.tree;
  };
  const fixed = Uint8Array.from(shapes, (s) => (model.bodyType[s.body] === BODY_TYPE.static ? 1 : 0));
  const setup: CollisionSetup = {
    active: spec.contact !== "none" && n > 1 && shapes.some((s) => model.bodyType[s.body] !== BODY_TYPE.static),
    count: n,
    colliders,
    body,
    fixed,
    movable: Int32Array.from(shapes.keys()).filter((s) => fixed[s] === 0),
    localPose: Float64Array.from(shapes.flatMap((s) => [...s.position, ...s.orientation])),
    turnReach: Float64Array.from(shapes, (s, i) => norm(s.position) + colliders[i].reach),
    localBounds: Float64Array.from(shapes.flatMap((s) => [...s.geometry.bounds])),
    category: Uint32Array.from(shapes, (s) => s.params.category as number),
    mask: Uint32Array.from(shapes, (s) => s.params.mask as number),
    sensor: Uint8Array.from(shapes, (s) => (s.params.sensor ? 1 : 0)),
    belt: beltsOf(model),
    margin: Float64Array.of(margin),
    parted: partedBodies(model, problems),
    broadPhase: choose<BroadPhaseKind>(
      model.items.broadPhases ?? broadPhases,
      options?.broadPhase ?? "tree",
      "collision.broadPhase",
      "broad phase",
    ),
    scenery: choose<SceneryKind>(
      model.items.sceneries ?? sceneries,
      options?.scenery ?? "tree",
      "collision.scenery",
      "structure for scenery",
    ),
    persistEvents: options?.persistEvents ?? false,
    live: Uint8Array.from(shapes, (s) => (s.geometry.soil === undefined ? 0 : 1)),
    changes: shapes.some((s) => s.geometry.soil !== undefined),
  };
  warnOfSizes(model, colliders, problems);
  if (setup.active) problems.warn(...warnOfMissingPairs(model, colliders, setup.category, setup.mask));
  problems.warn(...warnOfSpeeds(model, setup));
  return { setup, dims: capacities(model, setup) };
}

function beltsOf(model: Model): Float64Array | null {
  const belts = Float64Array.from(model.shapes.flatMap((s) => [...(s.params.surfaceVelocity as readonly number[])]));
  return belts.some((v) => v !== 0) ? belts : null;
}

function partedBodies(model: Model, problems: ProblemList): [number, number][] {
  const parted: [number, number][] = [];
  for (let i = 0; i < model.joints.count; i++) {
    if (!model.joints.params[i].collide) parted.push([model.joints.bodyA[i], model.joints.bodyB[i]]);
  }
  model.spec.collision?.ignore.forEach((pair, i) => {
    const [a, b] = pair.map((name, k) => {
      const found = model.bodyIndex.get(name);
      if (found === undefined) problems.add(`collision.ignore[${i}][${k}]`, unknownWord("body", name, model.bodyNames));
      return found ?? 0;
    });
    parted.push([a, b]);
  });
  return parted;
}

/** For a shape smaller than this, margins and round-off become significant, m [Gribel2009, ch. 3]. */
const SMALL = 1e-4;

function warnOfSizes(model: Model, colliders: readonly Collider[], problems: ProblemList): void {
  const small = colliders.findIndex((c) => c.kind !== KIND.plane && c.reach < SMALL);
  if (small < 0) return;
  const shape = model.shapes[small];
  const where = `bodies[${shape.body - 1}].shapes[${shape.index}]`;
  problems.warn(
    `${where} reaches only ${colliders[small].reach} m: consider larger units or a smaller collision.margin`,
  );
}

/** Pairs per shape that moves, and per shape that does not and meets no other of its kind. */
const PAIRS_MOVING = 12;
const PAIRS_FIXED = 2;

/**
 * Room for pairs, patches and points: the given capacity, or a few per shape. It is reserved, and takes memory when it
 * is used. A status bit reports overflow.
 */
function capacities(model: Model, setup: CollisionSetup): Record<string, number> {
  const told = model.spec.capacity;
  const fixed = setup.fixed.reduce((sum, is) => sum + is, 0);
  const few = PAIRS_MOVING * (setup.count - fixed) + PAIRS_FIXED * fixed;
  const pairs = told?.pairs || (setup.active ? Math.max(64, few) : 0);
  const patches = told?.patches || (setup.active ? 2 * pairs : 0);
  const points = told?.points || (setup.active ? 4 * patches : 0);
  return { nShape: setup.count, pairMax: pairs, patchMax: patches, pointMax: points, loadMax: 2 * pairs };
}
