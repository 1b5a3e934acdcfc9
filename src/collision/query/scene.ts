import { type Data, itemFields } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import type { Model } from "../../model/model.js";
import type { BroadPhase } from "../broad/broad-phase.js";
import { updateBoxes } from "../detect.js";
import type { NarrowWorkspace } from "../narrow/workspace.js";
import type { CollisionSetup } from "../setup.js";
import { COLLISION_FIELDS } from "../system.js";
import type { QueryFilter } from "./filter.js";
import { prepareMesh } from "./ray/mesh-of.js";

/** What a query works on; filled by `openScene`, emptied by nobody: a query never looks at what another one left. */
export const scene = {
  setup: null as unknown as CollisionSetup,
  broad: null as unknown as BroadPhase,
  /** World poses of shapes, 7 each. */
  pose: new Float64Array(0) as Float64Array,
  /** World boxes of shapes, 6 each, widened by half the margin. */
  box: new Float64Array(0) as Float64Array,
  filter: null as unknown as QueryFilter,
  work: null as unknown as NarrowWorkspace,
};

const meshesReady = new WeakSet<CollisionSetup>();

/**
 * Brings poses, boxes and broad phase up to date with the bodies, once per step and after every change from outside
 * that was announced by `markChanged`; all further queries find them so. Works also where the scene has no contacts.
 * Writes: pose, box.
 */
export function openScene(model: Model, data: Data, filter: QueryFilter): void {
  const setup = model.systems.collision;
  const state = data.systems.collision;
  const steps = data.counter[COUNTER.steps];
  if (state.broad === null || state.epoch !== data.epoch || state.queried !== steps) {
    updateBoxes(data, setup, state);
    state.queried = steps;
  }
  if (!meshesReady.has(setup)) {
    for (let s = 0; s < setup.count; s++) prepareMesh(setup.colliders[s], model.shapes[s].geometry);
    meshesReady.add(setup);
  }
  const fields = itemFields(data, "collision", COLLISION_FIELDS);
  scene.setup = setup;
  scene.broad = state.broad as BroadPhase;
  scene.pose = fields.pose;
  scene.box = fields.box;
  scene.filter = filter;
  scene.work = state.sink.work;
}
