import type { Collider, ContactSink, Separation } from "../types.js";
import { emitContact, emitSeparation, found, frame, setFrame, setSurfaceFeature, setVertexFeature } from "./frame.js";
import { type Outline, outlineOf, RADIUS } from "./outline.js";

/**
 * Any bounded planar shape against the half-plane below y = 0 of its frame. A half-plane touches a shape where its convex hull does, so the
 * points are the deepest vertex of the hull and the other end of the flatter of its two edges there, each less the radius:
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
  const outline = outlineOf(a);
  setFrame(poseB, bo, poseA, ao, true);
  const k = lowest(outline);
  const n = outline.hull.length;
  setVertex(outline, k);
  if (!(found[0] <= sink.margin[0]) || !emitContact(sink, 0) || n === 1) return;
  // the flatter of the two hull edges at the lowest vertex; for two vertices there is but one
  const before = k === 0 ? n - 1 : k - 1;
  const after = k + 1 === n ? 0 : k + 1;
  setSlope(outline, k, before, 0);
  setSlope(outline, k, after, 1);
  setVertex(outline, slopes[0] < slopes[1] ? before : after);
  if (found[0] <= sink.margin[0]) emitContact(sink, 0);
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
  const outline = outlineOf(a);
  setFrame(poseB, bo, poseA, ao, true);
  setVertex(outline, lowest(outline));
  emitSeparation(out);
}

/** Place in the hull of the vertex that is lowest over the plane; of equal ones the first. */
function lowest({ hull, vertex }: Outline): number {
  const s = frame[5];
  const c = frame[4];
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

/** How steeply the hull rises from the lowest vertex to the one before and the one after: rise over length. */
const slopes = new Float64Array(2);

function setSlope({ hull, vertex }: Outline, k: number, j: number, at: number): void {
  const x = vertex[2 * hull[j]] - vertex[2 * hull[k]];
  const y = vertex[2 * hull[j] + 1] - vertex[2 * hull[k] + 1];
  slopes[at] = (frame[5] * x + frame[4] * y) / Math.sqrt(x * x + y * y);
}

/** `found` for hull vertex k. */
function setVertex(outline: Outline, k: number): void {
  const i = outline.hull[k];
  const u = outline.vertex[2 * i];
  const v = outline.vertex[2 * i + 1];
  const x = frame[6] + frame[4] * u - frame[5] * v;
  const y = frame[7] + frame[5] * u + frame[4] * v;
  found[0] = y - outline.size[RADIUS];
  found[1] = 0;
  found[2] = 1;
  found[3] = x;
  found[4] = 0;
  found[5] = x;
  found[6] = found[0];
  setSurfaceFeature(0);
  setVertexFeature(1, outline, i);
}
