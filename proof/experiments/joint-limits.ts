import type { Spec } from "stiction";
import type { Context } from "../context.js";
import { runFor, sensorOf } from "../context.js";
import { atMost, defineExperiment, error, near } from "../experiment.js";

const G = 9.81;
const natural = { formulation: { type: "augmented-lagrangian" }, contact: "none" } as const;

/** Bob of 2 kg and 1e-3 kg m² on an arm of 1 m, level at the start; it swings with ω² = 2 K g sin θ. */
const MOMENT = 1e-3;
const K = 2 / (2 + MOMENT);
const pendulum = (joint: Record<string, unknown>, timestep: number): Spec => ({
  name: "pendulum-with-stop",
  ...natural,
  timestep,
  bodies: [{ name: "bob", mass: 2, inertia: [MOMENT, MOMENT, MOMENT], position: [1, 0, 0] }],
  joints: [{ type: "hinge", name: "pin", bodyB: "bob", at: [0, 0, 0], axis: [0, 1, 0], ...joint }],
  sensors: [
    ...["position", "effort", "broken"].map((quantity) => `joint/pin/${quantity}`),
    "body/bob/position",
    "system/all/energy",
  ],
});

export const naturalLimits = defineExperiment({
  id: "own.joint-limits",
  title: "Pendulum that falls on a stop, in natural coordinates at 5 ms",
  reference: "It rests at the limit of 0.7 rad, and the stop bears m g l cos 0.7; a stop gives no energy.",
  rows: {
    rest: error("angle at rest less the limit", "rad", 1e-9, "Newton's method on positions stops at 1e-9 of the size"),
    beyond: atMost("farthest beyond the limit, of all steps", "rad", 1e-8, "the same, with the step of the impact"),
    effort: near("torque of the stop", "N m", -2 * G * Math.cos(0.7), 1e-6, "statics: 1e-7 of 15 N m"),
    gain: atMost("largest rise of energy in a step from the impact on", "J", 1e-9, "round-off of 20 J"),
  },
  *measure(context) {
    const simulation = context.simulate(pendulum({ limits: { upper: 0.7 } }, 5e-3));
    const position = sensorOf(simulation, "joint/pin/position");
    const energy = sensorOf(simulation, "system/all/energy");
    let beyond = 0;
    let gain = 0;
    let last = Number.POSITIVE_INFINITY;
    runFor(simulation, 2, () => {
      beyond = Math.max(beyond, position() - 0.7);
      if (position() < 0.7 - 1e-6) return;
      gain = Math.max(gain, energy() - last);
      last = energy();
    });
    yield ["rest", position() - 0.7];
    yield ["beyond", beyond];
    yield ["effort", sensorOf(simulation, "joint/pin/effort")()];
    yield ["gain", gain];
  },
});

/** A wheel of 2 kg m² at 3 rad/s on a hinge with 4 N m of friction. */
const wheel = (timestep: number, torque: number, speed: number): Spec => ({
  name: "wheel-with-friction",
  ...natural,
  timestep,
  gravity: [0, 0, 0],
  bodies: [{ name: "wheel", mass: 1, inertia: [1, 1, 2], angularVelocity: [0, 0, speed] }],
  joints: [{ type: "hinge", name: "axle", bodyB: "wheel", at: [0, 0, 0], axis: [0, 0, 1], friction: { effort: 4 } }],
  forces: [{ type: "wrench", name: "load", body: "wheel", torque: [0, 0, torque] }],
  sensors: ["joint/axle/position"],
});

function angleAfter(context: Context, spec: Spec, time: number): number {
  const simulation = context.simulate(spec);
  runFor(simulation, time);
  return sensorOf(simulation, "joint/axle/position")();
}

export const naturalJointFriction = defineExperiment({
  id: "own.joint-friction",
  title: "Wheel on a hinge with Coulomb friction, in natural coordinates at 5 ms",
  reference: "ω̇ = −τ/I: from 3 rad/s it stops after I ω/τ = 1.5 s and I ω²/2τ = 2.25 rad; below τ nothing moves.",
  rows: {
    slowing: near("angle after 1 s", "rad", 2, 2e-4, "(ω h)²/12 of the angle: unit vectors on a circle"),
    stop: near("angle at rest", "rad", 2.25, 2e-4, "the same; the stop falls within a step"),
    creep: error("angle after 10 s under 0.999 τ, from rest", "rad", 1e-12, "round-off"),
    slip: near("angle after 1 s under 1.5 τ, from rest", "rad", 0.5, 1e-4, "½ (τ/2)/I t²; (ω h)²/12 of it"),
  },
  *measure(context) {
    yield ["slowing", angleAfter(context, wheel(5e-3, 0, 3), 1)];
    yield ["stop", angleAfter(context, wheel(5e-3, 0, 3), 2)];
    yield ["creep", angleAfter(context, wheel(5e-3, 3.996, 0), 10)];
    yield ["slip", angleAfter(context, wheel(5e-3, 6, 0), 1)];
  },
});

const lift = (maxEffort: number): Spec => ({
  name: "lift",
  ...natural,
  timestep: 5e-3,
  bodies: [{ name: "load", mass: 2, inertia: [1, 1, 1] }],
  joints: [
    {
      type: "slider",
      name: "guide",
      bodyB: "load",
      at: [0, 0, 0],
      axis: [0, 0, 1],
      drive: { mode: "position", target: 0.2, maxEffort, maxSpeed: 0.5 },
    },
  ],
  sensors: ["position", "speed", "effort"].map((quantity) => `joint/guide/${quantity}`),
});

export const naturalBoundedDrive = defineExperiment({
  id: "own.bounded-drive",
  title: "Lift of 2 kg by a drive with a largest effort and speed, in natural coordinates at 5 ms",
  reference:
    "30 N are enough: it rises with (F − m g)/m to 0.5 m/s, arrives and holds m g. 10 N are not: it falls with g − F/m.",
  rows: {
    held: error("height less target after 2 s, 30 N", "m", 1e-9, "Newton's method on positions stops at 1e-9"),
    effort: near("force that holds it", "N", 2 * G, 1e-7, "statics"),
    fastest: near("largest speed", "m/s", 0.5, 1e-9, "the speed is met to round-off"),
    fall: near(
      "speed after 0.5 s, 10 N",
      "m/s",
      -(G - 5) * 0.5,
      1e-9,
      "constant forces: the trapezoidal rule is exact",
    ),
  },
  *measure(context) {
    const strong = context.simulate(lift(30));
    const speed = sensorOf(strong, "joint/guide/speed");
    let fastest = 0;
    runFor(strong, 2, () => {
      fastest = Math.max(fastest, speed());
    });
    yield ["held", sensorOf(strong, "joint/guide/position")() - 0.2];
    yield ["effort", sensorOf(strong, "joint/guide/effort")()];
    yield ["fastest", fastest];
    const weak = context.simulate(lift(10));
    runFor(weak, 0.5);
    yield ["fall", sensorOf(weak, "joint/guide/speed")()];
  },
});

/** Tension along the arm is (1 + 2 K) m g sin θ; the pin breaks at 40 N. */
const BREAK_ANGLE = Math.asin(40 / ((1 + 2 * K) * 2 * G));

function angleAtBreak(context: Context, timestep: number): number {
  const simulation = context.simulate(pendulum({ breakForce: 40 }, timestep));
  const broken = sensorOf(simulation, "joint/pin/broken");
  const [x, z] = ["x", "z"].map((c) => sensorOf(simulation, `body/bob/position.${c}`));
  let angle = Number.NaN;
  runFor(simulation, 1, () => {
    if (Number.isNaN(angle) && broken() === 1) angle = Math.atan2(-z(), x());
  });
  return angle;
}

export const naturalBreak = defineExperiment({
  id: "own.joint-break",
  title: "Pendulum whose pin breaks at 40 N, in natural coordinates",
  reference: "The pin bears (1 + 2 k) m g sin θ, k = m l²/(m l² + I).",
  rows: {
    "5ms": near("angle at the break, 5 ms", "rad", BREAK_ANGLE, 0.036, "at the end of a step: ω h = 3.6 × 5 ms, twice"),
    "1ms": near("angle at the break, 1 ms", "rad", BREAK_ANGLE, 0.0072, "the same at 1 ms"),
  },
  *measure(context) {
    yield ["5ms", angleAtBreak(context, 5e-3)];
    yield ["1ms", angleAtBreak(context, 1e-3)];
  },
});
