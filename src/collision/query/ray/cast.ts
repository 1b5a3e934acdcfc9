import type { Collider } from "../../narrow/types.js";
import type { NarrowWorkspace } from "../../narrow/workspace.js";

/**
 * First hit of the ray with the collider, both in the collider's frame: `hit` gets `HIT_SIZE` numbers. `exit` asks a
 * ray that starts inside for the place where it leaves. False when there is none within the range.
 */
export function castCollider(
  w: NarrowWorkspace,
  c: Collider,
  ray: Float64Array,
  hit: Float64Array,
  exit: boolean,
): boolean {
  return c.shape.castRay(w, c, ray, hit, exit);
}
