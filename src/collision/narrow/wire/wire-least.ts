import { closestPointOnTriangle } from "../../../geometry/triangle/closest-point.js";
import type { MeshContactGeometry } from "../mesh/mesh-geometry.js";
import { type Collider, KIND } from "../types.js";
import { wirePoint } from "./wire.js";
import type { WireWorkspace } from "./wire-workspace.js";

/**
 * The least distance of an arc from triangles, by branch and bound. The distance d(p) from a triangle is convex, so at
 * any point p₀ with the unit direction n₀ away from the triangle
 *
 *   d(p) ≥ d(p₀) + n₀ · (p − p₀)
 *
 * On a piece of the arc from p₀ to p₁, p is on the chord and up to h beyond it along e, away from the centre. The
 * greater of the bounds from both ends, at its lowest, is a lower bound on the piece; pieces that may be lower than the
 * least distance so far are halved. For an arc that lies along a face the bound is exact at once.
 */

/** Samples per half circle. */
export const ARC_SAMPLES = 16;

/** Pieces are halved until they can be lower by no more than this fraction of the radius, */
const TOLERANCE = 1e-10;
/** and no oftener than this: what is still open then is some 1e-4 of the radius long. */
export const MAX_ARC_PIECES = 600;
const near = new Float64Array(4);

/** Prepares for samples of the triangles in `nearby`. */
export function startLeast(w: WireWorkspace): void {
  const { arc } = w;
  const { visit } = w.mesh;
  if (visit.nearby.count > arc.lowest.length) {
    arc.lowest = new Float64Array(2 * visit.nearby.count);
    arc.listed = new Int32Array(2 * visit.nearby.count);
  }
  for (let i = 0; i < visit.nearby.count; i++) arc.lowest[i] = Infinity;
}

/** Distance of point p from the nearest triangle, into sample[k]. */
export function sampleLeast(
  w: WireWorkspace,
  g: MeshContactGeometry,
  p: Float64Array,
  k: number,
  sample: Float64Array,
): void {
  const { arc } = w;
  const { visit } = w.mesh;
  const { vertices, triangles } = g.mesh;
  let best = Infinity;
  for (let i = 0; i < visit.nearby.count; i++) {
    const t = 3 * visit.nearby.items[i];
    closestPointOnTriangle(vertices, triangles[t], triangles[t + 1], triangles[t + 2], p, 0, near, 0);
    if (near[3] < arc.lowest[i]) arc.lowest[i] = near[3];
    if (near[3] < best) best = near[3];
  }
  sample[k] = Math.sqrt(best);
}

/**
 * The least distance of an arc with `samples` pieces, placed in the mesh's frame, whose samples have been taken; into
 * `leastOnArc`.
 */
export function findLeast(
  w: WireWorkspace,
  g: MeshContactGeometry,
  a: Collider,
  part: number,
  samples: number,
  placed: Float64Array,
  sample: Float64Array,
): void {
  const { arc } = w;
  const { visit } = w.mesh;
  const { open } = w.arc;
  arc.leastDistance = Infinity;
  for (let i = 0; i <= samples; i++) {
    if (!(sample[i] < arc.leastDistance)) continue;
    arc.leastPlace = i / samples;
    arc.leastDistance = sample[i];
  }
  // between samples a distance falls by no more than half of the way
  const turn = a.kind === KIND.torus ? 8 : 4;
  const fall = (0.5 * turn * a.size[0]) / samples;
  arc.listedCount = 0;
  for (let i = 0; i < visit.nearby.count; i++) {
    if (Math.sqrt(arc.lowest[i]) - fall <= arc.leastDistance) arc.listed[arc.listedCount++] = visit.nearby.items[i];
  }
  let pieces = 0;
  for (let i = 0; i < samples; i++) {
    if (0.5 * (sample[i] + sample[i + 1]) - fall > arc.leastDistance) continue;
    open[2 * pieces] = i / samples;
    open[2 * pieces + 1] = (i + 1) / samples;
    pieces++;
  }
  const tolerance = TOLERANCE * a.size[0];
  for (let halved = 0; pieces > 0 && halved < MAX_ARC_PIECES; ) {
    pieces--;
    const from = open[2 * pieces];
    const to = open[2 * pieces + 1];
    arc.pieceAt.u = from;
    placePoint(w, a, part, placed, 0);
    arc.pieceAt.u = to;
    placePoint(w, a, part, placed, 3);
    setBulge(w, a, part, placed);
    const width = turn * (to - from);
    // R (1 − cos(θ/2)), with an angle of at most the width
    arc.rise = 0.125 * a.size[0] * width * width;
    boundPiece(w, g);
    if (!(arc.bound < arc.leastDistance - tolerance)) continue;
    halved++;
    arc.pieceAt.u = 0.5 * (from + to);
    placePoint(w, a, part, placed, 9);
    measure(w, g);
    open[2 * pieces + 1] = arc.pieceAt.u;
    open[2 * pieces + 2] = arc.pieceAt.u;
    open[2 * pieces + 3] = to;
    pieces += 2;
  }
}

/** Point of the arc at u[0] into piece[o…], in the mesh's frame. */
function placePoint(w: WireWorkspace, a: Collider, part: number, placed: Float64Array, o: number): void {
  const { arc } = w;
  const { local } = w.arc;
  wirePoint(a, part, arc.pieceAt, local, 0);
  toMesh(w, placed, o);
}

function toMesh(w: WireWorkspace, placed: Float64Array, o: number): void {
  const { local, piece } = w.arc;
  for (let k = 0; k < 3; k++)
    piece[o + k] =
      placed[3 * k] * local[0] + placed[3 * k + 1] * local[1] + placed[3 * k + 2] * local[2] + placed[9 + k];
}

/** Direction from the arc's centre to the middle of the chord. */
function setBulge(w: WireWorkspace, a: Collider, part: number, placed: Float64Array): void {
  const { local, piece } = w.arc;
  local[0] = a.kind === KIND.torus ? 0 : part === 1 ? -a.size[2] : a.size[2];
  local[1] = 0;
  local[2] = 0;
  toMesh(w, placed, 6);
  let length2 = 0;
  for (let k = 0; k < 3; k++) {
    piece[6 + k] = 0.5 * (piece[k] + piece[3 + k]) - piece[6 + k];
    length2 += piece[6 + k] * piece[6 + k];
  }
  const length = Math.sqrt(length2);
  for (let k = 0; k < 3; k++) piece[6 + k] /= length;
}

/** Lower bound over the listed triangles on the piece, into bound[0]. */
function boundPiece(w: WireWorkspace, g: MeshContactGeometry): void {
  const { arc } = w;
  const { piece, tangent } = w.arc;
  const { vertices, triangles } = g.mesh;
  arc.bound = Infinity;
  for (let i = 0; i < arc.listedCount; i++) {
    const t = 3 * arc.listed[i];
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
      tangent[2 * end] = d + Math.min(0, bulge) * arc.rise;
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
    if (low < arc.bound) arc.bound = low;
  }
}

/** Distance of the point piece[9…11] at u[0] from the listed triangles; kept when it is the least. */
function measure(w: WireWorkspace, g: MeshContactGeometry): void {
  const { arc } = w;
  const { piece } = w.arc;
  const { vertices, triangles } = g.mesh;
  for (let i = 0; i < arc.listedCount; i++) {
    const t = 3 * arc.listed[i];
    closestPointOnTriangle(vertices, triangles[t], triangles[t + 1], triangles[t + 2], piece, 9, near, 0);
    const d = Math.sqrt(near[3]);
    if (!(d < arc.leastDistance)) continue;
    arc.leastPlace = arc.pieceAt.u;
    arc.leastDistance = d;
  }
}
