import type { Collider, ContactSink, Separation } from "../types.js";
import { emitSeparation, firstIsB, placeSecond, setFrame } from "./frame.js";
import { addPoints, setNearest, startPoints } from "./manifold.js";
import { outlineOf, RADIUS } from "./outline.js";
import { contactsOfParts, separationOfParts } from "./parts.js";
import { separateLoops } from "./sat.js";

/** Contacts and separations of circles, capsules, polygons and chains, by their outlines; one routine for all pairs of them. */

const limit = new Float64Array(1);

export function outlineContacts(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  poseB: Float64Array,
  bo: number,
  sink: ContactSink,
): void {
  const flipped = firstIsB(a.kind, b.kind);
  const one = outlineOf(flipped ? b : a);
  const two = outlineOf(flipped ? a : b);
  if (flipped) setFrame(poseB, bo, poseA, ao, true);
  else setFrame(poseA, ao, poseB, bo, false);
  placeSecond(two);
  if (!(one.plain && two.plain)) {
    contactsOfParts(one, two, sink);
    return;
  }
  limit[0] = sink.margin[0] + one.size[RADIUS] + two.size[RADIUS];
  if (!separateLoops(one, 0, two, 0, limit)) return;
  startPoints(sink);
  addPoints(one, 0, two, 0, sink, 0, false);
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
  const flipped = firstIsB(a.kind, b.kind);
  const one = outlineOf(flipped ? b : a);
  const two = outlineOf(flipped ? a : b);
  if (flipped) setFrame(poseB, bo, poseA, ao, true);
  else setFrame(poseA, ao, poseB, bo, false);
  placeSecond(two);
  if (one.plain && two.plain) {
    limit[0] = Infinity;
    separateLoops(one, 0, two, 0, limit);
    setNearest(one, two);
  } else separationOfParts(one, two);
  emitSeparation(out);
}
