import { closestPointOnTriangle } from "../../../geometry/triangle/closest-point.js";
import type { MeshContactGeometry } from "../mesh/mesh-geometry.js";
import { nearby } from "../mesh/scratch.js";
import { type Collider, KIND } from "../types.js";
import { wirePoint } from "./wire.js";

/**
 * The least distance of an arc from triangles, by branch and bound. The distance d(p) from a triangle is convex, so at any point p₀ with the
 * unit direction n₀ away from the triangle
 *
 *   d(p) ≥ d(p₀) + n₀ · (p − p₀)
 *
 * On a piece of the arc from p₀ to p₁, p is on the chord and up to h beyond it along e, away from the centre. The greater of the bounds
 * from both ends, at its lowest, is a lower bound on the piece; pieces that may be lower than the least distance so far are halved. For an
 * arc that lies along a face the bound is exact at once.
 */

/** Pieces are halved until they can be lower by no more than this fraction of the radius, */
const TOLERANCE = 1e-10;
/** and no oftener than this: what is still open then is some 1e-4 of the radius long. */
const MAX_PIECES = 600;

/** Of each triangle in `nearby` its least sample. */
let lowest = new Float64Array(256);
/** Triangles that may hold the least distance. */
let listed = new Int32Array(256);
let count = 0;

/** Place u and distance of the least. */
export const leastOnArc = new Float64Array(2);

/** Open pieces: u at both ends, 2 each. */
const open = new Float64Array(2 * (MAX_PIECES + 40));
const u = new Float64Array(1);
const local = new Float64Array(3);
/** Start, end, bulge e (unit), and a point for measuring. */
const piece = new Float64Array(12);
const near = new Float64Array(4);
/** Lower bound on the piece; how far it is beyond its chord. */
const bound = new Float64Array(2);
/** From both ends of a piece: value, slope along the chord. */
const tangent = new Float64Array(4);

/** Prepares for samples of the triangles in `nearby`. */
export function startLeast(): void {
  if (nearby.count > lowest.length) {
    lowest = new Float64Array(2 * nearby.count);
    listed = new Int32Array(2 * nearby.count);
  }
  for (let i = 0; i < nearby.count; i++) lowest[i] = Infinity;
}

/** Distance of point p from the nearest triangle, into sample[k]. */
export function sampleLeast(g: MeshContactGeometry, p: Float64Array, k: number, sample: Float64Array): void {
  const { vertices, triangles } = g.mesh;
  let best = Infinity;
  for (let i = 0; i < nearby.count; i++) {
    const t = 3 * nearby.items[i];
    closestPointOnTriangle(vertices, triangles[t], triangles[t + 1], triangles[t + 2], p, 0, near, 0);
    if (near[3] < lowest[i]) lowest[i] = near[3];
    if (near[3] < best) best = near[3];
  }
  sample[k] = Math.sqrt(best);
}

/** The least distance of an arc with `samples` pieces, placed in the mesh's frame, whose samples have been taken; into `leastOnArc`. */
export function findLeast(
  g: MeshContactGeometry,
  a: Collider,
  part: number,
  samples: number,
  placed: Float64Array,
  sample: Float64Array,
): void {
  leastOnArc[1] = Infinity;
  for (let i = 0; i <= samples; i++) {
    if (!(sample[i] < leastOnArc[1])) continue;
    leastOnArc[0] = i / samples;
    leastOnArc[1] = sample[i];
  }
  // between samples a distance falls by no more than half of the way
  const turn = a.kind === KIND.torus ? 8 : 4;
  const fall = (0.5 * turn * a.size[0]) / samples;
  count = 0;
  for (let i = 0; i < nearby.count; i++) {
    if (Math.sqrt(lowest[i]) - fall <= leastOnArc[1]) listed[count++] = nearby.items[i];
  }
  let pieces = 0;
  for (let i = 0; i < samples; i++) {
    if (0.5 * (sample[i] + sample[i + 1]) - fall > leastOnArc[1]) continue;
    open[2 * pieces] = i / samples;
    open[2 * pieces + 1] = (i + 1) / samples;
    pieces++;
  }
  const tolerance = TOLERANCE * a.size[0];
  for (let halved = 0; pieces > 0 && halved < MAX_PIECES; ) {
    pieces--;
    const from = open[2 * pieces];
    const to = open[2 * pieces + 1];
    u[0] = from;
    placePoint(a, part, placed, 0);
    u[0] = to;
    placePoint(a, part, placed, 3);
    setBulge(a, part, placed);
    const width = turn * (to - from);
    // R (1 − cos(θ/2)), with an angle of at most the width
    bound[1] = 0.125 * a.size[0] * width * width;
    boundPiece(g);
    if (!(bound[0] < leastOnArc[1] - tolerance)) continue;
    halved++;
    u[0] = 0.5 * (from + to);
    placePoint(a, part, placed, 9);
    measure(g);
    open[2 * pieces + 1] = u[0];
    open[2 * pieces + 2] = u[0];
    open[2 * pieces + 3] = to;
    pieces += 2;
  }
}

/** Point of the arc at u[0] into piece[o…], in the mesh's frame. */
function placePoint(a: Collider, part: number, placed: Float64Array, o: number): void {
  wirePoint(a, part, u, local, 0);
  toMesh(placed, o);
}

function toMesh(placed: Float64Array, o: number): void {
  for (let k = 0; k < 3; k++)
    piece[o + k] =
      placed[3 * k] * local[0] + placed[3 * k + 1] * local[1] + placed[3 * k + 2] * local[2] + placed[9 + k];
}

/** Direction from the arc's centre to the middle of the chord. */
function setBulge(a: Collider, part: number, placed: Float64Array): void {
  local[0] = a.kind === KIND.torus ? 0 : part === 1 ? -a.size[2] : a.size[2];
  local[1] = 0;
  local[2] = 0;
  toMesh(placed, 6);
  let length2 = 0;
  for (let k = 0; k < 3; k++) {
    piece[6 + k] = 0.5 * (piece[k] + piece[3 + k]) - piece[6 + k];
    length2 += piece[6 + k] * piece[6 + k];
  }
  const length = Math.sqrt(length2);
  for (let k = 0; k < 3; k++) piece[6 + k] /= length;
}

/** Lower bound over the listed triangles on the piece, into bound[0]. */
function boundPiece(g: MeshContactGeometry): void {
  const { vertices, triangles } = g.mesh;
  bound[0] = Infinity;
  for (let i = 0; i < count; i++) {
    const t = 3 * listed[i];
    for (let end = 0; end < 2; end++) {
      const o = 3 * end;
      closestPointOnTriangle(vertices, triangles[t], triangles[t + 1], triangles[t + 2], piece, o, near, 0);
      const d = Math.sqrt(near[3]);
      let slope = 0;
      let bulge = 0;
      for (let k = 0; k < 3; k++) {
        const n = d > 0 ? (piece[o + k] - near[k]) / d : 0;
        slope += n * (piece[3 + k] - piece[k]);
        bulge += n * piece[6 + k];
      }
      tangent[2 * end] = d + Math.min(0, bulge) * bound[1];
      tangent[2 * end + 1] = slope;
    }
    // v₀ + g₀ s and v₁ + g₁ (s − 1): the greater of both is lowest at an end or where they meet
    const v0 = tangent[0];
    const g0 = tangent[1];
    const v1 = tangent[2];
    const g1 = tangent[3];
    let low = Math.min(Math.max(v0, v1 - g1), Math.max(v0 + g0, v1));
    const s = (v1 - g1 - v0) / (g0 - g1);
    if (s > 0 && s < 1) low = Math.min(low, v0 + g0 * s);
    if (low < bound[0]) bound[0] = low;
  }
}

/** Distance of the point piece[9…11] at u[0] from the listed triangles; kept when it is the least. */
function measure(g: MeshContactGeometry): void {
  const { vertices, triangles } = g.mesh;
  for (let i = 0; i < count; i++) {
    const t = 3 * listed[i];
    closestPointOnTriangle(vertices, triangles[t], triangles[t + 1], triangles[t + 2], piece, 9, near, 0);
    const d = Math.sqrt(near[3]);
    if (!(d < leastOnArc[1])) continue;
    leastOnArc[0] = u[0];
    leastOnArc[1] = d;
  }
}
