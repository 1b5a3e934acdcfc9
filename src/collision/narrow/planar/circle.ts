import type { Collider, ContactSink, Separation } from "../types.js";
import { emitContact, emitSeparation, SURFACE, setUprightFrame } from "./frame.js";
import { type PlanarWorkspace, planarWorkspace } from "./workspace.js";

/**
 * Circle against circle [Gribel2009, §3.1.3]: gap = |p_B − p_A| − r_A − r_B along the line of the centres. When the
 * centres coincide exactly, every direction is as good, and (0, 1) of the world is taken. The thesis falls back below 1
 * nm; there is no need to, as the difference of two close positions is exact.
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
  const w = planarWorkspace(sink);
  const reach = sink.margin[0] + a.size[0] + b.size[0];
  const x = poseB[bo] - poseA[ao];
  const y = poseB[bo + 1] - poseA[ao + 1];
  if (x * x + y * y > reach * reach) {
    sink.apartBy = Math.sqrt(x * x + y * y) - a.size[0] - b.size[0];
    return;
  }
  meet(a, poseA, ao, b, poseB, bo, w);
  if (w.found.gap <= sink.margin[0]) emitContact(w, sink, 0);
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
  const w = planarWorkspace(out);
  meet(a, poseA, ao, b, poseB, bo, w);
  emitSeparation(w, out);
}

/** Nearest points of two circles into `w.found`. */
function meet(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  poseB: Float64Array,
  bo: number,
  w: PlanarWorkspace,
): void {
  const { found } = w;
  const x = poseB[bo] - poseA[ao];
  const y = poseB[bo + 1] - poseA[ao + 1];
  const d = Math.sqrt(x * x + y * y);
  const nx = d > 0 ? x / d : 0;
  const ny = d > 0 ? y / d : 1;
  found.gap = d - a.size[0] - b.size[0];
  found.normalX = nx;
  found.normalY = ny;
  found.firstX = a.size[0] * nx;
  found.firstY = a.size[0] * ny;
  found.secondX = x - b.size[0] * nx;
  found.secondY = y - b.size[0] * ny;
  found.firstFeature = SURFACE;
  found.secondFeature = SURFACE;
  setUprightFrame(w.frame, poseA, ao);
}
