import { epa } from "./epa.js";
import { GJK, gjk } from "./gjk.js";
import { findPoints, writePatch, writeSeparation } from "./manifold.js";
import { refine } from "./refine.js";
import { coreRadius, startClimbs } from "./support.js";
import type { Collider, ContactSink, PairRoutines, Separation } from "./types.js";
import { EPA_DIRECTIONS, type NarrowWorkspace, relativePose } from "./workspace.js";

/**
 * Any two convex shapes by their support functions. GJK tells separate shapes and a direction near the nearest points;
 * EPA finds the directions of least penetration of the others; `refine` climbs from there to the greatest separation,
 * to round-off.
 */

/** Bounds on a distance that differ by less than this fraction of the size prove it: a tenth of what is promised. */
const PROVEN = 1e-7;

/** Relative difference of the bounds at which GJK stops, for the rest is faster by refinement. */
const CLOSE = 1e-7;

/** Directions whose separation is within this fraction of the size of the best are refined as well. */
const RIVAL = 1e-3;

const NOWHERE = Float64Array.of(Infinity, CLOSE, 0.1 * CLOSE);
const limit = Float64Array.of(0, CLOSE, 0.1 * CLOSE);
const best = new Float64Array(4);

/** Greatest separation of the cores and its nearest points, given how GJK ended. */
function separate(w: NarrowWorkspace, a: Collider, b: Collider, status: number): void {
  const { epaDirections, epaIterations, found } = w;
  const scale = a.reach + b.reach;
  best[0] = -Infinity;
  let open = true;
  if (status === GJK.separate || status === GJK.touching) {
    // found[0] is the distance of two points, so nothing separates more
    const upper = found[0];
    refineFrom(w, a, b, found, 1);
    open = best[0] < upper - PROVEN * scale || best[0] <= 0;
  }
  if (open) {
    epa(w, a, b);
    const rival = epaDirections[0] - RIVAL * scale;
    for (let k = 0; k < EPA_DIRECTIONS; k++) {
      if (k === 0 || epaIterations[1] === 0 || epaDirections[4 * k] > rival) {
        if (epaDirections[4 * k] > -Infinity) refineFrom(w, a, b, epaDirections, 4 * k + 1);
      }
    }
  }
  for (let k = 0; k < 4; k++) found[k] = best[k];
  findPoints(w, a, b);
}

function refineFrom(w: NarrowWorkspace, a: Collider, b: Collider, n: Float64Array, o: number): void {
  const { refined } = w;
  for (let k = 0; k < 3; k++) refined[1 + k] = n[o + k];
  refine(w, a, b);
  if (refined[0] > best[0]) for (let k = 0; k < 4; k++) best[k] = refined[k];
}

function separation(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  poseB: Float64Array,
  bo: number,
  out: Separation,
): void {
  const w = out.work;
  relativePose(w, poseA, ao, poseB, bo);
  startClimbs(w);
  separate(w, a, b, gjk(w, a, b, NOWHERE));
  writeSeparation(a, poseA, ao, b, out);
}

function contacts(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  poseB: Float64Array,
  bo: number,
  sink: ContactSink,
): void {
  const w = sink.work;
  const { found } = w;
  relativePose(w, poseA, ao, poseB, bo);
  startClimbs(w);
  limit[0] = sink.margin[0] + coreRadius(a) + coreRadius(b);
  const status = gjk(w, a, b, limit);
  if (status === GJK.beyond) return;
  separate(w, a, b, status);
  if (found[0] > limit[0]) {
    // along one direction, and so a bound of the distance
    sink.apartBy = found[0] - coreRadius(a) - coreRadius(b);
    return;
  }
  writePatch(a, poseA, ao, b, sink, true);
}

export const convexPair: PairRoutines = { contacts, separation, exact: false };
