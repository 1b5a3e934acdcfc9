import { FEATURE } from "../../contact-tables.js";
import { nearestPoint } from "../point.js";
import { coreRadius } from "../support.js";
import { type Collider, KIND } from "../types.js";
import { loopPoint } from "./ring.js";
import { nearestOnWire, wireParts, wireRadius } from "./wire.js";
import type { WireWorkspace } from "./wire-workspace.js";

/**
 * What a point of the wire B meets in the frame of A: the signed distance d from A's surface, in closed form. For a
 * convex A it is a convex function of the point, inside as well; for a wire it is the distance from the curve less the
 * radius.
 */

const SURFACE = (FEATURE.surface << 29) >>> 0;

const local = new Float64Array(3);
const near = new Float64Array(3);
const least = new Float64Array(5);

/** Gap between A and the wire B at place[0] of the loop that `setLoop` has named, into `field`. */
export function gapAt(w: WireWorkspace, a: Collider, b: Collider, loop: number): void {
  const { probe } = w;
  const { curvePoint, field } = w.probe;
  const { rel } = w.narrow;
  loopPoint(probe, b, loop, local, 0);
  for (let k = 0; k < 3; k++)
    curvePoint[k] = rel[3 * k] * local[0] + rel[3 * k + 1] * local[1] + rel[3 * k + 2] * local[2] + rel[9 + k];
  if (a.kind === KIND.torus || a.kind === KIND.chainLink) fromWire(w, a);
  else fromConvex(w, a);
  field[0] -= probe.radius;
}

function fromConvex(w: WireWorkspace, a: Collider): void {
  const { probe } = w;
  const { curvePoint, field } = w.probe;
  const { nearest, nearestFeature, query } = w.narrow;
  for (let k = 0; k < 3; k++) query[k] = curvePoint[k];
  nearestPoint(w.narrow, a);
  const r = coreRadius(a);
  field[0] = nearest[0] - r;
  for (let k = 0; k < 3; k++) {
    field[1 + k] = nearest[1 + k];
    field[4 + k] = nearest[4 + k] + r * nearest[1 + k];
  }
  probe.feature = nearestFeature[0];
}

function fromWire(w: WireWorkspace, a: Collider): void {
  const { probe } = w;
  const { curvePoint, field } = w.probe;
  least[0] = Infinity;
  let best = 0;
  for (let part = 0; part < wireParts(a); part++) {
    if (probe.onlyPart >= 0 && part !== probe.onlyPart) continue;
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
  probe.feature = (SURFACE | best) >>> 0;
}
