import { addCrossing } from "./cut-faces.js";
import { facesAcross } from "./half-space.js";
import { keepCrossed, keepPart } from "./keep-edges.js";
import type { VolumeMesh } from "./volume-mesh.js";
import type { VolumeWork } from "./volume-work.js";
import { addCut, beginWork, placeVertex } from "./volume-work.js";

/**
 * A box A whose boundary B meets on one side only, well inside its outline: a body on a floor. That side is then a
 * plane without ends, and only the faces of B that it cuts are of interest. Decisions are those of the mesh path,
 * exactly: the plane is along A's axes, so the side of a vertex is the sign of one difference, and ties follow the same
 * displacement. The rim and all sums come out the same but for rounding and order.
 *
 * A side is a number 2 k + 1 for the upper side along axis k, 2 k for the lower.
 */
export const NO_SIDE = -1;

/**
 * The only side of box A that the bounds of B (`span`) reach over, or `NO_SIDE` when there is none or more than one.
 */
export function sideOfBox(work: VolumeWork, { box }: VolumeMesh, span: Float64Array): number {
  let side = NO_SIDE;
  // bounds are rounded: B this close to an edge takes the general path
  const slack = 1e-12 * work.scale[1];
  for (let k = 0; k < 3; k++) {
    if (!(span[k] > box[k] + slack)) {
      if (side !== NO_SIDE) return NO_SIDE;
      side = 2 * k;
    }
    if (!(span[3 + k] < box[3 + k] - slack)) {
      if (side !== NO_SIDE) return NO_SIDE;
      side = 2 * k + 1;
    }
  }
  return side;
}

/** The side as a plane in B's frame: normal, offset. */
const plane = new Float64Array(4);
/** Heights of the corners of a face, and their signs, never zero. */
const height = new Float64Array(3);
const sign = new Int32Array(3);
const value = new Float64Array(2);

/** Nodes, cuts and pieces of B with one side of box A, into `work`. */
export function cutBySide(work: VolumeWork, a: VolumeMesh, b: VolumeMesh, side: number): void {
  const axis = side >> 1;
  const up = (side & 1) === 1 ? 1 : -1;
  const level = a.box[(side & 1) === 1 ? 3 + axis : axis];
  const { transform, scale } = work;
  for (let k = 0; k < 3; k++) plane[k] = up * transform[3 * axis + k];
  plane[3] = up * (level - transform[9 + axis]);
  const slack = 16 * Number.EPSILON * (scale[0] + scale[1]);
  const count = facesAcross(work, b, plane, slack);
  beginWork(work, a, b, count + 1);
  const { placed } = work;
  const { triangles } = b.mesh;
  // a vertex of B in the plane goes against the displacement of A
  const tied = -work.sense * up;
  for (let i = 0; i < count; i++) {
    const g = work.acrossFaces[i];
    let below = 0;
    let zero = 0;
    for (let k = 0; k < 3; k++) {
      const v = triangles[3 * g + k];
      placeVertex(work, b, v);
      const h = up * (placed[3 * v + axis] - level);
      height[k] = h;
      if (h === 0) zero++;
      sign[k] = h > 0 || (h === 0 && tied > 0) ? 1 : -1;
      if (sign[k] < 0) below++;
    }
    if (zero === 3) work.coplanar++;
    if (below > 0 && below < 3) cutFace(work, a, b, g);
  }
  keepCrossed(work, a, b);
  const parts = a.partVertex.length;
  for (let i = 0; i < b.partVertex.length; i++) {
    if (work.partStamp[parts + i] === work.stamp) continue;
    placeVertex(work, b, b.partVertex[i]);
    const h = up * (placed[3 * b.partVertex[i] + axis] - level);
    if (h < 0 || (h === 0 && tied < 0)) keepPart(work, a, b, 1, b.partVertex[i]);
  }
}

/** Face g of B with corners on both sides of the plane: the cut between two of its edges, along n_A × n_B. */
function cutFace(work: VolumeWork, a: VolumeMesh, b: VolumeMesh, g: number): void {
  const lone = sign[0] === sign[1] ? 2 : sign[0] === sign[2] ? 1 : 0;
  const leaving = crossEdge(work, a, b, g, lone);
  const arriving = crossEdge(work, a, b, g, lone === 0 ? 2 : lone - 1);
  // on B's face the inside of A lies to the right
  const below = sign[lone] < 0;
  addCut(work, a, below ? arriving : leaving, below ? leaving : arriving, 0, g);
}

function crossEdge(work: VolumeWork, a: VolumeMesh, b: VolumeMesh, g: number, k: number): number {
  const e = b.edgeOf[3 * g + k];
  const own = a.ne + e;
  if (work.edgeHead[own] >= 0) return work.edgeHead[own];
  const next = k === 2 ? 0 : k + 1;
  const forward = b.edges[4 * e] === b.mesh.triangles[3 * g + k];
  value[0] = height[forward ? k : next];
  value[1] = height[forward ? next : k];
  work.partStamp[a.partVertex.length + b.partOfVertex[b.edges[4 * e]]] = work.stamp;
  const n = addCrossing(work, own, 0, work.placed, b.edges[4 * e], b.edges[4 * e + 1], value);
  work.crossSense[n] = sign[forward ? k : next];
  work.crossError[n] = 0;
  return n;
}
