import type { Data } from "../data/data.js";
import { evaluateForms } from "../formulations/augmented-lagrangian/forms.js";
import { type MinimalMotion, minimalMotion } from "../formulations/augmented-lagrangian/linearize.js";
import { factorCholesky, solveCholesky } from "../math/cholesky.js";
import type { Model } from "../model/model.js";
import { inNaturalCoordinates, type Natural, startAtRest } from "./natural-twin.js";

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
  startAtRest(twin);
  return describe(twin, minimalMotion(twin.model, twin.data, twin.data.systems.natural));
}

/** Motions of the bodies in minimal coordinates. Reads: values of forms at the pose of `motion`. */
export function describe(twin: Natural, motion: MinimalMotion): Linearization {
  const { model, data } = twin;
  const state = data.systems.natural;
  const { n, basis } = motion;
  const { natural, value, rate } = state;
  const { largest } = largestAcceleration(twin, motion);
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

/**
 * Largest acceleration of a centre of mass, or of a point at the size of the scene by rotation (of every body in
 * `sizes`, m, where given), and of which body.
 */
export function largestAcceleration(
  { model, data }: Natural,
  motion: MinimalMotion,
  sizes?: Float64Array,
): { largest: number; worst: string } {
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
      const acceleration = k === 0 ? size : size * (sizes?.[b] ?? natural.size);
      if (!(acceleration <= largest)) {
        largest = acceleration;
        worst = model.bodyNames[b];
      }
    }
  }
  return { largest, worst };
}

/** M⁻¹ r. */
function solveMass({ n, mass, residual }: MinimalMotion): Float64Array {
  const L = mass.slice();
  const x = residual.slice();
  if (!factorCholesky(n, L)) return x.fill(Number.NaN);
  solveCholesky(n, L, x);
  return x;
}
