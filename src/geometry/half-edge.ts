import type { TriangleMesh } from "./types.js";

/**
 * Half-edges of a triangle mesh as flat arrays. Half-edge h = 3t + k runs along edge k of triangle t, from corner k to
 * corner k + 1. Works for closed and open meshes; memory 16 bytes per half-edge.
 */
export interface HalfEdges {
  /** Vertex at which half-edge h starts: the mesh's own triangle array. */
  readonly origin: Uint32Array;
  /** Half-edge in the opposite direction along the same edge; −1 at a border, and where pairing is ambiguous. */
  readonly twin: Int32Array;
  /** Next half-edge around the triangle. */
  readonly next: Int32Array;
  /** Triangle of half-edge h. */
  readonly face: Int32Array;
  /**
   * One half-edge leaving each vertex (the border one at a border, so that a turn around the vertex sees all); −1 if
   * unused.
   */
  readonly leaving: Int32Array;
}

/**
 * The half-edges sorted by undirected edge: group g is `order[start[g]] … order[start[g + 1] - 1]`, all with the same
 * two end vertices. A manifold edge has a group of two that run in opposite directions.
 */
export interface EdgeGroups {
  readonly order: Uint32Array;
  readonly start: Uint32Array;
  readonly count: number;
}

/**
 * Groups half-edges by undirected edge in O(triangles + vertices): two stable counting sorts, by the larger and then by
 * the smaller end vertex. All indices must be in range (`inspectMesh` checks that first).
 */
export function groupEdges(mesh: TriangleMesh): EdgeGroups {
  const { triangles } = mesh;
  const nv = mesh.vertices.length / 3;
  const nh = triangles.length;
  const low = new Uint32Array(nh);
  const high = new Uint32Array(nh);
  for (let h = 0; h < nh; h++) {
    const a = triangles[h];
    const b = triangles[nextHalfEdge(h)];
    low[h] = Math.min(a, b);
    high[h] = Math.max(a, b);
  }
  const byHigh = countingSort(identity(nh), high, nv);
  const order = countingSort(byHigh, low, nv);
  const start = new Uint32Array(nh + 1);
  let count = 0;
  for (let i = 0; i < nh; i++) {
    if (i === 0 || low[order[i]] !== low[order[i - 1]] || high[order[i]] !== high[order[i - 1]]) start[count++] = i;
  }
  start[count] = nh;
  return { order, start: start.subarray(0, count + 1), count };
}

/** Builds the half-edge arrays of a mesh whose indices are in range. */
export function buildHalfEdges(mesh: TriangleMesh, groups: EdgeGroups = groupEdges(mesh)): HalfEdges {
  const { triangles } = mesh;
  const nh = triangles.length;
  const twin = new Int32Array(nh).fill(-1);
  const next = new Int32Array(nh);
  const face = new Int32Array(nh);
  for (let h = 0; h < nh; h++) {
    next[h] = nextHalfEdge(h);
    face[h] = Math.floor(h / 3);
  }
  const { order, start, count } = groups;
  for (let g = 0; g < count; g++) {
    if (start[g + 1] - start[g] !== 2) continue;
    const a = order[start[g]];
    const b = order[start[g] + 1];
    if (triangles[a] === triangles[b]) continue;
    twin[a] = b;
    twin[b] = a;
  }
  const leaving = new Int32Array(mesh.vertices.length / 3).fill(-1);
  for (let h = nh - 1; h >= 0; h--) {
    const v = triangles[h];
    if (leaving[v] < 0 || twin[leaving[v]] >= 0) leaving[v] = h;
  }
  return { origin: triangles, twin, next, face, leaving };
}

/** Next half-edge around the same triangle. */
export function nextHalfEdge(h: number): number {
  return h % 3 === 2 ? h - 2 : h + 1;
}

function identity(n: number): Uint32Array {
  const out = new Uint32Array(n);
  for (let i = 0; i < n; i++) out[i] = i;
  return out;
}

/** `items` sorted by `key[item]` in [0, keys), stable. */
function countingSort(items: Uint32Array, key: Uint32Array, keys: number): Uint32Array {
  const slot = new Uint32Array(keys + 1);
  for (let i = 0; i < items.length; i++) slot[key[items[i]] + 1]++;
  for (let k = 0; k < keys; k++) slot[k + 1] += slot[k];
  const out = new Uint32Array(items.length);
  for (let i = 0; i < items.length; i++) out[slot[key[items[i]]]++] = items[i];
  return out;
}
