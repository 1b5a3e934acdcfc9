import { type Data, itemFields } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import { checkOwner } from "../../data/owner.js";
import type { Model } from "../../model/model.js";
import type { BroadPhase } from "../broad/broad-phase.js";
import { updateBoxes } from "../detect.js";
import { followGrounds } from "../live-colliders.js";
import type { Collider } from "../narrow/types.js";
import type { NarrowWorkspace } from "../narrow/workspace.js";
import type { CollisionSetup } from "../setup.js";
import { COLLISION_FIELDS } from "../system.js";
import type { QueryFilter } from "./filter.js";
import { prepareMesh } from "./ray/mesh-of.js";

/** The shapes that a query works on, and which of them it sees. */
export interface QueryScene {
  setup: CollisionSetup;
  /** Colliders of the shapes, those of ground with its present heights. */
  colliders: readonly Collider[];
  broad: BroadPhase;
  /** World poses of shapes, 7 each. */
  pose: Float64Array;
  /** World boxes of shapes, 6 each, widened by half the margin. */
  box: Float64Array;
  filter: QueryFilter;
  work: NarrowWorkspace;
}

const meshesReady = new WeakSet<CollisionSetup>();

/**
 * Brings poses, boxes and broad phase up to date with the bodies, once per step and after every change from outside
 * that was announced by `markChanged`; all further queries find them so. Works also where the scene has no contacts.
 * Writes: pose, box. Returns the scene as it is kept with the data.
 */
export function openScene(model: Model, data: Data, filter: QueryFilter): QueryScene {
  checkOwner(model, data);
  const setup = model.systems.collision;
  if (filter?.seen?.length !== setup.count)
    throw new RangeError("filter: expected one that createQueryFilter(model) has made for this model");
  const state = data.systems.collision;
  const steps = data.counter[COUNTER.steps];
  if (state.broad === null || state.epoch !== data.epoch || state.queried !== steps) {
    updateBoxes(data, setup, state, state.ahead > 0);
    state.queried = steps;
  }
  if (!meshesReady.has(setup)) {
    for (let s = 0; s < setup.count; s++) prepareMesh(setup.colliders[s], model.shapes[s].geometry);
    meshesReady.add(setup);
  }
  if (state.query === null) {
    const { pose, box } = itemFields(data, "collision", COLLISION_FIELDS);
    state.query = {
      setup,
      colliders: state.colliders,
      broad: state.broad as BroadPhase,
      pose,
      box,
      filter,
      work: state.sink.work,
    };
  }
  if (setup.changes) followGrounds(data, setup, state);
  state.query.colliders = state.colliders;
  state.query.broad = state.broad as BroadPhase;
  state.query.filter = filter;
  return state.query;
}
