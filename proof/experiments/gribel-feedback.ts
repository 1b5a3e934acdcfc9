import { bodyPosition, COUNTER, type Data, type Spec } from "stiction";
import { type Context, runFor } from "../context.js";
import { atMost, defineExperiment, error, near } from "../experiment.js";

/**
 * Fixed feedback of errors of position in the thesis's own step (Baumgarte with ERP): the error shrinks by 1 − ERP per
 * step.
 */

const H = 0.01;
const ERP = 0.4;
const LEFT = 1 - ERP;
const STEPS = 8;

/** Two bodies of unlike mass, held together at points off their centres that are 0.1 m apart. */
const ball: Spec = {
  timestep: H,
  gravity: [0, 0, 0],
  contact: "none",
  formulation: { type: "impulse", preset: "thesis", iterations: 200, jointErrorReduction: ERP },
  bodies: [
    { name: "a", mass: 1, inertia: [2, 3, 4], shapes: [{ type: "sphere", radius: 0.1 }] },
    { name: "b", mass: 3, inertia: [5, 6, 7], position: [1.1, 0, 0], shapes: [{ type: "sphere", radius: 0.1 }] },
  ],
  joints: [
    {
      type: "ball",
      name: "joint",
      bodyA: "a",
      bodyB: "b",
      frameA: { position: [0.5, 0.05, 0] },
      frameB: { position: [-0.5, 0.05, 0] },
    },
  ],
};

/** A mass 1.1 m from a point that it should be 1 m from. */
const rod: Spec = {
  timestep: H,
  gravity: [0, 0, 0],
  contact: "none",
  formulation: { type: "impulse", preset: "thesis", jointErrorReduction: ERP },
  bodies: [{ name: "b", mass: 3, position: [1.1, 0, 0], shapes: [{ type: "sphere", radius: 0.1 }] }],
  joints: [{ type: "distance", name: "joint", bodyB: "b", at: [0, 0, 0], to: [1.1, 0, 0], length: 1 }],
};

/** Largest |error / 0.1 (1 − ERP)ⁿ − 1| in the first steps. */
function decay(
  context: Context,
  spec: Spec,
  left: (x: (name: string) => readonly number[], data: Data) => number,
): number {
  const { model, data } = context.simulate(spec);
  let worst = 0;
  let expected = 0.1;
  runFor({ model, data }, STEPS * H, () => {
    expected *= LEFT;
    worst = Math.max(worst, Math.abs(left((name) => bodyPosition(model, data, name), data) / expected - 1));
  });
  return worst;
}

/** Distance of the two points that the ball joint holds together, from the poses. */
function ballGap(x: (name: string) => readonly number[], { bodyQuat }: Data): number {
  const end = (name: string, b: number, along: number) => {
    const [qx, qy, qz, qw] = bodyQuat.subarray(4 * b, 4 * b + 4);
    const local = [along, 0.05, 0];
    // v + 2 w (q × v) + 2 q × (q × v)
    const cross = (u: readonly number[], w: readonly number[]) => [
      u[1] * w[2] - u[2] * w[1],
      u[2] * w[0] - u[0] * w[2],
      u[0] * w[1] - u[1] * w[0],
    ];
    const q = [qx, qy, qz];
    const once = cross(q, local);
    const twice = cross(q, once);
    return x(name).map((p, k) => p + local[k] + 2 * (qw * once[k] + twice[k]));
  };
  const a = end("a", 1, 0.5);
  const b = end("b", 2, -0.5);
  return Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
}

export const gribelFeedback = defineExperiment({
  id: "gribel.v04",
  title: "Error of a joint fades by the same part in every step",
  reference: "[Gribel2009] (35), row V04: C_n = C_0 (1 − ERP)ⁿ, not e^(−ERP n), from 0.1 m with ERP 0.4.",
  rows: {
    rod: error(
      "distance joint: largest relative deviation from 0.06, 0.036, … m in 8 steps",
      "1",
      1e-9,
      "one row along the line of motion, so exact but for round-off of 0.1 m in 1.1 m, which stays while C shrinks to 1.7 mm",
    ),
    ball: error(
      "ball joint off the centres of two bodies: the same",
      "1",
      0.02,
      "2 %: rows are linear in a rotation of a few hundredths of a radian",
    ),
  },
  *measure(context) {
    yield ["rod", decay(context, rod, (x) => x("b")[0] - 1)];
    yield ["ball", decay(context, ball, ballGap)];
  },
});

const ALLOWED = 0.002;
const MASS = 2;
const G = 9.81;

const sunk: Spec = {
  plane: "xy",
  timestep: H,
  formulation: { type: "impulse", preset: "thesis", iterations: 50, errorReduction: ERP, allowedDepth: ALLOWED },
  bodies: [
    { name: "ground", type: "static", position: [0, -0.5], shapes: [{ type: "polygon", halfExtents: [20, 0.5] }] },
    {
      name: "box",
      mass: MASS,
      position: [0, 0.245],
      shapes: [{ type: "polygon", halfExtents: [0.25, 0.25] }],
    },
  ],
};

export const gribelSunkBox = defineExperiment({
  id: "gribel.v10",
  title: "Overlap fades to the allowed depth, and the ground then carries the weight",
  reference: "[Gribel2009] (36)–(37), row V10: 5 mm deep, ERP 0.4, allowed depth 2 mm.",
  rows: {
    decay: error(
      "largest relative deviation of the depth beyond 2 mm from 3 mm × 0.6ⁿ in 8 steps",
      "1",
      1e-6,
      "50 sweeps over two points converge to round-off, and the box comes straight up",
    ),
    depth: near(
      "depth after 2 s less half the allowed depth",
      "m",
      0,
      ALLOWED / 2 + 2e-4,
      "from 0 to the allowed depth and 0.2 mm",
    ),
    weight: error(
      "largest relative deviation of the sum of normal impulses from m g h in the last second",
      "1",
      1e-6,
      "1e-6: no jitter",
    ),
  },
  *measure(context) {
    const { model, data } = context.simulate(sunk);
    const depth = () => 0.25 - bodyPosition(model, data, "box")[1];
    let expected = 0.003;
    let worst = 0;
    runFor({ model, data }, STEPS * H, () => {
      expected *= LEFT;
      worst = Math.max(worst, Math.abs((depth() - ALLOWED) / expected - 1));
    });
    yield ["decay", worst];
    runFor({ model, data }, 1);
    let weight = 0;
    runFor({ model, data }, 1, () => {
      let sum = 0;
      const points = data.counter[COUNTER.points];
      for (let i = 0; i < points; i++) sum += data.pointImpulse[3 * i];
      weight = Math.max(weight, Math.abs(sum / (MASS * G * H) - 1));
    });
    yield ["depth", depth() - ALLOWED / 2];
    yield ["weight", weight];
  },
});

const INERTIA = 2;
const TORQUE = 4;
const TARGET = 6;

function driven(preset: "fast" | "precise" | "thesis", timestep: number): Spec {
  return {
    timestep,
    gravity: [0, 0, 0],
    contact: "none",
    formulation: { type: "impulse", preset },
    bodies: [{ name: "rotor", mass: 1, inertia: [1, 1.5, INERTIA], shapes: [{ type: "sphere", radius: 0.1 }] }],
    joints: [
      {
        type: "angular-driver",
        name: "driver",
        bodyB: "rotor",
        axis: [0, 0, 1],
        drive: { mode: "speed", target: TARGET, maxEffort: TORQUE },
      },
    ],
  };
}

/** [time at which the target is reached, largest deviation of ω from τ t / I before] */
function ramp(context: Context, preset: "fast" | "precise" | "thesis", timestep: number): [number, number] {
  const { model, data } = context.simulate(driven(preset, timestep));
  let reached = Number.POSITIVE_INFINITY;
  let worst = 0;
  runFor({ model, data }, 4, () => {
    const w = data.bodyVel[6 + 2];
    if (w < TARGET - 1e-9) worst = Math.max(worst, Math.abs(w - (TORQUE / INERTIA) * data.time));
    else if (data.time < reached) reached = data.time;
    // and stays there
    else worst = Math.max(worst, Math.abs(w - TARGET));
  });
  return [reached, worst];
}

export const gribelDriver = defineExperiment({
  id: "gribel.v05",
  title: "Angular driver: a ramp at its largest torque",
  reference: "[Gribel2009] (23), row V05: I ω = τ t up to 6 rad/s, 3 s with 2 kg m² and 4 N m; then it holds.",
  rows: {
    time: near("time to 6 rad/s, thesis's step of 10 ms", "s", 3, 0.01, "one step of 10 ms"),
    ramp: atMost("largest deviation from the ramp, and from 6 rad/s after it", "rad/s", 1e-9, "round-off of 300 sums"),
    "time-fast": near("time to 6 rad/s, 1/60 s with sub-steps", "s", 3, 1 / 60, "one step"),
    "ramp-fast": atMost(
      "largest deviation from the ramp, and from 6 rad/s after it",
      "rad/s",
      1e-9,
      "round-off, and the residual that ends the direct solution, 1e-10",
    ),
  },
  *measure(context) {
    const [time, worst] = ramp(context, "thesis", 0.01);
    yield ["time", time];
    yield ["ramp", worst];
    const [timeFast, worstFast] = ramp(context, "fast", 1 / 60);
    yield ["time-fast", timeFast];
    yield ["ramp-fast", worstFast];
  },
});
