import { bodyPosition, type ControllerSpec, type Spec } from "stiction";
import { type Context, runFor } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";
import { type Oscillator, oscillator } from "../reference/oscillator.js";
import { rk4OscillatorError, roundOff, simpsonError } from "../tolerance.js";

const MASS = 2;
const KP = 50;
const KD = 4;
const TARGET = 0.3;
const LIMIT = 3;
const DURATION = 5;

const held: Oscillator = { mass: MASS, damping: KD, stiffness: KP, x0: -TARGET, v0: 0 };

/** A cart that slides along x, held at TARGET by a PD controller. */
function cart(timestep: number, rate: "step" | "evaluation", limit?: number): Spec {
  return {
    timestep,
    gravity: [0, 0, 0],
    contact: "none",
    formulation: { type: "forces", integrator: "rk4" },
    bodies: [{ name: "cart", mass: MASS, shapes: [{ type: "box", halfExtents: [0.2, 0.1, 0.1] }] }],
    controllers: [
      {
        type: "pd",
        name: "hold",
        output: "bodies.cart.force.x",
        sensor: "body/cart/position.x",
        rateSensor: "body/cart/velocity.x",
        target: TARGET,
        kp: KP,
        kd: KD,
        rate,
        ...(limit === undefined ? {} : { limit }),
      },
    ],
  };
}

const WAVE = { size: 0.1, rate: 4 } as const;

/** The same cart, its target moved to and fro by another controller. */
function followingCart(): Spec {
  const spec = cart(0.001, "evaluation");
  const wave = { type: "expression", name: "wave", output: "controllers.hold.target", rate: "evaluation" } as const;
  return {
    ...spec,
    controllers: [...(spec.controllers ?? []), { ...wave, expression: `${WAVE.size} * sin(${WAVE.rate} * t)` }],
  };
}

/** m ẍ + kd ẋ + kp x = kp A sin ωt from rest at 0: the forced oscillation, and a free one that meets the start. */
function forced(t: number): number {
  const { size, rate } = WAVE;
  const a = KP - MASS * rate * rate;
  const b = KD * rate;
  // X = kp A / (a + i b), x = Im X e^{iωt}
  const re = (KP * size * a) / (a * a + b * b);
  const im = (-KP * size * b) / (a * a + b * b);
  const free: Oscillator = { mass: MASS, damping: KD, stiffness: KP, x0: -im, v0: -re * rate };
  return re * Math.sin(rate * t) + im * Math.cos(rate * t) + oscillator(free, t).x;
}

/** The exact motion when the force is computed once per step and held: x and v are quadratic and linear in between. */
function sampled(h: number, steps: number, limit: number): number[] {
  const positions: number[] = [];
  let x = 0;
  let v = 0;
  for (let k = 0; k < steps; k++) {
    const u = Math.max(-limit, Math.min(limit, KP * (TARGET - x) - KD * v)) / MASS;
    x += h * v + (h * h * u) / 2;
    v += h * u;
    positions.push(x);
  }
  return positions;
}

function deviation(context: Context, spec: Spec, expected: (k: number, t: number) => number): number {
  const { model, data } = context.simulate(spec);
  let worst = 0;
  let k = 0;
  runFor({ model, data }, DURATION, () => {
    worst = Math.max(worst, Math.abs(bodyPosition(model, data, "cart")[0] - expected(k++, data.time)));
  });
  return worst;
}

export const pdController = defineExperiment({
  id: "own.pd-controller",
  title: "PD controller",
  reference:
    "Evaluated with the forces it is a spring and a damper, in closed form; evaluated once per step and held, the motion follows an exact recurrence.",
  rows: {
    continuous: error(
      "largest deviation in 5 s, controller evaluated with the forces",
      "m",
      rk4OscillatorError(held, DURATION, 0.001) + roundOff(5000, 0.3),
      "RK4 leaves out (λh)⁵/120 per step, largest over the run",
    ),
    driven: error(
      "largest deviation in 5 s, target driven by another controller",
      "m",
      // free and forced part: both at most 5 rad/s, the forced one undamped
      rk4OscillatorError({ ...held, damping: 0, x0: 2 * WAVE.size, v0: 0 }, DURATION, 0.001) + roundOff(5000, 0.3),
      "RK4 leaves out (λh)⁵/120 per step, largest over the run",
    ),
    sampled: error(
      "largest deviation in 5 s, controller at 100 Hz",
      "m",
      roundOff(500, 0.6, 16),
      "round-off: 500 steps × 16 operations; the force is constant within a step",
    ),
    limited: error(
      "largest deviation in 5 s, controller at 100 Hz, at most 3 N",
      "m",
      roundOff(500, 0.6, 16),
      "round-off: 500 steps × 16 operations",
    ),
  },
  *measure(context) {
    const exact = (_k: number, t: number) => TARGET + oscillator(held, t).x;
    yield ["continuous", deviation(context, cart(0.001, "evaluation"), exact)];
    yield ["driven", deviation(context, followingCart(), (_k, t) => forced(t))];
    const free = sampled(0.01, 500, Number.POSITIVE_INFINITY);
    yield ["sampled", deviation(context, cart(0.01, "step"), (k) => free[k])];
    const limited = sampled(0.01, 500, LIMIT);
    yield ["limited", deviation(context, cart(0.01, "step", LIMIT), (k) => limited[k])];
  },
});

/** A kinematic sledge whose velocity follows a profile; the distance is the area under it. */
/** Parameters of a profile but the output that it drives. */
type Profile = Omit<Extract<ControllerSpec, { type: "profile" }>, "type" | "output">;

function sledge(profile: Profile): Spec {
  return {
    timestep: 0.01,
    contact: "none",
    formulation: { type: "forces", integrator: "rk4" },
    bodies: [{ name: "sledge", type: "kinematic", shapes: [{ type: "box", halfExtents: [0.2, 0.1, 0.1] }] }],
    controllers: [{ type: "profile", output: "bodies.sledge.velocity.x", ...profile }],
  };
}

function travelled(context: Context, profile: Profile, duration: number): number {
  const { model, data } = context.simulate(sledge(profile));
  runFor({ model, data }, duration);
  return bodyPosition(model, data, "sledge")[0];
}

const TRAPEZOID = { times: [0, 1, 3, 4], values: [0, 1.5, 1.5, 0] };
const rounding = roundOff(900, 9);

export const profileController = defineExperiment({
  id: "own.profile-controller",
  title: "Profile controller",
  reference:
    "Distance travelled is the area under the velocity profile, in closed form for each way of going between entries.",
  rows: {
    linear: near(
      "distance under a trapezoid of 1.5 m/s",
      "m",
      4.5,
      rounding,
      "round-off: RK4 integrates straight lines exactly",
    ),
    smooth: near(
      "distance under the same with smooth flanks",
      "m",
      4.5,
      // 1.5 (10 s³ − 15 s⁴ + 6 s⁵) has a fourth derivative of at most 1.5 · 360, on two flanks of 1 s
      simpsonError(1.5 * 360, 2, 0.01) + rounding,
      "RK4 is Simpson's rule here: h⁴/2880 × ∫|f⁗|",
    ),
    hold: near(
      "distance under steps of 1, 2 and 0 m/s, once per step",
      "m",
      3,
      rounding,
      "round-off: constant within a step",
    ),
    periodic: near("distance of two periods of the trapezoid and an extra second", "m", 9.75, rounding, "round-off"),
  },
  *measure(context) {
    yield ["linear", travelled(context, { ...TRAPEZOID, rate: "evaluation" }, 5)];
    yield ["smooth", travelled(context, { ...TRAPEZOID, between: "smooth", rate: "evaluation" }, 5)];
    yield ["hold", travelled(context, { times: [0, 1, 2], values: [1, 2, 0], between: "hold", rate: "step" }, 3)];
    yield ["periodic", travelled(context, { ...TRAPEZOID, period: 4, rate: "evaluation" }, 9)];
  },
});
