import { rel } from "../workspace.js";

/**
 * Vertices of mesh B in the frame of mesh A. Each is placed once per query, when it is first asked for, so that all triangles around it see
 * the same bits and exact predicates agree with each other.
 */

/** Room for the vertices of the largest mesh, 3 each; grows while colliders are built. */
export let placed = new Float64Array(0);
let stamp = new Int32Array(0);
let now = 0;

export function reservePlaced(vertices: number): void {
  if (vertices <= stamp.length) return;
  placed = new Float64Array(3 * vertices);
  stamp = new Int32Array(vertices);
  now = 0;
}

/** Forgets what was placed. */
export function startPlacing(): void {
  if (now === 0x7fffffff) {
    stamp.fill(0);
    now = 0;
  }
  now++;
}

/** Places vertex i of B by `rel`, into placed[3i …]. */
export function placeVertex(v: Float64Array, i: number): void {
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
