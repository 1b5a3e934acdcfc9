import { coreRadius, support } from "../support.js";
import type { Collider, ContactSink } from "../types.js";
import type { MeshWorkspace } from "./mesh-workspace.js";

const SMOOTH = 1e-7;
const POLYHEDRAL = 1e-15;
/** A candidate counts as deepest when its gap exceeds the separation by less than this fraction of the size. */
export const DEEPEST = 1e-9;

const local = new Float64Array(6);
const direction = new Float64Array(6);

/**
 * Apart from the loop over triangles, which the compiler enters in the middle: what comes before it then stays slow,
 * and boxes numbers.
 */
export function setLimits(w: MeshWorkspace, a: Collider, sink: ContactSink): void {
  const { convex } = w;
  const { limit } = w.convex;
  convex.margin = sink.margin[0];
  limit[0] = convex.margin + coreRadius(a);
  limit[1] = a.hull === null ? SMOOTH : POLYHEDRAL;
  limit[2] = a.hull === null ? 0.1 * SMOOTH : 0;
}

/**
 * A point well inside the shape, in the mesh's frame, and the radius of a ball around it that holds the shape and the
 * margin.
 */
export function centerOf(w: MeshWorkspace, a: Collider): void {
  const { convex } = w;
  const { center } = w.convex;
  const { rel } = w.narrow;
  const c = a.hull === null ? null : a.hull.center;
  const x = c === null ? 0 : c[0];
  const y = c === null ? 0 : c[1];
  const z = c === null ? 0 : c[2];
  convex.radius = convex.margin + a.reach + Math.sqrt(x * x + y * y + z * z);
  for (let k = 0; k < 3; k++) center[k] = rel[3 * k] * x + rel[3 * k + 1] * y + rel[3 * k + 2] * z + rel[9 + k];
}

/** Box of the shape along the mesh's axes, grown by the margin. */
export function boxOf(w: MeshWorkspace, a: Collider): void {
  const { box, limit } = w.convex;
  const { rel } = w.narrow;
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

/**
 * Support of the shape against `plane`: the height into lowest[0], the point into lowest[1…3]. Kept for the triangles
 * of one region.
 */
export function findLowest(w: MeshWorkspace, a: Collider, region: number): void {
  const { convex, triangle } = w;
  const { plane } = w.triangle;
  const { lowest } = w.convex;
  const { rel } = w.narrow;
  if (convex.lowestRegion === region && convex.lowestBack === triangle.back) return;
  convex.lowestRegion = region;
  convex.lowestBack = triangle.back;
  for (let c = 0; c < 3; c++) direction[c] = -(rel[c] * plane[0] + rel[3 + c] * plane[1] + rel[6 + c] * plane[2]);
  support(a, direction, 0, direction, 3, 0);
  lowest[0] = -plane[3];
  for (let k = 0; k < 3; k++) {
    lowest[1 + k] =
      rel[3 * k] * direction[3] + rel[3 * k + 1] * direction[4] + rel[3 * k + 2] * direction[5] + rel[9 + k];
    lowest[0] += plane[k] * lowest[1 + k];
  }
}
