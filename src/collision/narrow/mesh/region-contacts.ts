import { treePairs } from "../../../geometry/tree/pairs.js";
import { FEATURE } from "../../contact-tables.js";
import { writeSingle } from "../sphere.js";
import { type Collider, type ContactSink, innerSeparation } from "../types.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import { clearMeshPairs, crossTriangles } from "./mesh-mesh.js";
import { type MeshPairWorkspace, meshPairWorkspace } from "./mesh-pair-workspace.js";
import { findMeshRegions, type MeshRegions, REGION, REGION_SIZE } from "./mesh-regions.js";
import { startPlacing } from "./placed-vertices.js";
import { treeOf } from "./tree-of.js";

/**
 * Contacts of two meshes by the contours of their intersection [Luaces2013, §4.7], `collision.meshContacts: regions`:
 * one point for each region, at the centroid of its contour, along the normal of the contact plane, with the largest
 * indentation of either mesh. A contour inside another one of about the same plane bounds a hole of its region (a ring
 * on a table), one inside that a region again: a hole has no contact, and its area is taken out of the centroid.
 */

const FACE_ID = FEATURE.face << 29;
/** Cosine of the angle between normals within which one contour may be a hole in the other. */
const SAME_PLANE = 0.9;
const first = new Float64Array(2);

/** Adds the contacts to the sink; `rel` and `frameA` of the workspace are those of the pair. */
export function regionContacts(a: Collider, poseA: Float64Array, ao: number, b: Collider, sink: ContactSink): void {
  const w = meshPairWorkspace(sink);
  const { regions, near } = w;
  const g = a.mesh as MeshContactGeometry;
  const h = b.mesh as MeshContactGeometry;
  near.count = 0;
  near.overflow = false;
  regions.overflow = false;
  clearMeshPairs(regions.pairs);
  treePairs(treeOf(g), treeOf(h), w.narrow.rel, near);
  startPlacing(w.narrow, h.mesh);
  for (let i = 0; i < near.count; i++)
    if (!crossTriangles(w.narrow, g, near.pairs[2 * i], h, near.pairs[2 * i + 1], "symbolic", regions.pairs)) break;
  if (regions.pairs.count > 0) {
    findMeshRegions(w.narrow, g, h, regions);
    for (let r = 0; r < regions.count; r++) {
      if (regions.closed[r] === 0 || isOdd(nesting(regions, r))) continue;
      if (regions.size[REGION_SIZE * r + REGION.depth] > 0) writeRegion(w, r, a, poseA, ao, b, sink);
    }
  }
  if (near.overflow || regions.overflow) sink.overflow = true;
}

function isOdd(n: number): boolean {
  return (n & 1) === 1;
}

/** Number of closed contours around contour r. */
function nesting(regions: MeshRegions, r: number): number {
  let count = 0;
  for (let q = 0; q < regions.count; q++) if (q !== r && isAround(regions, q, r)) count++;
  return count;
}

/** Whether contour q is around contour r: seen along the normal of q, the first corner of r is inside its outline. */
function isAround({ closed, normal, point, size, contours }: MeshRegions, q: number, r: number): boolean {
  if (closed[q] === 0 || !(size[REGION_SIZE * q + REGION.area] > size[REGION_SIZE * r + REGION.area])) return false;
  let same = 0;
  for (let k = 0; k < 3; k++) same += normal[3 * q + k] * normal[3 * r + k];
  if (same < SAME_PLANE) return false;
  // coordinates without that along which the normal is longest: the outline keeps its inside
  let drop = 0;
  for (let k = 1; k < 3; k++) if (Math.abs(normal[3 * q + k]) > Math.abs(normal[3 * q + drop])) drop = k;
  const u = (drop + 1) % 3;
  const v = (drop + 2) % 3;
  const { points, start } = contours;
  const at = 3 * start[r];
  // moved along the normal of q into its plane
  let height = 0;
  for (let k = 0; k < 3; k++) height += (points[at + k] - point[3 * q + k]) * normal[3 * q + k];
  first[0] = points[at + u] - height * normal[3 * q + u];
  first[1] = points[at + v] - height * normal[3 * q + v];
  let inside = false;
  for (let i = start[q], j = start[q + 1] - 1; i < start[q + 1]; j = i++) {
    const yi = points[3 * i + v] - first[1];
    const yj = points[3 * j + v] - first[1];
    if (yi > 0 === yj > 0) continue;
    const xi = points[3 * i + u] - first[0];
    const xj = points[3 * j + u] - first[0];
    if ((xj * yi - xi * yj) / (yi - yj) > 0) inside = !inside;
  }
  return inside;
}

/** Region r as the only point of a new patch. */
function writeRegion(
  w: MeshPairWorkspace,
  r: number,
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  sink: ContactSink,
): void {
  const { regions, narrow } = w;
  const { frameA } = narrow;
  const { normal, point, size, contours, pairs } = regions;
  const one = innerSeparation(narrow);
  const { values } = one;
  const o = REGION_SIZE * r;
  const depth = size[o + REGION.depth];
  const sum = size[o + REGION.depthA] + size[o + REGION.depthB];
  const partA = sum > 0 ? size[o + REGION.depthA] / sum : 0.5;
  centroidWithoutHoles(regions, r);
  for (let k = 0; k < 3; k++) {
    const x = frameA[3 * k];
    const y = frameA[3 * k + 1];
    const z = frameA[3 * k + 2];
    values[1 + k] = x * normal[3 * r] + y * normal[3 * r + 1] + z * normal[3 * r + 2];
    values[4 + k] = x * point[3 * r] + y * point[3 * r + 1] + z * point[3 * r + 2] + poseA[ao + k];
  }
  values[0] = -depth;
  for (let k = 0; k < 3; k++) {
    values[4 + k] += partA * depth * values[1 + k];
    values[7 + k] = values[4 + k] - depth * values[1 + k];
  }
  // the lowest numbers of the faces that cross: they stay the same from step to step
  let faceA = Infinity;
  let faceB = Infinity;
  for (let i = contours.segmentStart[r]; i < contours.segmentStart[r + 1]; i++) {
    const row = 2 * contours.segments[i];
    faceA = Math.min(faceA, (a.mesh as MeshContactGeometry).region[pairs.pairs[row]]);
    faceB = Math.min(faceB, (b.mesh as MeshContactGeometry).region[pairs.pairs[row + 1]]);
  }
  one.featureA = FACE_ID | faceA;
  one.featureB = FACE_ID | faceB;
  writeSingle(one, sink);
}

/** Takes the area of the holes of region r out of its centroid. Writes: point, area. */
function centroidWithoutHoles(regions: MeshRegions, r: number): void {
  const { closed, point, size } = regions;
  const depth = nesting(regions, r);
  const o = REGION_SIZE * r + REGION.area;
  for (let q = 0; q < regions.count; q++) {
    if (q === r || closed[q] === 0 || !isAround(regions, r, q) || nesting(regions, q) !== depth + 1) continue;
    const hole = size[REGION_SIZE * q + REGION.area];
    const left = size[o] - hole;
    if (!(left > 0)) continue;
    for (let k = 0; k < 3; k++) point[3 * r + k] += ((point[3 * r + k] - point[3 * q + k]) * hole) / left;
    size[o] = left;
  }
}
