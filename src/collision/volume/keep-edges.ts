import { placeOrder } from "./crossing-order.js";
import { RING_SIZE, type VolumeMesh } from "./volume-mesh.js";
import type { VolumeWork } from "./volume-work.js";
import { joinNodes, placeVertex } from "./volume-work.js";
import { isVertexInside } from "./winding.js";

/**
 * Pieces of edges that lie inside the other body. Crossed edges first: their crossings in order along the edge tell
 * which of its ends are inside; from these the inside spreads along edges that are not crossed. A part of a surface
 * without a crossed edge is inside as a as a whole or not at all, which one ray decides.
 */
export function keepEdges(work: VolumeWork, a: VolumeMesh, b: VolumeMesh): void {
  keepCrossed(work, a, b);
  for (let i = 0; i < a.partVertex.length; i++) {
    if (work.partStamp[i] === work.stamp || !isVertexInside(work, a, b, true, a.partVertex[i])) continue;
    nodeOfVertex(work, a, b, 0, a.partVertex[i]);
    spread(work, a, b);
  }
  for (let i = 0; i < b.partVertex.length; i++) {
    if (work.partStamp[a.partVertex.length + i] === work.stamp || !isVertexInside(work, a, b, false, b.partVertex[i]))
      continue;
    nodeOfVertex(work, a, b, 1, b.partVertex[i]);
    spread(work, a, b);
  }
}

/** Crossed edges, and all that hangs together with their ends inside. */
export function keepCrossed(work: VolumeWork, a: VolumeMesh, b: VolumeMesh | null): void {
  work.vertexStackSize = 0;
  for (let i = 0; i < work.crossedCount; i++) splitEdge(work, a, b, work.crossed[i]);
  spread(work, a, b);
}

/** A vertex of A (ofB = 0) or B (1) that is known to be inside, and all that hangs together with it. */
export function keepPart(work: VolumeWork, a: VolumeMesh, b: VolumeMesh | null, ofB: number, vertex: number): void {
  nodeOfVertex(work, a, b, ofB, vertex);
  spread(work, a, b);
}

/** Pieces of an edge between its crossings. */
function splitEdge(work: VolumeWork, a: VolumeMesh, b: VolumeMesh | null, own: number): void {
  const ofB = own < a.ne ? 0 : 1;
  const body = ofB === 1 && b !== null ? b : a;
  const e = ofB === 1 ? own - a.ne : own;
  const n = sortCrossings(work, a, b, own);
  const { crossSense } = work;
  // inside at the beginning when the first crossing leaves
  let start = crossSense[work.sortedCrossings[0]] < 0 ? nodeOfVertex(work, a, b, ofB, body.edges[4 * e]) : -1;
  let depth = start >= 0 ? 1 : 0;
  for (let i = 0; i < n; i++) {
    const c = work.sortedCrossings[i];
    depth += crossSense[c];
    if (crossSense[c] > 0 && depth === 1) start = c;
    else if (crossSense[c] < 0 && depth === 0) {
      addPiece(work, start, c, ofB, e);
      start = -1;
    }
  }
  if (start >= 0) addPiece(work, start, nodeOfVertex(work, a, b, ofB, body.edges[4 * e + 1]), ofB, e);
}

/** Crossings of an edge into `sorted`, by place; returns how many. */
function sortCrossings(work: VolumeWork, a: VolumeMesh, b: VolumeMesh | null, own: number): number {
  const { crossNext, crossPlace, crossError } = work;
  let n = 0;
  for (let c = work.edgeHead[own]; c >= 0; c = crossNext[c]) {
    if (n === work.sortedCrossings.length) work.sortedCrossings = grown(work.sortedCrossings);
    let i = n++;
    // compared in place: a function that is called seldom is never compiled, and boxes the numbers it reads
    for (; i > 0; i--) {
      const d = work.sortedCrossings[i - 1];
      const apart = crossPlace[c] - crossPlace[d];
      const isNear = Math.abs(apart) <= crossError[c] + crossError[d];
      if (isNear && b !== null ? !isBefore(work, a, b, own, c, d) : !(apart < 0)) break;
      work.sortedCrossings[i] = d;
    }
    work.sortedCrossings[i] = c;
  }
  return n;
}

/** Whether crossing c comes before d on their edge, exactly. */
function isBefore(work: VolumeWork, a: VolumeMesh, b: VolumeMesh, own: number, c: number, d: number): boolean {
  const { crossFace, crossSense, placed } = work;
  const ofA = own < a.ne;
  const e = ofA ? 4 * own : 4 * (own - a.ne);
  const edges = ofA ? a.edges : b.edges;
  const v = ofA ? a.mesh.vertices : placed;
  const w = ofA ? placed : a.mesh.vertices;
  const t = ofA ? b.mesh.triangles : a.mesh.triangles;
  for (let k = 0; k < 3; k++) {
    work.orderPoints[k] = v[3 * edges[e] + k];
    work.orderPoints[3 + k] = v[3 * edges[e + 1] + k];
    for (let i = 0; i < 3; i++) {
      work.orderPoints[6 + 3 * i + k] = w[3 * t[3 * crossFace[c] + i] + k];
      work.orderPoints[15 + 3 * i + k] = w[3 * t[3 * crossFace[d] + i] + k];
    }
  }
  return placeOrder(work, crossSense[c] * crossSense[d], ofA ? work.sense : -work.sense) < 0;
}

/**
 * Edges that are not crossed, from every vertex on the stack; their other ends are inside, too. A face that is not cut
 * is inside as a whole, and is noted at its first corner.
 */
function spread(work: VolumeWork, a: VolumeMesh, b: VolumeMesh | null): void {
  while (work.vertexStackSize > 0) {
    const vertex = work.vertexStack[--work.vertexStackSize];
    if (vertex < a.nv) spreadFrom(work, a, b, 0, a, vertex, 0, 0, 0);
    else if (b !== null) spreadFrom(work, a, b, 1, b, vertex - a.nv, a.nv, a.ne, a.nf);
  }
}

function spreadFrom(
  work: VolumeWork,
  a: VolumeMesh,
  b: VolumeMesh | null,
  ofB: number,
  body: VolumeMesh,
  v: number,
  vertices: number,
  shift: number,
  faces: number,
): void {
  const { edgeHead, vertexNode, faceOrigin, parent, piece, whole } = work;
  const { ring, ringStart } = body;
  const n = vertexNode[vertices + v];
  const end = RING_SIZE * ringStart[v + 1];
  for (let r = RING_SIZE * ringStart[v]; r < end; r += RING_SIZE) {
    const face = ring[r + 2];
    if ((face & 1) === 1 && faceOrigin[faces + (face >> 1)] < 0) whole[work.wholeCount++] = faces + (face >> 1);
    const edge = ring[r];
    if (edgeHead[shift + (edge >> 1)] >= 0) continue;
    let m = vertexNode[vertices + ring[r + 1]];
    if (m < 0) {
      m = nodeOfVertex(work, a, b, ofB, ring[r + 1]);
      parent[m] = parent[n];
      work.joined++;
    } else if (parent[m] !== parent[n]) joinNodes(work, m, n);
    if ((edge & 1) === 0) continue;
    const p = 4 * work.pieceCount++;
    piece[p] = n;
    piece[p + 1] = m;
    piece[p + 2] = ofB;
    piece[p + 3] = edge >> 1;
  }
}

/** Node of a vertex that is inside; made, and put on the stack, when there is none yet. */
function nodeOfVertex(work: VolumeWork, a: VolumeMesh, b: VolumeMesh | null, ofB: number, v: number): number {
  const { vertexNode, node, parent } = work;
  const vertex = ofB === 1 ? a.nv + v : v;
  if (vertexNode[vertex] >= 0) return vertexNode[vertex];
  if (ofB === 1 && b !== null) placeVertex(work, b, v);
  const from = ofB === 1 ? work.placed : a.mesh.vertices;
  const n = work.nodeCount++;
  vertexNode[vertex] = n;
  parent[n] = n;
  for (let k = 0; k < 3; k++) node[3 * n + k] = from[3 * v + k];
  work.inside[work.insideCount++] = vertex;
  if (work.vertexStackSize === work.vertexStack.length) work.vertexStack = grown(work.vertexStack);
  work.vertexStack[work.vertexStackSize++] = vertex;
  return n;
}

function addPiece(work: VolumeWork, from: number, to: number, ofB: number, edge: number): void {
  const { piece } = work;
  const p = 4 * work.pieceCount++;
  piece[p] = from;
  piece[p + 1] = to;
  piece[p + 2] = ofB;
  piece[p + 3] = edge;
  joinNodes(work, from, to);
}

function grown(array: Int32Array): Int32Array {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}
