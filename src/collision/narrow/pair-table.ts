import { capsulePair } from "./capsule.js";
import { convexPair } from "./convex.js";
import { flipContacts, flipSeparation } from "./flip.js";
import { convexMeshPair, roundMeshPair } from "./mesh/convex-mesh-pair.js";
import { meshMeshPair } from "./mesh/mesh-mesh-pair.js";
import { meshPlanePair } from "./mesh/mesh-plane.js";
import { isSwapped } from "./pair-order.js";
import { circlePair, onPlanePair, outlinePair } from "./planar/index.js";
import { planePair } from "./plane.js";
import { polytopePair } from "./polytope.js";
import { spherePair } from "./sphere.js";
import { type Collider, type ContactSink, KIND, type PairRoutines, type Separation } from "./types.js";
import { wireMeshPair } from "./wire/wire-mesh.js";
import { sphereWirePair, wirePlanePair } from "./wire/wire-pairs.js";
import { wireSolidPair } from "./wire/wire-solid.js";

/** The general routine of convex solids, used for every pair without a better one. */
const general = convexPair;

/** Ground against ground: nothing moves, so these are the only pairs without contact. */
const never = null;

/**
 * Routines of each pair: rows are A, columns B, both in the order of `KIND` (the rows name it). The smaller code of two
 * kinds is A, so half of the matrix suffices. Closed forms: sphere, capsule, plane. SAT and GJK, exact: polytope. GJK,
 * EPA and refinement: general.
 */
// biome-ignore format: a matrix
const SPATIAL: readonly (readonly (PairRoutines | null)[])[] = [
  [spherePair, spherePair,   spherePair,    spherePair,    spherePair,    spherePair,    polytopePair,  general,       sphereWirePair, sphereWirePair, roundMeshPair,  roundMeshPair,  planePair], // sphere
  [            capsulePair,  polytopePair,  general,       general,       general,       polytopePair,  general,       wireSolidPair,  wireSolidPair,  roundMeshPair,  roundMeshPair,  planePair], // capsule
  [                          polytopePair,  general,       general,       general,       polytopePair,  general,       wireSolidPair,  wireSolidPair,  convexMeshPair, convexMeshPair, planePair], // box
  [                                         general,       general,       general,       general,       general,       wireSolidPair,  wireSolidPair,  convexMeshPair, convexMeshPair, planePair], // cylinder
  [                                                        general,       general,       general,       general,       wireSolidPair,  wireSolidPair,  convexMeshPair, convexMeshPair, planePair], // cone
  [                                                                       general,       general,       general,       wireSolidPair,  wireSolidPair,  convexMeshPair, convexMeshPair, planePair], // ellipsoid
  [                                                                                      polytopePair,  general,       wireSolidPair,  wireSolidPair,  convexMeshPair, convexMeshPair, planePair], // hull
  [                                                                                                     general,       wireSolidPair,  wireSolidPair,  convexMeshPair, convexMeshPair, planePair], // convex
  [                                                                                                                    wireSolidPair,  wireSolidPair,  wireMeshPair,   wireMeshPair,   wirePlanePair], // torus
  [                                                                                                                                    wireSolidPair,  wireMeshPair,   wireMeshPair,   wirePlanePair], // link
  [                                                                                                                                                    meshMeshPair,   meshMeshPair,   meshPlanePair], // mesh
  [                                                                                                                                                                    meshMeshPair,   meshPlanePair], // heights
  [                                                                                                                                                                                    never], // plane
];

/** The same for planar scenes. */
// biome-ignore format: a matrix
const PLANAR: readonly (readonly (PairRoutines | null)[])[] = [
  [circlePair, outlinePair, outlinePair,  outlinePair,  onPlanePair], // circle
  [            outlinePair, outlinePair,  outlinePair,  onPlanePair], // capsule
  [                         outlinePair,  outlinePair,  onPlanePair], // polygon
  [                                       never,        onPlanePair], // chain
  [                                                     never], // plane
];

/** Number of kinds for which the table has room; more than there are. */
const KINDS = 64;
const table: readonly (PairRoutines | null)[] = tableOf(SPATIAL, KIND.sphere, PLANAR, KIND.circle);

function tableOf(
  spatial: typeof SPATIAL,
  firstSpatial: number,
  planar: typeof PLANAR,
  firstPlanar: number,
): (PairRoutines | null)[] {
  const cells = new Array<PairRoutines | null>(KINDS * KINDS).fill(null);
  const fill = (matrix: typeof SPATIAL, first: number) => {
    matrix.forEach((row, i) => {
      row.forEach((cell, j) => {
        cells[KINDS * (first + i) + first + i + j] = cell;
      });
    });
  };
  fill(spatial, firstSpatial);
  fill(planar, firstPlanar);
  return cells;
}

/** The routines of two kinds in either order, or null. */
export function routinesOf(kindA: number, kindB: number): PairRoutines | null {
  return table[KINDS * Math.min(kindA, kindB) + Math.max(kindA, kindB)];
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
  if (a.kind < b.kind || (a.kind === b.kind && !isSwapped(a, poseA, ao, b, poseB, bo))) {
    table[KINDS * a.kind + b.kind]?.contacts(a, poseA, ao, b, poseB, bo, sink);
    return;
  }
  const first = sink.count;
  table[KINDS * b.kind + a.kind]?.contacts(b, poseB, bo, a, poseA, ao, sink);
  flipContacts(sink, first);
}

/**
 * Signed separation of a pair with nearest points. Returns false for a pair without routines and leaves `out`
 * unchanged.
 */
export function separationOf(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  poseB: Float64Array,
  bo: number,
  out: Separation,
): boolean {
  if (a.kind < b.kind || (a.kind === b.kind && !isSwapped(a, poseA, ao, b, poseB, bo))) {
    const routines = table[KINDS * a.kind + b.kind];
    if (routines === null) return false;
    routines.separation(a, poseA, ao, b, poseB, bo, out);
    return true;
  }
  const routines = table[KINDS * b.kind + a.kind];
  if (routines === null) return false;
  routines.separation(b, poseB, bo, a, poseA, ao, out);
  flipSeparation(out);
  return true;
}
