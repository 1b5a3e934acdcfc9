import type { ProblemList } from "../model/errors.js";
import type { Model } from "../model/model.js";
import { HISTORY } from "./compliant/compliant-fields.js";
import type { ContactLaw } from "./contact-law.js";
import { longestStep, STEPS_PER_IMPACT } from "./impact.js";
import { type LawPair, speedLostPerStep } from "./material-laws.js";
import { digits, IMPACT_SPEED, meetingPairs, stepLimitOf } from "./meeting-pairs.js";

/**
 * Warns of steps that are too long, with the lightest body of every pair of materials: an impact at 1 m/s that lasts
 * less than 2.5 steps, so that its steps are cut into parts, and, where forces are integrated explicitly, a body at
 * rest whose spring or damper needs shorter steps, or which cannot stick since friction takes more than the stiction
 * speed from it in a step. Writes: `problems.warnings`.
 */
export function warnOfSteps(model: Model, pairs: readonly LawPair[], problems: ProblemList): void {
  for (const meeting of meetingPairs(model, pairs)) {
    const { between, body, pair } = meeting;
    const limit = stepLimitOf(model, meeting);
    if (limit !== null) {
      if (limit.longestStep < model.options.timestep) problems.warn(limit.warning);
      continue;
    }
    const which = `${model.bodyNames[body]} (${between[0]} on ${between[1]})`;
    const step = longestStep(pair.law, pair.params as never, model.bodyMass[body], IMPACT_SPEED);
    if (step < model.options.timestep) {
      problems.warn(
        `timestep: an impact of ${which} at ${IMPACT_SPEED} m/s by ${pair.law.name} lasts ${digits(step * STEPS_PER_IMPACT)} s, ` +
          `less than ${STEPS_PER_IMPACT} steps: its steps are cut into parts, which takes time, and with too few parts (formulation.parts) it may gain energy; use steps up to ${digits(step)} s or a softer law`,
      );
    }
    if (isExplicit(model)) warnOfRest(model, pair, body, which, problems);
  }
}

/** Whether forces are integrated explicitly: by an integrator, or by an explicit method of augmented-lagrangian. */
function isExplicit({ integrator, formulation }: Model): boolean {
  const { method = "index-3" } = formulation.params as { method?: string };
  return integrator !== null || method !== "index-3";
}

/** A body at rest under its weight: explicit steps need k h² ≤ m and c h ≤ m, with a margin for rotation. */
function warnOfRest(model: Model, pair: LawPair, body: number, which: string, problems: ProblemList): void {
  const g = model.options.gravity;
  const h = model.options.timestep;
  const mass = model.bodyMass[body];
  const weight = mass * Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  if (!(weight > 0)) return;
  const one = restingContact(pair.law, pair.params, weight);
  const out = { force: new Float64Array(3), stiffness: new Float64Array(9), damping: new Float64Array(9) };
  pair.friction.evaluate(
    pair.frictionParams as never,
    {
      normal: Float64Array.of(0, 0, 1),
      pressure: one,
      velocity: new Float64Array(3),
      slip: new Float64Array(3),
      travel: new Float64Array(3),
      state: new Float64Array(HISTORY),
      timestep: 0,
    },
    out,
    0,
    1,
  );
  const say = (what: string, stiffness: number, damping: number, fix: string) => {
    const longest = Math.min(Math.sqrt(mass / Math.max(stiffness, 1e-300)), mass / Math.max(damping, 1e-300));
    if (longest >= h) return;
    problems.warn(
      `timestep: explicit steps of ${h} s are too long for ${which} at rest on ${what}; use steps up to ${digits(longest)} s, ${fix}, or formulation augmented-lagrangian`,
    );
  };
  say(pair.law.name, -one.stiffness[0], -one.damping[0], "a softer law, more restitution or a larger leastSpeed");
  const speed = pair.frictionParams.stictionSpeed;
  const least = speedLostPerStep(model, pair.friction.limit?.(pair.frictionParams as never) ?? 0);
  if (typeof speed === "number" && speed < 0.999 * least) {
    problems.warn(
      `timestep: friction stops ${which} by ${digits(least)} m/s in one step, more than stictionSpeed ${digits(speed)} m/s, so that it may never stick; use steps up to ${digits((h * speed) / least)} s, a stictionSpeed of ${digits(5 * least)} m/s, or formulation augmented-lagrangian`,
    );
  }
  say(pair.friction.name, out.stiffness[0], out.damping[0], "less stiffness or damping of the friction law");
}

/** The law at the depth at which it bears a weight, N, found by bisection. */
function restingContact(law: ContactLaw, params: Readonly<Record<string, unknown>>, weight: number) {
  const batch = { gap: new Float64Array(1), gapRate: new Float64Array(1), impactSpeed: new Float64Array(1) };
  const out = { force: new Float64Array(1), stiffness: new Float64Array(1), damping: new Float64Array(1) };
  let low = 0;
  let high = 1e-9;
  const forceAt = (depth: number) => {
    batch.gap[0] = -depth;
    law.evaluate(params as never, batch, out, 0, 1);
    return out.force[0];
  };
  for (let k = 0; k < 100 && forceAt(high) < weight; k++) high *= 2;
  for (let k = 0; k < 60; k++) {
    const mid = 0.5 * (low + high);
    if (forceAt(mid) < weight) low = mid;
    else high = mid;
  }
  forceAt(high);
  return out;
}
