import type { Collider } from "./types.js";
import { KINK_LIMIT, type NarrowWorkspace } from "./workspace.js";

/**
 * Directions near n at which the support function of a shape has a kink, because more than one point is extreme: face
 * normals and cap axes (points on the sphere of directions), and the circles of directions normal to an edge, to a
 * cylinder's axis or to a cone's side. A greatest separation lies at such a place, or where both support functions are
 * smooth.
 */

/** How near (rad) a kink must be to be of interest. */
export const KINK_ANGLE = 0.1;
export const KINK_COSINE = 1 - 0.5 * KINK_ANGLE * KINK_ANGLE;

const local = new Float64Array(7);

/** Adds the kinks of `c` near the direction n[ni…] (from A to B, frame of A). */
export function findKinks(w: NarrowWorkspace, c: Collider, ofB: boolean, n: Float64Array, ni: number): void {
  const { rel } = w;
  if (ofB) {
    local[0] = -(rel[0] * n[ni] + rel[3] * n[ni + 1] + rel[6] * n[ni + 2]);
    local[1] = -(rel[1] * n[ni] + rel[4] * n[ni + 1] + rel[7] * n[ni + 2]);
    local[2] = -(rel[2] * n[ni] + rel[5] * n[ni + 1] + rel[8] * n[ni + 2]);
  } else {
    local[0] = n[ni];
    local[1] = n[ni + 1];
    local[2] = n[ni + 2];
  }
  c.shape.findKinks(w, c, local, ofB);
}

/** The circle normal to axis k, or the axis itself on the side of the direction. */
export function addAxis(w: NarrowWorkspace, d: Float64Array, ofB: boolean, k: number, circle: boolean): void {
  const sign = d[k] < 0 ? -1 : 1;
  for (let i = 0; i < 3; i++) d[3 + i] = i === k ? (circle ? 1 : sign) : 0;
  d[6] = 0;
  if (circle) addCircle(w, d, ofB);
  else addSpot(w, d, ofB);
}

/** d[3…5] in the frame of A, as a direction from A to B, is written to out[o…]. */
function place(w: NarrowWorkspace, d: Float64Array, ofB: boolean, out: Float64Array, o: number): void {
  const { rel } = w;
  const x = d[3];
  const y = d[4];
  const z = d[5];
  out[o] = ofB ? -(rel[0] * x + rel[1] * y + rel[2] * z) : x;
  out[o + 1] = ofB ? -(rel[3] * x + rel[4] * y + rel[5] * z) : y;
  out[o + 2] = ofB ? -(rel[6] * x + rel[7] * y + rel[8] * z) : z;
}

/** Adds the circle n · e = c with e = d[3…5] and c = d[6]. */
export function addCircle(w: NarrowWorkspace, d: Float64Array, ofB: boolean): void {
  const { circles, kinkCount } = w;
  if (kinkCount[0] >= KINK_LIMIT) return;
  const o = 4 * kinkCount[0]++;
  place(w, d, ofB, circles, o);
  circles[o + 3] = d[6];
}

/** Adds the direction d[3…5]. */
function addSpot(w: NarrowWorkspace, d: Float64Array, ofB: boolean): void {
  const { kinkCount, spots } = w;
  if (kinkCount[1] >= KINK_LIMIT) return;
  place(w, d, ofB, spots, 3 * kinkCount[1]++);
}

/** Faces and edges of a hull. */
export function addHullKinks(w: NarrowWorkspace, c: Collider, d: Float64Array, ofB: boolean): void {
  const { planes, edges, polyhedron } = c.hull!;
  const v = polyhedron.vertices;
  const x = d[0];
  const y = d[1];
  const z = d[2];
  for (let f = 0; f < planes.length; f += 4) {
    if (x * planes[f] + y * planes[f + 1] + z * planes[f + 2] <= KINK_COSINE) continue;
    for (let k = 0; k < 3; k++) d[3 + k] = planes[f + k];
    addSpot(w, d, ofB);
  }
  for (let e = 0; e < edges.length; e += 4) {
    const p = 3 * edges[e];
    const q = 3 * edges[e + 1];
    const ex = v[q] - v[p];
    const ey = v[q + 1] - v[p + 1];
    const ez = v[q + 2] - v[p + 2];
    const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
    if (Math.abs(x * ex + y * ey + z * ez) > KINK_ANGLE * length) continue;
    // between the normals of its two faces, or nearly so
    const l = 4 * edges[e + 2];
    const r = 4 * edges[e + 3];
    if (!facesAway(d, planes, l, r)) continue;
    d[3] = ex / length;
    d[4] = ey / length;
    d[5] = ez / length;
    d[6] = 0;
    addCircle(w, d, ofB);
  }
}

/** Whether the direction is within KINK_ANGLE of the arc from normal l to normal r. */
function facesAway(d: Float64Array, planes: Float64Array, l: number, r: number): boolean {
  const lx = planes[l];
  const ly = planes[l + 1];
  const lz = planes[l + 2];
  const rx = planes[r];
  const ry = planes[r + 1];
  const rz = planes[r + 2];
  const cosine = lx * rx + ly * ry + lz * rz;
  const nl = d[0] * lx + d[1] * ly + d[2] * lz;
  const nr = d[0] * rx + d[1] * ry + d[2] * rz;
  // n nearly in the plane of l and r: n = α l + β r with α, β ≥ 0 means n·r ≥ cosine n·l and n·l ≥ cosine n·r
  return nr - cosine * nl > -KINK_ANGLE && nl - cosine * nr > -KINK_ANGLE && nl + nr > 0;
}
