import { rotateInverseInto } from "../../math/quat.js";
import { coreRadius, support } from "./support.js";
import type { Collider } from "./types.js";

const direction = new Float64Array(3);
const point = new Float64Array(3);

/**
 * Largest u · x over a shape, m, into out[o], for a unit direction u in the world; infinite for kinds without a support
 * function (meshes, planes, chains).
 */
export function extentAlong(
  c: Collider,
  pose: Float64Array,
  po: number,
  u: Float64Array,
  uo: number,
  out: Float64Array,
  o: number,
): void {
  const origin = u[uo] * pose[po] + u[uo + 1] * pose[po + 1] + u[uo + 2] * pose[po + 2];
  rotateInverseInto(direction, 0, pose, po + 3, u, uo);
  if (c.shape.hasSupport) {
    support(c, direction, 0, point, 0, 0);
    const reach = direction[0] * point[0] + direction[1] * point[1] + direction[2] * point[2];
    out[o] = origin + reach + coreRadius(c);
  } else out[o] = Number.POSITIVE_INFINITY;
}
