import type { NarrowWorkspace } from "../workspace.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";

/**
 * Vertices and planes of mesh B in the frame of mesh A. Each is placed once per query, when it is first asked for, so that all triangles around it see
 * the same bits and exact predicates agree with each other.
 */

/** Room for the vertices of the largest mesh, 3 each; grows while colliders are built. */
export let placed = new Float64Array(0);
let stamp = new Int32Array(0);
/** Plane of each triangle, unit normal and offset, 4 each. */
export let placedPlane = new Float64Array(0);
let planeStamp = new Int32Array(0);
let now = 0;

export function reservePlaced(vertices: number, triangles: number): void {
  if (vertices > stamp.length) {
    placed = new Float64Array(3 * vertices);
    stamp = new Int32Array(vertices);
  }
  if (triangles <= planeStamp.length) return;
  placedPlane = new Float64Array(4 * triangles);
  planeStamp = new Int32Array(triangles);
}

/** Forgets what was placed. */
export function startPlacing(): void {
  if (now === 0x7fffffff) {
    stamp.fill(0);
    planeStamp.fill(0);
    now = 0;
  }
  now++;
}

/** Places vertex i of B by `rel`, into placed[3i …]. */
export function placeVertex(w: NarrowWorkspace, v: Float64Array, i: number): void {
  const { rel } = w;
  if (stamp[i] === now) return;
  stamp[i] = now;
  const o = 3 * i;
  const x = v[o];
  const y = v[o + 1];
  const z = v[o + 2];
  placed[o] = rel[0] * x + rel[1] * y + rel[2] * z + rel[9];
  placed[o + 1] = rel[3] * x + rel[4] * y + rel[5] * z + rel[10];
  placed[o + 2] = rel[6] * x + rel[7] * y + rel[8] * z + rel[11];
}

/** Places the plane of triangle t of B: that of its region. */
export function placePlane(w: NarrowWorkspace, { normals, planes, region }: MeshContactGeometry, t: number): void {
  const { rel } = w;
  if (planeStamp[t] === now) return;
  planeStamp[t] = now;
  const x = normals[3 * t];
  const y = normals[3 * t + 1];
  const z = normals[3 * t + 2];
  const nx = rel[0] * x + rel[1] * y + rel[2] * z;
  const ny = rel[3] * x + rel[4] * y + rel[5] * z;
  const nz = rel[6] * x + rel[7] * y + rel[8] * z;
  const o = 4 * t;
  placedPlane[o] = nx;
  placedPlane[o + 1] = ny;
  placedPlane[o + 2] = nz;
  placedPlane[o + 3] = planes[4 * region[t] + 3] + nx * rel[9] + ny * rel[10] + nz * rel[11];
}
