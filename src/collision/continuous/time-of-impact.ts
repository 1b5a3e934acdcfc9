import { separationOf } from "../narrow/pair-table.js";
import { type Collider, createSeparation } from "../narrow/types.js";
import { CAST, type Cast, linearCast, touchGap } from "./linear-cast.js";
import { poseAt, type ShapeMotion } from "./motion.js";

/** Iterations of the safe advance; turning pairs converge linearly, and the polish takes over long before. */
const STEPS = 300;
/** Gap below which the root is looked for by bracketing, as a part of the smaller reach. */
const CLOSE = 1e-3;
/** Steps of the bracketing. */
const POLISH_STEPS = 80;
/** Turning by less than this over the step, as a part of the reach, is no turning. */
const STILL = 1e-13;

const poseA = new Float64Array(7);
const poseB = new Float64Array(7);
const ends = new Float64Array(14);
const relative = new Float64Array(3);
const now = new Float64Array(1);
const gap = createSeparation();
/** [t safe, gap there, t beyond, gap there] */
const bracket = new Float64Array(4);

/**
 * First t in [0, limit] at which two moving shapes touch: conservative advancement [MirtichThesis1996] with translation
 * and rotation,
 *
 *   t ← t + φ/(m · n + |n × u_A| ρ_A + |n × u_B| ρ_B),
 *
 * m the translation of A relative to B, u the rotation vectors and ρ the reach of each shape from the centre it turns
 * about: no point of a turning shape approaches faster along n. Every t that is reached is safe: before it they do not
 * touch. Without turning this is `linearCast`, to round-off. With it the advance is linear, so once the gap is below a
 * thousandth of the size the root is bracketed and found by regula falsi; a touch within that last stretch that opens
 * again may be passed over in favour of the next one.
 */
export function timeOfImpact(a: Collider, motionA: ShapeMotion, b: Collider, motionB: ShapeMotion, out: Cast): void {
  for (let k = 0; k < 3; k++) relative[k] = motionA.translation[k] - motionB.translation[k];
  now[0] = 0;
  place(motionA, motionB);
  if (isStill(motionA, a) && isStill(motionB, b)) {
    for (let k = 0; k < 7; k++) {
      ends[k] = poseA[k];
      ends[7 + k] = poseB[k];
    }
    linearCast(a, ends, 0, b, ends, 7, relative, 0, out);
    if (out.status !== CAST.none) carry(motionB, out);
    return;
  }
  const convex = a.shape.convex && b.shape.convex;
  const way = Math.sqrt(relative[0] * relative[0] + relative[1] * relative[1] + relative[2] * relative[2]);
  const close = CLOSE * Math.min(a.reach, b.reach);
  const touch = touchGap(a, poseA, 0, b, poseB, 0);
  // the pair turns by round-off of its own: what is exact without turning is not with it
  const tolerance = 100 * touch;
  const end = out.limit[0];
  const { values } = gap;
  let t = 0;
  let before = 0;
  let phiBefore = 0;
  out.status = CAST.none;
  for (out.iterations = 0; out.iterations < STEPS; ) {
    now[0] = t;
    place(motionA, motionB);
    out.iterations++;
    if (!separationOf(a, poseA, 0, b, poseB, 0, gap)) {
      out.status = CAST.unsupported;
      return;
    }
    const phi = values[0];
    if (!(phi > tolerance)) {
      finish(out, t === 0 ? CAST.overlap : CAST.hit);
      return;
    }
    // look ahead: twice as far as the gap closes at the rate of the last stretch
    if (phi < close && t > before && phi < phiBefore) {
      const rate = (phiBefore - phi) / (t - before);
      bracket[0] = t;
      bracket[1] = phi;
      bracket[2] = Math.min(t + (2 * phi) / rate, end);
      if (bracket[2] > t && polish(a, motionA, b, motionB, touch, out)) return;
    }
    let rate = convex ? relative[0] * values[1] + relative[1] * values[2] + relative[2] * values[3] : way;
    rate += across(motionA, convex) + across(motionB, convex);
    if (!(rate > 0)) return;
    if (rate === Number.POSITIVE_INFINITY) {
      // a plane that turns: it sweeps all of space
      finish(out, CAST.limit);
      return;
    }
    before = t;
    phiBefore = phi;
    t += phi / rate;
    if (!(t <= end)) return;
    if (t === before) {
      finish(out, CAST.hit);
      return;
    }
  }
  finish(out, CAST.limit);
}

/** Both poses at the time now[0]. */
function place(motionA: ShapeMotion, motionB: ShapeMotion): void {
  poseAt(motionA, now, poseA);
  poseAt(motionB, now, poseB);
}

function isStill(motion: ShapeMotion, c: Collider): boolean {
  const { turn, reach } = motion;
  const angle2 = turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2];
  if (angle2 === 0) return true;
  return angle2 * reach[0] * reach[0] <= STILL * STILL * c.reach * c.reach;
}

/** |n × u| ρ, the most that turning adds to the approach along n; |u| ρ where other normals may come up. */
function across(motion: ShapeMotion, convex: boolean): number {
  const { turn, reach } = motion;
  const n = gap.values;
  const x = convex ? n[2] * turn[2] - n[3] * turn[1] : turn[0];
  const y = convex ? n[3] * turn[0] - n[1] * turn[2] : turn[1];
  const z = convex ? n[1] * turn[1] - n[2] * turn[0] : turn[2];
  const rate = Math.sqrt(x * x + y * y + z * z);
  return rate > 0 ? rate * reach[0] : 0;
}

/** The root in the bracket, kept on the side where they are apart; false when they are apart at its end too. */
function polish(
  a: Collider,
  motionA: ShapeMotion,
  b: Collider,
  motionB: ShapeMotion,
  touch: number,
  out: Cast,
): boolean {
  now[0] = bracket[2];
  place(motionA, motionB);
  out.iterations++;
  separationOf(a, poseA, 0, b, poseB, 0, gap);
  if (gap.values[0] > 0) return false;
  bracket[3] = gap.values[0];
  // Illinois: an end that stays twice has its value halved, so both ends move
  let stayed = 0;
  let low = bracket[1];
  let high = bracket[3];
  for (let k = 0; k < POLISH_STEPS && bracket[1] > touch; k++) {
    let t = (bracket[0] * high - bracket[2] * low) / (high - low);
    if (!(t > bracket[0] && t < bracket[2])) t = 0.5 * (bracket[0] + bracket[2]);
    if (!(t > bracket[0] && t < bracket[2])) break;
    now[0] = t;
    place(motionA, motionB);
    out.iterations++;
    separationOf(a, poseA, 0, b, poseB, 0, gap);
    const phi = gap.values[0];
    if (phi > 0) {
      bracket[0] = t;
      bracket[1] = phi;
      low = phi;
      if (stayed === 1) high *= 0.5;
      stayed = 1;
    } else {
      bracket[2] = t;
      high = phi;
      if (stayed === -1) low *= 0.5;
      stayed = -1;
      if (phi === 0) break;
    }
  }
  now[0] = bracket[0];
  place(motionA, motionB);
  separationOf(a, poseA, 0, b, poseB, 0, gap);
  finish(out, CAST.hit);
  return true;
}

function finish(out: Cast, status: number): void {
  out.status = status;
  out.values[0] = now[0];
  for (let k = 1; k < 10; k++) out.values[k] = gap.values[k];
}

/** Points of a cast in the frame that moves with B, carried to where B is at the time of impact. */
function carry(motionB: ShapeMotion, out: Cast): void {
  const t = out.values[0];
  for (let k = 0; k < 3; k++) {
    out.values[4 + k] += t * motionB.translation[k];
    out.values[7 + k] += t * motionB.translation[k];
  }
}
