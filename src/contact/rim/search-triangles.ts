/**
 * Search of two trees for pairs of triangles that may cross, or may when one mesh has moved by less than a margin
 * against the other. Nodes are separated by the axes of their boxes alone (products of edges part few boxes more),
 * triangles by their planes and boxes: one that lies wholly on one side of the other's plane, by more than the margin,
 * does not cross it.
 */
import type { MeshContactGeometry } from "../../collision/narrow/mesh/mesh-geometry.js";
import { placeVertex, startPlacing } from "../../collision/narrow/mesh/placed-vertices.js";
import type { NarrowWorkspace } from "../../collision/narrow/workspace.js";
import { RELATIVE_SIZE } from "../../geometry/tree/box-pair.js";
import { nodeBox } from "../../geometry/tree/descent.js";
import { MAX_DEPTH, type MeshTree, NODE_STRIDE } from "../../geometry/tree/mesh-tree.js";
import { boxesMeet, type PairSink, startBoxes } from "../../geometry/tree/pairs.js";

/** Workspace of a search. */
export interface SearchWork {
  /** Input: the margin, and the distance that counts as zero, m. */
  readonly margin: Float64Array;
  /** Pairs of nodes: one entry per level of both trees. */
  readonly stack: Int32Array;
  /** Boxes of the two leaves: middle and half widths. */
  readonly boxA: Float64Array;
  readonly boxB: Float64Array;
  /** From B to A, for the boxes of triangles. */
  readonly relative: Float64Array;
  /** |R| row by row. */
  readonly size: Float64Array;
  /** Margins of nodes and of planes with round-off, m. */
  nodeSlack: number;
  planeSlack: number;
  /** Triangles of the two leaves that are near the other leaf: at most 255. */
  readonly nearA: Int32Array;
  readonly nearB: Int32Array;
  /** Along n_A × n_B: from and to of the part of s, and of t, that lies within the margin of the other's plane. */
  readonly part: Float64Array;
  /** Distances from the other's plane and places along that direction, of the corners of one triangle. */
  readonly corners: Float64Array;
}

export function createSearchWork(): SearchWork {
  return {
    margin: new Float64Array(2),
    stack: new Int32Array(2 * (2 * MAX_DEPTH + 4)),
    boxA: new Float64Array(6),
    boxB: new Float64Array(6),
    relative: new Float64Array(RELATIVE_SIZE),
    size: new Float64Array(9),
    nodeSlack: 0,
    planeSlack: 0,
    nearA: new Int32Array(256),
    nearB: new Int32Array(256),
    part: new Float64Array(4),
    corners: new Float64Array(6),
  };
}

/** Pairs of A and B at `rel` within the margin of the workspace. Writes: sink. Stops when that is full. */
export function searchRim(
  w: NarrowWorkspace,
  search: SearchWork,
  g: MeshContactGeometry,
  h: MeshContactGeometry,
  sink: PairSink,
): void {
  const { rel } = w;
  const { size, margin } = search;
  const a = g.tree as MeshTree;
  const b = h.tree as MeshTree;
  let largest = 0;
  for (let k = 0; k < 9; k++) size[k] = Math.abs(rel[k]);
  for (let k = 0; k < 3; k++) {
    largest += Math.max(Math.abs(a.bounds[k]), Math.abs(a.bounds[3 + k])) + Math.abs(rel[9 + k]);
    largest += Math.max(Math.abs(b.bounds[k]), Math.abs(b.bounds[3 + k]));
  }
  // 32 units of the largest coordinate: twice what `treePairs` gives its nodes
  search.nodeSlack = margin[0] + 32 * Number.EPSILON * largest;
  search.planeSlack = Math.max(margin[0], 2 * margin[1]);
  startPlacing(w, h.mesh);
  startBoxes(a, b, rel, margin[0], search.relative);
  sink.count = 0;
  sink.overflow = false;
  walk(w, search, g, h, a, b, sink);
}

/**
 * Descends both trees together, the larger box first. One straight run on numbers, since it is most of what a search
 * takes. Writes: sink, boxA, boxB.
 */
function walk(
  w: NarrowWorkspace,
  search: SearchWork,
  g: MeshContactGeometry,
  h: MeshContactGeometry,
  a: MeshTree,
  b: MeshTree,
  sink: PairSink,
): void {
  const { stack, boxA, boxB, size } = search;
  const { rel } = w;
  const linksA = a.links;
  const linksB = b.links;
  const boundsA = a.bounds;
  const boundsB = b.bounds;
  const slack = search.nodeSlack;
  const r0 = rel[0];
  const r1 = rel[1];
  const r2 = rel[2];
  const r3 = rel[3];
  const r4 = rel[4];
  const r5 = rel[5];
  const r6 = rel[6];
  const r7 = rel[7];
  const r8 = rel[8];
  const tx = rel[9];
  const ty = rel[10];
  const tz = rel[11];
  const s0 = size[0];
  const s1 = size[1];
  const s2 = size[2];
  const s3 = size[3];
  const s4 = size[4];
  const s5 = size[5];
  const s6 = size[6];
  const s7 = size[7];
  const s8 = size[8];
  let tests = 0;
  stack[0] = 0;
  stack[1] = 0;
  let top = 1;
  while (top > 0) {
    top--;
    const i = stack[2 * top];
    const j = stack[2 * top + 1];
    const p = NODE_STRIDE * i;
    const q = NODE_STRIDE * j;
    tests++;
    const a0 = 0.5 * (boundsA[p + 3] - boundsA[p]);
    const a1 = 0.5 * (boundsA[p + 4] - boundsA[p + 1]);
    const a2 = 0.5 * (boundsA[p + 5] - boundsA[p + 2]);
    const b0 = 0.5 * (boundsB[q + 3] - boundsB[q]);
    const b1 = 0.5 * (boundsB[q + 4] - boundsB[q + 1]);
    const b2 = 0.5 * (boundsB[q + 5] - boundsB[q + 2]);
    const x = boundsB[q] + b0;
    const y = boundsB[q + 1] + b1;
    const z = boundsB[q + 2] + b2;
    // axes of A, then of B
    const d0 = r0 * x + r1 * y + r2 * z + tx - (boundsA[p] + a0);
    if (Math.abs(d0) > a0 + b0 * s0 + b1 * s1 + b2 * s2 + slack) continue;
    const d1 = r3 * x + r4 * y + r5 * z + ty - (boundsA[p + 1] + a1);
    if (Math.abs(d1) > a1 + b0 * s3 + b1 * s4 + b2 * s5 + slack) continue;
    const d2 = r6 * x + r7 * y + r8 * z + tz - (boundsA[p + 2] + a2);
    if (Math.abs(d2) > a2 + b0 * s6 + b1 * s7 + b2 * s8 + slack) continue;
    if (Math.abs(d0 * r0 + d1 * r3 + d2 * r6) > b0 + a0 * s0 + a1 * s3 + a2 * s6 + slack) continue;
    if (Math.abs(d0 * r1 + d1 * r4 + d2 * r7) > b1 + a0 * s1 + a1 * s4 + a2 * s7 + slack) continue;
    if (Math.abs(d0 * r2 + d1 * r5 + d2 * r8) > b2 + a0 * s2 + a1 * s5 + a2 * s8 + slack) continue;
    const countA = linksA[p + 7];
    const countB = linksB[q + 7];
    if (countA > 0 && countB > 0) {
      nodeBox(boundsA, i, boxA);
      nodeBox(boundsB, j, boxB);
      if (!leafPairs(w, search, g, h, i, j, sink)) break;
      continue;
    }
    const openA = countB > 0 || (countA === 0 && Math.max(a0, a1, a2) >= Math.max(b0, b1, b2));
    const child = openA ? linksA[p + 6] : linksB[q + 6];
    stack[2 * top] = openA ? child + 1 : i;
    stack[2 * top + 1] = openA ? j : child + 1;
    stack[2 * top + 2] = openA ? child : i;
    stack[2 * top + 3] = openA ? j : child;
    top += 2;
  }
  sink.nodeTests += tests;
}

/** Triangles of A's leaf near boxB; gives their number. Writes: nearA. */
function nearBoxB(
  w: NarrowWorkspace,
  search: SearchWork,
  { tree, mesh }: MeshContactGeometry,
  start: number,
  end: number,
): number {
  const { boxB, size, nearA } = search;
  const { rel } = w;
  const { order } = tree as MeshTree;
  const { vertices, triangles } = mesh;
  const slack = search.nodeSlack;
  const x = rel[0] * boxB[0] + rel[1] * boxB[1] + rel[2] * boxB[2] + rel[9];
  const y = rel[3] * boxB[0] + rel[4] * boxB[1] + rel[5] * boxB[2] + rel[10];
  const z = rel[6] * boxB[0] + rel[7] * boxB[1] + rel[8] * boxB[2] + rel[11];
  const ex = size[0] * boxB[3] + size[1] * boxB[4] + size[2] * boxB[5] + slack;
  const ey = size[3] * boxB[3] + size[4] * boxB[4] + size[5] * boxB[5] + slack;
  const ez = size[6] * boxB[3] + size[7] * boxB[4] + size[8] * boxB[5] + slack;
  let count = 0;
  for (let p = start; p < end; p++) {
    const s = order[p];
    const i = 3 * triangles[3 * s];
    const j = 3 * triangles[3 * s + 1];
    const k = 3 * triangles[3 * s + 2];
    if (
      beyond(vertices[i], vertices[j], vertices[k], x, ex) ||
      beyond(vertices[i + 1], vertices[j + 1], vertices[k + 1], y, ey) ||
      beyond(vertices[i + 2], vertices[j + 2], vertices[k + 2], z, ez)
    )
      continue;
    nearA[count++] = s;
  }
  return count;
}

/** Triangles of B's leaf near boxA; gives their number. Writes: nearB. */
function nearBoxA(
  w: NarrowWorkspace,
  search: SearchWork,
  { tree, mesh }: MeshContactGeometry,
  start: number,
  end: number,
): number {
  const { boxA, nearB } = search;
  const { order } = tree as MeshTree;
  const { vertices, triangles } = mesh;
  const { vertex: placed } = w.placed;
  const slack = search.nodeSlack;
  const ex = boxA[3] + slack;
  const ey = boxA[4] + slack;
  const ez = boxA[5] + slack;
  let count = 0;
  for (let p = start; p < end; p++) {
    const t = order[p];
    const u = triangles[3 * t];
    const v = triangles[3 * t + 1];
    const c = triangles[3 * t + 2];
    placeVertex(w, vertices, u);
    placeVertex(w, vertices, v);
    placeVertex(w, vertices, c);
    if (
      beyond(placed[3 * u], placed[3 * v], placed[3 * c], boxA[0], ex) ||
      beyond(placed[3 * u + 1], placed[3 * v + 1], placed[3 * c + 1], boxA[1], ey) ||
      beyond(placed[3 * u + 2], placed[3 * v + 2], placed[3 * c + 2], boxA[2], ez)
    )
      continue;
    nearB[count++] = t;
  }
  return count;
}

/** Whether three numbers are all above or all below middle ± half. Short, so that V8 inlines it and boxes nothing. */
function beyond(x: number, y: number, z: number, middle: number, half: number): boolean {
  const low = middle - half;
  const high = middle + half;
  return (x < low && y < low && z < low) || (x > high && y > high && z > high);
}

/** Pairs of triangles of two leaves; false when the sink is full. */
function leafPairs(
  w: NarrowWorkspace,
  search: SearchWork,
  g: MeshContactGeometry,
  h: MeshContactGeometry,
  i: number,
  j: number,
  sink: PairSink,
): boolean {
  const { nearA, nearB } = search;
  const a = g.tree as MeshTree;
  const b = h.tree as MeshTree;
  const startA = a.links[NODE_STRIDE * i + 6];
  const endA = startA + a.links[NODE_STRIDE * i + 7];
  const startB = b.links[NODE_STRIDE * j + 6];
  const endB = startB + b.links[NODE_STRIDE * j + 7];
  const ofA = nearBoxB(w, search, g, startA, endA);
  if (ofA === 0) return true;
  const ofB = nearBoxA(w, search, h, startB, endB);
  for (let p = 0; p < ofA; p++) {
    const s = nearA[p];
    for (let q = 0; q < ofB; q++) {
      const t = nearB[q];
      sink.triangleTests++;
      if (
        misses(w, search, g, s, h, t) ||
        !boxesMeet(search.relative, g.mesh, s, h.mesh, t) ||
        partsApart(w, search, g, s, h, t)
      )
        continue;
      if (2 * sink.count === sink.pairs.length) {
        sink.overflow = true;
        return false;
      }
      sink.pairs[2 * sink.count] = s;
      sink.pairs[2 * sink.count + 1] = t;
      sink.count++;
    }
  }
  return true;
}

/**
 * Whether triangle s of A or t of B lies wholly on one side of the other's plane, by more than the margin. Reads: rel,
 * placed vertices of B.
 */
function misses(
  w: NarrowWorkspace,
  search: SearchWork,
  g: MeshContactGeometry,
  s: number,
  h: MeshContactGeometry,
  t: number,
): boolean {
  const { rel } = w;
  const { vertex: placed } = w.placed;
  const margin = search.planeSlack;
  const { vertices, triangles } = g.mesh;
  const other = h.mesh;
  const i = 3 * triangles[3 * s];
  const nx = g.normals[3 * s];
  const ny = g.normals[3 * s + 1];
  const nz = g.normals[3 * s + 2];
  const offset = nx * vertices[i] + ny * vertices[i + 1] + nz * vertices[i + 2];
  const u = other.triangles[3 * t];
  const v = other.triangles[3 * t + 1];
  const c = other.triangles[3 * t + 2];
  placeVertex(w, other.vertices, u);
  placeVertex(w, other.vertices, v);
  placeVertex(w, other.vertices, c);
  const d0 = nx * placed[3 * u] + ny * placed[3 * u + 1] + nz * placed[3 * u + 2] - offset;
  const d1 = nx * placed[3 * v] + ny * placed[3 * v + 1] + nz * placed[3 * v + 2] - offset;
  const d2 = nx * placed[3 * c] + ny * placed[3 * c + 1] + nz * placed[3 * c + 2] - offset;
  if ((d0 > margin && d1 > margin && d2 > margin) || (d0 < -margin && d1 < -margin && d2 < -margin)) return true;
  const x = h.normals[3 * t];
  const y = h.normals[3 * t + 1];
  const z = h.normals[3 * t + 2];
  const mx = rel[0] * x + rel[1] * y + rel[2] * z;
  const my = rel[3] * x + rel[4] * y + rel[5] * z;
  const mz = rel[6] * x + rel[7] * y + rel[8] * z;
  const from = mx * placed[3 * u] + my * placed[3 * u + 1] + mz * placed[3 * u + 2];
  const j = 3 * triangles[3 * s + 1];
  const k = 3 * triangles[3 * s + 2];
  const e0 = mx * vertices[i] + my * vertices[i + 1] + mz * vertices[i + 2] - from;
  const e1 = mx * vertices[j] + my * vertices[j + 1] + mz * vertices[j + 2] - from;
  const e2 = mx * vertices[k] + my * vertices[k + 1] + mz * vertices[k + 2] - from;
  return (e0 > margin && e1 > margin && e2 > margin) || (e0 < -margin && e1 < -margin && e2 < -margin);
}

/** Sine of planes that count as parallel here. */
const PARALLEL_SINE = 1e-3;

/**
 * Whether the parts of s and t near each other's planes are farther from each other than the margin, along the line
 * that the planes have in common: a point where they cross after less motion than that is near both. Planes that are
 * almost parallel have no such line. Reads: placed vertices of B.
 */
function partsApart(
  w: NarrowWorkspace,
  search: SearchWork,
  g: MeshContactGeometry,
  s: number,
  h: MeshContactGeometry,
  t: number,
): boolean {
  const { corners, part } = search;
  const { rel } = w;
  const { vertex: placed } = w.placed;
  const { vertices, triangles } = g.mesh;
  const other = h.mesh;
  const nx = g.normals[3 * s];
  const ny = g.normals[3 * s + 1];
  const nz = g.normals[3 * s + 2];
  const x = h.normals[3 * t];
  const y = h.normals[3 * t + 1];
  const z = h.normals[3 * t + 2];
  const mx = rel[0] * x + rel[1] * y + rel[2] * z;
  const my = rel[3] * x + rel[4] * y + rel[5] * z;
  const mz = rel[6] * x + rel[7] * y + rel[8] * z;
  const ux = ny * mz - nz * my;
  const uy = nz * mx - nx * mz;
  const uz = nx * my - ny * mx;
  const sine = Math.sqrt(ux * ux + uy * uy + uz * uz);
  if (sine < PARALLEL_SINE) return false;
  const o = 3 * triangles[3 * s];
  const q = 3 * other.triangles[3 * t];
  for (let k = 0; k < 3; k++) {
    const v = 3 * triangles[3 * s + k];
    const px = vertices[v];
    const py = vertices[v + 1];
    const pz = vertices[v + 2];
    corners[k] = mx * (px - placed[q]) + my * (py - placed[q + 1]) + mz * (pz - placed[q + 2]);
    corners[3 + k] = ux * px + uy * py + uz * pz;
  }
  spreadPart(search, 0);
  for (let k = 0; k < 3; k++) {
    const v = 3 * other.triangles[3 * t + k];
    const px = placed[v];
    const py = placed[v + 1];
    const pz = placed[v + 2];
    corners[k] = nx * (px - vertices[o]) + ny * (py - vertices[o + 1]) + nz * (pz - vertices[o + 2]);
    corners[3 + k] = ux * px + uy * py + uz * pz;
  }
  spreadPart(search, 2);
  // the direction is no unit vector; half as much again for round-off
  const margin = 1.5 * search.planeSlack * sine;
  return part[2] - part[1] > margin || part[0] - part[3] > margin;
}

/** Where the triangle whose corners are known is within the margin of the plane. Writes: part[at], part[at + 1]. */
function spreadPart(search: SearchWork, at: number): void {
  const { corners, part } = search;
  const margin = 1.5 * search.planeSlack;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < 3; k++) {
    const i = k === 2 ? 0 : k + 1;
    const d = corners[k];
    const e = corners[i];
    const x = corners[3 + k];
    const length = corners[3 + i] - x;
    if (Math.abs(d) <= margin) {
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
    if (d < margin !== e < margin) {
      const cut = x + ((margin - d) / (e - d)) * length;
      low = Math.min(low, cut);
      high = Math.max(high, cut);
    }
    if (d < -margin !== e < -margin) {
      const cut = x + ((-margin - d) / (e - d)) * length;
      low = Math.min(low, cut);
      high = Math.max(high, cut);
    }
  }
  part[at] = low;
  part[at + 1] = high;
}
