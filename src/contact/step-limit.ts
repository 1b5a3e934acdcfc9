/**
 * The longest step with which an explicit integrator gets through an impact without gaining energy. A long step looks at the force at a few
 * places only: on entry it does too little work, on exit too much [Moisio2013, §4.2.4]. What comes out depends on the moment of the
 * step at which the bodies touch, so the limit is that of the worst moment, found by trying.
 */
import type { Params, ParamsOutput } from "../model/params.js";
import type { ContactLaw } from "./contact-law.js";

/** Integrators that the limit can be asked for. */
export type ExplicitScheme = "rk4" | "semi-implicit-euler";

/** A rebound that is faster than the impact by this factor has gained. An elastic impact in steps that resolve it is off by less. */
export const GAIN = 1.005;

/** Moments of touch within a step that are tried: to find where to look, and to look. */
const FEW = 8;
const MOMENTS = 32;
/** Longest impact that is followed, in steps: in more than that an impact is resolved. */
const FOLLOWED = 400;
/** Between one trial and the next, on the way there and at the end. */
const COARSE = 1.25;
const FINE = 1.02;
const TRIALS = 60;

/** x (0), v (1), acceleration (2). */
const BODY = new Float64Array(3);

/**
 * Longest step, s, for impacts of a reduced mass (kg) at a speed (m/s) under a law, nothing else acting. Steps are tried from 1/100 of the time in which
 * the mass would go its greatest depth, upwards; the first that gains is the limit.
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
  const accelerate = () => {
    batch.gap[0] = BODY[0];
    batch.gapRate[0] = BODY[1];
    law.evaluate(params, batch, out, 0, 1);
    BODY[2] = out.force[0] / mass;
  };
  let h = elasticDepth(accelerate, speed) / speed / 100;
  for (let k = 0; k < TRIALS && !gainsAtSome(accelerate, h, speed, FEW, scheme); k++) h *= COARSE;
  h /= COARSE * COARSE;
  for (let k = 0; k < TRIALS && !gainsAtSome(accelerate, h, speed, MOMENTS, scheme); k++) h *= FINE;
  return h / FINE;
}

function gainsAtSome(
  accelerate: () => void,
  h: number,
  speed: number,
  moments: number,
  scheme: ExplicitScheme,
): boolean {
  for (let k = 0; k < moments; k++) if (gains(accelerate, h, speed, (k + 0.5) / moments, scheme)) return true;
  return false;
}

/** Depth, m, at which the law without damping has taken up the energy of the mass: ∫ a dδ = v²/2, in growing steps. */
function elasticDepth(accelerate: () => void, speed: number): number {
  let depth = 1e-12;
  let before = 0;
  let work = 0;
  for (let k = 0; k < 2000; k++) {
    BODY[0] = -depth;
    BODY[1] = 0;
    accelerate();
    work += BODY[2] * (depth - before);
    if (work >= (speed * speed) / 2) break;
    before = depth;
    depth *= 1.05;
  }
  return depth;
}

/** Whether a body that touches `moment` of a step after its beginning is ever faster on its way out than it came. */
function gains(accelerate: () => void, h: number, speed: number, moment: number, scheme: ExplicitScheme): boolean {
  let x = moment * h * speed;
  let v = -speed;
  for (let k = 0; k < FOLLOWED; k++) {
    BODY[0] = x;
    BODY[1] = v;
    accelerate();
    const a1 = BODY[2];
    if (scheme === "semi-implicit-euler") {
      v += h * a1;
      x += h * v;
    } else {
      const v2 = v + (h / 2) * a1;
      BODY[0] = x + (h / 2) * v;
      BODY[1] = v2;
      accelerate();
      const a2 = BODY[2];
      const v3 = v + (h / 2) * a2;
      BODY[0] = x + (h / 2) * v2;
      BODY[1] = v3;
      accelerate();
      const a3 = BODY[2];
      const v4 = v + h * a3;
      BODY[0] = x + h * v3;
      BODY[1] = v4;
      accelerate();
      x += (h / 6) * (v + 2 * v2 + 2 * v3 + v4);
      v += (h / 6) * (a1 + 2 * a2 + 2 * a3 + BODY[2]);
    }
    // not a number counts as gained
    if (!(v <= GAIN * speed)) return true;
    if (v > 0 && x > 0) return false;
  }
  return false;
}
