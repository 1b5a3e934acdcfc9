import type { Data } from "../data/data.js";
import { liveGrounds } from "../terrain/live-heights.js";
import type { LiveGround } from "../terrain/system.js";
import { copyGroundMesh, type GroundMesh, updateGroundMesh } from "./narrow/mesh/ground-mesh.js";
import type { Collider } from "./narrow/types.js";
import type { CollisionSetup } from "./setup.js";
import type { CollisionState } from "./system.js";

/**
 * Colliders of diggable ground belong to one Data, and follow its heights; all others are those of the model. Where a
 * scene has no such ground, `state.colliders` are those of the model.
 */
export function followGrounds(data: Data, setup: CollisionSetup, state: CollisionState): void {
  const grounds = liveGrounds(data);
  if (grounds.length === 0) return;
  if (state.colliders === setup.colliders) state.colliders = createLive(setup, grounds);
  for (let g = 0; g < grounds.length; g++) {
    const { changed, field, setup: ground } = grounds[g];
    if (changed[0] >= changed[2] || changed[1] >= changed[3]) continue;
    const mesh = state.colliders[ground.shape].mesh as GroundMesh;
    updateGroundMesh(mesh, field, changed[0], changed[1], changed[2], changed[3]);
    changed.fill(0);
  }
}

function createLive(setup: CollisionSetup, grounds: readonly LiveGround[]): readonly Collider[] {
  const colliders = setup.colliders.slice();
  for (const ground of grounds) {
    const { shape } = ground.setup;
    const mesh = copyGroundMesh(colliders[shape].mesh as GroundMesh);
    colliders[shape] = { ...colliders[shape], mesh, heightField: ground.field };
    ground.changed.set([0, 0, ground.field.nx, ground.field.ny]);
  }
  return colliders;
}
