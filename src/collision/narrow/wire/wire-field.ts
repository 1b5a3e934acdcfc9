import { FEATURE } from "../../contact-tables.js";
import { nearestPoint } from "../point.js";
import { coreRadius } from "../support.js";
import { type Collider, KIND } from "../types.js";
import type { NarrowWorkspace } from "../workspace.js";
import { loopPoint, loopSize } from "./ring.js";
import { nearestOnWire, wireParts, wireRadius } from "./wire.js";

/**
 * What a point of the wire B meets in the frame of A: the signed distance d from A's surface, in closed form. For a convex A it is a convex
 * function of the point, inside as well; for a wire it is the distance from the curve less the radius.
 */

const SURFACE = (FEATURE.surface << 29) >>> 0;

/** Place on the loop of B. */
export const place = new Float64Array(1);
/** Point of B's curve at `place`, in the frame of A (`rel`). */
export const curvePoint = new Float64Array(3);
/** [gap, unit normal from A to B 3, point of A's surface 3] there; the gap is d less the radius of B's wire. */
export const field = new Float64Array(7);
export const fieldFeature = new Uint32Array(1);
/** The only part of a wire A that is looked at, or −1 for all. */
export const onlyPart = new Int32Array(1).fill(-1);

const local = new Float64Array(3);
const near = new Float64Array(3);
const least = new Float64Array(5);

/** Gap between A and the wire B at place[0] of the loop that `setLoop` has named, into `field`. */
export function gapAt(w: NarrowWorkspace, a: Collider, b: Collider, loop: number): void {
  const { rel } = w;
  loopPoint(b, loop, place, local, 0);
  for (let k = 0; k < 3; k++)
    curvePoint[k] = rel[3 * k] * local[0] + rel[3 * k + 1] * local[1] + rel[3 * k + 2] * local[2] + rel[9 + k];
  if (a.kind === KIND.torus || a.kind === KIND.chainLink) fromWire(a);
  else fromConvex(w, a);
  field[0] -= loopSize[0];
}

function fromConvex(w: NarrowWorkspace, a: Collider): void {
  const { nearest, nearestFeature, query } = w;
  for (let k = 0; k < 3; k++) query[k] = curvePoint[k];
  nearestPoint(w, a);
  const r = coreRadius(a);
  field[0] = nearest[0] - r;
  for (let k = 0; k < 3; k++) {
    field[1 + k] = nearest[1 + k];
    field[4 + k] = nearest[4 + k] + r * nearest[1 + k];
  }
  fieldFeature[0] = nearestFeature[0];
}

function fromWire(a: Collider): void {
  least[0] = Infinity;
  let best = 0;
  for (let part = 0; part < wireParts(a); part++) {
    if (onlyPart[0] >= 0 && part !== onlyPart[0]) continue;
    nearestOnWire(a, part, curvePoint, 0, near, 0);
    let d2 = 0;
    for (let k = 0; k < 3; k++) d2 += (curvePoint[k] - near[k]) * (curvePoint[k] - near[k]);
    const d = Math.sqrt(d2) - wireRadius(a, part);
    if (!(d < least[0])) continue;
    least[0] = d;
    least[1] = Math.sqrt(d2);
    for (let k = 0; k < 3; k++) least[2 + k] = near[k];
    best = part;
  }
  field[0] = least[0];
  const r = wireRadius(a, best);
  for (let k = 0; k < 3; k++) {
    // on the curve itself every direction across it is as good: straight up, for the curve lies flat
    field[1 + k] = least[1] > 0 ? (curvePoint[k] - least[2 + k]) / least[1] : k === 2 ? 1 : 0;
    field[4 + k] = least[2 + k] + r * field[1 + k];
  }
  fieldFeature[0] = (SURFACE | best) >>> 0;
}
