import { nearestPoint } from "../../../geometry/tree/nearest.js";
import { FEATURE } from "../../contact-tables.js";
import { addPair, chooseTangents } from "../candidates.js";
import type { Collider } from "../types.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import type { MeshPairWorkspace } from "./mesh-pair-workspace.js";
import { floodRegion, type MeshRegions, REGION, REGION_SIZE } from "./mesh-regions.js";
import { PATCH_KIND } from "./patch-table.js";
import { offer, patchOf } from "./patches.js";
import { TOUCH, TOUCH_SIZE } from "./touches.js";
import { treeOf } from "./tree-of.js";

/**
 * Patches of regions, where surfaces cross deeper than touching features show. A region gives one patch along the
 * normal of the contact plane, with the vertices inside. The depth of a vertex is its distance past the plane, limited
 * to the distance of the deepest vertex from the other surface. Where only edges cross, the point is the centroid with
 * the depth of `edgeOnly` regions, see `MeshRegions`.
 */

/**
 * Touches represent a region when one within its bounds has at least this fraction of the depth of its deepest vertex.
 */
const TOLD = 0.25;

const VERTEX_ID = FEATURE.vertex << 29;
const FACE_ID = FEATURE.face << 29;

const plane = new Float64Array(4);
const pair = new Float64Array(6);
const bounds = new Float64Array(6);
const surface = new Float64Array(5);

/** Offers the regions that touches do not represent. Everything is in the frame of A. */
export function offerRegions(w: MeshPairWorkspace, a: Collider, b: Collider, regions: MeshRegions): void {
  const { limits } = w;
  for (let r = 0; r < regions.count; r++) {
    if (regions.closed[r] === 0 || !(regions.size[REGION_SIZE * r + REGION.depth] > limits.tiny)) continue;
    const depth = realDepth(w, a, b, regions, r);
    if (depth > limits.tiny && !isTold(w, regions, r, depth)) offerRegion(w, a, b, regions, r, depth);
  }
}

/**
 * Distance of the deepest vertex of region r from the other surface, m. It may be far smaller than the depth past the
 * fitted plane.
 */
function realDepth(w: MeshPairWorkspace, a: Collider, b: Collider, regions: MeshRegions, r: number): number {
  const { vertex: placed } = w.narrow.placed;
  const { rel } = w.narrow;
  let real = regions.edgeOnly[r] === 1 ? regions.size[REGION_SIZE * r + REGION.depth] : 0;
  for (let ofB = 0; ofB < 2; ofB++) {
    const v = regions.vertex[2 * r + ofB];
    if (v < 0) continue;
    const from = ofB === 1 ? placed : a.mesh!.mesh.vertices;
    for (let k = 0; k < 3; k++) pair[k] = from[3 * v + k];
    if (ofB === 0) {
      for (let k = 0; k < 3; k++) pair[3 + k] = pair[k] - rel[9 + k];
      for (let k = 0; k < 3; k++) pair[k] = rel[k] * pair[3] + rel[3 + k] * pair[4] + rel[6 + k] * pair[5];
    }
    surface[3] = Infinity;
    nearestPoint(treeOf((ofB === 1 ? a.mesh : b.mesh) as MeshContactGeometry), pair, 0, surface, 0);
    real = Math.max(real, Math.sqrt(surface[3]));
  }
  return real;
}

/** Whether a touch within the bounds of the region's contour, widened by its depth, has a comparable depth. */
function isTold(w: MeshPairWorkspace, regions: MeshRegions, r: number, depth: number): boolean {
  const { touches } = w;
  const { start, points } = regions.contours;
  for (let k = 0; k < 3; k++) {
    bounds[k] = Infinity;
    bounds[3 + k] = -Infinity;
  }
  for (let i = start[r]; i < start[r + 1]; i++) {
    for (let k = 0; k < 3; k++) {
      bounds[k] = Math.min(bounds[k], points[3 * i + k] - depth);
      bounds[3 + k] = Math.max(bounds[3 + k], points[3 * i + k] + depth);
    }
  }
  const { values } = touches;
  for (let i = 0; i < touches.count; i++) {
    const o = TOUCH_SIZE * i;
    if (touches.kind[i] === TOUCH.dropped || values[o + 9] > -TOLD * depth) continue;
    let within = true;
    for (let k = 0; k < 3; k++) {
      const x = 0.5 * (values[o + 3 + k] + values[o + 6 + k]);
      if (x < bounds[k] || x > bounds[3 + k]) within = false;
    }
    if (within) return true;
  }
  return false;
}

function offerRegion(
  w: MeshPairWorkspace,
  a: Collider,
  b: Collider,
  regions: MeshRegions,
  r: number,
  real: number,
): void {
  const { patches } = w.mesh;
  const { vertex: placed } = w.narrow.placed;
  const { candidates, found } = w.narrow;
  const g = a.mesh as MeshContactGeometry;
  const h = b.mesh as MeshContactGeometry;
  const smaller = a.reach < b.reach ? a : b;
  for (let k = 0; k < 3; k++) {
    plane[k] = regions.normal[3 * r + k];
    found[1 + k] = plane[k];
  }
  plane[3] = 0;
  chooseTangents(w.narrow, a, b);
  const p = patchOf(w.mesh, plane, PATCH_KIND.ridge, smaller);
  patches.current = p;
  if (regions.edgeOnly[r] === 1) {
    const half = 0.5 * regions.size[REGION_SIZE * r + REGION.depth];
    for (let k = 0; k < 3; k++) {
      pair[k] = regions.point[3 * r + k] + half * plane[k];
      pair[3 + k] = regions.point[3 * r + k] - half * plane[k];
    }
    const row = regions.pairs.pairs;
    const i = regions.contours.segments[regions.contours.segmentStart[r]];
    candidates.count = 0;
    addPair(w.narrow, pair, 0, pair, 3, FACE_ID | g.region[row[2 * i]], FACE_ID | h.region[row[2 * i + 1]]);
    offer(w.mesh, p, 0, smaller);
    return;
  }
  const { inside } = regions;
  for (let ofB = 0; ofB < 2; ofB++) {
    floodRegion(w.narrow, g, h, r, ofB === 1, regions);
    const v = ofB === 1 ? placed : g.mesh.vertices;
    // the other feature is a face that the contour crosses: any of them, as long as the choice is stable
    const i = regions.contours.segments[regions.contours.segmentStart[r]];
    const face =
      FACE_ID | (ofB === 1 ? g.region[regions.pairs.pairs[2 * i]] : h.region[regions.pairs.pairs[2 * i + 1]]);
    for (let n = 0; n < inside.count; n++) {
      const vertex = inside.vertex[n];
      // past a plane fitted to a contour that is not flat, a vertex may appear deeper than any vertex is
      const depth = Math.min(inside.depth[n], real);
      for (let k = 0; k < 3; k++) {
        const x = v[3 * vertex + k];
        pair[k] = ofB === 1 ? x + depth * plane[k] : x;
        pair[3 + k] = ofB === 1 ? x : x - depth * plane[k];
      }
      candidates.count = 0;
      if (ofB === 1) addPair(w.narrow, pair, 0, pair, 3, face, VERTEX_ID | vertex);
      else addPair(w.narrow, pair, 0, pair, 3, VERTEX_ID | vertex, face);
      offer(w.mesh, p, 0, smaller);
    }
  }
}
