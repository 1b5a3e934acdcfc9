import { runControllers } from "../controllers/run.js";
import type { Data } from "../data/data.js";
import { lagrangianFields } from "../formulations/augmented-lagrangian/fields.js";
import { advanceStatic } from "../formulations/augmented-lagrangian/static-step.js";
import { BODY_TYPE, type Model } from "../model/model.js";
import type { Natural } from "./natural-twin.js";
import { refreshSensors } from "./step.js";

/** How relaxation went. */
export interface Relaxation {
  /** Steps, and the sum of their lengths, s. */
  readonly steps: number;
  readonly time: number;
  /** Largest acceleration at the end, m/s², and the body that has it. */
  readonly residual: number;
  readonly worst: string;
  /** Bodies that roll on: in the last step they accelerated by more than the tolerance, and turned as they went. */
  readonly rolling: readonly string[];
  /** Whether something left for good. */
  readonly away: boolean;
}

/** A step moves no body farther than this part of its size, and is repeated where one moved four times as far. */
const FARTHEST = 0.2;
const TOO_FAR = 4 * FARTHEST;
/** What is farther from its start than so many sizes of the scene has left. */
const AWAY = 200;
/** Shortest and longest steps: over that of the scene, and s. Longer ones would follow the noise of forces. */
const SHORTEST = 1 / 4096;
const LONGEST = 30;
/** Newton's method of a step that moves bodies far need not be more accurate, over the size of the scene. */
const ROUGH = 1e-6;
/** A body rolls that turns by more than this part of the angle that its way makes over its size. */
const ROLLS = 0.5;
/** Steps in a row that end without acceleration: in the second, dampers have nothing left to hold either. */
const CALM = 2;
/** Accelerations that are looked for, over the tolerance, and steps below the tolerance that are enough instead. */
const AIM = 1e-4;
const ENOUGH = 20;

/**
 * Moves a scene towards equilibrium by implicit steps from rest (`advanceStatic`), each as long as bodies may move and
 * as Newton's method converges, until accelerations are far below the tolerance, m/s², or were below it for some steps:
 * bodies that roll down a slight slope get there slowly. The clock stands still, so that drives
 * and controllers do what they do at this time. `step` hears of every step.
 */
export function relax(
  { model, data }: Natural,
  tolerance: number,
  most: number,
  longest: number,
  step: (steps: number, residual: number) => void,
): Relaxation {
  const state = data.systems.natural;
  const fields = lagrangianFields(data);
  const { coordinate, velocity, acceleration, inner, multiplier } = fields;
  const { bodyPos, bodyQuat, bodyVel } = data;
  const { rowEffort } = data.items.joints;
  const arrays = [coordinate, velocity, acceleration, inner, multiplier, bodyPos, bodyQuat, bodyVel, rowEffort];
  const size = state.natural.size;
  const sizes = bodySizes(model, size);
  const reach = TOO_FAR * smallest(model, sizes);
  const start = bodyPos.slice();
  const timestep = model.options.timestep;
  let h = timestep;
  let time = 0;
  let steps = 0;
  let result: Step = { far: 1, residual: Number.POSITIVE_INFINITY, worst: "", rolling: [] };
  let away = false;
  let growth = 4;
  let calm = 0;
  let enough = 0;
  try {
    while (steps < most && time < longest && calm < CALM && enough < ENOUGH && !away) {
      const saved = arrays.map((array) => array.slice());
      refreshSensors(model, data);
      runControllers(model, data, 0);
      steps++;
      const accuracy = Math.max(state.settings.tolerance, Math.min(ROUGH, 0.01 * result.far));
      const solved = advanceStatic(model, data, state, h, accuracy, reach);
      const next = measure(model, data, saved[5], saved[6], sizes, h, tolerance);
      if (!(solved && next.far <= TOO_FAR) && h > SHORTEST * timestep) {
        arrays.forEach((array, k) => {
          array.set(saved[k]);
        });
        growth = 1.05;
        h = Math.max(SHORTEST * timestep, solved ? h * Math.max(0.1, Math.sqrt(FARTHEST / next.far)) : 0.5 * h);
        continue;
      }
      time += h;
      result = next;
      calm = next.residual <= AIM * tolerance ? calm + 1 : 0;
      enough = next.residual <= tolerance ? enough + 1 : 0;
      h = Math.min(LONGEST, h * Math.max(0.3, Math.min(growth, 0.8 * Math.sqrt(FARTHEST / Math.max(next.far, 1e-30)))));
      growth = Math.min(4, 1.2 * growth);
      away = distance(bodyPos, start) > AWAY * size;
      step(steps, result.residual);
    }
  } finally {
    model.options.timestep = timestep;
    // numbers of the scene's own step
    state.epoch = -1;
  }
  return { steps, time, residual: result.residual, worst: result.worst, rolling: result.rolling, away };
}

/** Reach of the shapes of every body, m; the size of the scene for bodies without. */
export function bodySizes(model: Model, size: number): Float64Array {
  const sizes = new Float64Array(model.nb);
  const { collision } = model.systems;
  for (let s = 0; s < (collision?.count ?? 0); s++)
    sizes[collision.body[s]] = Math.max(sizes[collision.body[s]], Math.min(size, collision.turnReach[s]));
  return sizes.map((reach) => (reach > 0 ? reach : size));
}

interface Step {
  readonly far: number;
  readonly residual: number;
  readonly worst: string;
  readonly rolling: readonly string[];
}

/**
 * How far the step moved a body, over its size, and the largest acceleration at its end, x/h², m/s²; rotations count
 * times the size of the body.
 */
function measure(
  model: Model,
  { bodyPos: p, bodyQuat: q }: Data,
  p0: Float64Array,
  q0: Float64Array,
  sizes: Float64Array,
  h: number,
  tolerance: number,
): Step {
  const rolling: string[] = [];
  let far = 0;
  let residual = 0;
  let worst = "";
  for (let b = 1; b < model.nb; b++) {
    if (model.bodyType[b] !== BODY_TYPE.dynamic) continue;
    let square = 0;
    for (let c = 3 * b; c < 3 * b + 3; c++) square += (p[c] - p0[c]) * (p[c] - p0[c]);
    const shift = Math.sqrt(square);
    // ‖q − q₀‖ is half of a small angle, whichever sign the quaternion has
    let minus = 0;
    let plus = 0;
    for (let c = 4 * b; c < 4 * b + 4; c++) {
      minus += (q[c] - q0[c]) * (q[c] - q0[c]);
      plus += (q[c] + q0[c]) * (q[c] + q0[c]);
    }
    const turn = 2 * Math.sqrt(Math.min(minus, plus));
    far = Math.max(far, shift / sizes[b], turn);
    const acceleration = Math.max(shift, turn * sizes[b]) / (h * h);
    if (acceleration > tolerance && shift > 0 && turn * sizes[b] > ROLLS * shift) rolling.push(model.bodyNames[b]);
    if (!(acceleration <= residual)) {
      residual = acceleration;
      worst = model.bodyNames[b];
    }
  }
  return { far, residual, worst, rolling };
}

function smallest(model: Model, sizes: Float64Array): number {
  return sizes.reduce((least, x, b) => (model.bodyType[b] === BODY_TYPE.dynamic ? Math.min(least, x) : least), 1e9);
}

/** Largest distance of a body from where it was, m. */
function distance(p: Float64Array, p0: Float64Array): number {
  let most = 0;
  for (let o = 0; o < p.length; o++) most = Math.max(most, Math.abs(p[o] - p0[o]));
  return most;
}
