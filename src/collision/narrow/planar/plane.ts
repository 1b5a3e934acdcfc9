import type { Collider, ContactSink, Separation } from "../types.js";
import { emitContact, emitSeparation, SURFACE, setFrame, vertexFeature } from "./frame.js";
import { type Outline, outlineOf, RADIUS } from "./outline.js";
import { type PlanarFrame, type PlanarWorkspace, planarWorkspace } from "./workspace.js";

/**
 * Any bounded planar shape against the half-plane below y = 0 of its frame. A half-plane touches a shape where its
 * convex hull does, so the points are the deepest vertex of the hull and the other end of the flatter of its two edges
 * there, each less the radius:
 *
 *   gap = y − r,   y the height of the vertex over the plane
 *
 * The plane is B, and the first of the frame: heights are read off directly.
 */
export function planeContacts(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  _b: Collider,
  poseB: Float64Array,
  bo: number,
  sink: ContactSink,
): void {
  const w = planarWorkspace(sink);
  const outline = outlineOf(a);
  setFrame(w.frame, poseB, bo, poseA, ao, true);
  const k = lowest(w.frame, outline);
  const n = outline.hull.length;
  setVertex(w, outline, k);
  if (!(w.found.gap <= sink.margin[0]) || !emitContact(w, sink, 0) || n === 1) return;
  // the flatter of the two hull edges at the lowest vertex; for two vertices there is but one
  const before = k === 0 ? n - 1 : k - 1;
  const after = k + 1 === n ? 0 : k + 1;
  setVertex(w, outline, isFlatter(w.frame, outline, k, before, after) ? before : after);
  if (w.found.gap <= sink.margin[0]) emitContact(w, sink, 0);
}

export function planeSeparation(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  _b: Collider,
  poseB: Float64Array,
  bo: number,
  out: Separation,
): void {
  const w = planarWorkspace(out);
  const outline = outlineOf(a);
  setFrame(w.frame, poseB, bo, poseA, ao, true);
  setVertex(w, outline, lowest(w.frame, outline));
  emitSeparation(w, out);
}

/** Place in the hull of the vertex that is lowest over the plane; of equal ones the first. */
function lowest(frame: PlanarFrame, { hull, vertex }: Outline): number {
  const s = frame.secondSin;
  const c = frame.secondCos;
  let low = Infinity;
  let at = 0;
  for (let k = 0; k < hull.length; k++) {
    const i = 2 * hull[k];
    const h = s * vertex[i] + c * vertex[i + 1];
    if (h < low) {
      low = h;
      at = k;
    }
  }
  return at;
}

/** Whether the hull rises less steeply, as rise over length, from the lowest vertex k to vertex i than to vertex j. */
function isFlatter(frame: PlanarFrame, { hull, vertex }: Outline, k: number, i: number, j: number): boolean {
  const c = frame.secondCos;
  const s = frame.secondSin;
  const x = vertex[2 * hull[k]];
  const y = vertex[2 * hull[k] + 1];
  const xi = vertex[2 * hull[i]] - x;
  const yi = vertex[2 * hull[i] + 1] - y;
  const xj = vertex[2 * hull[j]] - x;
  const yj = vertex[2 * hull[j] + 1] - y;
  return (s * xi + c * yi) / Math.sqrt(xi * xi + yi * yi) < (s * xj + c * yj) / Math.sqrt(xj * xj + yj * yj);
}

/** `w.found` for hull vertex k. */
function setVertex({ frame, found }: PlanarWorkspace, outline: Outline, k: number): void {
  const i = outline.hull[k];
  const u = outline.vertex[2 * i];
  const v = outline.vertex[2 * i + 1];
  const c = frame.secondCos;
  const s = frame.secondSin;
  const x = frame.secondX + c * u - s * v;
  const y = frame.secondY + s * u + c * v;
  const gap = y - outline.size[RADIUS];
  found.gap = gap;
  found.normalX = 0;
  found.normalY = 1;
  found.firstX = x;
  found.firstY = 0;
  found.secondX = x;
  found.secondY = gap;
  found.firstFeature = SURFACE;
  found.secondFeature = vertexFeature(outline, i);
}
