import { type Collider, KIND } from "../../narrow/types.js";
import { rayChainLink } from "./chain-link.js";
import {
  rayBox,
  rayCapsule,
  rayEllipsoid,
  rayHull,
  rayPlanarCapsule,
  rayPlanarPlane,
  rayPlane,
  raySphere,
} from "./convex.js";
import type { RayRoutine } from "./crossings.js";
import { rayOutline } from "./outline.js";
import { rayCone, rayCylinder } from "./round.js";
import { rayHeightField, rayMesh } from "./surface.js";
import { rayTorus } from "./torus.js";

/** Which routine serves which kind. */
const routines: (RayRoutine | null)[] = new Array<RayRoutine | null>(64).fill(null);

/** Sets the routine of a kind; used below, and by the files that bring further kinds. */
export function setRay(kind: number, routine: RayRoutine): void {
  routines[kind] = routine;
}

setRay(KIND.sphere, raySphere);
setRay(KIND.capsule, rayCapsule);
setRay(KIND.box, rayBox);
setRay(KIND.cylinder, rayCylinder);
setRay(KIND.cone, rayCone);
setRay(KIND.ellipsoid, rayEllipsoid);
setRay(KIND.hull, rayHull);
setRay(KIND.torus, rayTorus);
setRay(KIND.chainLink, rayChainLink);
setRay(KIND.mesh, rayMesh);
setRay(KIND.heightField, rayHeightField);
setRay(KIND.plane, rayPlane);
setRay(KIND.circle, raySphere);
setRay(KIND.planarCapsule, rayPlanarCapsule);
setRay(KIND.polygon, rayOutline);
setRay(KIND.chain, rayOutline);
setRay(KIND.planarPlane, rayPlanarPlane);

/** Whether rays can be cast at a kind. */
export function hasRay(kind: number): boolean {
  return routines[kind] !== null;
}

/**
 * First hit of the ray with the collider, both in the collider's frame: `hit` gets `HIT_SIZE` numbers. `exit` asks a ray that starts
 * inside for the place where it leaves. False when there is none within the range, and for a kind without a routine.
 */
export function castCollider(c: Collider, ray: Float64Array, hit: Float64Array, exit: boolean): boolean {
  return routines[c.kind]?.(c, ray, hit, exit) ?? false;
}
