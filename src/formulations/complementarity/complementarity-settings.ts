import type { ExactSettings } from "../../contact/complementarity/exact-settings.js";
import { contactModels } from "../../contact/complementarity/models.js";
import { sin, tan } from "../../math/elementary.js";
import type { Model } from "../../model/model.js";
import * as p from "../../model/params.js";
import { solvers } from "../../solvers/complementarity/registry.js";
import { type SolveSettings, solverSettings } from "../../solvers/complementarity/solve.js";
import { schemes } from "./schemes/index.js";
import type { Scheme } from "./schemes/scheme.js";

const names = <T extends string>(registry: Record<T, unknown>) => Object.keys(registry) as [T, ...T[]];

/** What a scene may say about the complementarity formulation. */
export const COMPLEMENTARITY_PARAMS = {
  contacts: p.choice(names(contactModels), {
    default: "peg",
    help: "which contacts a step foresees: peg (polytope-exact), standard, lnc, deepest, corrective",
  }),
  scheme: p.choice(names(schemes), {
    default: "stewart-trinkle",
    help: "gaps at the end of the step (stewart-trinkle), no approach of what touches (anitescu-potra), soft and convex (todorov), surfaces that do not slide (no-slip), springs and dampers (penalty)",
  }),
  softness: p.number({
    unit: "1",
    above: 0,
    max: 10,
    default: 0.1,
    help: "regularisation of scheme todorov, as a part of each contact's own admittance",
  }),
  stiffness: p.number({ unit: "N/m", above: 0, default: 100, help: "spring of scheme penalty, per point" }),
  damping: p.number({ unit: "N s/m", min: 0, default: 1, help: "damper of scheme penalty, per point" }),
  implicit: p.number({
    unit: "1",
    integer: true,
    min: 0,
    max: 20,
    default: 0,
    help: "how often the step is solved again with the gaps that bodies have where it ends: without, turning lets them overlap",
  }),
  form: p.choice(["reduced", "mixed"], {
    default: "reduced",
    help: "unknowns of the problem: impulses only, or velocities as well",
  }),
  solver: p.choice(names(solvers), { default: "active-set", help: "solver of the complementarity problem" }),
  tolerance: p.number({
    unit: "1",
    above: 0,
    max: 1e-3,
    default: 1e-10,
    help: "largest residual that counts as solved",
  }),
  budget: p.number({
    unit: "1",
    min: 1e4,
    max: 1e15,
    default: 3e8,
    help: "most multiplications of the solver in a step, about 1e9 per second; beyond, sweeps end the step and its status is notConverged",
  }),
  cone: p.choice(["polyhedral", "quadratic", "none"], {
    default: "quadratic",
    help: "friction: Coulomb's cone itself (quadratic), directions in the tangent plane (polyhedral: friction of a sliding body is weaker by up to 1 − cos(π/n), and points up to π/n aside), or none",
  }),
  directions: p.number({
    unit: "1",
    integer: true,
    min: 3,
    max: 64,
    default: 7,
    help: "directions n of the polyhedral cone in space; two in the plane, where it is Coulomb's own",
  }),
  reach: p.number({
    unit: "m",
    above: 0,
    optional: true,
    help: "how far ahead contacts are looked for; when absent, as far as the two bodies may come within a step",
  }),
  relax: p.number({
    unit: "rad",
    min: 0,
    max: 1.5,
    default: 0.2,
    help: "angle by which contacts may fail to be applicable now, since bodies turn within the step",
  }),
  depth: p.number({
    unit: "m",
    above: 0,
    optional: true,
    help: "how far below a facet a vertex may be for its contact to carry force; when absent, by size and turning of the bodies",
  }),
  slope: p.number({
    unit: "rad",
    min: 0,
    max: 1.5,
    default: 0.4,
    help: "the same beside the facet: slope from its rim",
  }),
  peg: p.choice(["reduced", "full"], {
    default: "reduced",
    help: "one contact near a corner carries force, or each that could",
  }),
  primary: p.choice(["nearest", "largest"], {
    default: "nearest",
    help: "which contact near a corner carries force: the smallest gap that is open, or the largest gap",
  }),
  orphans: p.choice(["promote", "cross", "drop"], {
    default: "promote",
    help: "corners none of whose contacts could carry force: take one all the same, ask for the gap without force, or nothing",
  }),
  crossGuard: p.flag({ default: true, help: "cross-contact constraints only where one of the contacts is applicable" }),
  edgeGuard: p.flag({ default: true, help: "edge against edge only where the lines are nearest on both edges" }),
  parallel: p.choice(["sign", "both"], {
    default: "sign",
    help: "nearly parallel edges: by the side they run to, or, as printed, by both normals",
  }),
  exactCone: p.flag({
    default: false,
    help: "vertex against vertex in space: one constraint over all applicable contacts",
  }),
  deepest: p.number({
    unit: "1",
    integer: true,
    min: 1,
    max: 1000,
    default: 4,
    help: "contacts per pair that model deepest keeps",
  }),
  restitution: p.choice(["newton", "none"], {
    default: "newton",
    help: "impacts: by the restitution of the materials, all contacts of a step at once (newton, see also restitutionLaw), or inelastic",
  }),
  pushSpeed: p.number({
    unit: "m/s",
    above: 0,
    default: 3,
    help: "largest speed with which shapes that start inside each other are pushed apart",
  }),
  restitutionLaw: p.choice(["newton", "poisson"], {
    default: "newton",
    help: "newton: speeds after an impact are −e times those before; poisson: the impulse of expansion is e times that of compression, each phase with its friction, so that energy is never gained",
  }),
  joints: p.choice(["position", "velocity", "none"], {
    default: "position",
    help: "rows of joints: ψ/h closes gaps within the step, velocity asks for G ν⁺ = −G ν, none for G ν⁺ = 0",
  }),
  jointRounds: p.number({
    unit: "1",
    integer: true,
    min: 1,
    max: 20,
    default: 8,
    help: "with joints: position, how often a step is solved at most until joints are closed where it ends; 1: rows are linear in the step, and the mechanism loses energy",
  }),
  correction: p.flag({ default: false, help: "after the step, joints are closed by impulses until they fit" }),
  correctionTolerance: p.number({
    unit: "m",
    above: 0,
    default: 1e-5,
    help: "gap (m, rad) and speed (m/s, rad/s) that the correction leaves in a joint",
  }),
  gyroscopic: p.flag({
    default: true,
    help: "gyroscopic torque −ω × Iω: free bodies precess, by the implicit midpoint rule",
  }),
  rotation: p.choice(["exponential", "linear"], {
    default: "exponential",
    help: "how orientations move: along the rotation vector, or by the rate of the quaternion",
  }),
} as const;

/** The settings of a step. */
export interface ComplementaritySettings {
  readonly contacts: keyof typeof contactModels;
  readonly scheme: Scheme;
  readonly softness: number;
  readonly stiffness: number;
  readonly damping: number;
  readonly implicit: number;
  readonly mixed: boolean;
  readonly solve: SolveSettings;
  readonly cone: "polyhedral" | "quadratic" | "none";
  readonly directions: number;
  /** m; 0: as far as bodies may come. */
  readonly reach: number;
  /** m; 0: by size and turning. */
  readonly depth: number;
  readonly exact: ExactSettings;
  readonly bounces: boolean;
  /** Poisson's law instead of Newton's, in the schemes that have it. */
  readonly poisson: boolean;
  /** m/s */
  readonly pushSpeed: number;
  readonly joints: "position" | "velocity" | "none";
  /** Solutions of a step until joints are closed; 1: as printed. */
  readonly jointRounds: number;
  readonly correction: boolean;
  readonly correctionTolerance: number;
  readonly gyroscopic: boolean;
  readonly linearRotation: boolean;
}

type Values = Record<string, never>;

/** Reads the settings of a model. */
export function readSettings(model: Model): ComplementaritySettings {
  const v = model.formulation.params as Values;
  const solver: string =
    v.cone === "quadratic" &&
    !model.planar &&
    v.scheme !== "todorov" &&
    solvers[v.solver as keyof typeof solvers].solveCones === undefined
      ? "cone-newton"
      : v.solver;
  // models that ask for what cannot be fail often, and need not fail slowly
  const hasty =
    v.contacts !== "peg" && v.contacts !== "lnc" && solver === "active-set" ? { attempts: 1, starts: 0 } : {};
  return {
    contacts: v.contacts,
    scheme: schemes[v.scheme as keyof typeof schemes],
    softness: v.softness,
    stiffness: v.stiffness,
    damping: v.damping,
    implicit: v.implicit,
    mixed: v.form === "mixed",
    solve: solverSettings({ solver, tolerance: v.tolerance, budget: v.budget, ...hasty }),
    cone: v.cone,
    directions: model.planar ? 2 : v.directions,
    reach: v.reach ?? 0,
    depth: v.depth ?? 0,
    exact: {
      applicability: -sin(v.relax),
      slope: tan(v.slope),
      peg: v.peg,
      primary: v.primary,
      // lnc stays as it is printed
      foresees: v.contacts === "peg",
      orphans: v.orphans,
      crossGuard: v.crossGuard,
      edgeGuard: v.edgeGuard,
      parallel: v.parallel,
      exactCone: v.exactCone,
      deepest: v.deepest,
    },
    bounces: v.restitution === "newton",
    poisson: v.restitutionLaw === "poisson" && (v.scheme === "stewart-trinkle" || v.scheme === "anitescu-potra"),
    pushSpeed: v.pushSpeed,
    joints: v.joints,
    jointRounds: v.joints === "position" && !v.correction ? v.jointRounds : 1,
    correction: v.correction,
    correctionTolerance: v.correctionTolerance,
    gyroscopic: v.gyroscopic,
    linearRotation: v.rotation === "linear",
  };
}
