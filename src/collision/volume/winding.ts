import { MAX_DEPTH, NODE_STRIDE } from "../../geometry/tree/mesh-tree.js";
import { turnSign } from "../../geometry/triangle/orientation.js";
import { putPoint, sideSign } from "./ties.js";
import type { VolumeMesh } from "./volume-mesh.js";
import type { VolumeWork } from "./volume-work.js";
import { placeVertex } from "./volume-work.js";

/** Scratch; meaningless between calls. */
const stack = new Int32Array(MAX_DEPTH + 4);
const point = new Float64Array(3);
/** Origin and direction of the ray in the frame of the tree. */
const origin = new Float64Array(3);
const direction = new Float64Array(3);

/**
 * Whether a vertex of one body lies inside the other, exact, with the tie rule of `ties.ts`: the winding number along
 * the ray +x of A's frame, through the tree of the other body (`geometry/tree/inside.ts` does it for points that may
 * lie on the surface).
 */
export function isVertexInside(work: VolumeWork, a: VolumeMesh, b: VolumeMesh, ofA: boolean, vertex: number): boolean {
  const solid = ofA ? b : a;
  const { transform: r, placed } = work;
  if (!ofA) placeVertex(work, b, vertex);
  const v = ofA ? a.mesh.vertices : placed;
  for (let k = 0; k < 3; k++) point[k] = v[3 * vertex + k];
  let slack = 0;
  if (ofA) {
    const x = point[0] - r[9];
    const y = point[1] - r[10];
    const z = point[2] - r[11];
    for (let k = 0; k < 3; k++) {
      origin[k] = r[k] * x + r[3 + k] * y + r[6 + k] * z;
      direction[k] = r[k];
    }
    for (let k = 0; k < 3; k++) {
      slack += Math.abs(point[k]) + Math.abs(r[9 + k]) + Math.abs(solid.box[k]) + Math.abs(solid.box[3 + k]);
    }
    slack *= 16 * Number.EPSILON;
  } else {
    for (let k = 0; k < 3; k++) {
      origin[k] = point[k];
      direction[k] = k === 0 ? 1 : 0;
    }
  }
  for (let k = 0; k < 3; k++) {
    if (origin[k] < solid.box[k] - slack || origin[k] > solid.box[3 + k] + slack) return false;
  }
  return windingAlong(work, solid, ofA, slack) !== 0;
}

function windingAlong(work: VolumeWork, solid: VolumeMesh, ofA: boolean, slack: number): number {
  const { bounds, links, corners } = solid.tree;
  // a point of A moves with it, one of B the other way relative to A
  const moves = ofA ? work.sense : -work.sense;
  const v = ofA ? work.placed : solid.mesh.vertices;
  let winding = 0;
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const n = stack[--top];
    const o = NODE_STRIDE * n;
    if (!meetsRay(bounds, o, slack)) continue;
    const first = links[o + 6];
    const count = links[o + 7];
    if (count === 0) {
      stack[top++] = first + 1;
      stack[top++] = first;
      continue;
    }
    for (let s = 3 * first; s < 3 * (first + count); s += 3) {
      for (let c = 0; c < 3; c++) {
        if (ofA) placeVertex(work, solid, corners[s + c]);
        putPoint(work, v, corners[s + c], c);
      }
      putPoint(work, point, 0, 3);
      winding += crossTriangle(work, moves);
    }
  }
  return winding;
}

/**
 * Whether the ray may meet the box: never wrongly denied, since the slack exceeds the displacement of the ray by
 * rounding.
 */
function meetsRay(bounds: Float32Array, o: number, slack: number): boolean {
  let near = 0;
  let far = Infinity;
  for (let k = 0; k < 3; k++) {
    const low = bounds[o + k] - slack - origin[k];
    const high = bounds[o + 3 + k] + slack - origin[k];
    const d = direction[k];
    if (d === 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    const s = d > 0 ? low / d : high / d;
    const t = d > 0 ? high / d : low / d;
    if (s > near) near = s;
    if (t < far) far = t;
  }
  return near <= far + slack;
}

/** +1 when the ray leaves through the triangle in `quad`, −1 when it enters, 0 when it misses. */
function crossTriangle(work: VolumeWork, moves: number): number {
  const x = work.quad[9];
  if (work.quad[0] < x && work.quad[3] < x && work.quad[6] < x) return 0;
  const y = work.quad[10];
  if (work.quad[1] < y && work.quad[4] < y && work.quad[7] < y) return 0;
  if (work.quad[1] > y && work.quad[4] > y && work.quad[7] > y) return 0;
  const z = work.quad[11];
  if (work.quad[2] < z && work.quad[5] < z && work.quad[8] < z) return 0;
  if (work.quad[2] > z && work.quad[5] > z && work.quad[8] > z) return 0;
  // seen along x: the turn of the triangle, and on which side of its edges the displaced point lies
  const turn = turnSign(work.quad, 0, 1, 2, 1, 2);
  if (turn === 0) return 0;
  if (
    edgeSide(work, 0, 1, moves) !== turn ||
    edgeSide(work, 1, 2, moves) !== turn ||
    edgeSide(work, 2, 0, moves) !== turn
  )
    return 0;
  // ahead when the point is behind a triangle that faces +x, or before one that faces −x
  return sideSign(work, moves) === -turn ? turn : 0;
}

/**
 * Side of the edge a b in the plane (y, z) on which the point displaced by ± (ε², ε³) lies; 0 only for an edge along x.
 */
function edgeSide(work: VolumeWork, a: number, b: number, moves: number): number {
  const s = turnSign(work.quad, a, b, 3, 1, 2);
  if (s !== 0) return s;
  const dz = work.quad[3 * b + 2] - work.quad[3 * a + 2];
  if (dz !== 0) return dz > 0 ? -moves : moves;
  const dy = work.quad[3 * b + 1] - work.quad[3 * a + 1];
  return dy > 0 ? moves : dy < 0 ? -moves : 0;
}
