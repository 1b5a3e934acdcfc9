import { bodyOrientation, type Simulation, type Spec } from "stiction";
import { runFor, sensorOf } from "../context.js";
import { atMost, defineExperiment, error, near } from "../experiment.js";
import { angleBetween, axisymmetricFreeBody } from "../reference/free-body.js";
import { sliderCrankAt } from "../reference/slider-crank.js";
import { orderOf } from "../solver-run.js";
import { bridgeSpec, doublePendulumSpec, fourBarSpec, gapOver } from "./accuracy-joints.js";

const natural = { formulation: { type: "augmented-lagrangian" } } as const;
const second = "second order; the rest is of order h³ and higher";

export const naturalGaps = defineExperiment({
  id: "own.natural-gaps",
  title: "Four-bar linkage and hanging bridge in natural coordinates: widest joint in 10 s at 1/60 s",
  reference: "Joints stay closed, measured between the poses of the bodies.",
  rows: {
    "four-bar": atMost(
      "widest joint, four-bar linkage",
      "m",
      1e-9,
      "joints are exact to the tolerance of Newton's method",
    ),
    bridge: atMost(
      "widest joint, bridge of 100 links",
      "m",
      1e-9,
      "joints are exact to the tolerance of Newton's method",
    ),
  },
  *measure(context) {
    yield ["four-bar", gapOver(context, { ...fourBarSpec(), ...natural }, 10)];
    yield ["bridge", gapOver(context, { ...bridgeSpec(), ...natural }, context.full ? 10 : 1)];
  },
});

export const naturalDoublePendulum = defineExperiment({
  id: "own.natural-double-pendulum",
  title: "Double pendulum in natural coordinates: energy over 10 s at 1/240 s",
  reference: "Conservation of energy; scale 2 m g · 1 m.",
  rows: {
    "": atMost(
      "largest change of energy, part of 2 m g · 1 m",
      "1",
      0.005,
      "goal: 0.5 %, second-order error of chaotic motion at 1/240 s",
    ),
  },
  *measure(context) {
    const simulation = context.simulate({ ...doublePendulumSpec, ...natural, timestep: 1 / 240 });
    const energy = sensorOf(simulation, "system/all/energy");
    let worst = 0;
    runFor(simulation, 10, () => {
      worst = Math.max(worst, Math.abs(energy()) / (2 * 9.81));
    });
    yield ["", worst];
  },
});

/**
 * Direction of the Cardan joint's pin on the block: x of its frame, world axes at the start, where the block is not
 * turned.
 */
function pinOf({ model }: Simulation): number[] {
  const i = model.joints.names.indexOf("cardan");
  const [x, y, z, w] = model.joints.quatA.subarray(4 * i, 4 * i + 4);
  return [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)];
}

export const spatialSliderCrank = defineExperiment({
  id: "own.slider-crank",
  title: "Spatial slider-crank",
  reference:
    "Parameters of the IFToMM library; our own integration of the single equation I θ̈ = −½ I′ θ̇² − V′ with RK4 (4e-9 m from half its steps).",
  scene: "slider-crank",
  rows: {
    way: error("error of the block's displacement after 1 s at 0.25 ms", "m", 1e-6, "second-order error at 0.25 ms"),
    order: near("order of convergence, 0.5 ms to 0.25 ms", "1", 2, 0.2, second),
    driven: error("block after one revolution of a guided crank", "m", 1e-9, "the mechanism is back where it was"),
  },
  *measure(context) {
    const run = (timestep: number) => {
      const simulation = context.scene("slider-crank", { set: { timestep } });
      const exact = sliderCrankAt(
        {
          crank: { mass: 0.12, inertia: 1e-4 },
          rod: { mass: 0.5, axial: 4e-4, across: 4e-3 },
          block: { mass: 2 },
          pin: pinOf(simulation),
          gravity: 9.81,
        },
        6,
        1,
        2000,
      );
      runFor(simulation, 1);
      return Math.abs(sensorOf(simulation, "joint/rail/position")() - exact);
    };
    const [coarse, fine] = [run(5e-4), run(2.5e-4)];
    yield ["way", fine];
    yield ["order", orderOf(coarse, fine)];
    const speed = 2 * Math.PI;
    const driven = context.scene("slider-crank", { params: { speed, driven: true } });
    runFor(driven, 1);
    yield ["driven", sensorOf(driven, "joint/rail/position")() - 0.2];
  },
});

const heavyTopSpec: Spec = {
  name: "heavy-top",
  timestep: 1e-4,
  contact: "none",
  ...natural,
  bodies: [
    {
      name: "top",
      mass: 15,
      inertia: [0.234375, 0.46875, 0.234375],
      position: [0, 1, 0],
      angularVelocity: [0, 150, -4.61538],
      // v = ω × (0, 1, 0)
      velocity: [4.61538, 0, 0],
    },
  ],
  joints: [{ type: "ball", name: "tip", bodyB: "top", at: [0, 0, 0] }],
};

/** The published Euler parameters, scalar first. */
const TOP = [-0.70828, 0.43878, 0.54573, 0.0894];

export const heavyTop = defineExperiment({
  id: "public.heavy-top",
  title: "Heavy top",
  reference:
    "Géradin and Cardona's top with Brüls's parameters: m = 15 kg, J = (0.234375, 0.46875, 0.234375), 150 rad/s; Euler parameters at 0.2 s as in Exudyn's verification note, by RK4.",
  rows: {
    turn: atMost(
      "angle from the orientation by RK4 after 0.2 s, extrapolated from 0.1 and 0.05 ms",
      "rad",
      1e-4,
      "five published digits of four numbers",
    ),
    coarse: atMost(
      "angle from the orientation by RK4 at 0.1 ms",
      "rad",
      1e-3,
      "generalized-α at the same step is 5.9e-4 rad off in the note (-0.70813, 0.43881, 0.54593, 0.08925)",
    ),
  },
  *measure(context) {
    const run = (timestep: number) => {
      const { model, data } = context.simulate({ ...heavyTopSpec, timestep });
      runFor({ model, data }, 0.2);
      return [...bodyOrientation(model, data, "top")];
    };
    const exact = normalized([...TOP.slice(1), TOP[0]]);
    const [coarse, fine] = [run(1e-4), run(5e-5)];
    yield ["coarse", angleBetween(exact, coarse)];
    yield ["turn", angleBetween(exact, normalized(fine.map((q, k) => (4 * q - coarse[k]) / 3)))];
  },
});

function normalized(q: readonly number[]): number[] {
  const length = Math.hypot(...q);
  return q.map((v) => v / length);
}

export const naturalFreeBody = defineExperiment({
  id: "public.drake-free-body-natural",
  title: "Torque-free axisymmetric body in natural coordinates",
  reference: "Closed form of [KaneLikinsLevinson1983, 1.13], I = 0.04, J = 0.02 kg m².",
  rows: {
    orientation: error(
      "deviation of orientation after 5 s, extrapolated from 1 and 0.5 ms",
      "rad",
      1e-4,
      "of fourth order once extrapolated",
    ),
    order: near("order of convergence, 1 ms to 0.5 ms", "1", 2, 0.1, second),
  },
  *measure(context) {
    const spin = [2, 4, 6] as const;
    const exact = axisymmetricFreeBody(0.04, 0.02, spin, 5);
    const run = (timestep: number) => {
      const { model, data } = context.simulate({
        name: "free",
        timestep,
        contact: "none",
        ...natural,
        bodies: [{ name: "cylinder", mass: 1, inertia: [0.04, 0.04, 0.02], angularVelocity: [...spin] }],
      });
      runFor({ model, data }, 5);
      return [...bodyOrientation(model, data, "cylinder")];
    };
    const [coarse, fine] = [run(1e-3), run(5e-4)];
    const extrapolated = normalized(fine.map((q, k) => (4 * q - coarse[k]) / 3));
    yield ["orientation", angleBetween(exact.quat, extrapolated)];
    yield ["order", orderOf(angleBetween(exact.quat, coarse), angleBetween(exact.quat, fine))];
  },
});

/** A crane: two bars of 1 m, a horizontal one on the wall and a stay above it, with a load at the tip. */
function craneSpec(): Spec {
  const [x, y] = [1, 0.75];
  return {
    name: "crane",
    timestep: 0.001,
    plane: "xy",
    contact: "none",
    ...natural,
    bodies: [
      { name: "boom", mass: 10, inertia: [1, 1, 1], position: [x / 2, 0] },
      { name: "stay", mass: 4, inertia: [1, 1, 1], position: [x / 2, y / 2] },
      { name: "load", mass: 100, inertia: [1, 1, 1], position: [x, -0.5] },
    ],
    joints: [
      { type: "hinge", name: "wall", bodyB: "boom", at: [0, 0] },
      { type: "hinge", name: "anchor", bodyB: "stay", at: [0, y] },
      { type: "hinge", name: "tip", bodyA: "boom", bodyB: "stay", at: [x, 0] },
      { type: "distance", name: "rope", bodyA: "boom", bodyB: "load", at: [x, 0], to: [x, -0.5] },
    ],
    sensors: ["wall", "anchor", "tip"].flatMap((j) => ["x", "y"].map((c) => `joint/${j}/force.${c}`)),
  };
}

export const craneTruss = defineExperiment({
  id: "own.crane-truss",
  title: "Reactions of a crane at rest",
  reference:
    "Statics: the stay carries half its weight at each end, moments of the boom about the wall give its vertical pull (P + W_b/2 + W_s/2), and moments of the stay about the anchor its horizontal one.",
  rows: {
    anchor: error(
      "force of the anchor on the stay, part of itself",
      "1",
      1e-8,
      "reactions follow from the balance of bodies: round-off times the condition",
    ),
    wall: error(
      "force of the wall on the boom, part of itself",
      "1",
      1e-8,
      "reactions follow from the balance of bodies: round-off times the condition",
    ),
    tip: error(
      "force of the tip on the stay, part of itself",
      "1",
      1e-8,
      "reactions follow from the balance of bodies: round-off times the condition",
    ),
  },
  *measure(context) {
    const simulation = context.simulate(craneSpec());
    runFor(simulation, 0.1);
    const g = 9.81;
    const [boom, stay, load] = [10 * g, 4 * g, 100 * g];
    const [x, y] = [1, 0.75];
    // boom about the wall: the tip's vertical force on the boom, up, is load + boom / 2; on the stay it is down
    const tipY = -(load + boom / 2);
    // stay about the anchor: x tipY − x stay / 2 + y tipX = 0 with the arm (x, −y)
    const tipX = (-(x * tipY) + (x * stay) / 2) / y;
    const expected = {
      tip: [tipX, tipY],
      anchor: [-tipX, stay - tipY],
      wall: [tipX, boom + load + tipY],
    };
    for (const key of ["anchor", "wall", "tip"] as const) {
      const measured = ["x", "y"].map((c) => sensorOf(simulation, `joint/${key}/force.${c}`)());
      const [fx, fy] = expected[key];
      yield [key, Math.hypot(measured[0] - fx, measured[1] - fy) / Math.hypot(fx, fy)];
    }
  },
});

export const rotatingBeam = defineExperiment({
  id: "own.rotating-beam",
  title: "Reactions in a rotating beam",
  reference:
    "Two parts of a beam, 2 kg and 1 kg at 0.5 m and 1.5 m, guided at 5 rad/s: ω² Σ m r at the axle, ω² m r at the seam, no torque. Sensors have the mean over a step, sin(ω h/2)/(ω h/2) of a force that turns.",
  rows: {
    axle: error(
      "force at the axle, part of itself",
      "1",
      1e-8,
      "reactions follow from the balance of bodies: round-off times the condition",
    ),
    seam: error(
      "force at the seam, part of itself",
      "1",
      1e-8,
      "reactions follow from the balance of bodies: round-off times the condition",
    ),
    effort: error("torque of the guide", "N m", 1e-8, "constant speed needs none"),
  },
  *measure(context) {
    const simulation = context.simulate({
      name: "beam",
      timestep: 0.001,
      gravity: [0, 0, 0],
      contact: "none",
      ...natural,
      bodies: [
        { name: "inner", mass: 2, inertia: [0.01, 0.2, 0.2], position: [0.5, 0, 0] },
        { name: "outer", mass: 1, inertia: [0.01, 0.1, 0.1], position: [1.5, 0, 0] },
      ],
      joints: [
        { type: "hinge", name: "axle", bodyB: "inner", at: [0, 0, 0], drive: { mode: "speed", target: 5 } },
        { type: "fixed", name: "seam", bodyA: "inner", bodyB: "outer", at: [1, 0, 0] },
      ],
      sensors: [
        "joint/axle/force.x",
        "joint/axle/force.y",
        "joint/seam/force.x",
        "joint/seam/force.y",
        "joint/axle/effort",
      ],
    });
    runFor(simulation, 1);
    const size = (joint: string) =>
      Math.hypot(sensorOf(simulation, `joint/${joint}/force.x`)(), sensorOf(simulation, `joint/${joint}/force.y`)());
    const half = (5 * 0.001) / 2;
    const mean = Math.sin(half) / half;
    yield ["axle", size("axle") / (25 * 2.5 * mean) - 1];
    yield ["seam", size("seam") / (25 * 1.5 * mean) - 1];
    yield ["effort", sensorOf(simulation, "joint/axle/effort")()];
  },
});
