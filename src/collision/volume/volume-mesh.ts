import { groupEdges, nextHalfEdge } from "../../geometry/half-edge.js";
import { buildMeshTree } from "../../geometry/tree/build.js";
import type { MeshTree } from "../../geometry/tree/mesh-tree.js";
import type { TriangleMesh } from "../../geometry/types.js";

/**
 * A closed triangle mesh as the sums over edges see it: its edges with their two faces, the edges at every vertex, its
 * parts, and planes of its faces. Made once per mesh, in the mesh's own frame; nothing in it changes afterwards.
 */
export interface VolumeMesh {
  readonly mesh: TriangleMesh;
  readonly tree: MeshTree;
  /** Number of vertices, faces, edges. */
  readonly nv: number;
  readonly nf: number;
  readonly ne: number;
  /** Edge of each half-edge 3t + k. */
  readonly edgeOf: Int32Array;
  /**
   * Of each edge: vertex it runs from, vertex it runs to, face that has it in this direction, face that has it in the
   * other.
   */
  readonly edges: Int32Array;
  /** Edges at vertex v: entries ringStart[v] … ringStart[v + 1] − 1 of `ring`, `RING_SIZE` numbers each. */
  readonly ringStart: Int32Array;
  /**
   * 2 e + 1 for an edge e that runs from the vertex, 2 e for one that runs to it; vertex at its other end; 2 f + 1 or 2
   * f for the face f in which it, or its twin, leaves the vertex, 1 when that is the first corner of f.
   */
  readonly ring: Int32Array;
  /**
   * One vertex of each part of the surface (a hollow sphere has two), and the part of every vertex (−1: used by no
   * triangle).
   */
  readonly partVertex: Int32Array;
  readonly partOfVertex: Int32Array;
  /**
   * Of each face: normal (b − a) × (c − a), not of unit length, m², and the size of the products in it, see
   * `facePlane`.
   */
  readonly planes: Float64Array;
  /** Bounds of the face in each slot of the tree, 6 numbers as in `box`. */
  readonly faceBounds: Float64Array;
  /** Bounds, [minx, miny, minz, maxx, maxy, maxz], m. */
  readonly box: Float64Array;
  /** A sphere around it: middle of the bounds, and distance of the farthest vertex from there, m. */
  readonly center: Float64Array;
  readonly radius: number;
  /** Whether the solid is its own bounds: a box along the axes of its frame. */
  readonly isBox: boolean;
}

/** Numbers per face in `planes`, per edge in `edges`, and per entry of `ring`. */
export const PLANE_SIZE = 4;
const EDGE_SIZE = 4;
export const RING_SIZE = 3;

/**
 * Prepares a mesh. It must bound a solid: closed, outward oriented, without self-intersections; `inspectSolid` checks,
 * and `createVolumeMesh` calls it by default.
 */
export function buildVolumeMesh(mesh: TriangleMesh, tree: MeshTree = buildMeshTree(mesh)): VolumeMesh {
  const { vertices, triangles } = mesh;
  const nv = vertices.length / 3;
  const nf = triangles.length / 3;
  const { order, start, count: ne } = groupEdges(mesh);
  const edgeOf = new Int32Array(3 * nf);
  const edges = new Int32Array(EDGE_SIZE * ne);
  for (let e = 0; e < ne; e++) {
    if (start[e + 1] - start[e] !== 2)
      throw new RangeError("a mesh with volume is closed: every edge has two triangles");
    const h = order[start[e]];
    const twin = order[start[e] + 1];
    edgeOf[h] = e;
    edgeOf[twin] = e;
    edges[4 * e] = triangles[h];
    edges[4 * e + 1] = triangles[nextHalfEdge(h)];
    edges[4 * e + 2] = Math.floor(h / 3);
    edges[4 * e + 3] = Math.floor(twin / 3);
  }
  const { ringStart, ring } = vertexEdges(edges, triangles, ne, nv);
  const { partVertex, partOfVertex } = vertexParts(ringStart, ring, nv);
  const planes = new Float64Array(PLANE_SIZE * nf);
  for (let f = 0; f < nf; f++) facePlane(vertices, triangles, f, planes);
  const faceBounds = new Float64Array(6 * nf);
  for (let s = 0; s < nf; s++) writeBounds(vertices, tree.corners, s, faceBounds);
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let h = 0; h < 3 * nf; h++) {
    for (let k = 0; k < 3; k++) {
      const x = vertices[3 * triangles[h] + k];
      if (x < box[k]) box[k] = x;
      if (x > box[3 + k]) box[3 + k] = x;
    }
  }
  const isBox = nf === 12 && nv === 8 && vertices.every((x, i) => x === box[i % 3] || x === box[3 + (i % 3)]);
  const center = Float64Array.of(0.5 * (box[0] + box[3]), 0.5 * (box[1] + box[4]), 0.5 * (box[2] + box[5]));
  const radius = farthest(vertices, triangles, center);
  return { mesh, tree, nv, nf, ne, edgeOf, edges, ringStart, ring, partVertex, partOfVertex, planes, faceBounds, box, center, radius, isBox }; // biome-ignore format: one list
}

function farthest(vertices: Float64Array, triangles: Uint32Array, center: Float64Array): number {
  let most = 0;
  for (const v of triangles) {
    let square = 0;
    for (let k = 0; k < 3; k++) square += (vertices[3 * v + k] - center[k]) * (vertices[3 * v + k] - center[k]);
    most = Math.max(most, square);
  }
  return Math.sqrt(most);
}

/**
 * Plane of face f into planes[4f …]: n = (b − a) × (c − a) in plain double precision, then Σ over its components of
 * |u_y v_z| + |u_z v_y|. A height n · (p − a) computed from it errs by less than 16 u times that size times the largest
 * component of p − a, u = 2⁻⁵³: differences u, products 3 u, the minor 4 u, product and sum with p − a 8 u, and as much
 * again to be safe.
 */
export function facePlane(vertices: Float64Array, triangles: Uint32Array, f: number, planes: Float64Array): void {
  const i = 3 * triangles[3 * f];
  const j = 3 * triangles[3 * f + 1];
  const l = 3 * triangles[3 * f + 2];
  const ux = vertices[j] - vertices[i];
  const uy = vertices[j + 1] - vertices[i + 1];
  const uz = vertices[j + 2] - vertices[i + 2];
  const vx = vertices[l] - vertices[i];
  const vy = vertices[l + 1] - vertices[i + 1];
  const vz = vertices[l + 2] - vertices[i + 2];
  const a = uy * vz;
  const b = uz * vy;
  const c = uz * vx;
  const d = ux * vz;
  const e = ux * vy;
  const g = uy * vx;
  const o = PLANE_SIZE * f;
  planes[o] = a - b;
  planes[o + 1] = c - d;
  planes[o + 2] = e - g;
  planes[o + 3] = Math.abs(a) + Math.abs(b) + Math.abs(c) + Math.abs(d) + Math.abs(e) + Math.abs(g);
}

/** Bounds of the triangle in slot s of v, [minx, miny, minz, maxx, maxy, maxz], into out[6 s …]. */
export function writeBounds(v: Float64Array, corners: Uint32Array, s: number, out: Float64Array): void {
  const i = 3 * corners[3 * s];
  const j = 3 * corners[3 * s + 1];
  const l = 3 * corners[3 * s + 2];
  for (let k = 0; k < 3; k++) {
    out[6 * s + k] = Math.min(v[i + k], v[j + k], v[l + k]);
    out[6 * s + 3 + k] = Math.max(v[i + k], v[j + k], v[l + k]);
  }
}

/** Relative error of heights over planes of `facePlane`: 16 · 2⁻⁵³. */
export const HEIGHT_ERROR = 1.7763568394002505e-15;

function vertexEdges(edges: Int32Array, triangles: Uint32Array, ne: number, nv: number) {
  const ringStart = new Int32Array(nv + 1);
  for (let e = 0; e < ne; e++) {
    ringStart[edges[4 * e] + 1]++;
    ringStart[edges[4 * e + 1] + 1]++;
  }
  for (let v = 0; v < nv; v++) ringStart[v + 1] += ringStart[v];
  const fill = ringStart.slice();
  const ring = new Int32Array(RING_SIZE * 2 * ne);
  for (let e = 0; e < ne; e++) {
    for (let end = 0; end < 2; end++) {
      const v = edges[4 * e + end];
      const f = edges[4 * e + 2 + end];
      const at = RING_SIZE * fill[v]++;
      ring[at] = 2 * e + (1 - end);
      ring[at + 1] = edges[4 * e + 1 - end];
      ring[at + 2] = 2 * f + (triangles[3 * f] === v ? 1 : 0);
    }
  }
  return { ringStart, ring };
}

function vertexParts(ringStart: Int32Array, ring: Int32Array, nv: number) {
  const partOfVertex = new Int32Array(nv).fill(-1);
  const first: number[] = [];
  const stack = new Int32Array(nv);
  for (let seed = 0; seed < nv; seed++) {
    if (partOfVertex[seed] >= 0 || ringStart[seed] === ringStart[seed + 1]) continue;
    let top = 0;
    stack[top++] = seed;
    partOfVertex[seed] = first.length;
    while (top > 0) {
      const v = stack[--top];
      for (let r = ringStart[v]; r < ringStart[v + 1]; r++) {
        const w = ring[RING_SIZE * r + 1];
        if (partOfVertex[w] >= 0) continue;
        partOfVertex[w] = first.length;
        stack[top++] = w;
      }
    }
    first.push(seed);
  }
  return { partVertex: Int32Array.from(first), partOfVertex };
}
