import { coreRadius, support } from "../support.js";
import type { Collider, ContactSink } from "../types.js";
import type { NarrowWorkspace } from "../workspace.js";
import { current, plane } from "./triangle-feature.js";

/** The convex shape at hand as the mesh sees it, placed by `rel`: limits of what is of interest, centre, box, and its lowest point over a plane. */

const margin = new Float64Array(1);
/** Largest separation of interest, and the accuracy at which GJK stops (see `gjk`): smooth shapes are refined afterwards. */
export const limit = new Float64Array(3);
const SMOOTH = 1e-7;
const POLYHEDRAL = 1e-15;
/** A candidate counts as deepest when its gap exceeds the separation by less than this fraction of the size. */
export const DEEPEST = 1e-9;
export const box = new Float64Array(6);
export const center = new Float64Array(3);
export const ball = new Float64Array(1);
/** Height of the shape's lowest point over the plane of the last region. */
export const lowest = new Float64Array(4);
/** Region and side of `lowest`. */
export const known = new Int32Array(2);
/** 1: only the nearest is wanted. What is found then lowers the limit, and of what is apart only the nearest so far is kept. */
export const closing = new Uint8Array(1);

const local = new Float64Array(6);
const direction = new Float64Array(6);

/** Apart from the loop over triangles, which the compiler enters in the middle: what comes before it then stays slow, and boxes numbers. */
export function setLimits(a: Collider, sink: ContactSink): void {
  margin[0] = sink.margin[0];
  limit[0] = margin[0] + coreRadius(a);
  limit[1] = a.hull === null ? SMOOTH : POLYHEDRAL;
  limit[2] = a.hull === null ? 0.1 * SMOOTH : 0;
}

/** A point well inside the shape, in the mesh's frame, and the radius of a ball around it that holds the shape and the margin. */
export function centerOf(w: NarrowWorkspace, a: Collider): void {
  const { rel } = w;
  const c = a.hull === null ? null : a.hull.center;
  const x = c === null ? 0 : c[0];
  const y = c === null ? 0 : c[1];
  const z = c === null ? 0 : c[2];
  ball[0] = margin[0] + a.reach + Math.sqrt(x * x + y * y + z * z);
  for (let k = 0; k < 3; k++) center[k] = rel[3 * k] * x + rel[3 * k + 1] * y + rel[3 * k + 2] * z + rel[9 + k];
}

/** Box of the shape along the mesh's axes, grown by the margin. */
export function boxOf(w: NarrowWorkspace, a: Collider): void {
  const { rel } = w;
  for (let k = 0; k < 3; k++) {
    for (let side = 0; side < 2; side++) {
      const s = side === 0 ? -1 : 1;
      for (let c = 0; c < 3; c++) local[c] = s * rel[3 * k + c];
      support(a, local, 0, local, 3, 0);
      box[3 * side + k] =
        rel[3 * k] * local[3] + rel[3 * k + 1] * local[4] + rel[3 * k + 2] * local[5] + rel[9 + k] + s * limit[0];
    }
  }
}

/** Support of the shape against `plane`: the height into lowest[0], the point into lowest[1…3]. Kept for the triangles of one region. */
export function findLowest(w: NarrowWorkspace, a: Collider, region: number): void {
  const { rel } = w;
  if (known[0] === region && known[1] === current.back) return;
  known[0] = region;
  known[1] = current.back;
  for (let c = 0; c < 3; c++) direction[c] = -(rel[c] * plane[0] + rel[3 + c] * plane[1] + rel[6 + c] * plane[2]);
  support(a, direction, 0, direction, 3, 0);
  lowest[0] = -plane[3];
  for (let k = 0; k < 3; k++) {
    lowest[1 + k] =
      rel[3 * k] * direction[3] + rel[3 * k + 1] * direction[4] + rel[3 * k + 2] * direction[5] + rel[9 + k];
    lowest[0] += plane[k] * lowest[1 + k];
  }
}
