import { MAX_DEPTH, NODE_STRIDE } from "../../geometry/tree/mesh-tree.js";
import { assemble, finish } from "./assemble.js";
import { addCrossing } from "./cut-faces.js";
import { keepCrossed, keepPart } from "./keep-edges.js";
import type { VolumeMesh } from "./volume-mesh.js";
import type { Overlap } from "./volume-overlap.js";
import type { VolumeWork } from "./volume-work.js";
import { addCut, beginWork, endWork } from "./volume-work.js";

/** Scratch; meaningless between calls. */
const stack = new Int32Array(MAX_DEPTH + 4);
const value = new Float64Array(2);
const side = new Int32Array(3);
const height = new Float64Array(3);

/**
 * The part of a solid A below the plane n · x = d, region by region, into `out`: the fast path of `intersectVolumes`
 * for a floor without ends. `plane` is n (unit, out of the half-space) and d, in A's frame. The same sums, with one
 * face instead of a mesh: only the faces that the plane cuts are found by the tree, and the inside spreads from there.
 * A vertex in the plane counts as outside: A is displaced along n.
 */
export function intersectHalfSpace(a: VolumeMesh, plane: Float64Array, out: Overlap): void {
  const work = out.work;
  const { vertices, triangles } = a.mesh;
  const count = facesAcross(work, a, plane, 0);
  beginWork(work, a, null, count + 1);
  work.scale[0] = 2 * a.radius;
  work.scale[1] = 0;
  for (let k = 0; k < 6; k++) if (Math.abs(a.box[k]) > work.scale[1]) work.scale[1] = Math.abs(a.box[k]);
  for (let i = 0; i < count; i++) {
    const f = work.acrossFaces[i];
    let below = 0;
    for (let k = 0; k < 3; k++) {
      const v = 3 * triangles[3 * f + k];
      const h = plane[0] * vertices[v] + plane[1] * vertices[v + 1] + plane[2] * vertices[v + 2] - plane[3];
      height[k] = h;
      side[k] = h < 0 ? -1 : 1;
      if (h < 0) below++;
    }
    if (below > 0 && below < 3) cutFace(work, a, f);
  }
  keepCrossed(work, a, null);
  for (let i = 0; i < a.partVertex.length; i++) {
    const v = 3 * a.partVertex[i];
    if (work.partStamp[i] === work.stamp) continue;
    const h = plane[0] * vertices[v] + plane[1] * vertices[v + 1] + plane[2] * vertices[v + 2] - plane[3];
    if (h < 0) keepPart(work, a, null, 0, a.partVertex[i]);
  }
  assemble(a, null, out);
  finish(out);
  out.cutByFaces = false;
  endWork(work, a);
}

/**
 * Faces whose boxes the plane meets or comes nearer to than slack, in the order of the tree, into `work.acrossFaces`.
 */
export function facesAcross(work: VolumeWork, a: VolumeMesh, plane: Float64Array, slack: number): number {
  const { bounds, links, order } = a.tree;
  const x = Math.abs(plane[0]);
  const y = Math.abs(plane[1]);
  const z = Math.abs(plane[2]);
  let count = 0;
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const o = NODE_STRIDE * stack[--top];
    const center =
      0.5 *
        (plane[0] * (bounds[o] + bounds[o + 3]) +
          plane[1] * (bounds[o + 1] + bounds[o + 4]) +
          plane[2] * (bounds[o + 2] + bounds[o + 5])) -
      plane[3];
    const half =
      0.5 *
      (x * (bounds[o + 3] - bounds[o]) + y * (bounds[o + 4] - bounds[o + 1]) + z * (bounds[o + 5] - bounds[o + 2]));
    // boxes are rounded outwards to single precision, which is more than rounding here can hide; a flat box is not
    if (Math.abs(center) > half * (1 + 1e-12) + 1e-14 * (Math.abs(plane[3]) + Math.abs(center)) + slack) continue;
    const first = links[o + 6];
    const slots = links[o + 7];
    if (slots === 0) {
      stack[top++] = first + 1;
      stack[top++] = first;
      continue;
    }
    if (count + slots > work.acrossFaces.length) {
      const larger = new Int32Array(2 * (count + slots));
      larger.set(work.acrossFaces);
      work.acrossFaces = larger;
    }
    for (let s = first; s < first + slots; s++) work.acrossFaces[count++] = order[s];
  }
  return count;
}

/**
 * Face f, with corners on both sides: two of its edges cross the plane, and the segment between them is a cut along n_A
 * × n.
 */
function cutFace(work: VolumeWork, a: VolumeMesh, f: number): void {
  const lone = side[0] === side[1] ? 2 : side[0] === side[2] ? 1 : 0;
  // edge k runs from corner k to k + 1: the lone corner begins edge `lone` and ends the one before
  const leaving = crossEdge(work, a, f, lone);
  const arriving = crossEdge(work, a, f, lone === 0 ? 2 : lone - 1);
  // the kept part lies to the left: of a lone corner below, from the edge that leaves it to the edge that arrives
  const below = side[lone] < 0;
  addCut(work, a, below ? leaving : arriving, below ? arriving : leaving, f, 0);
}

function crossEdge(work: VolumeWork, a: VolumeMesh, f: number, k: number): number {
  const e = a.edgeOf[3 * f + k];
  if (work.edgeHead[e] >= 0) return work.edgeHead[e];
  const next = k === 2 ? 0 : k + 1;
  const forward = a.edges[4 * e] === a.mesh.triangles[3 * f + k];
  value[0] = height[forward ? k : next];
  value[1] = height[forward ? next : k];
  work.partStamp[a.partOfVertex[a.edges[4 * e]]] = work.stamp;
  const n = addCrossing(work, e, 0, a.mesh.vertices, a.edges[4 * e], a.edges[4 * e + 1], value);
  work.crossSense[n] = side[forward ? k : next];
  work.crossError[n] = 0;
  return n;
}
