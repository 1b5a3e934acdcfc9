import { capsulePair } from "./capsule.js";
import { convexPair } from "./convex.js";
import { flipContacts, flipSeparation } from "./flip.js";
import { convexMeshPair, roundMeshPair } from "./mesh/convex-mesh-pair.js";
import { meshMeshPair } from "./mesh/mesh-mesh-pair.js";
import { meshPlanePair } from "./mesh/mesh-plane.js";
import { turned } from "./pair-order.js";
import { planarPairs } from "./planar/index.js";
import { planePair } from "./plane.js";
import { polytopePair } from "./polytope.js";
import { spherePair } from "./sphere.js";
import { type Collider, type ContactSink, KIND, type PairRoutines, type Separation } from "./types.js";
import { wireMeshPair } from "./wire/wire-mesh.js";
import { sphereWirePair, wirePlanePair } from "./wire/wire-pairs.js";
import { wireSolidPair } from "./wire/wire-solid.js";

/**
 * Which routine serves which pair. Rows and columns follow `KIND`; of two kinds the smaller code is A, so half of the table suffices.
 *
 *             sphere   capsule  box       cylinder  cone     ellipsoid  hull      plane
 *   sphere    sphere   sphere   sphere    sphere    sphere   sphere     polytope  plane     closed forms
 *   capsule            capsule  polytope  convex    convex   convex     polytope  plane
 *   box                         polytope  convex    convex   convex     polytope  plane     SAT and GJK, exact
 *   cylinder                              convex    convex   convex     convex    plane
 *   cone                                            convex   convex     convex    plane     GJK, EPA and refinement
 *   ellipsoid                                                convex     convex    plane
 *   hull                                                                polytope  plane
 *
 * Meshes meet all of these and each other; so do height fields, but that a height field is ground and so is a plane. A torus and a chain link meet all of
 * these and each other. `missing-pairs.ts` tells at compile of shapes that may meet and have no cell.
 */
const table: (PairRoutines | null)[] = new Array<PairRoutines | null>(64 * 64).fill(null);

/** Fills the cells of one kind with others; used below, and by the files that bring further kinds. */
export function setPair(kindA: number, kindsB: readonly number[], routines: PairRoutines): void {
  for (const kindB of kindsB) table[64 * Math.min(kindA, kindB) + Math.max(kindA, kindB)] = routines;
}

const { sphere, capsule, box, cylinder, cone, ellipsoid, hull, plane } = KIND;
setPair(sphere, [sphere, capsule, box, cylinder, cone, ellipsoid], spherePair);
setPair(capsule, [capsule], capsulePair);
setPair(hull, [sphere, capsule, box, hull], polytopePair);
setPair(box, [capsule, box], polytopePair);
setPair(cylinder, [capsule, box, cylinder, cone, ellipsoid, hull], convexPair);
setPair(cone, [capsule, box, cone, ellipsoid, hull], convexPair);
setPair(ellipsoid, [capsule, box, ellipsoid, hull], convexPair);
setPair(plane, [sphere, capsule, box, cylinder, cone, ellipsoid, hull], planePair);
setPair(KIND.mesh, [sphere, capsule], roundMeshPair);
setPair(KIND.mesh, [box, cylinder, cone, ellipsoid, hull], convexMeshPair);
setPair(KIND.mesh, [plane], meshPlanePair);
setPair(KIND.mesh, [KIND.mesh, KIND.heightField], meshMeshPair);
setPair(KIND.heightField, [sphere, capsule], roundMeshPair);
setPair(KIND.heightField, [box, cylinder, cone, ellipsoid, hull], convexMeshPair);
for (const wire of [KIND.torus, KIND.chainLink]) {
  setPair(wire, [sphere], sphereWirePair);
  setPair(wire, [plane], wirePlanePair);
  setPair(wire, [capsule, box, cylinder, cone, ellipsoid, hull, KIND.torus, KIND.chainLink], wireSolidPair);
  setPair(wire, [KIND.mesh, KIND.heightField], wireMeshPair);
}
for (const { a, b, routines } of planarPairs) setPair(a, [b], routines);

/** The routines of two kinds in either order, or null. */
export function routinesOf(kindA: number, kindB: number): PairRoutines | null {
  return table[64 * Math.min(kindA, kindB) + Math.max(kindA, kindB)];
}

/** Adds the contact points of a pair to the sink; none for a pair without routines. Normals run from `a` to `b`. */
export function contactsOf(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  poseB: Float64Array,
  bo: number,
  sink: ContactSink,
): void {
  if (a.kind < b.kind || (a.kind === b.kind && !turned(a, poseA, ao, b, poseB, bo))) {
    table[64 * a.kind + b.kind]?.contacts(a, poseA, ao, b, poseB, bo, sink);
    return;
  }
  const first = sink.count;
  table[64 * b.kind + a.kind]?.contacts(b, poseB, bo, a, poseA, ao, sink);
  flipContacts(sink, first);
}

/** Signed separation of a pair with nearest points; returns false for a pair without routines, and leaves `out` alone. */
export function separationOf(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  poseB: Float64Array,
  bo: number,
  out: Separation,
): boolean {
  if (a.kind < b.kind || (a.kind === b.kind && !turned(a, poseA, ao, b, poseB, bo))) {
    const routines = table[64 * a.kind + b.kind];
    if (routines === null) return false;
    routines.separation(a, poseA, ao, b, poseB, bo, out);
    return true;
  }
  const routines = table[64 * b.kind + a.kind];
  if (routines === null) return false;
  routines.separation(b, poseB, bo, a, poseA, ao, out);
  flipSeparation(out);
  return true;
}
