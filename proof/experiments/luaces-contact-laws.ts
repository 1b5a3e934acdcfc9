import { type ContactLaw, param } from "stiction";
import type { contact } from "stiction/internals";
import type { Context } from "../context.js";
import { atLeast, atMost, defineExperiment, error, near } from "../experiment.js";
import { bounce } from "../reference/one-degree.js";

/** A law of the context with some parameters given and defaults for the others. */
function lawOf(context: Context, name: keyof typeof contact.laws, given: Record<string, unknown>) {
  const law = context.contact.laws[name] as ContactLaw;
  return [law, param.record(law.params, { help: "" }).parse(given)] as const;
}

const STEEL = { modulus: 210e9, poisson: 0.3 };

export const luacesV15 = defineExperiment({
  id: "luaces.v15",
  title: "Hertz stiffness of steel on steel",
  reference: "[Luaces2013] V15 and (3.2), (3.3): sphere of 0.1 m on a plane, E = 210 GPa, ν = 0.3.",
  rows: { "": near("stiffness", "N/m^1.5", 4.865e10, 5e5, "published digits") },
  *measure(context) {
    const plane = { ...STEEL, radius: Number.POSITIVE_INFINITY };
    yield ["", context.contact.hertzStiffness({ ...STEEL, radius: 0.1 }, plane)];
  },
});

/** Restitution set, and what Hunt–Crossley's and Lankarani–Nikravesh's formulas make of it. */
const TABLE = [
  [0.99, 0.9901, 0.99015],
  [0.9, 0.90902, 0.91318],
  [0.8, 0.83287, 0.8471],
  [0.7, 0.768, 0.79597],
  [0.5, 0.66296, 0.72524],
  [0.3, 0.58129, 0.68422],
  [0.1, 0.51583, 0.66527],
] as const;

const IMPACT = { mass: 1, speed: 1, gap: 1.23e-4, timestep: 1e-4 };

export const luacesV16 = defineExperiment({
  id: "luaces.v16",
  title: "Effective restitution of Hunt–Crossley and Lankarani–Nikravesh",
  reference:
    "[Luaces2013] V16, table of section 3.1: D(1 + e) = ln[(1 + D)/(1 − De)]. 1 kg at 1 m/s, k = 1e6 N/m^1.5, trapezoidal rule, 0.1 ms.",
  rows: {
    "hunt-crossley": error(
      "largest relative deviation of the rebound, seven values",
      "1",
      0.01,
      "1 %: discretisation of the impact",
    ),
    "lankarani-nikravesh": error(
      "largest relative deviation of the rebound, seven values",
      "1",
      0.01,
      "1 %: discretisation of the impact",
    ),
    closed: error(
      "largest deviation of the closed form from the table",
      "1",
      5.01e-6,
      "five digits published, of values that were cut or rounded",
    ),
  },
  *measure(context) {
    let [hunt, lankarani, closed] = [0, 0, 0];
    for (const [restitution, a, b] of TABLE) {
      const given = { stiffness: 1e6, restitution };
      const first = bounce(...lawOf(context, "hunt-crossley", { ...given, rule: "published" }), IMPACT);
      const second = bounce(...lawOf(context, "lankarani-nikravesh", given), IMPACT);
      hunt = Math.max(hunt, Math.abs(first.speed / a - 1));
      lankarani = Math.max(lankarani, Math.abs(second.speed / b - 1));
      const { huntCrossleyFactor, lankaraniNikraveshFactor, restitutionOf } = context.contact;
      closed = Math.max(closed, Math.abs(restitutionOf(huntCrossleyFactor(restitution)) - a));
      closed = Math.max(closed, Math.abs(restitutionOf(lankaraniNikraveshFactor(restitution)) - b));
    }
    yield ["hunt-crossley", hunt];
    yield ["lankarani-nikravesh", lankarani];
    yield ["closed", closed];
  },
});

export const luacesV17 = defineExperiment({
  id: "luaces.v17",
  title: "Depth and duration of an impact",
  reference: "[Luaces2013] V17: Hunt–Crossley, 1 kg at 1 m/s, k = 1e6 N/m^1.5, ε = 0.7; trapezoidal rule, 10 µs.",
  rows: {
    depth: near("largest indentation", "m", 3.93e-3, 5e-7, "published digits"),
    duration: near("duration of contact", "s", 13.24e-3, 2.5e-5, "published digits and a step at either end"),
    "closed-depth": near("largest indentation in closed form", "m", 3.93019e-3, 5e-9, "published digits"),
    "closed-duration": near("duration by quadrature", "s", 13.238e-3, 5e-7, "published digits"),
  },
  *measure(context) {
    const [law, params] = lawOf(context, "hunt-crossley", { stiffness: 1e6, restitution: 0.7, rule: "published" });
    const { depth, duration } = bounce(law, params, { ...IMPACT, timestep: 1e-5 });
    yield ["depth", depth];
    yield ["duration", duration];
    const closed = context.contact.impactOf(law, params, 1, 1);
    yield ["closed-depth", closed.depth];
    yield ["closed-duration", closed.duration];
  },
});

export const luacesV18 = defineExperiment({
  id: "luaces.v18",
  title: "Impact of 2.6 steps: the rebound at every phase",
  reference:
    "[Luaces2013] V18: as V17 with steps of 5 ms from 11 gaps, 20 to 25 mm: 0.78 to 0.89 m/s, never faster than it came.",
  rows: {
    least: atLeast("least speed of rebound", "m/s", 0.78, "published"),
    greatest: atMost("largest speed of rebound", "m/s", 0.89, "published"),
    steps: near("steps of 5 ms that the impact lasts", "1", 2.6476, 1e-4, "13.238 ms in closed form over 5 ms"),
  },
  *measure(context) {
    const [law, params] = lawOf(context, "hunt-crossley", { stiffness: 1e6, restitution: 0.7, rule: "published" });
    const speeds = Array.from(
      { length: 11 },
      (_, k) => bounce(law, params, { mass: 1, speed: 1, gap: 0.02 + 0.0005 * k, timestep: 5e-3 }).speed,
    );
    yield ["least", Math.min(...speeds)];
    yield ["greatest", Math.max(...speeds)];
    yield ["steps", (context.contact.longestStep(law, params, 1, 1) * 2.5) / 5e-3];
  },
});

const ASKED = [0, 0.25, 0.5, 0.75, 1] as const;

/** Largest |measured e − specified e| of a law that claims the specified restitution. */
function deviation(context: Context, name: "hunt-crossley" | "linear", steps: number): number {
  let worst = 0;
  for (const restitution of ASKED) {
    const [law, params] = lawOf(context, name, { restitution });
    const timestep = context.contact.impactOf(law, params, 1, 1).duration / steps;
    const { speed } = bounce(law, params, {
      mass: 1,
      speed: 1,
      gap: 1e-9,
      timestep: restitution === 0 ? timestep / 20 : timestep,
    });
    worst = Math.max(worst, Math.abs(speed - restitution));
  }
  return worst;
}

export const restitutionAsked = defineExperiment({
  id: "own.restitution",
  title: "Compliant contact has the specified restitution",
  reference:
    "Rebound of 1 kg at 1 m/s for e = 0, 0.25, 0.5, 0.75, 1, trapezoidal rule. Damping from the closed forms of power law and Kelvin–Voigt.",
  rows: {
    "hunt-crossley": error(
      "largest deviation of e, rule exact",
      "1",
      1e-3,
      "0.1 %: the law is exact; e = 0 counts as 5e-4",
    ),
    linear: error("largest deviation of e", "1", 1e-3, "0.1 %: the law is exact; e = 0 counts as 5e-4"),
    flores: error(
      "largest deviation of Flores' rebound from its closed form, e = 0.1 to 1",
      "1",
      0.01,
      "1 % of the closed-form effective values",
    ),
  },
  *measure(context) {
    yield ["hunt-crossley", deviation(context, "hunt-crossley", 500)];
    yield ["linear", deviation(context, "linear", 1000)];
    let flores = 0;
    // [Moisio2013] spec, section 6: three digits
    for (const [restitution, e] of [
      [0.1, 0.069],
      [0.3, 0.256],
      [0.5, 0.47],
      [0.7, 0.683],
      [0.9, 0.894],
      [1, 1],
    ]) {
      const { speed } = bounce(...lawOf(context, "flores", { restitution }), { ...IMPACT, timestep: 1e-5 });
      flores = Math.max(flores, Math.abs(speed / e - 1));
    }
    yield ["flores", flores];
  },
});
