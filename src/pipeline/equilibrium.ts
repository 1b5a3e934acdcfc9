import { activeModels } from "../contact/contact-model.js";
import type { Data } from "../data/data.js";
import { placeConstraints } from "../formulations/augmented-lagrangian/evaluate.js";
import { lagrangianFields } from "../formulations/augmented-lagrangian/fields.js";
import { type MinimalMotion, minimalMotion } from "../formulations/augmented-lagrangian/linearize.js";
import { assemble } from "../formulations/augmented-lagrangian/start.js";
import { factorCholesky, solveCholesky } from "../math/cholesky.js";
import type { Vec3 } from "../math/vec3.js";
import { knownKeys } from "../model/arguments.js";
import { show } from "../model/errors.js";
import type { Model } from "../model/model.js";
import { bodyPosition } from "./bodies.js";
import { largestAcceleration } from "./linearization.js";
import { type JointReading, joints } from "./lists.js";
import { isStable } from "./modes.js";
import { copyState, inNaturalCoordinates, type Natural, startAtRest } from "./natural-twin.js";
import { bodySizes, relax } from "./relaxation.js";

/** How far a search for the equilibrium, or a linearisation, has come. */
export interface StaticsProgress {
  /** relaxation and newton look for the equilibrium; linearisation differentiates forces. */
  readonly stage: "relaxation" | "newton" | "linearisation";
  /** Steps or iterations so far. */
  readonly done: number;
  /** Largest acceleration that is left, m/s²; of a linearisation, the part of it that is done. */
  readonly value: number;
}

/** Settings of `settle`. */
export interface SettleOptions {
  /**
   * Largest acceleration that counts as rest, m/s² and rad/s² times the size of the scene; 1e-9 of gravity by
   * default, 1e-4 where bodies can touch.
   */
  readonly tolerance?: number;
  /** Most iterations of Newton's method, or steps of relaxation; 200 by default. */
  readonly iterations?: number;
  /** Longest time of relaxation of scenes in which bodies can touch, s; without limit by default. */
  readonly time?: number;
  /** Hears how far it has come; an exception that it throws ends the search. */
  readonly progress?: (progress: StaticsProgress) => void;
}

/** Static equilibrium of a scene. */
export interface Equilibrium {
  /** True when every body is at rest under its loads within the tolerance. */
  readonly found: boolean;
  /** Why not, in a sentence; empty when it was found. */
  readonly reason: string;
  /** Whether small displacements grow: some stiffness is negative. Undefined where it was not found. */
  readonly stable: boolean | undefined;
  /** Iterations of Newton's method, and simulated seconds of relaxation before it. */
  readonly iterations: number;
  readonly time: number;
  /** Largest acceleration that is left, m/s². */
  readonly residual: number;
  /** The body with that acceleration. */
  readonly worst: string;
  readonly bodies: readonly {
    readonly name: string;
    /** Origin of the body's frame, m, and orientation. */
    readonly position: Vec3;
    readonly orientation: readonly [number, number, number, number];
  }[];
  /** Joints with their loads at rest. */
  readonly joints: readonly JointReading[];
  /** Bodies that touch, and the force of A on B at rest, N. */
  readonly contacts: readonly { readonly bodyA: string; readonly bodyB: string; readonly force: Vec3 }[];
}

/**
 * Moves the bodies of `data` to a static equilibrium near their pose, and reports it with the reactions of joints and
 * contacts. Drives by speed and position hold their coordinate; friction in joints holds what it can hold. The clock
 * stands still: controllers do what they do at the present time.
 *
 * Newton's method on the minimal coordinates, (K + μ M) x = r, with μ raised until the matrix is positive definite and
 * the forces have done work along the step: far from equilibrium this is dynamic relaxation, and it leaves
 * unstable positions. Where bodies can touch, and where stiff springs leave that method short steps only, the scene is
 * relaxed by implicit steps from rest, in which contacts open, close, stick and slip (`relax`). Works in
 * `augmented-lagrangian`; scenes of other formulations are solved there and their bodies placed accordingly.
 */
export function settle(model: Model, data: Data, options: SettleOptions = {}): Equilibrium {
  return settleNatural(model, data, options).equilibrium;
}

function checkOptions(options: SettleOptions): void {
  knownKeys("settle", options, ["tolerance", "iterations", "time", "progress"]);
  const { progress, ...numbers } = options;
  for (const [key, value] of Object.entries(numbers))
    if (value !== undefined && !(value >= 0))
      throw new RangeError(`settle, ${key}: expected a number >= 0, got ${show(value)}`);
  if (progress !== undefined && typeof progress !== "function")
    throw new RangeError(`settle, progress: expected a function, got ${show(progress)}`);
}

/** An equilibrium with the small motions about it, in the scene's natural coordinates. */
export interface NaturalEquilibrium {
  readonly equilibrium: Equilibrium;
  readonly twin: Natural;
  readonly motion: MinimalMotion;
}

/** `settle`, with what friction remembers at rest: a linearisation needs it. */
export function settleNatural(model: Model, data: Data, options: SettleOptions): NaturalEquilibrium {
  checkOptions(options);
  const twin = inNaturalCoordinates(model, data);
  startAtRest(twin);
  const touching = twin.model.contactModels.length > 0;
  let { motion, ...outcome } = touching ? relaxed(twin, options) : newton(twin, options);
  if (!touching && !outcome.found && !outcome.away) {
    // stiff springs that turn let Newton's method take short steps only
    startAtRest(twin);
    const { time } = relaxed(twin, { ...options, tolerance: NEARLY * scaleOf(model) });
    startAtRest(twin);
    ({ motion, ...outcome } = { ...newton(twin, options), time });
  }
  const { away: _, ...found } = outcome;
  const equilibrium: Equilibrium = {
    ...found,
    bodies: twin.model.bodyNames.slice(1).map((name, k) => poseOf(twin, name, k + 1)),
    joints: found.found ? [...joints(twin.model, twin.data)] : [],
    contacts: found.found ? contactLoads(twin) : [],
  };
  if (twin.data !== data) copyState(twin.data, data);
  data.sensed = false;
  return { equilibrium, twin, motion };
}

/** Accelerations, over gravity, from which Newton's method finds an equilibrium. */
const NEARLY = 1e-3;

/** `away`: the scene left for good, and nothing else would help. */
type Outcome = Omit<Equilibrium, "bodies" | "joints" | "contacts"> & {
  readonly away: boolean;
  readonly motion: MinimalMotion;
};

/** Most bodies that a message names. */
const NAMED = 5;

/** What to do about bodies that roll on: nothing brakes them. */
function stillRolling(names: readonly string[]): string {
  if (names.length === 0) return "";
  const named = names.slice(0, NAMED).map((name) => `"${name}"`);
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : "";
  return `; ${named.join(", ")}${more} still roll${names.length === 1 ? "s" : ""}: give the material a rollingFriction, hold what rolls by a joint, or allow more steps`;
}

/** Relaxation, and the accelerations and the stiffness where it ends. */
function relaxed(twin: Natural, options: SettleOptions): Outcome {
  const { model, data } = twin;
  const tolerance = options.tolerance ?? 1e-4 * scaleOf(model);
  const { steps, time, away, worst, rolling } = relax(
    twin,
    tolerance,
    options.iterations ?? 200,
    options.time ?? Number.POSITIVE_INFINITY,
    (done, value) => options.progress?.({ stage: "relaxation", done, value }),
  );
  const motion = minimalMotion(model, data, data.systems.natural, true, tell(options));
  const last = largestAcceleration(twin, motion, bodySizes(model, data.systems.natural.natural.size));
  const found = last.largest <= tolerance;
  const reason = found
    ? ""
    : away
      ? `no equilibrium near the start: "${worst}" keeps moving, nothing holds it`
      : `"${last.worst}" still accelerates by ${last.largest.toPrecision(3)} m/s² after ${steps} steps of relaxation${stillRolling(rolling)}`;
  return {
    found,
    reason,
    stable: found ? isStable(motion) : undefined,
    away,
    iterations: steps,
    time,
    residual: last.largest,
    worst: last.worst,
    motion,
  };
}

/** Progress of a linearisation. */
export function tell({ progress }: SettleOptions): ((done: number, count: number) => void) | undefined {
  return progress && ((done, count) => progress({ stage: "linearisation", done, value: done / count }));
}

/** Steps of Newton's method move no point farther than this part of the size of the scene. */
const FARTHEST = 0.3;
/** A scene that has moved by so many sizes has no equilibrium nearby. */
const AWAY = 200;

function newton(twin: Natural, options: SettleOptions): Outcome {
  const { model, data } = twin;
  const state = data.systems.natural;
  const { coordinate: q } = lagrangianFields(data);
  const { natural } = state;
  const { free } = natural;
  const most = options.iterations ?? 200;
  let damping = 0;
  let travelled = 0;
  let motion = minimalMotion(model, data, state, false);
  let accelerations = largestAcceleration(twin, motion);
  const tolerance = options.tolerance ?? 1e-9 * Math.max(scaleOf(model), 1e-3);
  let k = 0;
  for (; k < most && accelerations.largest > tolerance; k++) {
    const before = q.slice();
    const { n, basis, residual } = motion;
    let moved = false;
    for (let tries = 0; tries < 60 && !moved; tries++) {
      const x = solveShifted(motion, damping);
      const delta = new Float64Array(free);
      for (let c = 0; c < free; c++) for (let i = 0; x !== null && i < n; i++) delta[c] += basis[c * n + i] * x[i];
      const far = delta.reduce((longest, d, c) => Math.max(longest, Math.abs(d) / state.scale[c]), 0);
      if (x === null || far > FARTHEST) {
        damping = damping === 0 ? firstDamping(motion) : 4 * damping;
        continue;
      }
      for (let c = 0; c < free; c++) q[c] = before[c] + delta[c];
      placeConstraints(state, q);
      const error = assemble(state, q);
      const next = minimalMotion(model, data, state, false);
      const after = largestAcceleration(twin, next);
      // work of the forces per step, before and after
      let was = 0;
      for (let i = 0; i < n; i++) was += x[i] * residual[i];
      let is = 0;
      for (let i = 0; i < next.n; i++) {
        let along = 0;
        for (let c = 0; c < free; c++) along += next.basis[c * next.n + i] * delta[c];
        is += along * next.residual[i];
      }
      // forces still do work along the step, or little against it: the energy has fallen
      const better = after.largest < accelerations.largest || is >= -0.5 * was;
      if (error <= 1e-9 * natural.size && better && Number.isFinite(after.largest)) {
        motion = next;
        accelerations = after;
        travelled += far;
        damping = damping < 1e-12 * firstDamping(next) ? 0 : damping / 8;
        moved = true;
      } else {
        q.set(before);
        placeConstraints(state, q);
        damping = damping === 0 ? firstDamping(motion) : 4 * damping;
      }
    }
    if (!moved || travelled > AWAY) break;
    options.progress?.({ stage: "newton", done: k + 1, value: accelerations.largest });
  }
  const found = accelerations.largest <= tolerance;
  const reason = found
    ? ""
    : travelled > AWAY
      ? `no equilibrium near the start: "${accelerations.worst}" keeps moving, nothing holds it`
      : `"${accelerations.worst}" still accelerates by ${accelerations.largest.toPrecision(3)} m/s² after ${k} iterations`;
  return {
    found,
    reason,
    stable: found ? isStable(motion) : undefined,
    away: travelled > AWAY,
    iterations: k,
    time: 0,
    residual: accelerations.largest,
    worst: accelerations.worst,
    motion,
  };
}

/** Acceleration of gravity, or of what else acts, m/s². */
function scaleOf(model: Model): number {
  const [x, y, z] = model.options.gravity;
  const g = Math.sqrt(x * x + y * y + z * z);
  return g > 0 ? g : 1;
}

/** Diagonal of M that makes itself felt beside K: 1e-6 of the largest stiffness over mass, 1/s². */
function firstDamping({ n, mass, stiffness, residual }: MinimalMotion): number {
  let largest = 0;
  for (let i = 0; i < n; i++) {
    const m = mass[i * n + i];
    largest = Math.max(largest, Math.abs(stiffness[i * n + i]) / m, Math.abs(residual[i]) / m);
  }
  return 1e-6 * largest + Number.MIN_VALUE;
}

/** x of (K + μ M) x = r with the symmetric part of K; null where the matrix is not positive definite. */
function solveShifted({ n, mass, stiffness, residual }: MinimalMotion, damping: number): Float64Array | null {
  const L = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++)
      L[i * n + j] = 0.5 * (stiffness[i * n + j] + stiffness[j * n + i]) + damping * mass[i * n + j];
  if (!factorCholesky(n, L)) return null;
  const x = residual.slice();
  solveCholesky(n, L, x);
  return x;
}

function poseOf({ model, data }: Natural, name: string, b: number): Equilibrium["bodies"][number] {
  const [x, y, z] = bodyPosition(model, data, b);
  const [qx, qy, qz, qw] = data.bodyQuat.subarray(4 * b, 4 * b + 4);
  return { name, position: [x, y, z], orientation: [qx, qy, qz, qw] };
}

/** Forces between bodies that touch, as of the last evaluation. */
function contactLoads({ model, data }: Natural): Equilibrium["contacts"] {
  const models = activeModels(model);
  if (models.length === 0) return [];
  const { pairs } = data.systems.contactStep;
  const { body } = model.systems.collision;
  const seen = new Set<number>();
  const out = new Float64Array(3);
  const list: Equilibrium["contacts"][number][] = [];
  for (let k = 0; k < pairs.count; k++) {
    const [a, b] = [body[pairs.pairs[2 * k]], body[pairs.pairs[2 * k + 1]]];
    if (seen.has(a * model.nb + b)) continue;
    seen.add(a * model.nb + b);
    out.fill(0);
    for (const contactModel of models) contactModel.addForceBetween(model, data, a, b, out, 0);
    if (out.some((x) => x !== 0))
      list.push({ bodyA: model.bodyNames[a], bodyB: model.bodyNames[b], force: [out[0], out[1], out[2]] });
  }
  return list;
}
