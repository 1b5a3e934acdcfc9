/** The laws on one line [Moisio2013, §3.3, §4.2.4, §5.2.5, §6.1] (rows V01–V11). */
import { type ContactLaw, param } from "stiction";
import type { contact } from "stiction/internals";
import type { Context } from "../context.js";
import { atLeast, defineExperiment, error, near } from "../experiment.js";
import { type Drop, drop } from "../reference/drop.js";
import { bounce } from "../reference/one-degree.js";

/** A law of the context with some parameters given and defaults for the others. */
function lawOf(context: Context, name: keyof typeof contact.laws, given: Record<string, unknown>) {
  const law = context.contact.laws[name] as ContactLaw;
  return [law, param.record(law.params, { help: "" }).parse(given)] as const;
}

/** ε set, and the resulting restitution: Hunt–Crossley, Lankarani–Nikravesh, Flores; three digits. */
const RESTITUTIONS = [
  [0.9, 0.909, 0.913, 0.894],
  [0.7, 0.768, 0.796, 0.683],
  [0.5, 0.663, 0.725, 0.47],
  [0.3, 0.581, 0.684, 0.256],
  [0.1, 0.516, 0.665, 0.069],
  [0.05, 0.501, 0.664, 0.033],
] as const;

const IMPACT = { mass: 1, speed: 1, gap: 1.23e-5, timestep: 1e-5 };

export const moisioV01 = defineExperiment({
  id: "moisio.v01",
  title: "Restitution of four laws without gravity",
  reference:
    "[Moisio2013] spec, section 6: (1 + e) h = ln[(1 + h)/(1 − he)], six values. 1 kg at 1 m/s, trapezoidal rule, 10 µs.",
  rows: {
    "hunt-crossley": error("largest deviation of e", "1", 0.002, "closed form; the rest is discretisation"),
    "lankarani-nikravesh": error("largest deviation of e", "1", 0.002, "closed form; the rest is discretisation"),
    flores: error("largest deviation of e", "1", 0.002, "closed form; the rest is discretisation"),
    rim: error(
      "largest deviation of e from Flores' value",
      "1",
      0.002,
      "independent of K, n and mass; the rest is discretisation",
    ),
  },
  *measure(context) {
    const worst = [0, 0, 0, 0];
    for (const [restitution, hunt, lankarani, flores] of RESTITUTIONS) {
      const laws = [
        lawOf(context, "hunt-crossley", { restitution, rule: "published" }),
        lawOf(context, "lankarani-nikravesh", { restitution }),
        lawOf(context, "flores", { restitution }),
        lawOf(context, "rim", { restitution }),
      ];
      [hunt, lankarani, flores, flores].forEach((e, k) => {
        worst[k] = Math.max(worst[k], Math.abs(bounce(...laws[k], IMPACT).speed - e));
      });
    }
    yield ["hunt-crossley", worst[0]];
    yield ["lankarani-nikravesh", worst[1]];
    yield ["flores", worst[2]];
    yield ["rim", worst[3]];
  },
});

const R = 0.2;
const SOFT = { modulus: 2.1e5, poisson: 0.3 };
const ON_PLANE: Drop = { mass: 1, height: 1, touch: R, timestep: 1e-4, duration: 1 };
const TIME = "four digits of an independent prototype's run";

function hertzOnPlane(context: Context) {
  const plane = { ...SOFT, radius: Number.POSITIVE_INFINITY };
  const stiffness = context.contact.hertzStiffness({ ...SOFT, radius: R }, plane);
  return drop(...lawOf(context, "hertz", { stiffness }), ON_PLANE);
}

function rimOnPlane(context: Context, correction: number) {
  const modulus = context.contact.pairModulus(SOFT, SOFT);
  return drop(...lawOf(context, "rim", { modulus, correction, radius: R, restitution: 1 }), ON_PLANE);
}

export const moisioV02 = defineExperiment({
  id: "moisio.v02",
  title: "Hertz: sphere on plane",
  reference: "[Moisio2013] §5.2.5: R = 0.2 m, 1 kg, E = 0.21 MPa, ν = 0.3, from 1 m; RK4, 0.1 ms.",
  rows: {
    force: near("largest force", "N", 528.5, 0.005 * 528.5, "0.5 % of an independent prototype"),
    time: near("time of the first peak", "s", 0.8364, 1e-4, `${TIME}, and its step`),
    height: near("height of the first peak", "m", 1, 1e-4, "energy error of RK4 at 0.1 ms"),
    depth: near("largest indentation", "m", 38.93e-3, 5e-6, TIME),
  },
  *measure(context) {
    const { peaks, force, depth } = hertzOnPlane(context);
    yield ["force", force];
    yield ["time", peaks[0]?.time ?? Number.NaN];
    yield ["height", peaks[0]?.height ?? Number.NaN];
    yield ["depth", depth];
  },
});

const RIM = "[Moisio2013] (5.18), (5.19): as V02 with the exact circle as rim.";

export const moisioV03 = defineExperiment({
  id: "moisio.v03",
  title: "Rim without correction: stiffer than Hertz",
  reference: RIM,
  rows: {
    earlier: atLeast("lead over Hertz at the first peak", "s", 0.004, "0.8364 − 0.8314 s, to two digits"),
    time: near("time of the first peak", "s", 0.8314, 1e-4, `${TIME}, and its step`),
    force: near("largest force", "N", 629.7, 0.5, TIME),
    depth: near("largest indentation", "m", 32.01e-3, 5e-6, TIME),
  },
  *measure(context) {
    const { peaks, force, depth } = rimOnPlane(context, 1);
    const time = peaks[0]?.time ?? Number.NaN;
    yield ["earlier", (hertzOnPlane(context).peaks[0]?.time ?? Number.NaN) - time];
    yield ["time", time];
    yield ["force", force];
    yield ["depth", depth];
  },
});

export const moisioV04 = defineExperiment({
  id: "moisio.v04",
  title: "Rim with L_r = 1/2: softer than Hertz",
  reference: RIM,
  rows: {
    later: atLeast("lag behind Hertz at the first peak", "s", 0.002, "0.8392 − 0.8364 s, to one digit"),
    time: near("time of the first peak", "s", 0.8392, 1e-4, `${TIME}, and its step`),
    force: near("largest force", "N", 476.8, 0.5, TIME),
    depth: near("largest indentation", "m", 42.63e-3, 5e-6, TIME),
  },
  *measure(context) {
    const { peaks, force, depth } = rimOnPlane(context, 0.5);
    const time = peaks[0]?.time ?? Number.NaN;
    yield ["later", time - (hertzOnPlane(context).peaks[0]?.time ?? Number.NaN)];
    yield ["time", time];
    yield ["force", force];
    yield ["depth", depth];
  },
});

export const moisioV05 = defineExperiment({
  id: "moisio.v05",
  title: "Rim over Hertz",
  reference: "[Moisio2013] (5.18) over (3.1): (π/√2)/(4/3) = 1.6661 at small depth, sphere on plane and equal spheres.",
  rows: {
    plane: near("ratio of forces, sphere on plane", "1", 1.66608, 1e-4, "depth over radius of 1e-5 and digits"),
    spheres: near("ratio of forces, equal spheres", "1", 1.66608, 1e-4, "as above"),
    equal: near("L_r at which they are equal", "1", 0.6002, 1e-4, "digits of an independent prototype"),
  },
  *measure(context) {
    const forceAt = ([law, params]: ReturnType<typeof lawOf>, depth: number) => {
      const one = (x: number) => Float64Array.of(x);
      const out = { force: one(0), stiffness: one(0), damping: one(0) };
      law.evaluate(params, { gap: one(-depth), gapRate: one(0), impactSpeed: one(1) }, out, 0, 1);
      return out.force[0];
    };
    const modulus = context.contact.pairModulus(SOFT, SOFT);
    const sphere = { ...SOFT, radius: R };
    const ratio = (against: "plane" | "equal-sphere") => {
      const other = against === "plane" ? { ...SOFT, radius: Number.POSITIVE_INFINITY } : sphere;
      const hertz = lawOf(context, "hertz", { stiffness: context.contact.hertzStiffness(sphere, other) });
      const rim = lawOf(context, "rim", { modulus, correction: 1, radius: R, against });
      return forceAt(rim, 1e-5 * R) / forceAt(hertz, 1e-5 * R);
    };
    yield ["plane", ratio("plane")];
    yield ["spheres", ratio("equal-sphere")];
    yield ["equal", 1 / ratio("plane")];
  },
});

const BALL = { modulus: 2.1e6, poisson: 0.3, radius: R };
const ON_BALL: Drop = { mass: 1, height: 1, touch: 2 * R, timestep: 1e-4, duration: 2.2 };
type Compared = "hunt-crossley" | "lankarani-nikravesh" | "flores" | "rim";

/** The laws of two equal spheres of section 7.1. */
function between(context: Context, name: Compared, restitution: number) {
  const stiffness = context.contact.hertzStiffness(BALL, BALL);
  const modulus = context.contact.pairModulus(BALL, BALL);
  const own =
    name === "rim"
      ? { modulus, radius: R, against: "equal-sphere" }
      : { stiffness, ...(name === "hunt-crossley" ? { rule: "published" } : {}) };
  return lawOf(context, name, { ...own, restitution, leastSpeed: 1e-3 });
}

const SPHERES =
  "[Moisio2013] §6.1: two spheres of 0.2 m, 1 kg, E = 2.1 MPa, ν = 0.3, the upper falls from 1 m, touch at 0.4 m; RK4, 0.1 ms.";

export const moisioV06 = defineExperiment({
  id: "moisio.v06",
  title: "Elastic spheres return to 1 m",
  reference: SPHERES,
  rows: {
    "hunt-crossley": error("largest deviation of a peak from 1 m", "m", 1e-4, "energy error of RK4 at 0.1 ms"),
    "lankarani-nikravesh": error("largest deviation of a peak from 1 m", "m", 1e-4, "energy error of RK4 at 0.1 ms"),
    flores: error("largest deviation of a peak from 1 m", "m", 1e-4, "energy error of RK4 at 0.1 ms"),
    rim: error("largest deviation of a peak from 1 m", "m", 1e-4, "energy error of RK4 at 0.1 ms"),
    time: near("time of the first peak, Hertz", "s", 0.713, 1.5e-4, `${TIME}, and its step`),
  },
  *measure(context) {
    for (const name of ["hunt-crossley", "lankarani-nikravesh", "flores", "rim"] as const) {
      const { peaks } = drop(...between(context, name, 1), ON_BALL);
      yield [name, peaks.length === 0 ? Number.NaN : Math.max(...peaks.map((peak) => Math.abs(peak.height - 1)))];
      if (name === "flores") yield ["time", peaks[0]?.time ?? Number.NaN];
    }
  },
});

const heightOf = ({ peaks, rest }: ReturnType<typeof drop>) => peaks[0]?.height ?? rest;

export const moisioV07 = defineExperiment({
  id: "moisio.v07",
  title: "Spheres at ε = 0.5",
  reference: `${SPHERES} The source's "should be" 0.7 m takes height as proportional to ε; 0.4 + 0.6 ε² is 0.55 m.`,
  rows: {
    "hunt-crossley": near("first peak", "m", 0.65, 0.03, "published: ± 0.03 m"),
    "lankarani-nikravesh": near("first peak", "m", 0.7, 0.03, "published: ± 0.03 m"),
    flores: near("first peak", "m", 0.5, 0.03, "published: ± 0.03 m"),
    "flores-own": near("first peak", "m", 0.525, 5e-4, "three digits of an independent prototype's run"),
    rim: near("first peak", "m", 0.524, 5e-4, "three digits of an independent prototype's run"),
    force: near("largest force by the rim", "N", 833, 0.5, "three digits of an independent prototype's run"),
  },
  *measure(context) {
    yield ["hunt-crossley", heightOf(drop(...between(context, "hunt-crossley", 0.5), ON_BALL))];
    yield ["lankarani-nikravesh", heightOf(drop(...between(context, "lankarani-nikravesh", 0.5), ON_BALL))];
    const flores = heightOf(drop(...between(context, "flores", 0.5), ON_BALL));
    yield ["flores", flores];
    yield ["flores-own", flores];
    const rim = drop(...between(context, "rim", 0.5), ON_BALL);
    yield ["rim", heightOf(rim)];
    yield ["force", rim.force];
  },
});

export const moisioV08 = defineExperiment({
  id: "moisio.v08",
  title: "Spheres at ε = 0.05",
  reference: SPHERES,
  rows: {
    flores: near("first peak, or rest", "m", 0.4, 0.0015, "0.4 + 0.6 ε² is 0.4015 m: no visible bounce"),
    rim: near("first peak, or rest", "m", 0.4, 0.0015, "0.4 + 0.6 ε² is 0.4015 m: no visible bounce"),
    "hunt-crossley": near(
      "first peak",
      "m",
      0.543,
      5e-4,
      "three digits of an independent prototype: clearly under-damped",
    ),
    "lankarani-nikravesh": near(
      "first peak",
      "m",
      0.657,
      5e-4,
      "three digits of an independent prototype: clearly under-damped",
    ),
    rest: near("height at rest by Hertz's stiffness", "m", 0.39926, 5e-6, "digits of an independent prototype"),
  },
  *measure(context) {
    for (const name of ["flores", "rim", "hunt-crossley", "lankarani-nikravesh"] as const) {
      const result = drop(...between(context, name, 0.05), ON_BALL);
      yield [name, heightOf(result)];
      if (name === "flores") yield ["rest", result.rest];
    }
  },
});

export const moisioV09 = defineExperiment({
  id: "moisio.v09",
  title: "Peak of Flores' force at ε = 0.05",
  reference: SPHERES,
  rows: {
    ratio: near(
      "largest force over that of the elastic impact",
      "1",
      2.1,
      0.05,
      "two digits of an independent prototype",
    ),
    flores: near("largest force", "N", 2012, 5, "0.25 %: the peak lasts about a step"),
    rim: near("largest force", "N", 1869, 5, "0.25 %: the peak lasts about a step"),
    depth: near("largest indentation", "m", 5.01e-3, 5e-6, "three digits of an independent prototype"),
  },
  *measure(context) {
    const flores = drop(...between(context, "flores", 0.05), ON_BALL);
    // of Hertz, so that both do not err alike
    const closed = context.contact.powerLawImpact({
      stiffness: context.contact.hertzStiffness(BALL, BALL),
      exponent: 1.5,
      factor: 0,
      mass: 1,
      speed: Math.sqrt(2 * 9.81 * 0.6),
    });
    const elastic = context.contact.hertzStiffness(BALL, BALL) * closed.depth * Math.sqrt(closed.depth);
    yield ["ratio", flores.force / elastic];
    yield ["flores", flores.force];
    yield ["rim", drop(...between(context, "rim", 0.05), ON_BALL).force];
    yield ["depth", flores.depth];
  },
});

/** Growth of the step between trials, moments of touch within a step. */
const RATIO = 1.03;
const MOMENTS = 16;

/**
 * Shortest step, s, with which the first bounce goes higher than the drop by 1 % of it, at the worst moment of touch.
 */
function measuredLimit([law, params]: ReturnType<typeof between>): number {
  const speed = Math.sqrt(2 * 9.81 * 0.6);
  for (let h = 1e-3; h < 0.03; h *= RATIO) {
    for (let k = 0; k < MOMENTS; k++) {
      const offset = (speed * h * k) / MOMENTS;
      const given = { ...ON_BALL, timestep: h, offset, duration: 0.7 };
      if (heightOf(drop(law, params, given)) - offset > 1 + 0.01 * 0.6) return h;
    }
  }
  return Number.POSITIVE_INFINITY;
}

const WITHIN = "within 15 % of the limit measured here";

export const moisioV10 = defineExperiment({
  id: "moisio.v10",
  title: "Longest step before an impact gains energy",
  reference: `${SPHERES} The source's limits: 4.6, 20, 16.5, 22.5 ms (Flores and Hunt–Crossley at ε = 0.05 and at 0.5); an independent prototype: 2.3, 6.7, 5.9, 6.7 ms.`,
  rows: {
    low: atLeast("Hunt–Crossley's limit over Flores', ε = 0.05", "1", 1.5, "the source's order: Flores clearly worse"),
    middle: atLeast(
      "Hunt–Crossley's limit over Flores', ε = 0.5",
      "1",
      1.03,
      "the source's order: Flores no better; one step of the search",
    ),
    "flores-0.05": near("estimate over measured limit", "1", 1, 0.15, WITHIN),
    "hunt-crossley-0.05": near("estimate over measured limit", "1", 1, 0.15, WITHIN),
    "flores-0.5": near("estimate over measured limit", "1", 1, 0.15, WITHIN),
    "hunt-crossley-0.5": near("estimate over measured limit", "1", 1, 0.15, WITHIN),
    "rim-0.5": near("estimate over measured limit", "1", 1, 0.15, WITHIN),
  },
  *measure(context) {
    const measured: Record<string, number> = {};
    for (const [key, name, restitution] of [
      ["flores-0.05", "flores", 0.05],
      ["hunt-crossley-0.05", "hunt-crossley", 0.05],
      ["flores-0.5", "flores", 0.5],
      ["hunt-crossley-0.5", "hunt-crossley", 0.5],
      ["rim-0.5", "rim", 0.5],
    ] as const) {
      const given = between(context, name, restitution);
      measured[key] = measuredLimit(given);
      yield [key, context.contact.stepLimit(...given, 1, 3.431) / measured[key]];
    }
    yield ["low", measured["hunt-crossley-0.05"] / measured["flores-0.05"]];
    yield ["middle", measured["hunt-crossley-0.5"] / measured["flores-0.5"]];
  },
});

export const moisioV11 = defineExperiment({
  id: "moisio.v11",
  title: "Work of one long step",
  reference: "[Moisio2013] §4.2.4: 1e7 N/m, from 1 to 2 mm in one step at 2 m/s; with 1e4 N s/m in addition; 0.1 kg.",
  rows: {
    held: near("work with the force of the beginning", "J", 10, 1e-9, "published, round-off"),
    true: near("work of the spring", "J", 15, 1e-9, "published, round-off: linear, so the midpoint rule is exact"),
    damped: near("work with a damper, force of the beginning", "J", 30, 1e-9, "published, round-off"),
    gain: near(
      "work with the force held over the 0.2 J that the body came with",
      "1",
      50,
      1e-8,
      "published: 10 J, 0.2 J",
    ),
  },
  *measure(context) {
    const forceAt = (depth: number, rate: number, damping: number) => {
      const [law, params] = lawOf(context, "linear", { stiffness: 1e7, damping });
      const one = (x: number) => Float64Array.of(x);
      const out = { force: one(0), stiffness: one(0), damping: one(0) };
      law.evaluate(params, { gap: one(-depth), gapRate: one(-rate), impactSpeed: one(2) }, out, 0, 1);
      return out.force[0];
    };
    const held = forceAt(1e-3, 2, 0) * 1e-3;
    yield ["held", held];
    yield ["true", forceAt(1.5e-3, 2, 0) * 1e-3];
    yield ["damped", forceAt(1e-3, 2, 1e4) * 1e-3];
    yield ["gain", held / (0.5 * 0.1 * 2 * 2)];
  },
});
