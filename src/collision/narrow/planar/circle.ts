import type { Collider, ContactSink, Separation } from "../types.js";
import { emitContact, emitSeparation, found, setSurfaceFeature, setUprightFrame } from "./frame.js";

/**
 * Circle against circle ([Gribel2009] §3.1.3, spec E-23): gap = |p_B − p_A| − r_A − r_B along the line of the centres. When the centres
 * coincide exactly every direction is as good, and (0, 1) of the world is taken. The spec falls back below 1 nm; there is no need to, as the
 * difference of two close positions is exact.
 */
export function circleContacts(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  poseB: Float64Array,
  bo: number,
  sink: ContactSink,
): void {
  const reach = sink.margin[0] + a.size[0] + b.size[0];
  const x = poseB[bo] - poseA[ao];
  const y = poseB[bo + 1] - poseA[ao + 1];
  if (x * x + y * y > reach * reach) return;
  meet(a, poseA, ao, b, poseB, bo);
  if (found[0] <= sink.margin[0]) emitContact(sink, 0);
}

export function circleSeparation(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  poseB: Float64Array,
  bo: number,
  out: Separation,
): void {
  meet(a, poseA, ao, b, poseB, bo);
  emitSeparation(out);
}

function meet(a: Collider, poseA: Float64Array, ao: number, b: Collider, poseB: Float64Array, bo: number): void {
  const x = poseB[bo] - poseA[ao];
  const y = poseB[bo + 1] - poseA[ao + 1];
  const d = Math.sqrt(x * x + y * y);
  const nx = d > 0 ? x / d : 0;
  const ny = d > 0 ? y / d : 1;
  found[0] = d - a.size[0] - b.size[0];
  found[1] = nx;
  found[2] = ny;
  found[3] = a.size[0] * nx;
  found[4] = a.size[0] * ny;
  found[5] = x - b.size[0] * nx;
  found[6] = y - b.size[0] * ny;
  setSurfaceFeature(0);
  setSurfaceFeature(1);
  setUprightFrame(poseA, ao);
}
