import { bodyAngularVelocity, bodyVelocity, type Spec, setWrench } from "stiction";
import { type Context, runFor } from "../context.js";
import { defineExperiment, near } from "../experiment.js";

const G = 9.81;
const MU = 0.5;

/** A box of 1 kg on the floor. */
const box = (cone: "circular" | "pyramid"): Spec => ({
  timestep: 1 / 60,
  formulation: { type: "impulse", preset: "fast", contacts: "iterative", cone },
  materials: { wood: { friction: MU } },
  bodies: [
    { name: "floor", type: "static", material: "wood", shapes: [{ type: "plane" }] },
    {
      name: "box",
      mass: 1,
      material: "wood",
      position: [0, 0, 0.1],
      shapes: [{ type: "box", halfExtents: [0.2, 0.2, 0.1] }],
    },
  ],
});

/** Largest horizontal force along `angle` under which the box stays, by bisection, over μ m g. */
function threshold(context: Context, cone: "circular" | "pyramid", angle: number): number {
  let [low, high] = [0.5, 2];
  for (let k = 0; k < (context.full ? 16 : 10); k++) {
    const middle = 0.5 * (low + high);
    const simulation = context.simulate(box(cone));
    const { model, data } = simulation;
    const force = middle * MU * G;
    runFor(simulation, 0.5);
    // at half the box's height there would be a moment: at the floor there is none
    const f = [force * Math.cos(angle), force * Math.sin(angle), 0] as const;
    setWrench(model, data, "box", { force: f, torque: [0.1 * f[1], -0.1 * f[0], 0] });
    runFor(simulation, 1);
    // half a per cent above the limit it has 25 mm/s by then
    const v = bodyVelocity(model, data, "box");
    if (Math.hypot(v[0], v[1]) > 0.01) high = middle;
    else low = middle;
  }
  return 0.5 * (low + high);
}

export const gribelCone = defineExperiment({
  id: "gribel.v31",
  title: "Friction cone against pyramid",
  reference:
    "[Gribel2009], row V31: a box pushed at 45° to the tangents starts at μ m g with a cone, at √2 times that with a pyramid along them.",
  rows: {
    cone: near("force that moves the box at 45°, over μ m g, cone", "1", 1, 0.01, "acceptance limit of row V31: 1 %"),
    "cone-along": near("the same along a tangent", "1", 1, 0.01, "acceptance limit of row V31: 1 %"),
    pyramid: near(
      "force that moves the box at 45°, over μ m g, pyramid",
      "1",
      Math.SQRT2,
      0.0142,
      "acceptance limit of row V31: 1 %",
    ),
  },
  *measure(context) {
    yield ["cone", threshold(context, "circular", Math.PI / 4)];
    yield ["cone-along", threshold(context, "circular", 0)];
    yield ["pyramid", threshold(context, "pyramid", Math.PI / 4)];
  },
});

const RADIUS = 0.25;
const SPIN = 5 * Math.PI;

/** A disc of 1 kg that spins flat on the floor. */
const disc = (friction: number, h: number): Spec => ({
  timestep: h,
  formulation: { type: "impulse", preset: "precise" },
  materials: { wood: { friction } },
  bodies: [
    { name: "floor", type: "static", material: "wood", shapes: [{ type: "plane" }] },
    {
      name: "disc",
      mass: 1,
      material: "wood",
      position: [0, 0, 0.025],
      angularVelocity: [0, 0, SPIN],
      shapes: [{ type: "cylinder", radius: RADIUS, halfLength: 0.025 }],
    },
  ],
});

/** Slope of a straight line through the spin while it is between 90 % and 10 % of its start, rad/s². */
function braking(context: Context, friction: number): { slope: number; stop: number } {
  const h = 1 / 60;
  const simulation = context.simulate(disc(friction, h));
  const { model, data } = simulation;
  const points: [number, number][] = [];
  let time = 0;
  runFor(simulation, 1.2, () => {
    time += h;
    const spin = bodyAngularVelocity(model, data, "disc")[2];
    if (spin > 0.1 * SPIN && spin < 0.9 * SPIN) points.push([time, spin]);
  });
  const n = points.length;
  const [mt, ms] = [0, 1].map((c) => points.reduce((sum, p) => sum + p[c], 0) / n);
  const slope =
    points.reduce((sum, [t, s]) => sum + (t - mt) * (s - ms), 0) / points.reduce((sum, [t]) => sum + (t - mt) ** 2, 0);
  return { slope, stop: mt - ms / slope };
}

export const gribelDisc = defineExperiment({
  id: "gribel.v32",
  title: "Disc spinning on a plane: patch friction",
  reference:
    "[Gribel2009], row V32: under uniform pressure friction slows a disc with ⅔ μ N a. With I = ½ m a² it stops after 3 a ω₀/(4 μ g); μ is chosen for 0.5 s.",
  rows: {
    torque: near("braking torque over ⅔ μ m g a", "1", 1, 0.1, "acceptance limit of row V32: 10 %"),
    stop: near("time to rest, from a straight line through ω(t)", "s", 0.5, 0.01, "goal: ± 2 %"),
  },
  *measure(context) {
    const friction = (3 * RADIUS * SPIN) / (4 * G * 0.5);
    const { slope, stop } = braking(context, friction);
    yield ["torque", (-slope * 0.5 * RADIUS ** 2) / ((2 / 3) * friction * G * RADIUS)];
    yield ["stop", stop];
  },
});

const RHO = 0.002;
const BALL = 0.1;

/** A sphere that rolls without slipping, at 2 m/s. */
const rolling: Spec = {
  timestep: 1 / 60,
  formulation: { type: "impulse", preset: "fast" },
  materials: { rubber: { friction: 0.8, rollingFriction: RHO } },
  bodies: [
    { name: "floor", type: "static", material: "rubber", shapes: [{ type: "plane" }] },
    {
      name: "ball",
      mass: 1,
      material: "rubber",
      position: [0, 0, BALL],
      velocity: [2, 0, 0],
      angularVelocity: [0, 2 / BALL, 0],
      shapes: [{ type: "sphere", radius: BALL }],
    },
  ],
};

export const gribelRolling = defineExperiment({
  id: "gribel.v33",
  title: "Rolling resistance of a sphere",
  reference:
    "[Gribel2009], row V33: m a = −F, I dω/dt = F r − ρ N with a = r dω/dt gives a = −(5/7) g ρ/r for a solid sphere.",
  rows: {
    "": near("deceleration", "m/s^2", ((5 / 7) * G * RHO) / BALL, 0.03 * 0.14, "acceptance limit of row V33: 3 %"),
  },
  *measure(context) {
    const simulation = context.simulate(rolling);
    const { model, data } = simulation;
    runFor(simulation, 0.5);
    const before = bodyVelocity(model, data, "ball")[0];
    runFor(simulation, 5);
    yield ["", (before - bodyVelocity(model, data, "ball")[0]) / 5];
  },
});
