import type { Collider, ContactSink, Separation } from "../types.js";
import { emitSeparation, firstIsB, placeSecond, setFrame } from "./frame.js";
import { addPoints, setNearest, startPoints } from "./manifold.js";
import { outlineOf, RADIUS } from "./outline.js";
import { contactsOfParts, separationOfParts } from "./parts.js";
import { separateLoops } from "./sat.js";
import { planarWorkspace } from "./workspace.js";

/**
 * Contacts and separations of circles, capsules, polygons and chains, by their outlines; one routine for all pairs of
 * them.
 */

export function outlineContacts(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  poseB: Float64Array,
  bo: number,
  sink: ContactSink,
): void {
  const w = planarWorkspace(sink);
  const flipped = firstIsB(a.kind, b.kind);
  const one = outlineOf(flipped ? b : a);
  const two = outlineOf(flipped ? a : b);
  if (flipped) setFrame(w.frame, poseB, bo, poseA, ao, true);
  else setFrame(w.frame, poseA, ao, poseB, bo, false);
  placeSecond(w, two);
  if (!(one.plain && two.plain)) {
    contactsOfParts(w, one, two, sink);
    return;
  }
  w.sat.limit = sink.margin[0] + one.size[RADIUS] + two.size[RADIUS];
  if (!separateLoops(w, one, 0, two, 0)) {
    sink.apartBy = w.sat.separation - one.size[RADIUS] - two.size[RADIUS];
    return;
  }
  startPoints(w, sink);
  addPoints(w, one, 0, two, 0, sink, 0, false);
}

export function outlineSeparation(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  poseB: Float64Array,
  bo: number,
  out: Separation,
): void {
  const w = planarWorkspace(out);
  const flipped = firstIsB(a.kind, b.kind);
  const one = outlineOf(flipped ? b : a);
  const two = outlineOf(flipped ? a : b);
  if (flipped) setFrame(w.frame, poseB, bo, poseA, ao, true);
  else setFrame(w.frame, poseA, ao, poseB, bo, false);
  placeSecond(w, two);
  if (one.plain && two.plain) {
    w.sat.limit = Infinity;
    separateLoops(w, one, 0, two, 0);
    setNearest(w, one, two);
  } else separationOfParts(w, one, two);
  emitSeparation(w, out);
}
