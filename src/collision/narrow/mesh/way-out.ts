import { sampleHeightField } from "../../../geometry/height-field.js";
import { classifyPoint, INSIDE } from "../../../geometry/tree/inside.js";
import { nearestPoint } from "../../../geometry/tree/nearest.js";
import { addPair } from "../candidates.js";
import { support } from "../support.js";
import { type Collider, KIND } from "../types.js";
import { findLowest } from "./convex-pose.js";
import { findTriangles } from "./find-triangles.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import type { MeshWorkspace } from "./mesh-workspace.js";
import { PATCH_KIND } from "./patch-table.js";
import { clearPatches, isFilled, offer, patchGap, patchOf } from "./patches.js";
import { readTriangle } from "./read-triangle.js";
import { faceContact, takePatch } from "./triangle-contact.js";
import { takeTriangle } from "./triangle-feature.js";

/** How a convex shape leaves a mesh that it touches nowhere from the front. */

const direction = new Float64Array(6);
const pair = new Float64Array(6);
const sample = new Float64Array(4);
const surface = new Float64Array(5);

/** Whether the shape's centre is inside the solid, or below the ground. */
export function isInside(w: MeshWorkspace, g: MeshContactGeometry, mesh: Collider): boolean {
  const { center } = w.convex;
  if (g.tree !== null) return g.solid && !g.twoSided && classifyPoint(g.tree, center, 0) === INSIDE;
  return sampleHeightField(mesh.heightField!, center, 0, sample, 0) && center[2] < sample[0];
}

/**
 * The patch through which a shape with its centre inside leaves: for a sphere the nearest point of the surface, for the
 * others the least deep of the planes behind which the centre is, and the nearest point when there is none near.
 * Returns −1 when nothing is found.
 */
export function pushOut(w: MeshWorkspace, g: MeshContactGeometry, mesh: Collider, a: Collider): number {
  const { convex, patches, visit } = w;
  const { box, center } = w.convex;
  const { plane } = w.triangle;
  clearPatches(w);
  if (g.tree === null) {
    // the ground has no end below: whatever is above the shape counts
    box[5] = Infinity;
    findTriangles(w, g, mesh, box);
  }
  if (a.kind !== KIND.sphere || g.tree === null) {
    convex.lowestRegion = -1;
    for (let i = 0; i < visit.nearby.count; i++) {
      const t = visit.nearby.items[i];
      takeTriangle(w, g, t, 0);
      if (plane[0] * center[0] + plane[1] * center[1] + plane[2] * center[2] >= plane[3]) continue;
      findLowest(w, a, g.region[t]);
      faceContact(w, g, mesh, a, PATCH_KIND.plane, false);
    }
    let best = -1;
    let least = -Infinity;
    for (let p = 0; p < patches.count; p++) {
      if (!isFilled(w, p) || !(patchGap(w, p) > least)) continue;
      least = patchGap(w, p);
      best = p;
    }
    if (best >= 0 || g.tree === null) return best;
  }
  return leaveAtNearest(w, g, mesh, a);
}

/** A patch along the shortest way out of the triangle in `worst`. */
export function leaveWorst(w: MeshWorkspace, g: MeshContactGeometry, mesh: Collider, a: Collider): void {
  const { visit } = w;
  const { worst } = w.visit;
  const { candidates, featureA, featureB, rel } = w.narrow;
  takeTriangle(w, g, visit.worstTriangle, visit.worstBack);
  for (let c = 0; c < 3; c++) direction[c] = -(rel[c] * worst[1] + rel[3 + c] * worst[2] + rel[6 + c] * worst[3]);
  support(a, direction, 0, direction, 3, 0);
  for (let k = 0; k < 3; k++) {
    pair[3 + k] =
      rel[3 * k] * direction[3] + rel[3 * k + 1] * direction[4] + rel[3 * k + 2] * direction[5] + rel[9 + k];
    pair[k] = pair[3 + k] - worst[0] * worst[1 + k];
  }
  for (let k = 0; k < 3; k++) direction[k] = worst[1 + k];
  direction[3] = worst[1] * pair[0] + worst[2] * pair[1] + worst[3] * pair[2];
  const p = patchOf(w, direction, PATCH_KIND.ridge, a);
  takePatch(w, p, mesh, a);
  readTriangle(w, g);
  candidates.count = 0;
  addPair(w.narrow, pair, 0, pair, 3, featureA.id, featureB.id);
  offer(w, p, 0, a);
}

/** A patch at the surface point nearest to the centre, along the line to it. */
function leaveAtNearest(w: MeshWorkspace, g: MeshContactGeometry, mesh: Collider, a: Collider): number {
  const { convex } = w;
  const { center, lowest } = w.convex;
  const { plane } = w.triangle;
  const { candidates, featureA, featureB } = w.narrow;
  surface[3] = Infinity;
  const t = nearestPoint(g.tree!, center, 0, surface, 0);
  takeTriangle(w, g, t, 0);
  const d = Math.sqrt(surface[3]);
  if (d > 0) for (let k = 0; k < 3; k++) plane[k] = (surface[k] - center[k]) / d;
  plane[3] = plane[0] * surface[0] + plane[1] * surface[1] + plane[2] * surface[2];
  convex.lowestRegion = -1;
  findLowest(w, a, -2);
  const p = patchOf(w, plane, PATCH_KIND.ridge, a);
  takePatch(w, p, mesh, a);
  readTriangle(w, g);
  candidates.count = 0;
  for (let k = 0; k < 3; k++) {
    pair[3 + k] = lowest[1 + k];
    pair[k] = lowest[1 + k] - lowest[0] * plane[k];
  }
  addPair(w.narrow, pair, 0, pair, 3, featureA.id, featureB.id);
  offer(w, p, 0, a);
  return p;
}
