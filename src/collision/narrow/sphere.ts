import { rotateInto, rotateInverseInto } from "../../math/quat.js";
import { FEATURE } from "../contact-tables.js";
import { nearestPoint } from "./point.js";
import { coreRadius } from "./support.js";
import { type Collider, type ContactSink, innerSeparation, type PairRoutines, type Separation } from "./types.js";

/**
 * Sphere with sphere, capsule, box, cylinder, cone and ellipsoid, in closed form: the centre's nearest point, and two
 * radii.
 */

const SURFACE = (FEATURE.surface << 29) >>> 0;

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
  const { nearest, nearestFeature, query } = w;
  const { values } = out;
  // the centre of A in the frame of B
  for (let k = 0; k < 3; k++) query[k] = poseA[ao + k] - poseB[bo + k];
  rotateInverseInto(query, 0, poseB, bo + 3, query, 0);
  nearestPoint(w, b);
  const rA = a.size[0];
  const rB = coreRadius(b);
  values[0] = nearest[0] - rA - rB;
  rotateInto(values, 1, poseB, bo + 3, nearest, 1);
  rotateInto(values, 7, poseB, bo + 3, nearest, 4);
  for (let k = 0; k < 3; k++) {
    // outward of B is from B to A: turn it round
    const m = values[1 + k];
    values[1 + k] = -m;
    values[4 + k] = poseA[ao + k] - rA * m;
    values[7 + k] += poseB[bo + k] + rB * m;
  }
  out.featureA = SURFACE;
  out.featureB = nearestFeature[0];
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
  const one = innerSeparation(sink.work);
  separation(a, poseA, ao, b, poseB, bo, one);
  if (one.values[0] > sink.margin[0]) sink.apartBy = one.values[0];
  else writeSingle(one, sink);
}

/** A separation as the only point of a new patch, when it is within the margin. */
export function writeSingle(s: Separation, sink: ContactSink): void {
  const { values } = s;
  if (!(values[0] <= sink.margin[0])) return;
  const c = sink.count;
  if (c >= sink.capacity) {
    sink.overflow = true;
    return;
  }
  sink.count = c + 1;
  sink.patch[c] = c > 0 ? sink.patch[c - 1] + 1 : 0;
  sink.gap[c] = values[0];
  sink.featureA[c] = s.featureA;
  sink.featureB[c] = s.featureB;
  for (let k = 0; k < 3; k++) {
    sink.normal[3 * c + k] = values[1 + k];
    sink.pointA[3 * c + k] = values[4 + k];
    sink.pointB[3 * c + k] = values[7 + k];
  }
}

export const spherePair: PairRoutines = { contacts, separation, exact: true };
