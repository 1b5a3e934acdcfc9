import { createData, type Data } from "../data/data.js";
import { checkOwner } from "../data/owner.js";
import { placeConstraints } from "../formulations/augmented-lagrangian/evaluate.js";
import { lagrangianFields } from "../formulations/augmented-lagrangian/fields.js";
import { evaluateForms } from "../formulations/augmented-lagrangian/forms.js";
import { type MinimalMotion, minimalMotion } from "../formulations/augmented-lagrangian/linearize.js";
import { assemble, startPositions } from "../formulations/augmented-lagrangian/start.js";
import { denseEigen } from "../math/dense-eigen.js";
import { norm, type Vec3 } from "../math/vec3.js";
import { knownKeys } from "../model/arguments.js";
import { compile } from "../model/compile.js";
import { show } from "../model/errors.js";
import { BODY_TYPE, type Model } from "../model/model.js";
import { bodyPosition } from "./bodies.js";
import { type JointReading, joints } from "./lists.js";
import { step } from "./step.js";

/** A scene in natural coordinates: itself, or its twin in `augmented-lagrangian` at the same poses. */
interface Natural {
  readonly model: Model;
  readonly data: Data;
}

const NATURAL = { type: "augmented-lagrangian" } as const;

function inNaturalCoordinates(model: Model, data: Data): Natural {
  checkOwner(model, data);
  const { kind, params } = model.formulation;
  if (kind.name === NATURAL.type && params.method === "index-3") return { model, data };
  const twin = compile(
    { ...model.spec, formulation: NATURAL } as unknown as Parameters<typeof compile>[0],
    model.items,
  );
  const copy = createData(twin);
  copyState(data, copy);
  return { model: twin, data: copy };
}

/** Poses and inputs of one run to another of the same bodies, at rest. */
function copyState(from: Data, to: Data): void {
  to.bodyPos.set(from.bodyPos);
  to.bodyQuat.set(from.bodyQuat);
  to.bodyVel.fill(0);
  if (to.input.length === from.input.length) to.input.set(from.input);
  to.clock.set(from.clock);
}

/** Reads coordinates from the bodies, at rest. */
function begin({ model, data }: Natural): void {
  for (let b = 1; b < model.nb; b++)
    if (model.bodyType[b] === BODY_TYPE.dynamic) data.bodyVel.fill(0, 6 * b, 6 * b + 6);
  startPositions(model, data, data.systems.natural);
  lagrangianFields(data).velocity.fill(0);
}

/** Settings of `settle`. */
export interface SettleOptions {
  /**
   * Largest acceleration that counts as rest, m/s² and rad/s² times the size of the scene; 1e-9 of gravity by
   * default.
   */
  readonly tolerance?: number;
  /** Most iterations of Newton's method; 200 by default. */
  readonly iterations?: number;
  /** Longest time of relaxation of scenes in which bodies can touch, s; 20 by default. */
  readonly time?: number;
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
}

/**
 * Moves the bodies of `data` to a static equilibrium near their pose, and reports it with the reactions of the joints.
 * Drives by speed and position hold their coordinate; friction in joints holds what it can hold.
 *
 * Newton's method on the minimal coordinates, (K + μ M) x = r, with μ raised until the matrix is positive definite and
 * the forces have done work along the step: far from equilibrium this is dynamic relaxation, and it leaves
 * unstable positions. Where bodies can touch the scene is first stepped, with velocities set to zero at every peak of
 * the kinetic energy (kinetic damping), so that friction holds as in a run; the same helps where stiff springs leave
 * Newton's method short steps only. Works in `augmented-lagrangian`; scenes of other
 * formulations are solved there and their bodies placed accordingly.
 */
export function settle(model: Model, data: Data, options: SettleOptions = {}): Equilibrium {
  knownKeys("settle", options, ["tolerance", "iterations", "time"]);
  for (const [key, value] of Object.entries(options))
    if (value !== undefined && !(value >= 0 && value < Number.POSITIVE_INFINITY))
      throw new RangeError(`settle, ${key}: expected a finite number >= 0, got ${show(value)}`);
  const twin = inNaturalCoordinates(model, data);
  begin(twin);
  const touching = twin.model.contactModels.length > 0;
  let time = touching ? relax(twin, options, AT_REST) : 0;
  let result = touching ? rest(twin, options) : newton(twin, options);
  if (!touching && !result.found && !result.away) {
    // stiff springs that turn let Newton's method take short steps only
    begin(twin);
    time = relax(twin, options, NEARLY);
    begin(twin);
    result = newton(twin, options);
  }
  const { away: _, ...outcome } = result;
  const report: Equilibrium = {
    ...outcome,
    time,
    bodies: twin.model.bodyNames.slice(1).map((name, k) => poseOf(twin, name, k + 1)),
    joints: result.found ? [...joints(twin.model, twin.data)] : [],
  };
  if (twin.data !== data) copyState(twin.data, data);
  data.sensed = false;
  return report;
}

/** `away`: the scene left for good, and nothing else would help. */
type Outcome = Omit<Equilibrium, "time" | "bodies" | "joints"> & { readonly away: boolean };

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
  let accelerations = residualOf(twin, motion);
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
      const after = residualOf(twin, next);
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
    residual: accelerations.largest,
    worst: accelerations.worst,
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
  if (!cholesky(n, L)) return null;
  const x = residual.slice();
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i] -= L[i * n + k] * x[k];
    x[i] /= L[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i] -= L[k * n + i] * x[k];
    x[i] /= L[i * n + i];
  }
  return x;
}

/** Lower triangle in place; false where a pivot is not safely positive. */
function cholesky(n: number, L: Float64Array): boolean {
  for (let j = 0; j < n; j++) {
    const diagonal = L[j * n + j];
    let d = diagonal;
    for (let k = 0; k < j; k++) d -= L[j * n + k] * L[j * n + k];
    if (!(d > 1e-13 * Math.abs(diagonal))) return false;
    const root = Math.sqrt(d);
    L[j * n + j] = root;
    for (let i = j + 1; i < n; i++) {
      let s = L[i * n + j];
      for (let k = 0; k < j; k++) s -= L[i * n + k] * L[j * n + k];
      L[i * n + j] = s / root;
    }
  }
  return true;
}

/** Largest acceleration of a centre of mass, or of a point at the size of the scene by rotation, and of which body. */
function residualOf({ model, data }: Natural, motion: MinimalMotion): { largest: number; worst: string } {
  const state = data.systems.natural;
  const { natural, rate } = state;
  const x = motion.n > 0 ? solveMass(motion) : new Float64Array(0);
  const a = new Float64Array(natural.count);
  for (let c = 0; c < natural.free; c++)
    for (let i = 0; i < motion.n; i++) a[c] += motion.basis[c * motion.n + i] * x[i];
  evaluateForms(natural.forms, a, rate);
  let largest = 0;
  let worst = "";
  for (let b = 1; b < model.nb; b++) {
    const center = natural.bodyForms[4 * b];
    if (center < 0) continue;
    for (let k = 0; k < (natural.dim === 3 ? 4 : 2); k++) {
      const f = 3 * natural.bodyForms[4 * b + k];
      const size = Math.sqrt(rate[f] * rate[f] + rate[f + 1] * rate[f + 1] + rate[f + 2] * rate[f + 2]);
      const acceleration = k === 0 ? size : size * natural.size;
      if (!(acceleration <= largest)) {
        largest = acceleration;
        worst = model.bodyNames[b];
      }
    }
  }
  return { largest, worst };
}

/** M⁻¹ r. */
function solveMass(motion: MinimalMotion): Float64Array {
  const { n } = motion;
  const zero = new Float64Array(n * n);
  return solveShifted({ ...motion, stiffness: zero }, 1) ?? motion.residual.map(() => Number.NaN);
}

function isStable(motion: MinimalMotion): boolean {
  const { values } = spectrum({ ...motion, damping: new Float64Array(motion.n * motion.n) });
  const top = values.reduce((most, { re, im }) => Math.max(most, modulus(re, im)), 0);
  return values.every(({ re }) => re <= zeroOf(motion.precision) * top);
}

/**
 * Relaxation: steps, with all velocities set to zero at each peak of the kinetic energy. Returns the
 * simulated time, s.
 */
function relax({ model, data }: Natural, options: SettleOptions, slow: number): number {
  const h = model.options.timestep;
  const longest = options.time ?? 20;
  const start = data.clock.slice();
  let before = 0;
  let calm = 0;
  let time = 0;
  while (time < longest && calm < CALM) {
    step(model, data);
    time += h;
    const energy = kinetic(model, data);
    const speed = Math.sqrt((2 * energy) / Math.max(totalMass(model), Number.MIN_VALUE));
    calm = speed <= Math.max(slow * scaleOf(model) * h, 1e-10) ? calm + 1 : 0;
    if (energy < before) {
      for (let b = 1; b < model.nb; b++)
        if (model.bodyType[b] === BODY_TYPE.dynamic) data.bodyVel.fill(0, 6 * b, 6 * b + 6);
      before = 0;
    } else before = energy;
  }
  data.clock.set(start);
  return time;
}

/**
 * Steps in a row that count as rest, with speeds below a step of this part of gravity: at rest, or near enough for
 * Newton's method.
 */
const CALM = 10;
const AT_REST = 1e-7;
const NEARLY = 1e-2;

function rest(twin: Natural, options: SettleOptions): Outcome {
  const { model, data } = twin;
  // what the bodies do in one more step from rest
  for (let b = 1; b < model.nb; b++)
    if (model.bodyType[b] === BODY_TYPE.dynamic) data.bodyVel.fill(0, 6 * b, 6 * b + 6);
  const [pos, quat] = [data.bodyPos.slice(), data.bodyQuat.slice()];
  step(model, data);
  let largest = 0;
  let worst = "";
  for (let b = 1; b < model.nb; b++) {
    if (model.bodyType[b] !== BODY_TYPE.dynamic) continue;
    const o = 6 * b + 3;
    const v = norm([data.bodyVel[o], data.bodyVel[o + 1], data.bodyVel[o + 2]]);
    if (v / model.options.timestep > largest) {
      largest = v / model.options.timestep;
      worst = model.bodyNames[b];
    }
  }
  data.bodyPos.set(pos);
  data.bodyQuat.set(quat);
  data.bodyVel.fill(0);
  const tolerance = options.tolerance ?? 1e-4 * scaleOf(model);
  const found = largest <= tolerance;
  const reason = found
    ? ""
    : `"${worst}" still accelerates by ${largest.toPrecision(3)} m/s² after ${options.time ?? 20} s of relaxation`;
  return { found, reason, stable: found ? true : undefined, away: false, iterations: 0, residual: largest, worst };
}

function kinetic(model: Model, data: Data): number {
  let sum = 0;
  for (let b = 1; b < model.nb; b++) {
    if (model.bodyType[b] !== BODY_TYPE.dynamic) continue;
    const v = data.bodyVel.subarray(6 * b, 6 * b + 6);
    const moment = Math.max(model.bodyInertia[6 * b], model.bodyInertia[6 * b + 1], model.bodyInertia[6 * b + 2]);
    sum += 0.5 * moment * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    sum += 0.5 * model.bodyMass[b] * (v[3] * v[3] + v[4] * v[4] + v[5] * v[5]);
  }
  return sum;
}

function totalMass(model: Model): number {
  let sum = 0;
  for (let b = 1; b < model.nb; b++) if (model.bodyType[b] === BODY_TYPE.dynamic) sum += model.bodyMass[b];
  return sum;
}

function poseOf({ model, data }: Natural, name: string, b: number): Equilibrium["bodies"][number] {
  const [x, y, z] = bodyPosition(model, data, b);
  const [qx, qy, qz, qw] = data.bodyQuat.subarray(4 * b, 4 * b + 4);
  return { name, position: [x, y, z], orientation: [qx, qy, qz, qw] };
}

/** M, C and K of small motions about a pose at rest. */
export interface Linearization {
  /** Degrees of freedom n. */
  readonly freedom: number;
  /** n × n, row-major, in the minimal coordinates of `shapes`. */
  readonly mass: Float64Array;
  readonly damping: Float64Array;
  readonly stiffness: Float64Array;
  /** Generalised forces that are not in equilibrium at this pose. */
  readonly residual: Float64Array;
  /** Largest acceleration at this pose, m/s²; zero in equilibrium. */
  readonly acceleration: number;
  /**
   * Per body (world first) and coordinate: [rotation; displacement of the centre of mass], rad and m, 6 × n
   * numbers.
   */
  readonly shapes: Float64Array;
  /** Relative error of the stiffness, from differences of forces. */
  readonly precision: number;
}

/**
 * Linearises a scene about the pose of `data`, at rest: M ẍ + C ẋ + K x = 0 in coordinates that the joints leave free.
 * Springs, dampers, bushings, drives, the normal laws of contacts and the geometric stiffness of loads are in K and C;
 * rows that hold (limits, friction in joints) count as joints; friction of contacts keeps its force. The pose should be
 * an equilibrium (`settle`); `acceleration` tells.
 */
export function linearize(model: Model, data: Data): Linearization {
  const twin = inNaturalCoordinates(model, data);
  return linearizeNatural(twin);
}

function linearizeNatural(twin: Natural): Linearization {
  begin(twin);
  const { model, data } = twin;
  const state = data.systems.natural;
  const motion = minimalMotion(model, data, state);
  const { n, basis } = motion;
  const { natural, value, rate } = state;
  const { largest } = residualOf(twin, motion);
  const shapes = new Float64Array(6 * model.nb * n);
  const v = new Float64Array(natural.count);
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < natural.free; c++) v[c] = basis[c * n + i];
    evaluateForms(natural.forms, v, rate);
    for (let b = 1; b < model.nb; b++) {
      const center = 3 * natural.bodyForms[4 * b];
      if (center < 0) continue;
      for (let c = 0; c < natural.dim; c++) shapes[(6 * b + 3 + c) * n + i] = rate[center + c];
      for (let k = 0; k < (natural.dim === 3 ? 3 : 1); k++) {
        const e = 3 * natural.bodyForms[4 * b + 1 + k];
        const share = natural.dim === 3 ? 0.5 : 1;
        shapes[6 * b * n + i] += share * (value[e + 1] * rate[e + 2] - value[e + 2] * rate[e + 1]);
        shapes[(6 * b + 1) * n + i] += share * (value[e + 2] * rate[e] - value[e] * rate[e + 2]);
        shapes[(6 * b + 2) * n + i] += share * (value[e] * rate[e + 1] - value[e + 1] * rate[e]);
      }
    }
  }
  return {
    freedom: n,
    mass: motion.mass,
    damping: motion.damping,
    stiffness: motion.stiffness,
    residual: motion.residual,
    acceleration: largest,
    shapes,
    precision: motion.precision,
  };
}

/** A mode of small motions, x(t) = Re(shape e^{λ t}). */
export interface Mode {
  /** vibration: a pair σ ± i ω; decay, growth: a real λ; rigid: λ = 0, nothing holds it. */
  readonly kind: "vibration" | "decay" | "growth" | "rigid";
  /** σ, 1/s, and ω ≥ 0, rad/s, of λ = σ + i ω. */
  readonly sigma: number;
  readonly omega: number;
  /** Natural frequency |λ| / 2π, Hz. */
  readonly frequency: number;
  /** −σ/|λ|: 0 undamped, 1 for decay, −1 for growth, negative where a vibration grows; 0 for a rigid mode. */
  readonly dampingRatio: number;
  /** Per body: displacement of the centre of mass and rotation, real and imaginary part; largest 1 (m or rad). */
  readonly shape: readonly {
    readonly body: string;
    readonly displacement: { readonly re: Vec3; readonly im: Vec3 };
    readonly rotation: { readonly re: Vec3; readonly im: Vec3 };
  }[];
}

/** Modes of a scene about a pose. */
export interface Modes {
  readonly freedom: number;
  /** Largest acceleration at the pose, m/s²: modes mean little where it is not small. */
  readonly acceleration: number;
  /** True when no motion grows. */
  readonly stable: boolean;
  /** By natural frequency, the slowest first. */
  readonly modes: readonly Mode[];
}

/** |a + i b| */
function modulus(a: number, b: number): number {
  return Math.sqrt(a * a + b * b);
}

/**
 * Eigenvalues below this part of the largest are zero: errors of K come out as their square root where λ² is zero, with
 * a factor for the number of coordinates.
 */
function zeroOf(precision: number): number {
  return 20 * Math.sqrt(precision);
}

/**
 * Natural frequencies, damping ratios and shapes of small motions about the pose of `data`, at rest; see `linearize`.
 * Undamped scenes are solved as K x = ω² M x, damped ones in state space.
 */
export function modes(model: Model, data: Data): Modes {
  const twin = inNaturalCoordinates(model, data);
  const linear = linearizeNatural(twin);
  const { freedom: n } = linear;
  const { values, vectors } = spectrum({ n, ...linear });
  const top = values.reduce((most, { re, im }) => Math.max(most, modulus(re, im)), 0);
  const zero = zeroOf(linear.precision);
  const list: Mode[] = [];
  let zeros = 0;
  values.forEach(({ re, im }, k) => {
    if (im < 0) return;
    const size = modulus(re, im);
    const isZero = size <= zero * top;
    // λ = 0 comes in pairs, position and velocity: one mode
    if (isZero && zeros++ % 2 === 1 && values.length === 2 * n) return;
    const kind = isZero ? "rigid" : im > 1e-6 * size ? "vibration" : re > 0 ? "growth" : "decay";
    list.push({
      kind,
      sigma: isZero ? 0 : re,
      omega: kind === "vibration" ? im : 0,
      frequency: isZero ? 0 : size / (2 * Math.PI),
      dampingRatio: isZero || re === 0 ? 0 : -re / size,
      shape: shapeOf(twin.model, linear, vectors[k]),
    });
  });
  list.sort((p, q) => p.frequency - q.frequency);
  return {
    freedom: n,
    acceleration: linear.acceleration,
    stable: list.every(({ sigma, frequency }) => sigma <= zero * 2 * Math.PI * frequency),
    modes: list,
  };
}

interface Spectrum {
  /** λ of every mode; pairs of vibrations with both signs of the imaginary part in state space, else with one. */
  readonly values: readonly { readonly re: number; readonly im: number }[];
  readonly vectors: readonly { readonly re: Float64Array; readonly im: Float64Array }[];
}

/** λ and x of (λ² M + λ C + K) x = 0. */
function spectrum({
  n,
  mass,
  damping,
  stiffness,
}: Pick<MinimalMotion, "n" | "mass" | "damping" | "stiffness">): Spectrum {
  if (n === 0) return { values: [], vectors: [] };
  const L = mass.slice();
  if (!cholesky(n, L)) throw new Error("the mass matrix is not positive definite: a body lacks inertia");
  const K = reduce(n, L, stiffness);
  const C = reduce(n, L, damping);
  const largest = (a: Float64Array) => a.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const pace = Math.max(Math.sqrt(largest(K)), largest(C));
  // differences of forces leave nine digits
  const undamped = largest(C) <= 1e-9 * pace;
  const size = undamped ? n : 2 * n;
  const a = new Float64Array(size * size);
  if (undamped) a.set(K);
  else {
    for (let i = 0; i < n; i++) {
      a[i * size + n + i] = pace;
      for (let j = 0; j < n; j++) {
        a[(n + i) * size + j] = -K[i * n + j] / pace;
        a[(n + i) * size + n + j] = -C[i * n + j];
      }
    }
  }
  const [re, im, V] = [new Float64Array(size), new Float64Array(size), new Float64Array(size * size)];
  if (!denseEigen(size, a, re, im, V)) throw new Error("the eigenvalues of the scene were not found");
  const values: { re: number; im: number }[] = [];
  const vectors: { re: Float64Array; im: Float64Array }[] = [];
  for (let k = 0; k < size; k++) {
    const first = im[k] < 0 ? k - 1 : k;
    const x = Float64Array.from({ length: n }, (_, i) => V[i * size + first]);
    const y = Float64Array.from({ length: n }, (_, i) =>
      im[k] === 0 ? 0 : Math.sign(im[k]) * V[i * size + first + 1],
    );
    vectors.push({ re: expand(n, L, x), im: expand(n, L, y) });
    if (!undamped) values.push({ re: re[k], im: im[k] });
    else {
      // λ = √(−κ), the root that grows where there is one
      const length = modulus(re[k], im[k]);
      const real = Math.sqrt(Math.max(0, 0.5 * (length - re[k])));
      values.push({ re: real, im: Math.sqrt(Math.max(0, 0.5 * (length + re[k]))) });
    }
  }
  return { values, vectors };
}

/** L⁻¹ A L⁻ᵀ. */
function reduce(n: number, L: Float64Array, A: Float64Array): Float64Array {
  const out = A.slice();
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < i; k++) out[i * n + j] -= L[i * n + k] * out[k * n + j];
      out[i * n + j] /= L[i * n + i];
    }
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      for (let k = 0; k < j; k++) out[i * n + j] -= L[j * n + k] * out[i * n + k];
      out[i * n + j] /= L[j * n + j];
    }
  }
  return out;
}

/** L⁻ᵀ y. */
function expand(n: number, L: Float64Array, y: Float64Array): Float64Array {
  const x = y.slice();
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i] -= L[k * n + i] * x[k];
    x[i] /= L[i * n + i];
  }
  return x;
}

/** Motion of the bodies in a mode, turned and scaled so that the largest part is real and 1. */
function shapeOf(
  model: Model,
  { freedom: n, shapes }: Linearization,
  vector: Spectrum["vectors"][number],
): Mode["shape"] {
  const size = 6 * model.nb;
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  for (let r = 0; r < size; r++) {
    for (let i = 0; i < n; i++) {
      re[r] += shapes[r * n + i] * vector.re[i];
      im[r] += shapes[r * n + i] * vector.im[i];
    }
  }
  let most = 0;
  for (let r = 1; r < size; r++) if (modulus(re[r], im[r]) > (1 + 1e-6) * modulus(re[most], im[most])) most = r;
  const square = re[most] * re[most] + im[most] * im[most];
  const turn = (r: number) => [
    square > 0 ? (re[r] * re[most] + im[r] * im[most]) / square : 0,
    square > 0 ? (im[r] * re[most] - re[r] * im[most]) / square : 0,
  ];
  const vector3 = (r: number, part: number): Vec3 => [turn(r)[part], turn(r + 1)[part], turn(r + 2)[part]];
  return model.bodyNames.flatMap((body, b) =>
    model.bodyType[b] === BODY_TYPE.dynamic
      ? [
          {
            body,
            displacement: { re: vector3(6 * b + 3, 0), im: vector3(6 * b + 3, 1) },
            rotation: { re: vector3(6 * b, 0), im: vector3(6 * b, 1) },
          },
        ]
      : [],
  );
}
