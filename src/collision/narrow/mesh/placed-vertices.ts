import type { TriangleMesh } from "../../../geometry/types.js";
import { ensureCapacityF64, ensureCapacityI32 } from "../../../math/capacity.js";
import type { NarrowWorkspace } from "../workspace.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";

/**
 * Vertices and planes of mesh B in the frame of mesh A. Each is placed once per query, at the first request, so that
 * all triangles around it see the same bits and exact predicates agree with each other.
 */
export interface PlacedVertices {
  /** Vertices of B, 3 each, m. */
  vertex: Float64Array;
  /** Plane of each triangle of B: unit normal and offset, 4 each. */
  plane: Float64Array;
  /** Query in which a vertex or a plane was placed last, and the current query. */
  vertexStamp: Int32Array;
  planeStamp: Int32Array;
  now: number;
}

export function createPlacedVertices(): PlacedVertices {
  return {
    vertex: new Float64Array(0),
    plane: new Float64Array(0),
    vertexStamp: new Int32Array(0),
    planeStamp: new Int32Array(0),
    now: 0,
  };
}

/** Begins a query: no vertex or plane of mesh B is placed. */
export function startPlacing({ placed }: NarrowWorkspace, b: TriangleMesh): void {
  const vertices = b.vertices.length / 3;
  const triangles = b.triangles.length / 3;
  placed.vertex = ensureCapacityF64(placed.vertex, 3 * vertices);
  placed.plane = ensureCapacityF64(placed.plane, 4 * triangles);
  placed.vertexStamp = ensureCapacityI32(placed.vertexStamp, vertices);
  placed.planeStamp = ensureCapacityI32(placed.planeStamp, triangles);
  if (placed.now === 0x7fffffff) {
    placed.vertexStamp.fill(0);
    placed.planeStamp.fill(0);
    placed.now = 0;
  }
  placed.now++;
}

/** Places vertex i of B by `rel`, into placed.vertex[3i …]. */
export function placeVertex({ rel, placed }: NarrowWorkspace, v: Float64Array, i: number): void {
  if (placed.vertexStamp[i] === placed.now) return;
  placed.vertexStamp[i] = placed.now;
  const { vertex } = placed;
  const o = 3 * i;
  const x = v[o];
  const y = v[o + 1];
  const z = v[o + 2];
  vertex[o] = rel[0] * x + rel[1] * y + rel[2] * z + rel[9];
  vertex[o + 1] = rel[3] * x + rel[4] * y + rel[5] * z + rel[10];
  vertex[o + 2] = rel[6] * x + rel[7] * y + rel[8] * z + rel[11];
}

/** Places the plane of triangle t of B: that of its region. */
export function placePlane(
  { rel, placed }: NarrowWorkspace,
  { normals, planes, region }: MeshContactGeometry,
  t: number,
): void {
  if (placed.planeStamp[t] === placed.now) return;
  placed.planeStamp[t] = placed.now;
  const { plane } = placed;
  const x = normals[3 * t];
  const y = normals[3 * t + 1];
  const z = normals[3 * t + 2];
  const nx = rel[0] * x + rel[1] * y + rel[2] * z;
  const ny = rel[3] * x + rel[4] * y + rel[5] * z;
  const nz = rel[6] * x + rel[7] * y + rel[8] * z;
  const o = 4 * t;
  plane[o] = nx;
  plane[o + 1] = ny;
  plane[o + 2] = nz;
  plane[o + 3] = planes[4 * region[t] + 3] + nx * rel[9] + ny * rel[10] + nz * rel[11];
}
