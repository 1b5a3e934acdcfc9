import type { Data } from "../data/data.js";
import type { MinimalMotion } from "../formulations/augmented-lagrangian/linearize.js";
import { modulus, quadraticEigen, type Spectrum } from "../math/quadratic-eigen.js";
import type { Vec3 } from "../math/vec3.js";
import { BODY_TYPE, type Model } from "../model/model.js";
import { type Linearization, linearize } from "./linearization.js";

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
  return modesOf(model, linearize(model, data));
}

/** The modes of a linearisation of `model`. */
export function modesOf(model: Model, linear: Linearization): Modes {
  const { freedom: n } = linear;
  const { values, vectors } = quadraticEigen({ n, ...linear });
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
      shape: shapeOf(model, linear, vectors[k]),
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

/** Whether no small displacement grows: K has no negative stiffness. */
export function isStable(motion: MinimalMotion): boolean {
  const { values } = quadraticEigen({ ...motion, damping: new Float64Array(motion.n * motion.n) });
  const top = values.reduce((most, { re, im }) => Math.max(most, modulus(re, im)), 0);
  return values.every(({ re }) => re <= zeroOf(motion.precision) * top);
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
