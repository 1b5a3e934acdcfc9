import { FACE } from "../../../geometry/triangle/closest-point.js";
import { coreRadius, startClimbs } from "../support.js";
import { type Collider, type ContactSink, KIND } from "../types.js";
import { isAcute } from "./acute.js";
import { boxOf, centerOf, DEEPEST, findLowest, setLimits } from "./convex-pose.js";
import { explaining } from "./explained.js";
import { findTriangles } from "./find-triangles.js";
import { EDGE_KIND, type MeshContactGeometry } from "./mesh-geometry.js";
import { type MeshWorkspace, meshWorkspace } from "./mesh-workspace.js";
import { PATCH_KIND } from "./patch-table.js";
import { clearPatches } from "./patches.js";
import { separateTriangle } from "./triangle.js";
import { faceContact, ridgeContact } from "./triangle-contact.js";
import { takeTriangle } from "./triangle-feature.js";

/**
 * A point outside an edge by up to this fraction of the edge's length is over the polygon, like `FLUSH` in `clip.ts`.
 */
const BESIDE = 1e-6;

/**
 * Adds the contacts within the margin of the convex shape `a`, placed by `rel` in the mesh's frame, to the patches.
 * With `facesOnly`, contacts on ridges are omitted. From here on the mesh is A of the framework.
 */
export function visitTriangles(a: Collider, mesh: Collider, sink: ContactSink, facesOnly: boolean): void {
  const w = meshWorkspace(sink);
  const { convex, patches, visit } = w;
  const { box } = w.convex;
  const { worst } = w.visit;
  const g = mesh.mesh as MeshContactGeometry;
  setLimits(w, a, sink);
  visit.acute = isAcute(a);
  centerOf(w, a);
  boxOf(w, a);
  startClimbs(w.narrow);
  findTriangles(w, g, mesh, box);
  // where the shape penetrates, its deepest point may be under a triangle outside its box
  if (findDepth(w, g, a)) findTriangles(w, g, mesh, box);
  patches.current = -1;
  convex.lowestRegion = -1;
  visit.behind = false;
  worst[0] = Infinity;
  visit.overlaps = false;
  visit.first = 0;
  for (let i = 0; i < visit.nearby.count; i++) {
    visit.index = i;
    visit.owners[i] = -1;
    visitTriangle(w, g, mesh, a, visit.nearby.items[i], facesOnly);
  }
}

function closeIn(w: MeshWorkspace, a: Collider): void {
  const { visit } = w;
  const { limit } = w.convex;
  const { found } = w.narrow;
  if (!(found[0] < limit[0])) return;
  const r = coreRadius(a);
  if (found[0] > r && !visit.overlaps) {
    clearPatches(w);
    visit.first = visit.index;
  }
  limit[0] = Math.max(found[0], r) + DEEPEST * a.reach;
}

/** Widens the box by the greatest depth below the planes of its triangles; false when the shape does not penetrate. */
function findDepth(w: MeshWorkspace, g: MeshContactGeometry, a: Collider): boolean {
  const { convex, visit } = w;
  const { box, center, lowest } = w.convex;
  if (a.kind === KIND.sphere) return false;
  let depth = 0;
  convex.lowestRegion = -1;
  for (let i = 0; i < visit.nearby.count; i++) {
    const t = visit.nearby.items[i];
    const o = 4 * g.region[t];
    const height =
      g.planes[o] * center[0] + g.planes[o + 1] * center[1] + g.planes[o + 2] * center[2] - g.planes[o + 3];
    const back = height < 0 ? 1 : 0;
    if ((back === 1 && !g.twoSided) || (convex.lowestRegion === g.region[t] && convex.lowestBack === back)) continue;
    takeTriangle(w, g, t, back);
    findLowest(w, a, g.region[t]);
    depth = Math.max(depth, -lowest[0]);
  }
  if (!(depth > 0)) return false;
  for (let k = 0; k < 3; k++) {
    box[k] -= depth;
    box[3 + k] += depth;
  }
  return true;
}

function visitTriangle(
  w: MeshWorkspace,
  g: MeshContactGeometry,
  mesh: Collider,
  a: Collider,
  t: number,
  facesOnly: boolean,
): void {
  const { choice, convex, triangle, visit } = w;
  const { center, limit, lowest } = w.convex;
  const { outer } = w.choice;
  const { worst } = w.visit;
  const { found } = w.narrow;
  const o = 4 * g.region[t];
  const height = g.planes[o] * center[0] + g.planes[o + 1] * center[1] + g.planes[o + 2] * center[2] - g.planes[o + 3];
  if (height < 0 && !g.twoSided) {
    visit.behind = true;
    return;
  }
  takeTriangle(w, g, t, height < 0 ? 1 : 0);
  findLowest(w, a, g.region[t]);
  if (lowest[0] > limit[0] || isBeside(w)) return;
  if (!hasRidge(w, g, a, t)) {
    choice.free = lowest[0];
    faceContact(w, g, mesh, a, PATCH_KIND.plane, false);
    return;
  }
  triangle.sunk = visit.acute && lowest[0] < 0;
  const feature = separateTriangle(w, g, a, limit);
  // a contact within round-off needs no direction of exit
  if (choice.free < coreRadius(a) - DEEPEST * a.reach) {
    visit.overlaps = true;
    visit.owners[visit.index] = -2;
    if (choice.doubtful && outer[0] < worst[0] && outer[0] > -Infinity) {
      for (let k = 0; k < 4; k++) worst[k] = outer[k];
      visit.worstTriangle = t;
      visit.worstBack = triangle.back;
    }
  }
  if (found[0] > limit[0] || (facesOnly && (feature !== FACE || choice.doubtful))) return;
  // apart along a normal of the surface, and farther along another direction: another triangle is nearer there
  if (choice.doubtful && feature !== FACE && found[0] > coreRadius(a)) return;
  if (choice.doubtful && choice.free > limit[0]) {
    visit.owners[visit.index] = explaining(w, g, t, feature === FACE ? lowest : found, a);
    if (visit.owners[visit.index] >= 0) return;
  }
  if (convex.closing && !choice.doubtful) closeIn(w, a);
  if (feature !== FACE) ridgeContact(w, g, mesh, a, feature);
  else if (choice.doubtful) faceContact(w, g, mesh, a, PATCH_KIND.doubtful, false);
  else faceContact(w, g, mesh, a, PATCH_KIND.plane, true);
}

/** Whether the bounding sphere of the shape is outside the triangle, seen along its normal. */
function isBeside(w: MeshWorkspace): boolean {
  const { convex, triangle } = w;
  const { corner, plane } = w.triangle;
  const { center } = w.convex;
  const turn = triangle.back === 1 ? -1 : 1;
  for (let k = 0; k < 3; k++) {
    const i = 3 * k;
    const j = k === 2 ? 0 : i + 3;
    const ex = corner[j] - corner[i];
    const ey = corner[j + 1] - corner[i + 1];
    const ez = corner[j + 2] - corner[i + 2];
    const x = center[0] - corner[i];
    const y = center[1] - corner[i + 1];
    const z = center[2] - corner[i + 2];
    // (e × n) · (c − v), outward
    const out =
      turn *
      ((ey * plane[2] - ez * plane[1]) * x + (ez * plane[0] - ex * plane[2]) * y + (ex * plane[1] - ey * plane[0]) * z);
    if (out > 0 && out * out > convex.radius * convex.radius * (ex * ex + ey * ey + ez * ez)) return true;
  }
  return false;
}

/**
 * Whether the box of the shape contains a part of a ridge, peak or border of the current triangle. There the shape may
 * pass beside the triangle. The same holds at a valley when the shape's centre is on the other side of the triangle
 * beyond it. More distant edges are not touched and end the face, but points outside it by at most `BESIDE` count as
 * over it.
 */
function hasRidge(w: MeshWorkspace, g: MeshContactGeometry, a: Collider, t: number): boolean {
  const { triangle } = w;
  const { corner, vertex: vertexOf } = w.triangle;
  const { box } = w.convex;
  const bit = triangle.back === 1 ? 2 : 1;
  const sharp = triangle.back === 1 ? EDGE_KIND.valley : EDGE_KIND.ridge;
  let slack = 0;
  for (let k = 0; k < 3; k++) {
    const kind = g.edgeKind[3 * t + k];
    const from = 3 * k;
    let to = from;
    if (kind === sharp || kind === EDGE_KIND.border || (kind === -sharp && isAcross(w, g, g.neighbours[3 * t + k])))
      to = k === 2 ? 0 : from + 3;
    // otherwise only the first corner: the other end is the first corner of the next edge
    else if ((g.vertexRidge[vertexOf[k]] & bit) === 0) continue;
    if (slack === 0) {
      slack = 2 * a.reach;
      for (let c = 0; c < 3; c++)
        slack += Math.max(corner[c], corner[3 + c], corner[6 + c]) - Math.min(corner[c], corner[3 + c], corner[6 + c]);
      slack *= BESIDE;
    }
    let apart = false;
    for (let c = 0; c < 3; c++) {
      if (
        Math.min(corner[from + c], corner[to + c]) > box[3 + c] + slack ||
        Math.max(corner[from + c], corner[to + c]) < box[c] - slack
      )
        apart = true;
    }
    if (!apart) return true;
  }
  return false;
}

/** Whether the shape's centre is on the other side of triangle u than of the current triangle. */
function isAcross(w: MeshWorkspace, g: MeshContactGeometry, u: number): boolean {
  const { triangle } = w;
  const { center } = w.convex;
  const o = 4 * g.region[u];
  const height = g.planes[o] * center[0] + g.planes[o + 1] * center[1] + g.planes[o + 2] * center[2] - g.planes[o + 3];
  return triangle.back === 1 ? height >= 0 : height < 0;
}
