import { powerOfTwo } from "../../math/power-of-two.js";
import type { Model } from "../../model/model.js";
import * as p from "../../model/params.js";
import { PART_PARAMS } from "../part-params.js";

/** What a scene may say about the formulation; the defaults need no tuning. */
export const LAGRANGIAN_PARAMS = {
  priority: p.choice(["accuracy", "real-time"], {
    default: "accuracy",
    help: "real-time bounds the work of a step: tolerance at least 1e-7, at most 13 iterations, and 2 parts where these do not suffice; projections end when they have settled; impacts are not resolved in parts, status unresolved tells where",
  }),
  method: p.choice(["index-3", "index-1", "penalty"], {
    default: "index-3",
    help: "index-3: augmented Lagrangian on positions with projections, second order; index-1: on accelerations, explicit Runge–Kutta method of fifth order with projections, for mechanisms that are not stiff; penalty: accelerations from stiff constraints, explicit RK4",
  }),
  scheme: p.choice(["trapezoidal", "newmark", "hht", "generalized-alpha"], {
    default: "trapezoidal",
    help: "how positions, velocities and accelerations of a step belong together",
  }),
  beta: p.number({ unit: "1", above: 0, max: 1, default: 0.25, help: "newmark: β" }),
  gamma: p.number({ unit: "1", min: 0.5, max: 2, default: 0.5, help: "newmark: γ; more than 1/2 dissipates" }),
  forceWeight: p.number({
    unit: "1",
    min: 0,
    max: 1 / 3,
    default: 0.05,
    help: "hht: weight of the forces at the start of the step",
  }),
  spectralRadius: p.number({
    unit: "1",
    above: 0,
    max: 1,
    default: 0.8,
    help: "generalized-alpha: what is left of a very fast vibration after a step; 1 dissipates nothing",
  }),
  tangent: p.choice(["auto", "approximate", "exact"], {
    default: "auto",
    help: "exact: the tangent of Newton's method has the second derivatives of the constraints too; auto: where it takes more than three iterations",
  }),
  tolerance: p.number({
    unit: "1",
    above: 0,
    default: 1e-10,
    help: "largest change in the last Newton iteration, relative to the size of the mechanism",
  }),
  iterations: p.number({
    unit: "1",
    integer: true,
    min: 1,
    max: 1000,
    default: 20,
    help: "most Newton iterations; status notConverged beyond",
  }),
  projection: p.choice(["tangent", "mass", "none"], {
    default: "tangent",
    help: "weight with which velocities and accelerations are projected: tangent uses the factors of Newton's method again; mass dissipates least; none diverges",
  }),
  passes: p.number({
    unit: "1",
    integer: true,
    min: 1,
    max: 100,
    default: 1,
    help: "passes of each projection; every further one reduces the error by the penalty ratio",
  }),
  penaltyRatio: p.number({
    unit: "1",
    above: 0,
    default: 1e5,
    help: "β h² α over the mass that a constraint moves",
  }),
  penalty: p.number({
    unit: "N/m",
    above: 0,
    optional: true,
    help: "α of a body of mean mass, instead of the ratio; 1e7 in [Luaces2013]",
  }),
  penaltyScaling: p.choice(["mass", "none"], {
    default: "mass",
    help: "with penalty — mass: α of every row goes with the mass of its body, over the mean; none: one α for all rows",
  }),
  frequency: p.number({ unit: "rad/s", above: 0, default: 10, help: "penalty method: ω of the stabilisation" }),
  damping: p.number({ unit: "1", min: 0, default: 1, help: "penalty method: ξ of the stabilisation" }),
  errorTolerance: p.number({
    unit: "1",
    above: 0,
    optional: true,
    help: "error of positions per step, relative to the size of the mechanism: steps are done in parts short enough; none when absent",
  }),
  ...PART_PARAMS,
  coordinates: p.choice(["shared", "separate"], {
    default: "shared",
    help: "shared: bodies have the points and vectors of their joints in common; separate: 12 coordinates per body, 4 in the plane",
  }),
  sleep: p.flag({
    default: false,
    help: "loose bodies at rest, and those that they touch, fall asleep and cost nothing until something that moves comes near; method index-3 without errorTolerance, contact at points",
  }),
  sleepSpeed: p.number({
    unit: "m/s",
    min: 0,
    default: 0.02,
    help: "a body is at rest while no point of it moves faster",
  }),
  sleepTime: p.number({ unit: "s", min: 0, default: 0.5, help: "how long loose bodies must be at rest" }),
  looseBodies: p.choice(["condensed", "together"], {
    default: "condensed",
    help: "bodies in space without joints and springs — condensed: each is solved by its six motions, so that contacts cost little; together: one factorisation with the mechanism, for comparison",
  }),
} as const;

/** The parameters with the numbers of the integrator. */
export interface LagrangianSettings {
  readonly method: "index-3" | "index-1" | "penalty";
  /** Iterations of Newton's method without second derivatives of the constraints. */
  readonly approximate: number;
  readonly tolerance: number;
  readonly iterations: number;
  readonly projection: "tangent" | "mass" | "none";
  readonly passes: number;
  /** Change of a further pass, over a step and the scale of a coordinate, which ends a projection; 0: none does. */
  readonly passTolerance: number;
  readonly penaltyRatio: number;
  /** α of a body of mean mass, or 0 when the ratio counts. */
  readonly penalty: number;
  /** That α for all rows, whatever their body. */
  readonly scalarPenalty: boolean;
  /** 0 when steps are done in one. */
  readonly errorTolerance: number;
  /** Most parts of a step with contacts, a power of two. */
  readonly parts: number;
  /** Whether steps are cut where impacts would be sampled at a few places only. */
  readonly resolvesImpacts: boolean;
  /** Whether one pattern of the tangent serves whatever touches the ground. */
  readonly standing: boolean;
  /** See `measureStrain`. */
  readonly impactFraction: number;
  readonly sleep: boolean;
  readonly sleepSpeed: number;
  readonly sleepTime: number;
  readonly frequency: number;
  readonly damping: number;
  readonly step: IntegratorNumbers;
}

/**
 * One integrator with four numbers; weights of the start of the step for inertia (δ_m) and forces (δ_f).
 *
 *   q_{n+1} = q_n + h q̇_n + h²/2 {(1 − 2β) q̈_n + 2β q̈_{n+1}},   q̇_{n+1} = q̇_n + h {(1 − γ) q̈_n + γ q̈_{n+1}}
 *
 * Source: [Luaces2013] (2.12)–(2.13), (2.43)–(2.52).
 */
export interface IntegratorNumbers {
  readonly deltaM: number;
  readonly deltaF: number;
  readonly beta: number;
  readonly gamma: number;
}

/** Newmark's family; 1/4 and 1/2 make the trapezoidal rule. */
function newmark(beta: number, gamma: number): IntegratorNumbers {
  return { deltaM: 0, deltaF: 0, beta, gamma };
}

/** HHT: forces weighted between start and end. [Luaces2013] (2.44)–(2.46). */
export function hht(deltaF: number): IntegratorNumbers {
  return { deltaM: 0, deltaF, beta: ((1 + deltaF) * (1 + deltaF)) / 4, gamma: (1 + 2 * deltaF) / 2 };
}

/**
 * Generalized-α from the spectral radius ρ∞ at infinite frequency, 1 without dissipation, 0 with the most. The source
 * says it the other way round (errata of its transcription, E-05). [Luaces2013] (2.57)–(2.58).
 */
export function generalizedAlpha(rho: number): IntegratorNumbers {
  const deltaM = (2 * rho - 1) / (rho + 1);
  const deltaF = rho / (rho + 1);
  const sum = 1 + deltaF - deltaM;
  return { deltaM, deltaF, beta: (sum * sum) / 4, gamma: 0.5 - deltaM + deltaF };
}

/** What the priority `real-time` allows. */
const REAL_TIME = { tolerance: 1e-7, iterations: 10, parts: 2 };

const APPROXIMATE = { exact: 0, auto: 3, approximate: Number.POSITIVE_INFINITY } as const;

/** Whether loose bodies of a model may sleep. */
export function sleeps(model: Model): boolean {
  const { sleep, method, errorTolerance, looseBodies } = model.formulation.params as Record<string, unknown>;
  return sleep === true && method === "index-3" && errorTolerance === undefined && looseBodies === "condensed";
}

/** The settings of a model. */
export function readLagrangianSettings(model: Model): LagrangianSettings {
  const given = model.formulation.params as Record<string, never>;
  const scheme = given.scheme as string;
  const hurried = (given.priority as string) === "real-time";
  const step =
    scheme === "hht"
      ? hht(given.forceWeight)
      : scheme === "generalized-alpha"
        ? generalizedAlpha(given.spectralRadius)
        : scheme === "newmark"
          ? newmark(given.beta, given.gamma)
          : newmark(0.25, 0.5);
  return {
    method: given.method,
    approximate: APPROXIMATE[given.tangent as keyof typeof APPROXIMATE],
    tolerance: hurried ? Math.max(REAL_TIME.tolerance, given.tolerance) : given.tolerance,
    iterations: hurried ? Math.min(REAL_TIME.iterations, given.iterations) : given.iterations,
    projection: given.projection,
    passes: given.passes,
    passTolerance: hurried ? REAL_TIME.tolerance : 0,
    penaltyRatio: given.penaltyRatio,
    penalty: given.penalty ?? 0,
    scalarPenalty: given.penaltyScaling === "none",
    errorTolerance: given.errorTolerance ?? 0,
    parts: powerOfTwo(hurried ? Math.min(REAL_TIME.parts, given.parts) : given.parts),
    resolvesImpacts: !hurried,
    standing: hurried,
    impactFraction: given.impactFraction,
    sleep: sleeps(model),
    sleepSpeed: given.sleepSpeed,
    sleepTime: given.sleepTime,
    frequency: given.frequency,
    damping: given.damping,
    step,
  };
}
