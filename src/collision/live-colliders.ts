import type { Data } from "../data/data.js";
import { liveGrounds } from "../terrain/live-heights.js";
import type { LiveGround } from "../terrain/system.js";
import type { Collider, MeshGeometry } from "./narrow/types.js";
import type { CollisionSetup } from "./setup.js";
import type { CollisionState } from "./system.js";

/**
 * Colliders of diggable ground belong to one Data, and follow its heights; all others are those of the model. Where a
 * scene has no such ground, `state.colliders` are those of the model.
 */
export function followGrounds(data: Data, setup: CollisionSetup, state: CollisionState): void {
  if (!setup.changes) return;
  const grounds = liveGrounds(data);
  if (state.colliders === setup.colliders) state.colliders = createLive(setup, grounds);
  for (let g = 0; g < grounds.length; g++) {
    const { changed, field, setup: ground } = grounds[g];
    if (changed[0] >= changed[2] || changed[1] >= changed[3]) continue;
    const { mesh, shape } = state.colliders[ground.shape];
    shape.live?.update(mesh as MeshGeometry, field, changed[0], changed[1], changed[2], changed[3]);
    changed.fill(0);
  }
}

/** Copies of the model's meshes, which have the heights of the scene; what differs by now is in `changed`. */
function createLive(setup: CollisionSetup, grounds: readonly LiveGround[]): readonly Collider[] {
  const colliders = setup.colliders.slice();
  for (const ground of grounds) {
    const { shape } = ground.setup;
    const still = colliders[shape];
    const mesh = still.shape.live?.copy(still.mesh as MeshGeometry) ?? null;
    colliders[shape] = { ...still, mesh, heightField: ground.field };
  }
  return colliders;
}
