import { nearestPoint } from "../../../geometry/tree/nearest.js";
import { FEATURE } from "../../contact-tables.js";
import { addPair, chooseTangents } from "../candidates.js";
import type { Collider } from "../types.js";
import type { NarrowWorkspace } from "../workspace.js";
import { inside } from "./indentation.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import { floodRegion, type MeshRegions, REGION, REGION_SIZE } from "./mesh-regions.js";
import { offer, PATCH_KIND, patches, patchOf } from "./patches.js";
import { placed } from "./placed-vertices.js";
import { TOUCH, TOUCH_SIZE, touches } from "./touches.js";
import { treeOf } from "./tree-of.js";

/**
 * Regions as patches, where surfaces cross deeper than touching features tell: one patch along the normal of the contact plane, of the
 * vertices inside, each as deep as it is past the plane but no deeper than the deepest is from the other surface; of crossing edges alone, the centroid with how far the contour rises and falls.
 */

/** A region is told by touches when one within its bounds is at least this part as deep as its deepest vertex. */
const TOLD = 0.25;

const VERTEX_ID = FEATURE.vertex << 29;
const FACE_ID = FEATURE.face << 29;

const plane = new Float64Array(4);
const pair = new Float64Array(6);
const bounds = new Float64Array(6);
const real = new Float64Array(1);
const surface = new Float64Array(5);

/** Offers the regions that touches do not tell. Everything in the frame of A; depths below tiny[0] are round-off. */
export function offerRegions(
  w: NarrowWorkspace,
  a: Collider,
  b: Collider,
  regions: MeshRegions,
  tiny: Float64Array,
): void {
  for (let r = 0; r < regions.count; r++) {
    if (regions.closed[r] === 0 || !(regions.size[REGION_SIZE * r + REGION.depth] > tiny[0])) continue;
    measureDepth(w, a, b, regions, r);
    if (real[0] > tiny[0] && !isTold(regions, r)) offerRegion(w, a, b, regions, r);
  }
}

/** How far the deepest vertex of region r is from the other surface, into real[0]: past a fitted plane it may be far less deep than it seems. */
function measureDepth(w: NarrowWorkspace, a: Collider, b: Collider, regions: MeshRegions, r: number): void {
  const { rel } = w;
  real[0] = regions.edgeOnly[r] === 1 ? regions.size[REGION_SIZE * r + REGION.depth] : 0;
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
    real[0] = Math.max(real[0], Math.sqrt(surface[3]));
  }
}

/** Whether a touch within the bounds of the region's contour, widened by its depth, is about as deep. */
function isTold(regions: MeshRegions, r: number): boolean {
  const depth = real[0];
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

function offerRegion(w: NarrowWorkspace, a: Collider, b: Collider, regions: MeshRegions, r: number): void {
  const { candidates, found } = w;
  const g = a.mesh as MeshContactGeometry;
  const h = b.mesh as MeshContactGeometry;
  const smaller = a.reach < b.reach ? a : b;
  for (let k = 0; k < 3; k++) {
    plane[k] = regions.normal[3 * r + k];
    found[1 + k] = plane[k];
  }
  plane[3] = 0;
  chooseTangents(w, a, b);
  const p = patchOf(plane, PATCH_KIND.ridge, smaller);
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
    addPair(w, pair, 0, pair, 3, FACE_ID | g.region[row[2 * i]], FACE_ID | h.region[row[2 * i + 1]]);
    offer(w, p, 0, smaller);
    return;
  }
  for (let ofB = 0; ofB < 2; ofB++) {
    floodRegion(w, g, h, r, ofB === 1, regions);
    const v = ofB === 1 ? placed : g.mesh.vertices;
    // the other feature is a face that the contour crosses: any will do, as long as it is the same one
    const i = regions.contours.segments[regions.contours.segmentStart[r]];
    const face =
      FACE_ID | (ofB === 1 ? g.region[regions.pairs.pairs[2 * i]] : h.region[regions.pairs.pairs[2 * i + 1]]);
    for (let n = 0; n < inside.count; n++) {
      const vertex = inside.vertex[n];
      // past a plane fitted to a contour that is not flat a vertex may seem deeper than any is
      const depth = inside.depth[n] < real[0] ? inside.depth[n] : real[0];
      for (let k = 0; k < 3; k++) {
        const x = v[3 * vertex + k];
        pair[k] = ofB === 1 ? x + depth * plane[k] : x;
        pair[3 + k] = ofB === 1 ? x : x - depth * plane[k];
      }
      candidates.count = 0;
      if (ofB === 1) addPair(w, pair, 0, pair, 3, face, VERTEX_ID | vertex);
      else addPair(w, pair, 0, pair, 3, VERTEX_ID | vertex, face);
      offer(w, p, 0, smaller);
    }
  }
}
