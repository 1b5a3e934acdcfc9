import { support } from "./support.js";
import type { Collider, HullGeometry } from "./types.js";
import type { NarrowWorkspace, NearFeatures } from "./workspace.js";

/**
 * Axes of SAT from edges: cross products of an edge of A and one of B whose arcs cross on the Gauss map
 * [Gregorius2013]. Most edges are left out before they meet: those that are not near the gap, and those that cannot
 * beat the best face.
 */

/**
 * Sines below this count as zero in the test of the Gauss map, so that arcs which touch are tried: the support has the
 * last word.
 */
const ARC_SLACK = 1e-7;

/**
 * Edges whose directions differ by less than this (rad) span no axis: the sliver between them is thinner than
 * round-off.
 */
export const PARALLEL = 1e-12;

/** Round-off of heights, as a fraction of what is compared: edges within it are kept. */
const SLACK = 1e-9;

/**
 * Round-off of the separation along a face, as a fraction of the size: an edge that beats the best face by less does
 * not.
 */
const EQUAL = 1e-14;

/** Scratch of this file, see `NarrowWorkspace`. */
export interface EdgeAxesWorkspace {
  readonly scratch: Float64Array;
  /** Best face axis in the frame of the hull that is asked, and an offset of heights along it. */
  readonly axis: Float64Array;
  /** Heights that count: at least the first, of A; at most the second, of B. What an edge must beat, with round-off. */
  readonly bound: Float64Array;
}

function edgeAxesWork(w: NarrowWorkspace): EdgeAxesWorkspace {
  w.edgeAxes ??= {
    scratch: new Float64Array(12),
    axis: new Float64Array(4),
    bound: new Float64Array(3),
  };
  return w.edgeAxes;
}

/**
 * The best axis of two edges into satBest[4…7], where it beats the best face axis in satBest[0…3].
 *
 * Edges near the gap: let the best face axis n separate by s, so that max_A n·x = min_B n·x − s. If edges of both
 * decide, their nearest points have the distance d, which is the wanted one if |d| ≤ max(limit, −s): beyond the limit
 * nobody asks, and deeper than the best face they do not win. p_B·n ≥ min_B n·x then gives
 *
 *   p_A·n ≥ min_B n·x − |d| ≥ max_A n·x + s − max(limit, −s),   and for B likewise,
 *
 * so edges that end short of that are left out.
 */
export function edgeAxes(w: NarrowWorkspace, a: Collider, b: Collider, limit: Float64Array): void {
  const { axis, bound } = edgeAxesWork(w);
  const { nearA, nearB, rel, satBest, satFace } = w;
  const hullA = a.hull!;
  const hullB = b.hull!;
  if (hullA.edges.length === 0 || hullB.edges.length === 0) return;
  bound[2] = satBest[0] + EQUAL * (a.reach + b.reach);
  if (isOverFace(w, satFace[0] === 0 ? hullA : hullB)) return;
  reserve(nearA, hullA);
  reserve(nearB, hullB);
  const s = satBest[0];
  const scale = a.reach + b.reach;
  const slack = s > -Infinity ? (Math.max(limit[0], -s) - s) * (1 + SLACK) + SLACK * scale : Infinity;
  const x = satBest[1];
  const y = satBest[2];
  const z = satBest[3];
  axis[0] = x;
  axis[1] = y;
  axis[2] = z;
  axis[3] = 0;
  measure(w, hullA, nearA);
  axis[0] = rel[0] * x + rel[3] * y + rel[6] * z;
  axis[1] = rel[1] * x + rel[4] * y + rel[7] * z;
  axis[2] = rel[2] * x + rel[5] * y + rel[8] * z;
  axis[3] = rel[9] * x + rel[10] * y + rel[11] * z;
  measure(w, hullB, nearB);
  let top = -Infinity;
  for (let i = 0; 3 * i < hullA.polyhedron.vertices.length; i++) top = Math.max(top, nearA.height[i]);
  const all = !(slack < Infinity);
  bound[0] = all ? -Infinity : top - slack;
  bound[1] = all ? Infinity : top + s + slack;
  listNear(w, hullA, nearA, false);
  listNear(w, hullB, nearB, true);
  if (s > -Infinity) {
    placeWitnesses(w, hullB, nearB, true);
    dropBeaten(w, hullA, nearA, nearB);
    if (nearA.edgeCount === 0) return;
    placeWitnesses(w, hullA, nearA, false);
    dropBeaten(w, hullB, nearB, nearA);
  }
  crossEdges(w, a, b);
}

/**
 * Whether the vertex that decides the best face axis is inside of all other faces by more than its depth. Then it beats
 * every edge of the face's hull, see `dropBeaten`: the usual case of bodies that overlap at a corner of one of them.
 */
function isOverFace(w: NarrowWorkspace, { planes }: HullGeometry): boolean {
  const { bound } = edgeAxesWork(w);
  const { satBest, satFace, satVertex } = w;
  if (!(satBest[0] <= 0 && satBest[0] > -Infinity)) return false;
  const x = satVertex[0];
  const y = satVertex[1];
  const z = satVertex[2];
  const best = bound[2];
  if (best > 0) return false;
  for (let f = 0; f < planes.length; f += 4) {
    if (planes[f] * x + planes[f + 1] * y + planes[f + 2] * z - planes[f + 3] > best && f !== satFace[1]) return false;
  }
  return true;
}

function reserve(near: NearFeatures, { edges, polyhedron: { vertices } }: HullGeometry): void {
  if (vertices.length > 3 * near.height.length) {
    near.height = new Float64Array(vertices.length);
    near.vertices = new Int32Array(vertices.length);
    near.witness = new Float64Array(3 * vertices.length);
  }
  if (edges.length > 4 * near.edges.length) near.edges = new Int32Array(edges.length);
}

/** Heights of a hull's vertices along `axis`. Writes: height. */
function measure(w: NarrowWorkspace, { polyhedron: { vertices: v } }: HullGeometry, { height }: NearFeatures): void {
  const { axis } = edgeAxesWork(w);
  const x = axis[0];
  const y = axis[1];
  const z = axis[2];
  const offset = axis[3];
  for (let i = 0, o = 0; o < v.length; i++, o += 3) height[i] = x * v[o] + y * v[o + 1] + z * v[o + 2] + offset;
}

/** Vertices and edges that reach the heights in `bound`. Writes: vertices, edges. */
function listNear(w: NarrowWorkspace, { edges, polyhedron }: HullGeometry, near: NearFeatures, ofB: boolean): void {
  const { bound } = edgeAxesWork(w);
  const { height } = near;
  const count = polyhedron.vertices.length / 3;
  const least = ofB ? -Infinity : bound[0];
  const most = ofB ? bound[1] : Infinity;
  let vertices = 0;
  for (let i = 0; i < count; i++) if (height[i] >= least && height[i] <= most) near.vertices[vertices++] = i;
  near.vertexCount = vertices;
  let n = 0;
  for (let e = 0; e < edges.length; e += 4) {
    const p = height[edges[e]];
    const q = height[edges[e + 1]];
    if ((p >= least && p <= most) || (q >= least && q <= most)) near.edges[n++] = e;
  }
  near.edgeCount = n;
}

/** Vertices of a hull near the gap, in the frame of the other. Writes: witness. */
function placeWitnesses(
  w: NarrowWorkspace,
  { polyhedron: { vertices: v } }: HullGeometry,
  near: NearFeatures,
  ofB: boolean,
): void {
  const { rel } = w;
  const { witness } = near;
  for (let k = 0; k < near.vertexCount; k++) {
    const i = 3 * near.vertices[k];
    if (ofB) {
      witness[3 * k] = rel[0] * v[i] + rel[1] * v[i + 1] + rel[2] * v[i + 2] + rel[9];
      witness[3 * k + 1] = rel[3] * v[i] + rel[4] * v[i + 1] + rel[5] * v[i + 2] + rel[10];
      witness[3 * k + 2] = rel[6] * v[i] + rel[7] * v[i + 1] + rel[8] * v[i + 2] + rel[11];
    } else {
      const dx = v[i] - rel[9];
      const dy = v[i + 1] - rel[10];
      const dz = v[i + 2] - rel[11];
      witness[3 * k] = rel[0] * dx + rel[3] * dy + rel[6] * dz;
      witness[3 * k + 1] = rel[1] * dx + rel[4] * dy + rel[7] * dz;
      witness[3 * k + 2] = rel[2] * dx + rel[5] * dy + rel[8] * dz;
    }
  }
}

/**
 * Leaves out edges that cannot beat the best face. On the arc from l to r, the normals of the faces at the edge, the
 * edge is extreme, so that for any point w of the other hull, from the edge, s(n) ≤ n·w. With the heights h_l = l·w ≥
 * h_r = r·w of w over the two faces, n·w is greatest on the arc at l, unless it rises from there: h_r > (l·r) h_l,
 * which needs h_l > 0. Then s(n) ≤ h_l, and if that is no more than the best face separates by, no axis of this edge
 * does better. (The same holds with l and r exchanged.) Writes: edges.
 */
function dropBeaten(
  w: NarrowWorkspace,
  { edges, planes }: HullGeometry,
  near: NearFeatures,
  other: NearFeatures,
): void {
  const { bound } = edgeAxesWork(w);
  const { witness } = other;
  if (planes.length === 0) return;
  const best = bound[2];
  let kept = 0;
  for (let k = 0; k < near.edgeCount; k++) {
    const e = near.edges[k];
    const l = 4 * edges[e + 2];
    const r = 4 * edges[e + 3];
    const lx = planes[l];
    const ly = planes[l + 1];
    const lz = planes[l + 2];
    const ld = planes[l + 3];
    const rx = planes[r];
    const ry = planes[r + 1];
    const rz = planes[r + 2];
    const rd = planes[r + 3];
    let beaten = false;
    for (let o = 0; o < 3 * other.vertexCount; o += 3) {
      const x = witness[o];
      const y = witness[o + 1];
      const z = witness[o + 2];
      const hl = lx * x + ly * y + lz * z - ld;
      if (hl > best) continue;
      const hr = rx * x + ry * y + rz * z - rd;
      if (hr > best) continue;
      const most = hl > hr ? hl : hr;
      const least = hl > hr ? hr : hl;
      if (most > 0 && least > (lx * rx + ly * ry + lz * rz) * most) continue;
      beaten = true;
      break;
    }
    if (!beaten) near.edges[kept++] = e;
  }
  near.edgeCount = kept;
}

/**
 * Tries the axes of the edges that are left. The arcs are compared in the frame of B, so that only edges of A are
 * turned.
 */
function crossEdges(w: NarrowWorkspace, a: Collider, b: Collider): void {
  const { scratch } = edgeAxesWork(w);
  const { nearA, nearB, rel, satBest } = w;
  const { edges, planes, polyhedron } = a.hull!;
  const { edges: edgesB, planes: planesB, polyhedron: polyhedronB } = b.hull!;
  const v = polyhedron.vertices;
  const vb = polyhedronB.vertices;
  const flatA = planes.length === 0;
  const flatB = planesB.length === 0;
  for (let k = 0; k < nearA.edgeCount; k++) {
    const e = nearA.edges[k];
    const p = 3 * edges[e];
    const q = 3 * edges[e + 1];
    let ex = v[q] - v[p];
    let ey = v[q + 1] - v[p + 1];
    let ez = v[q + 2] - v[p + 2];
    const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
    ex /= length;
    ey /= length;
    ez /= length;
    const l = 4 * edges[e + 2];
    const r = 4 * edges[e + 3];
    const lx = flatA ? 0 : planes[l];
    const ly = flatA ? 0 : planes[l + 1];
    const lz = flatA ? 0 : planes[l + 2];
    const rx = flatA ? 0 : planes[r];
    const ry = flatA ? 0 : planes[r + 1];
    const rz = flatA ? 0 : planes[r + 2];
    // the edge and its normals in the frame of B
    const ebx = rel[0] * ex + rel[3] * ey + rel[6] * ez;
    const eby = rel[1] * ex + rel[4] * ey + rel[7] * ez;
    const ebz = rel[2] * ex + rel[5] * ey + rel[8] * ez;
    const lbx = rel[0] * lx + rel[3] * ly + rel[6] * lz;
    const lby = rel[1] * lx + rel[4] * ly + rel[7] * lz;
    const lbz = rel[2] * lx + rel[5] * ly + rel[8] * lz;
    const rbx = rel[0] * rx + rel[3] * ry + rel[6] * rz;
    const rby = rel[1] * rx + rel[4] * ry + rel[7] * rz;
    const rbz = rel[2] * rx + rel[5] * ry + rel[8] * rz;
    for (let m = 0; m < nearB.edgeCount; m++) {
      const o = nearB.edges[m];
      const L = 4 * edgesB[o + 2];
      const R = 4 * edgesB[o + 3];
      // Do the arc from l to r and the arc from −L to −R (normals of the faces at B's edge) cross?
      let bl = 0;
      if (!flatB) {
        bl = ebx * planesB[L] + eby * planesB[L + 1] + ebz * planesB[L + 2];
        const br = ebx * planesB[R] + eby * planesB[R + 1] + ebz * planesB[R + 2];
        if ((bl > ARC_SLACK && br > ARC_SLACK) || (bl < -ARC_SLACK && br < -ARC_SLACK)) continue;
      }
      const i = 3 * edgesB[o];
      const j = 3 * edgesB[o + 1];
      let ux = vb[j] - vb[i];
      let uy = vb[j + 1] - vb[i + 1];
      let uz = vb[j + 2] - vb[i + 2];
      const lengthB = Math.sqrt(ux * ux + uy * uy + uz * uz);
      ux /= lengthB;
      uy /= lengthB;
      uz /= lengthB;
      if (!flatA) {
        const al = ux * lbx + uy * lby + uz * lbz;
        const ar = ux * rbx + uy * rby + uz * rbz;
        if ((al > ARC_SLACK && ar > ARC_SLACK) || (al < -ARC_SLACK && ar < -ARC_SLACK)) continue;
        // l × r and L × R run along e and f; the arcs cross in the same hemisphere when L·e and r·f differ in sign
        if (!flatB && bl * ar > ARC_SLACK) continue;
      }
      const fx = rel[0] * ux + rel[1] * uy + rel[2] * uz;
      const fy = rel[3] * ux + rel[4] * uy + rel[5] * uz;
      const fz = rel[6] * ux + rel[7] * uy + rel[8] * uz;
      let nx = ey * fz - ez * fy;
      let ny = ez * fx - ex * fz;
      let nz = ex * fy - ey * fx;
      const sine2 = nx * nx + ny * ny + nz * nz;
      if (sine2 < PARALLEL * PARALLEL) continue;
      // outward of A, and against the outward normals of B
      let out = nx * (lx + rx) + ny * (ly + ry) + nz * (lz + rz);
      if (flatA) {
        const sx = flatB ? 0 : planesB[L] + planesB[R];
        const sy = flatB ? 0 : planesB[L + 1] + planesB[R + 1];
        const sz = flatB ? 0 : planesB[L + 2] + planesB[R + 2];
        out = -(
          nx * (rel[0] * sx + rel[1] * sy + rel[2] * sz) +
          ny * (rel[3] * sx + rel[4] * sy + rel[5] * sz) +
          nz * (rel[6] * sx + rel[7] * sy + rel[8] * sz)
        );
      }
      const inverse = (out < 0 ? -1 : 1) / Math.sqrt(sine2);
      nx *= inverse;
      ny *= inverse;
      nz *= inverse;
      const wx = rel[0] * vb[i] + rel[1] * vb[i + 1] + rel[2] * vb[i + 2] + rel[9];
      const wy = rel[3] * vb[i] + rel[4] * vb[i + 1] + rel[5] * vb[i + 2] + rel[10];
      const wz = rel[6] * vb[i] + rel[7] * vb[i + 1] + rel[8] * vb[i + 2] + rel[11];
      const s = nx * (wx - v[p]) + ny * (wy - v[p + 1]) + nz * (wz - v[p + 2]);
      if (!(s > satBest[4])) continue;
      scratch[0] = nx;
      scratch[1] = ny;
      scratch[2] = nz;
      scratch[3] = ex;
      scratch[4] = ey;
      scratch[5] = ez;
      tryEdges(w, a, b);
    }
  }
}

/**
 * Tries the axis in scratch[0…2] of an edge along scratch[3…5]. The cross product of nearly parallel edges is off in
 * all directions; the part along the edge is what would cost, and is removed first.
 */
function tryEdges(w: NarrowWorkspace, a: Collider, b: Collider): void {
  const { scratch } = edgeAxesWork(w);
  const { rel, satBest } = w;
  const along = scratch[0] * scratch[3] + scratch[1] * scratch[4] + scratch[2] * scratch[5];
  let nx = scratch[0] - along * scratch[3];
  let ny = scratch[1] - along * scratch[4];
  let nz = scratch[2] - along * scratch[5];
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  nx /= length;
  ny /= length;
  nz /= length;
  scratch[0] = nx;
  scratch[1] = ny;
  scratch[2] = nz;
  support(a, scratch, 0, scratch, 3, 0);
  scratch[6] = -(rel[0] * nx + rel[3] * ny + rel[6] * nz);
  scratch[7] = -(rel[1] * nx + rel[4] * ny + rel[7] * nz);
  scratch[8] = -(rel[2] * nx + rel[5] * ny + rel[8] * nz);
  support(b, scratch, 6, scratch, 9, 0);
  const s =
    nx * (rel[9] - scratch[3]) +
    ny * (rel[10] - scratch[4]) +
    nz * (rel[11] - scratch[5]) -
    (scratch[6] * scratch[9] + scratch[7] * scratch[10] + scratch[8] * scratch[11]);
  if (!(s > satBest[4])) return;
  satBest[4] = s;
  satBest[5] = nx;
  satBest[6] = ny;
  satBest[7] = nz;
}
