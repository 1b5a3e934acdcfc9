import type { Collider } from "../types.js";
import { createNarrowWorkspace, type NarrowWorkspace } from "../workspace.js";
import { measureOutline, PLANE_FRAME, placePlaneFrame, toPlaneFrame } from "./contour-centroid.js";
import { fitContour } from "./contour-plane.js";
import { type Contours, createContours, walkContours } from "./contours.js";
import { createIndentation, floodInside, type Indentation } from "./indentation.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import { createMeshPairs, type MeshPairs, meshMeshPairs } from "./mesh-mesh.js";

/**
 * Contact regions of two meshes [Luaces2013, §4.7]: where their surfaces cross along a contour, the contact plane
 * fitted to it, its area and centroid, and the maximum indentation. All disjoint regions are reported, one per contour;
 * a loop inside another is a region of its own.
 *
 * A region requires a closed contour. Contours are always closed between closed surfaces, and on open surfaces as long
 * as the contact does not reach the border. A contour that ends at a border encloses nothing: `closed` is 0, and area
 * and indentation are 0.
 */
export interface MeshRegions {
  count: number;
  /** Contours or triangles exceeded the capacity: some regions are missing. */
  overflow: boolean;
  /** 1 for a region, 0 for a contour with ends (at a border of a surface). */
  readonly closed: Uint8Array;
  /**
   * Unit normal from A to B and centroid of each region, in the frame of A (`regionsToWorld` brings them to the world);
   * 3 each.
   */
  readonly normal: Float64Array;
  readonly point: Float64Array;
  /** [area m², radius of spin m, depth of A, depth of B, depth m] of each. */
  readonly size: Float64Array;
  /** Deepest vertex of A and of B, −1 for none. */
  readonly vertex: Int32Array;
  /**
   * 1 where no vertex is inside: only edges cross, and the depth is the sum of the contour's largest heights above and
   * below its plane.
   */
  readonly edgeOnly: Uint8Array;
  readonly pairs: MeshPairs;
  readonly contours: Contours;
  /** Scratch: corners in the frame of their plane, and crossing triangles. */
  readonly uv: Float64Array;
  readonly crossing: Int32Array;
  /** Vertices inside the region that was flooded last. */
  readonly inside: Indentation;
  readonly work: RegionWork;
}

/** Scratch of one region. */
interface RegionWork {
  /**
   * Contact plane: unit normal 3, offset, mean of the corners 3; then its frame, see `placePlaneFrame`; then its
   * outline, see `measureOutline`.
   */
  readonly plane: Float64Array;
  readonly frame: Float64Array;
  readonly outline: Float64Array;
  /** Direction from A to B, from the normals of the crossing triangles. */
  readonly toward: Float64Array;
  /** Largest height of the corners at which an edge of A pierces B, on A's penetrating side, and the same for B. */
  readonly rise: Float64Array;
}

/** Numbers of `MeshRegions.size` per region. */
export const REGION_SIZE = 5;
export const REGION = { area: 0, radius: 1, depthA: 2, depthB: 3, depth: 4 } as const;

export function createMeshRegions(regions: number, pairs: number, work = createNarrowWorkspace()): MeshRegions {
  return {
    count: 0,
    overflow: false,
    closed: new Uint8Array(regions),
    normal: new Float64Array(3 * regions),
    point: new Float64Array(3 * regions),
    size: new Float64Array(REGION_SIZE * regions),
    vertex: new Int32Array(2 * regions),
    edgeOnly: new Uint8Array(regions),
    pairs: createMeshPairs(pairs, work),
    contours: createContours(regions, pairs),
    uv: new Float64Array(3 * (pairs + regions)),
    crossing: new Int32Array(pairs),
    inside: createIndentation(),
    work: {
      plane: new Float64Array(7),
      frame: new Float64Array(PLANE_FRAME),
      outline: new Float64Array(4),
      toward: new Float64Array(3),
      rise: new Float64Array(2),
    },
  };
}

/**
 * Finds the regions of meshes A and B at their poses. Ties are decided symbolically: surfaces that touch or share
 * planes cross or do not cross as if their vertices were displaced by infinitesimal amounts, so contours are closed.
 */
export function meshMeshRegions(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  poseB: Float64Array,
  bo: number,
  out: MeshRegions,
): void {
  const { work } = out.pairs;
  meshMeshPairs(a, poseA, ao, b, poseB, bo, "symbolic", out.pairs);
  findMeshRegions(work, a.mesh as MeshContactGeometry, b.mesh as MeshContactGeometry, out);
  regionsToWorld(work, poseA, ao, out);
}

/** Regions from the pairs in out.pairs, in the frame of A. Reads `rel`. */
export function findMeshRegions(
  w: NarrowWorkspace,
  g: MeshContactGeometry,
  h: MeshContactGeometry,
  out: MeshRegions,
): void {
  walkContours(g, h, out.pairs, out.contours);
  out.count = out.contours.count;
  out.overflow = out.pairs.overflow || out.contours.overflow;
  for (let r = 0; r < out.count; r++) findRegion(w, g, h, r, out);
}

function findRegion(
  w: NarrowWorkspace,
  g: MeshContactGeometry,
  h: MeshContactGeometry,
  r: number,
  out: MeshRegions,
): void {
  const { contours } = out;
  const { plane, toward } = out.work;
  const first = contours.start[r];
  const end = contours.start[r + 1];
  out.closed[r] = contours.closed[r];
  out.edgeOnly[r] = 0;
  out.vertex[2 * r] = -1;
  out.vertex[2 * r + 1] = -1;
  for (let k = 0; k < REGION_SIZE; k++) out.size[REGION_SIZE * r + k] = 0;
  directionOf(w, g, h, r, out);
  const flat = fitContour(contours.points, first, end, plane);
  if (!flat || end - first < 3) {
    // all corners are on a line or at a point: the direction is from the normals of the surfaces
    for (let k = 0; k < 3; k++) plane[k] = toward[k];
    plane[3] = -(plane[0] * plane[4] + plane[1] * plane[5] + plane[2] * plane[6]);
  } else if (plane[0] * toward[0] + plane[1] * toward[1] + plane[2] * toward[2] < 0) {
    for (let k = 0; k < 4; k++) plane[k] = -plane[k];
  }
  for (let k = 0; k < 3; k++) {
    out.normal[3 * r + k] = plane[k];
    out.point[3 * r + k] = plane[4 + k];
  }
  if (contours.closed[r] === 0) return;
  indent(w, g, h, r, out);
  if (!g.twoSided && !h.twoSided) return;
  // a two-sided surface is touched from the side with the smaller depth
  const depth = out.size[REGION_SIZE * r + REGION.depth];
  flip(r, out);
  indent(w, g, h, r, out);
  const other = out.size[REGION_SIZE * r + REGION.depth];
  if (depth <= other) {
    flip(r, out);
    indent(w, g, h, r, out);
  }
}

function flip(r: number, out: MeshRegions): void {
  const { plane } = out.work;
  for (let k = 0; k < 4; k++) plane[k] = -plane[k];
  for (let k = 0; k < 3; k++) out.normal[3 * r + k] = plane[k];
}

/** Area, centroid and indentation of region r with the current plane. */
function indent(w: NarrowWorkspace, g: MeshContactGeometry, h: MeshContactGeometry, r: number, out: MeshRegions): void {
  const { contours, uv, inside } = out;
  const { plane, frame, outline, rise } = out.work;
  const first = contours.start[r];
  const end = contours.start[r + 1];
  out.edgeOnly[r] = 0;
  placePlaneFrame(plane, frame);
  rise[0] = 0;
  rise[1] = 0;
  for (let i = first; i < end; i++) {
    toPlaneFrame(frame, contours.points, i, uv, 3 * i);
    const height = uv[3 * i + 2];
    if (contours.pierced[i] === 0) rise[0] = Math.max(rise[0], height);
    else rise[1] = Math.max(rise[1], -height);
  }
  measureOutline(uv, first, end, outline);
  const o = REGION_SIZE * r;
  out.size[o + REGION.area] = Math.abs(outline[0]);
  out.size[o + REGION.radius] = outline[3];
  for (let k = 0; k < 3; k++) out.point[3 * r + k] = frame[k] + outline[1] * frame[3 + k] + outline[2] * frame[6 + k];
  // A reaches through the plane along the normal, B against it
  for (let ofB = 0; ofB < 2; ofB++) {
    const start = contours.segmentStart[r];
    const count = contours.segmentStart[r + 1] - start;
    for (let i = 0; i < count; i++) out.crossing[i] = out.pairs.pairs[2 * contours.segments[start + i] + ofB];
    floodInside(
      w,
      ofB === 1 ? h : g,
      ofB === 1,
      ofB === 1 ? -1 : 1,
      out.crossing,
      count,
      frame,
      uv,
      first,
      end,
      inside,
    );
    out.size[o + REGION.depthA + ofB] = inside.deepestDepth;
    out.vertex[2 * r + ofB] = inside.deepestVertex;
  }
  const depth = Math.max(out.size[o + REGION.depthA], out.size[o + REGION.depthB]);
  out.size[o + REGION.depth] = depth;
  if (out.vertex[2 * r] < 0 && out.vertex[2 * r + 1] < 0) {
    out.edgeOnly[r] = 1;
    out.size[o + REGION.depth] = rise[0] + rise[1];
  }
}

/**
 * Writes the vertices of A (or of B) inside region r to `out.inside` again. Reads `rel`; the regions must be in the
 * frame of A.
 */
export function floodRegion(
  w: NarrowWorkspace,
  g: MeshContactGeometry,
  h: MeshContactGeometry,
  r: number,
  ofB: boolean,
  out: MeshRegions,
): void {
  const { contours, uv, inside } = out;
  const { plane, frame } = out.work;
  for (let k = 0; k < 3; k++) plane[k] = out.normal[3 * r + k];
  plane[3] = 0;
  for (let k = 0; k < 3; k++) plane[3] -= plane[k] * out.point[3 * r + k];
  placePlaneFrame(plane, frame);
  for (let i = contours.start[r]; i < contours.start[r + 1]; i++) toPlaneFrame(frame, contours.points, i, uv, 3 * i);
  const start = contours.segmentStart[r];
  const count = contours.segmentStart[r + 1] - start;
  const which = ofB ? 1 : 0;
  for (let i = 0; i < count; i++) out.crossing[i] = out.pairs.pairs[2 * contours.segments[start + i] + which];
  const side = ofB ? -1 : 1;
  const first = contours.start[r];
  const end = contours.start[r + 1];
  floodInside(w, ofB ? h : g, ofB, side, out.crossing, count, frame, uv, first, end, inside);
}

/**
 * The mean of n_A − n_B over the crossing triangles, from A to B, into `out.work.toward`; unit, or along z when it
 * vanishes.
 */
function directionOf(
  w: NarrowWorkspace,
  g: MeshContactGeometry,
  h: MeshContactGeometry,
  r: number,
  out: MeshRegions,
): void {
  const { rel } = w;
  const { contours, pairs } = out;
  const { toward } = out.work;
  toward[0] = 0;
  toward[1] = 0;
  toward[2] = 0;
  for (let i = contours.segmentStart[r]; i < contours.segmentStart[r + 1]; i++) {
    const s = 3 * pairs.pairs[2 * contours.segments[i]];
    const t = 3 * pairs.pairs[2 * contours.segments[i] + 1];
    const x = h.normals[t];
    const y = h.normals[t + 1];
    const z = h.normals[t + 2];
    for (let k = 0; k < 3; k++)
      toward[k] += g.normals[s + k] - (rel[3 * k] * x + rel[3 * k + 1] * y + rel[3 * k + 2] * z);
  }
  const length = Math.sqrt(toward[0] * toward[0] + toward[1] * toward[1] + toward[2] * toward[2]);
  if (length > 0) for (let k = 0; k < 3; k++) toward[k] /= length;
  else toward[2] = 1;
}

const local = new Float64Array(6);

/** Transforms normals and points from the frame of A to the world. Reads `frameA`. */
function regionsToWorld(w: NarrowWorkspace, poseA: Float64Array, ao: number, out: MeshRegions): void {
  const { frameA } = w;
  for (let i = 0; i < 3 * out.count; i += 3) {
    for (let k = 0; k < 3; k++) {
      local[k] = out.normal[i + k];
      local[3 + k] = out.point[i + k];
    }
    for (let k = 0; k < 3; k++) {
      const x = frameA[3 * k];
      const y = frameA[3 * k + 1];
      const z = frameA[3 * k + 2];
      out.normal[i + k] = x * local[0] + y * local[1] + z * local[2];
      out.point[i + k] = x * local[3] + y * local[4] + z * local[5] + poseA[ao + k];
    }
  }
}
