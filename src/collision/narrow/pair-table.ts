import { flipContacts, flipSeparation } from "./flip.js";
import { isSwapped } from "./pair-order.js";
import type { Collider, ContactSink, PairRoutines, Separation } from "./types.js";

/*
 * The pair matrix: rows are A, columns B, both in the order of `KIND`; the smaller code of two kinds is A, so half of
 * the matrix suffices. A column belongs to the class of B (`pairs` in `shapes/*.ts`), so that a program has the
 * routines of the forms that it uses and no others. Meshes and wires bring their cells with a plane too, since planes
 * are common and they are not. Closed forms: sphere, capsule, plane. SAT and GJK, exact: polytope. GJK, EPA and
 * refinement: convex, the routine of every pair without a better one. Only ground against ground has none: nothing
 * moves there.
 */

/** The routines of two shapes, the kind of `a` being the smaller or the same; or null. */
function cellOf(a: Collider, b: Collider): PairRoutines | null {
  return b.pairs[a.kind] ?? a.pairs[b.kind];
}

/** The routines of two shapes in either order, or null. */
export function routinesOf(a: Collider, b: Collider): PairRoutines | null {
  return a.kind <= b.kind ? cellOf(a, b) : cellOf(b, a);
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
    cellOf(a, b)?.contacts(a, poseA, ao, b, poseB, bo, sink);
    return;
  }
  const first = sink.count;
  cellOf(b, a)?.contacts(b, poseB, bo, a, poseA, ao, sink);
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
    const routines = cellOf(a, b);
    if (routines === null) return false;
    routines.separation(a, poseA, ao, b, poseB, bo, out);
    return true;
  }
  const routines = cellOf(b, a);
  if (routines === null) return false;
  routines.separation(b, poseB, bo, a, poseA, ao, out);
  flipSeparation(out);
  return true;
}
