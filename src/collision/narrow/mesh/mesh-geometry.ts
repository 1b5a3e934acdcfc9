import { bytesHash } from "../../../data/hash.js";
import { buildHalfEdges, type HalfEdges } from "../../../geometry/half-edge.js";
import { buildMeshTree } from "../../../geometry/tree/build.js";
import { CACHED_FROM, cachedMeshTree, type TreeCache } from "../../../geometry/tree/cached-tree.js";
import type { MeshTree } from "../../../geometry/tree/mesh-tree.js";
import type { TriangleMesh } from "../../../geometry/types.js";
import { atan2 } from "../../../math/elementary.js";
import type { ShapeGeometry } from "../../../model/shape.js";
import type { MeshGeometry } from "../types.js";
import { findRegions } from "./regions.js";

/**
 * A triangle mesh as contact sees it: flat regions instead of triangles, and for each edge and vertex whether the
 * surface is convex there. A contact normal is always one of the surface's own normals: that of a region, or one
 * between the normals of the regions around a ridge or a peak. Seams inside a flat region, flat edges and valleys have
 * no normals of their own, so nothing can catch on them.
 */
export interface MeshContactGeometry extends MeshGeometry {
  /** Touched from both sides; otherwise only from the side to which the normals point. */
  readonly twoSided: boolean;
  /** Flat region of each triangle. */
  readonly region: Int32Array;
  /** Outward unit normal and offset of each region, n · x = d; 4 per region. */
  readonly planes: Float64Array;
  /** Per vertex: bit 0 when a ridge or border ends there, seen from the front; bit 1 the same seen from the back. */
  readonly vertexRidge: Uint8Array;
  /**
   * Normals of the triangles at each vertex, weighted by angle: tells outside from inside [Baerentzen2005]; 3 per
   * vertex.
   */
  readonly vertexNormal: Float64Array;
  /** The first triangle at each vertex, which speaks for it; −1 for one that no triangle uses. */
  readonly owner: Int32Array;
  /** Neighbours of each vertex along edges. */
  readonly ringStart: Uint32Array;
  readonly ring: Uint32Array;
  /** Null for a height field, whose grid finds triangles faster. */
  readonly tree: MeshTree | null;
}

/** Codes of `edgeKind`. */
export const EDGE_KIND = { valley: -1, flat: 0, ridge: 1, border: 2 } as const;

/**
 * Regions that meet at less than this angle (rad) have a flat edge between them, which touches nothing. A larger angle
 * means a ridge, whose contact normals lie between the two region normals; so the value decides about no more than 1e-6
 * in a normal.
 */
const FLAT_ANGLE = 1e-6;

/** Makes the tree of a mesh: builds it, or takes it from where it was kept. */
export type TreeMaker = (mesh: TriangleMesh) => MeshTree;

/** Trees of large meshes come from the cache if there is one. */
function treeMaker(cache: TreeCache | undefined): TreeMaker {
  return (mesh) =>
    cache === undefined || mesh.triangles.length < 3 * CACHED_FROM
      ? buildMeshTree(mesh)
      : cachedMeshTree(mesh, {}, cache, bytesHash);
}

/** The mesh part of a collider; null for a geometry without triangles. */
export function meshGeometryOf(geometry: ShapeGeometry, trees: TreeCache | undefined): MeshContactGeometry | null {
  const { form, mesh } = geometry;
  if (mesh === undefined) return null;
  const solid = form === "mesh" && geometry.mass !== null;
  const twoSided = form === "mesh" && (geometry.twoSided ?? !solid);
  return createMeshGeometry(mesh, { solid, twoSided, makeTree: form === "mesh" ? treeMaker(trees) : null });
}

export interface MeshGeometryOptions {
  /** Closed and outward oriented. */
  readonly solid: boolean;
  readonly twoSided: boolean;
  /** How the tree is made; null when none is wanted. Default: it is built. */
  readonly makeTree?: TreeMaker | null;
}

/** Prepares a mesh whose indices are in range. O(n log n). */
function createMeshGeometry(mesh: TriangleMesh, options: MeshGeometryOptions): MeshContactGeometry {
  const { solid, twoSided, makeTree = buildMeshTree } = options;
  const edges = buildHalfEdges(mesh);
  const count = mesh.triangles.length / 3;
  const { region, planes } = findRegions(mesh, edges);
  const normals = new Float64Array(3 * count);
  for (let t = 0; t < count; t++) for (let k = 0; k < 3; k++) normals[3 * t + k] = planes[4 * region[t] + k];
  const neighbours = edges.twin.map((h) => (h < 0 ? -1 : Math.floor(h / 3)));
  const edgeKind = edgeKinds(mesh, edges, region, normals);
  return {
    mesh,
    solid,
    twoSided,
    normals,
    neighbours,
    edgeKind,
    region,
    planes,
    vertexRidge: ridgeBits(mesh, edgeKind),
    vertexNormal: angleNormals(mesh, normals),
    owner: firstTriangles(mesh),
    ...vertexRings(mesh),
    tree: makeTree === null ? null : makeTree(mesh),
  };
}

function edgeKinds(mesh: TriangleMesh, { twin }: HalfEdges, region: Int32Array, normals: Float64Array): Int8Array {
  const kinds = new Int8Array(twin.length);
  for (let h = 0; h < twin.length; h++) kinds[h] = edgeKindAt(mesh, twin[h], region, normals, h);
  return kinds;
}

/** Kind of half-edge h, whose opposite is `other`: with the neighbour's normal m, (n × m) · e > 0 on a ridge. */
export function edgeKindAt(
  { vertices: v, triangles }: TriangleMesh,
  other: number,
  region: Int32Array,
  normals: Float64Array,
  h: number,
): number {
  if (other < 0) return EDGE_KIND.border;
  const t = Math.floor(h / 3);
  const u = Math.floor(other / 3);
  if (region[t] === region[u]) return EDGE_KIND.flat;
  const a = 3 * triangles[h];
  const b = 3 * triangles[other];
  const ex = v[b] - v[a];
  const ey = v[b + 1] - v[a + 1];
  const ez = v[b + 2] - v[a + 2];
  const nx = normals[3 * t];
  const ny = normals[3 * t + 1];
  const nz = normals[3 * t + 2];
  const mx = normals[3 * u];
  const my = normals[3 * u + 1];
  const mz = normals[3 * u + 2];
  const turn = (ny * mz - nz * my) * ex + (nz * mx - nx * mz) * ey + (nx * my - ny * mx) * ez;
  const sine = turn / Math.sqrt(ex * ex + ey * ey + ez * ez);
  if (sine > FLAT_ANGLE) return EDGE_KIND.ridge;
  if (sine < -FLAT_ANGLE) return EDGE_KIND.valley;
  // a blade without thickness: sharp, whichever way it is folded
  return nx * mx + ny * my + nz * mz < 0 ? EDGE_KIND.ridge : EDGE_KIND.flat;
}

function ridgeBits({ vertices, triangles }: TriangleMesh, kinds: Int8Array): Uint8Array {
  const bits = new Uint8Array(vertices.length / 3);
  for (let h = 0; h < triangles.length; h++) {
    const own =
      kinds[h] === EDGE_KIND.border ? 3 : kinds[h] === EDGE_KIND.ridge ? 1 : kinds[h] === EDGE_KIND.valley ? 2 : 0;
    bits[triangles[h]] |= own;
    bits[triangles[h % 3 === 2 ? h - 2 : h + 1]] |= own;
  }
  return bits;
}

function angleNormals({ vertices: v, triangles }: TriangleMesh, normals: Float64Array): Float64Array {
  const out = new Float64Array(v.length);
  for (let h = 0; h < triangles.length; h++) {
    const t = h - (h % 3);
    const i = 3 * triangles[h];
    const j = 3 * triangles[t + ((h + 1) % 3)];
    const k = 3 * triangles[t + ((h + 2) % 3)];
    const [ax, ay, az] = [v[j] - v[i], v[j + 1] - v[i + 1], v[j + 2] - v[i + 2]];
    const [bx, by, bz] = [v[k] - v[i], v[k + 1] - v[i + 1], v[k + 2] - v[i + 2]];
    const [cx, cy, cz] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    const angle = atan2(Math.sqrt(cx * cx + cy * cy + cz * cz), ax * bx + ay * by + az * bz);
    for (let c = 0; c < 3; c++) out[i + c] += angle * normals[t + c];
  }
  return out;
}

export function firstTriangles({ vertices, triangles }: TriangleMesh): Int32Array {
  const owner = new Int32Array(vertices.length / 3).fill(-1);
  for (let h = triangles.length - 1; h >= 0; h--) owner[triangles[h]] = Math.floor(h / 3);
  return owner;
}

/** Vertices along the edges at each vertex; those inside a closed fan are listed twice, which does no harm. */
export function vertexRings({ vertices, triangles }: TriangleMesh): { ringStart: Uint32Array; ring: Uint32Array } {
  const nv = vertices.length / 3;
  const ringStart = new Uint32Array(nv + 1);
  for (let h = 0; h < triangles.length; h++) ringStart[triangles[h] + 1] += 2;
  for (let i = 0; i < nv; i++) ringStart[i + 1] += ringStart[i];
  const fill = ringStart.slice();
  const ring = new Uint32Array(ringStart[nv]);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const i = triangles[t + k];
      ring[fill[i]++] = triangles[t + ((k + 1) % 3)];
      ring[fill[i]++] = triangles[t + ((k + 2) % 3)];
    }
  }
  return { ringStart, ring };
}
