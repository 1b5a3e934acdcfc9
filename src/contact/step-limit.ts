/**
 * The longest step with which an explicit integrator gets through an impact without gaining energy. A long step samples
 * the force at a few places only: on entry it does too little work, on exit too much [Moisio2013, §4.2.4]. The result
 * depends on the moment of the step at which the bodies touch, so the limit is that of the worst moment, found by
 * trial.
 */
import type { Params, ParamsOutput } from "../model/params.js";
import type { ContactLaw } from "./contact-law.js";

/** Integrators whose limit is known. */
export type ExplicitScheme = "rk4" | "semi-implicit-euler";

/**
 * A rebound that is faster than the impact by this factor has gained. An elastic impact in short steps is off by less.
 */
export const REBOUND_GAIN = 1.005;
/** Longest impact that is followed, in steps: longer ones are resolved. */
export const FOLLOWED_STEPS = 400;

/** Moments of touch within a step that are tried: in the coarse search, and in the fine one. */
const COARSE_MOMENTS = 8;
const FINE_MOMENTS = 32;
/** Ratio of one trial to the next in both searches, and their largest number. */
const COARSE_RATIO = 1.25;
const FINE_RATIO = 1.02;
const MAX_TRIALS = 60;

/**
 * The longest step, s, that gains at no moment of touch: steps are tried from `first` upwards. `gains` tells whether an
 * impact in steps of h gains when bodies touch the part `moment` of a step after its beginning.
 */
export function findStepLimit(first: number, gains: (h: number, moment: number) => boolean): number {
  const gainsAtSome = (h: number, moments: number) => {
    for (let k = 0; k < moments; k++) if (gains(h, (k + 0.5) / moments)) return true;
    return false;
  };
  let h = first;
  for (let k = 0; k < MAX_TRIALS && !gainsAtSome(h, COARSE_MOMENTS); k++) h *= COARSE_RATIO;
  h /= COARSE_RATIO * COARSE_RATIO;
  for (let k = 0; k < MAX_TRIALS && !gainsAtSome(h, FINE_MOMENTS); k++) h *= FINE_RATIO;
  return h / FINE_RATIO;
}

/** Acceleration, m/s², at a gap (m) and its rate (m/s). */
type Acceleration = (x: number, v: number) => number;

/**
 * Longest step, s, for impacts of a reduced mass (kg) at a speed (m/s) under a law, nothing else acting. Steps are
 * tried from 1/100 of the time in which the mass would travel its greatest depth.
 */
export function stepLimit<P extends Params>(
  law: ContactLaw<P>,
  params: ParamsOutput<P>,
  mass: number,
  speed: number,
  scheme: ExplicitScheme = "rk4",
): number {
  const one = () => new Float64Array(1);
  const batch = { gap: one(), gapRate: one(), impactSpeed: Float64Array.of(speed) };
  const out = { force: one(), stiffness: one(), damping: one() };
  const acceleration: Acceleration = (x, v) => {
    batch.gap[0] = x;
    batch.gapRate[0] = v;
    law.evaluate(params, batch, out, 0, 1);
    return out.force[0] / mass;
  };
  const first = elasticDepth(acceleration, speed) / speed / 100;
  return findStepLimit(first, (h, moment) => gains(acceleration, h, speed, moment, scheme));
}

/** Depth, m, at which the law without damping has taken up the energy of the mass: ∫ a dδ = v²/2, in growing steps. */
function elasticDepth(acceleration: Acceleration, speed: number): number {
  let depth = 1e-12;
  let before = 0;
  let work = 0;
  for (let k = 0; k < 2000; k++) {
    work += acceleration(-depth, 0) * (depth - before);
    if (work >= (speed * speed) / 2) break;
    before = depth;
    depth *= 1.05;
  }
  return depth;
}

/** Whether a body that touches `moment` of a step after its beginning ever leaves faster than it came. */
function gains(acceleration: Acceleration, h: number, speed: number, moment: number, scheme: ExplicitScheme): boolean {
  let x = moment * h * speed;
  let v = -speed;
  for (let k = 0; k < FOLLOWED_STEPS; k++) {
    const a1 = acceleration(x, v);
    if (scheme === "semi-implicit-euler") {
      v += h * a1;
      x += h * v;
    } else {
      const v2 = v + (h / 2) * a1;
      const a2 = acceleration(x + (h / 2) * v, v2);
      const v3 = v + (h / 2) * a2;
      const a3 = acceleration(x + (h / 2) * v2, v3);
      const v4 = v + h * a3;
      const a4 = acceleration(x + h * v3, v4);
      x += (h / 6) * (v + 2 * v2 + 2 * v3 + v4);
      v += (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4);
    }
    // not a number counts as gained
    if (!(v <= REBOUND_GAIN * speed)) return true;
    if (v > 0 && x > 0) return false;
  }
  return false;
}
