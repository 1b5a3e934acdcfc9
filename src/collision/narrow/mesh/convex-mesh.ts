import { flipContacts } from "../flip.js";
import { coreRadius } from "../support.js";
import { type Collider, type ContactSink, KIND } from "../types.js";
import { relativePose } from "../workspace.js";
import { dropExplained, findExplained } from "./explained.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import { type MeshWorkspace, meshWorkspace } from "./mesh-workspace.js";
import { clearPatches, isFilled, patchGap, settlePatches, writeMeshPatch } from "./patches.js";
import { visitTriangles } from "./visit-triangles.js";
import { isInside, leaveWorst, pushOut } from "./way-out.js";

/**
 * A convex shape on a mesh or height field. Every triangle near the shape is visited:
 *
 * 1. A triangle without ridge or border touches with its region's normal, wherever the facing feature of the shape lies
 *    over it.
 * 2. At ridges, peaks and borders the greatest separation over the normals of the surface decides: its plane's, or one
 *    of a ridge. Where another direction would part the triangle alone by more, the shape may be over a seam, or touch
 *    a ridge of another triangle: the result is doubtful. It counts when another triangle of its plane is sure of it,
 *    or when nothing better is touched close by.
 *
 * 3. Where that leaves nothing though triangles overlap (a corner of the mesh pierces the shape to its middle), the
 *    shape leaves the triangle in which it is deepest, by the shortest way to its front.
 *
 * Points of one plane make one patch of at most four. From the back a one-sided surface is not touched; a shape whose
 * centre is inside a solid, or below a height field, and that touches nothing from the front, is pushed out through the
 * face that is least deep.
 */

/** Contacts of a convex shape A with a mesh or height field B. */
export function convexMeshContacts(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  poseB: Float64Array,
  bo: number,
  sink: ContactSink,
): void {
  const w = meshWorkspace(sink);
  const { patches, visit } = w;
  const { worst } = w.visit;
  const g = b.mesh as MeshContactGeometry;
  const first = sink.count;
  relativePose(w.narrow, poseB, bo, poseA, ao);
  clearPatches(w);
  visitTriangles(a, b, sink, false);
  findExplained(w, g, a);
  settlePatches(w, a);
  dropExplained(w, a);
  const touched = isTouched(w, a);
  // nothing touched from the front, or a sphere that may be inside: then only the way out counts
  const inside =
    (touched ? visit.behind && a.kind === KIND.sphere : visit.behind || visit.nearby.count === 0) && isInside(w, g, b);
  const only = inside ? pushOut(w, g, b, a) : -1;
  if (!touched && !inside && worst[0] < coreRadius(a)) leaveWorst(w, g, b, a);
  for (let p = 0; p < patches.count; p++) {
    if (isFilled(w, p) && (only < 0 || p === only)) writeMeshPatch(p, b, poseB, bo, a, sink);
  }
  flipContacts(sink, first);
}

/** Whether a patch is touched. */
function isTouched(w: MeshWorkspace, a: Collider): boolean {
  const { patches } = w;
  const r = coreRadius(a);
  for (let p = 0; p < patches.count; p++) if (isFilled(w, p) && patchGap(w, p) <= r) return true;
  return false;
}
