import type { Model } from "../../model/model.js";
import * as p from "../../model/params.js";

/** Parameters of the impulse formulation in a scene. Absent numbers come from the preset. */
export const IMPULSE_PARAMS = {
  preset: p.choice(["fast", "precise", "thesis"], {
    default: "fast",
    help: "fast: 4 sub-steps, joints solved directly; precise: more sub-steps, joints held at position level and small islands of contacts solved directly; thesis: the solver of [Gribel2009]",
  }),
  substeps: p.number({
    unit: "1",
    integer: true,
    min: 1,
    max: 1000,
    optional: true,
    help: "sub-steps per step: 4 fast, 8 precise, 1 thesis",
  }),
  iterations: p.number({
    unit: "1",
    integer: true,
    min: 1,
    max: 100_000,
    optional: true,
    help: "sweeps over all rows per pass: 1 fast, 4 precise, 10 thesis",
  }),
  detection: p.choice(["preset", "step", "substep"], {
    default: "preset",
    help: "how often contacts are found: once per step (fast), or in every sub-step (precise)",
  }),
  recycle: p.choice(["preset", "on", "off"], {
    default: "preset",
    help: "use the contact points of a pair again while it has hardly moved: on in fast",
  }),
  joints: p.choice(["preset", "direct", "iterative"], {
    default: "preset",
    help: "how joints are solved: all rows at once by a sparse factorisation, or row by row",
  }),
  contacts: p.choice(["auto", "iterative", "direct"], {
    default: "auto",
    help: "how contacts are solved: iterative in sweeps; direct by Newton's method, island by island; auto: direct where mass ratio, height of a column or the preset ask for it",
  }),
  directBodies: p.number({
    unit: "1",
    integer: true,
    min: 1,
    max: 100_000,
    optional: true,
    help: "largest island whose contacts are solved directly, in bodies: 24 fast, 64 precise",
  }),
  directScene: p.number({
    unit: "1",
    integer: true,
    min: 0,
    max: 100_000,
    default: 8,
    help: "contacts are solved directly throughout while at most this many bodies have contacts",
  }),
  massRatio: p.number({
    unit: "1",
    min: 1,
    default: 20,
    help: "mass ratio within an island that asks for the direct solution",
  }),
  contactFrequency: p.number({
    unit: "Hz",
    above: 0,
    optional: true,
    help: "frequency of soft contacts in sweeps; an eighth of the sub-step rate when absent, twice that against what does not move",
  }),
  contactDamping: p.number({ unit: "1", min: 0, default: 10, help: "damping ratio of soft contacts" }),
  jointFrequency: p.number({
    unit: "Hz",
    above: 0,
    optional: true,
    help: "frequency of joints that are solved row by row; 60, at most a quarter of the sub-step rate, when absent",
  }),
  jointDamping: p.number({ unit: "1", min: 0, default: 5, help: "damping ratio of joints that are solved row by row" }),
  pushSpeed: p.number({ unit: "m/s", min: 0, default: 3, help: "largest speed with which overlap is pushed apart" }),
  restitutionSpeed: p.number({
    unit: "m/s",
    min: 0,
    optional: true,
    help: "approach below this speed does not bounce: 0.1, thesis 1",
  }),
  restitutionLaw: p.choice(["newton", "poisson"], {
    default: "newton",
    help: "newton: speeds after an impact are −e times those before; poisson: the impulse of restitution is e times that of compression, so that friction does not disturb it and energy is never gained",
  }),
  friction: p.choice(["patch", "point"], {
    default: "patch",
    help: "patch: a flat footprint brakes slip and spin together, as a disc does; point: each contact point by itself",
  }),
  cone: p.choice(["circular", "pyramid"], {
    default: "circular",
    help: "shape of the friction cone; a pyramid along the tangents is up to 41 % too strong",
  }),
  warmStart: p.choice(["preset", "on", "off"], {
    default: "preset",
    help: "start from the impulses of the step before; off in the thesis",
  }),
  order: p.choice(["preset", "color", "bottom-up", "top-down"], {
    default: "preset",
    help: "order of the rows in a sweep: by colours, no body twice in one; or along gravity (thesis: top-down)",
  }),
  precision: p.choice(["double", "mixed"], {
    default: "double",
    help: "of sweeps over contacts; mixed: single where that is good enough, faster for piles",
  }),
  sleep: p.flag({ default: false, help: "islands at rest fall asleep and cost nothing until something touches them" }),
  sleepSpeed: p.number({
    unit: "m/s",
    min: 0,
    default: 0.05,
    help: "speed of any point of a body below which it is at rest",
  }),
  sleepTime: p.number({ unit: "s", min: 0, default: 0.5, help: "how long an island must be at rest" }),
  errorReduction: p.number({
    unit: "1",
    min: 0,
    max: 1,
    default: 0.4,
    help: "thesis: part of a contact's overlap that is removed per step (ERP)",
  }),
  jointErrorReduction: p.number({ unit: "1", min: 0, max: 1, default: 0.2, help: "thesis: the same for joints" }),
  feedbackSpeed: p.number({
    unit: "m/s",
    min: 0,
    default: 12,
    help: "thesis: the energy that feedback of joint errors may add to an island in all, as the speed of all its mass",
  }),
  allowedDepth: p.number({ unit: "m", min: 0, default: 0.002, help: "thesis: overlap that is left alone" }),
  clamp: p.choice(["accumulated", "per-iteration"], {
    default: "accumulated",
    help: "thesis: whether bounds hold for the sum of an impulse or for each change of it",
  }),
} as const;

/** The settings of a step, with all numbers resolved. */
export interface ImpulseSettings {
  readonly preset: "fast" | "precise" | "thesis";
  readonly substeps: number;
  readonly iterations: number;
  readonly detectEachSubstep: boolean;
  readonly recycles: boolean;
  readonly directJoints: boolean;
  readonly contacts: "auto" | "iterative" | "direct";
  readonly directBodies: number;
  readonly directScene: number;
  readonly massRatio: number;
  /** Newton–multiplier iterations of the direct solution, and corrections of positions. */
  readonly newton: number;
  readonly corrections: number;
  /** A position error of a joint below this is not corrected, m or rad. */
  readonly positionTolerance: number;
  /** [biasRate, massScale, impulseScale] of contacts between moving bodies, and of contacts with immovable bodies. */
  readonly soft: Float64Array;
  /** The same for joints that are solved row by row. */
  readonly softJoint: Float64Array;
  /**
   * Frequencies and damping ratios of soft rows: contacts between moving bodies, contacts with immovable bodies,
   * joints.
   */
  readonly frequency: number;
  readonly fixedFrequency: number;
  readonly damping: number;
  readonly jointFrequency: number;
  readonly jointDamping: number;
  readonly pushSpeed: number;
  readonly feedbackSpeed: number;
  readonly restitutionSpeed: number;
  /** Poisson's law of restitution instead of Newton's. */
  readonly poisson: boolean;
  readonly patchFriction: boolean;
  readonly pyramid: boolean;
  /** 1 or 0 */
  readonly warm: number;
  readonly order: "color" | "bottom-up" | "top-down";
  readonly sleep: boolean;
  readonly sleepSpeed: number;
  readonly sleepTime: number;
  readonly errorReduction: number;
  readonly jointErrorReduction: number;
  readonly allowedDepth: number;
  readonly accumulated: boolean;
}

type Given = { readonly [K in keyof typeof IMPULSE_PARAMS]: never };

/** The model's parameters, completed with the numbers of their preset. */
export function readSettings(model: Model): ImpulseSettings {
  const given = model.formulation.params as Record<keyof Given, never>;
  const preset = given.preset as ImpulseSettings["preset"];
  const pick = <T>(value: T | undefined, fast: T, precise: T, thesis: T): T =>
    value === undefined || (value as unknown) === "preset"
      ? preset === "fast"
        ? fast
        : preset === "precise"
          ? precise
          : thesis
      : value;
  const substeps = pick<number>(given.substeps, 4, 8, 1);
  const h = model.options.timestep / substeps;
  const frequency = (given.contactFrequency as number | undefined) ?? 0.125 / h;
  const damping = given.contactDamping as number;
  const told = (given.contactFrequency as number | undefined) !== undefined;
  return {
    preset,
    substeps,
    iterations: pick<number>(given.iterations, 1, 4, 10),
    detectEachSubstep: pick<string>(given.detection, "step", "substep", "step") === "substep",
    recycles: pick<string>(given.recycle, "on", "off", "off") === "on",
    directJoints: pick<string>(given.joints, "direct", "direct", "iterative") === "direct",
    contacts: given.contacts,
    directBodies: pick<number>(given.directBodies, 24, 64, 0),
    directScene: given.directScene,
    massRatio: given.massRatio,
    newton: pick(undefined, 4, 20, 1),
    corrections: pick(undefined, 1, 4, 0),
    positionTolerance: pick(undefined, 1e-6, 1e-10, 0),
    soft: new Float64Array(6),
    softJoint: new Float64Array(3),
    fixedFrequency: told ? frequency : 2 * frequency,
    damping,
    jointFrequency: (given.jointFrequency as number | undefined) ?? Math.min(60, 0.25 / h),
    jointDamping: given.jointDamping,
    frequency,
    pushSpeed: given.pushSpeed,
    feedbackSpeed: given.feedbackSpeed,
    restitutionSpeed: pick<number>(given.restitutionSpeed, 0.1, 0.1, 1),
    poisson: (given.restitutionLaw as string) === "poisson",
    patchFriction: (given.friction as string) === "patch",
    pyramid: (given.cone as string) === "pyramid",
    warm: pick<string>(given.warmStart, "on", "on", "off") === "on" ? 1 : 0,
    order: pick<ImpulseSettings["order"]>(given.order, "color", "color", "top-down"),
    sleep: given.sleep,
    sleepSpeed: given.sleepSpeed,
    sleepTime: given.sleepTime,
    errorReduction: given.errorReduction,
    jointErrorReduction: given.jointErrorReduction,
    allowedDepth: given.allowedDepth,
    accumulated: (given.clamp as string) === "accumulated",
  };
}

/** Coefficients of soft rows for sub-steps of length h. Writes: soft, softJoint. */
export function soften(settings: ImpulseSettings, h: number): void {
  softness(settings.soft, 0, settings.frequency, settings.damping, h);
  softness(settings.soft, 3, settings.fixedFrequency, settings.damping, h);
  softness(settings.softJoint, 0, settings.jointFrequency, settings.jointDamping, h);
}

/**
 * A soft row acts over half a sub-step, the relaxation over the other half. The row is a spring of stiffness m ω² and
 * damping 2 ζ m ω that is integrated implicitly over h/2, with a₁ = 2ζ + hω and a₂ = hω a₁ / 2:
 *
 *   biasRate = ω/a₁,   massScale = a₂/(1 + a₂),   impulseScale = 1/(1 + a₂)
 *
 * A load F then rests at the depth F/(m ω²), independent of ζ and h. These are the soft rows of [Box2D] with half the
 * impulse.
 */
function softness(out: Float64Array, o: number, frequency: number, damping: number, h: number): void {
  const omega = 2 * Math.PI * frequency;
  const a1 = 2 * damping + h * omega;
  const a2 = 0.5 * h * omega * a1;
  out[o] = omega / a1;
  out[o + 1] = a2 / (1 + a2);
  out[o + 2] = 1 / (1 + a2);
}
