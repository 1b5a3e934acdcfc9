import { createGradient, type GradientParameter, type Simulation, type Spec, sceneParameter, step } from "stiction";
import type { Context } from "../context.js";
import { sensorOf } from "../context.js";
import { atMost, defineExperiment, near } from "../experiment.js";
import { pendulumByLength } from "../reference/pendulum.js";
import { orderOf } from "../solver-run.js";

/** Derivatives of sensors by one parameter at the end of a run. */
function derivatives(
  { model }: Simulation,
  wrt: string | GradientParameter,
  duration: number,
  names: readonly string[],
) {
  const run = createGradient(model, [wrt]);
  const steps = Math.round(duration / model.options.timestep);
  for (let k = 1; k <= steps; k++) run.step(k === steps);
  const values = new Float64Array(run.columns.length);
  run.values(values);
  return names.map((name) => values[run.columns.findIndex(({ sensor }) => sensor === name)]);
}

/** The same by differences of whole runs: four points, error d⁴/30 times the fifth derivative. */
function differences(
  runAt: (x: number) => Simulation,
  value: number,
  d: number,
  duration: number,
  names: readonly string[],
) {
  const at = (x: number) => {
    const simulation = runAt(x);
    const { model, data } = simulation;
    for (let k = Math.round(duration / model.options.timestep); k > 0; k--) step(model, data);
    return names.map((name) => sensorOf(simulation, name)());
  };
  const [a, b, c, e] = [1, -1, 2, -2].map((k) => at(value + k * d));
  return names.map((_, k) => (8 * (a[k] - b[k]) - (c[k] - e[k])) / (12 * d));
}

/** Largest difference of two lists, part of the largest number in the second. */
const apart = (a: readonly number[], b: readonly number[]) =>
  Math.max(...a.map((v, k) => Math.abs(v - b[k]))) / Math.max(...b.map(Math.abs));

const BOB = ["body/bob/position.x", "body/bob/position.y"];

export const pendulumGradient = defineExperiment({
  id: "iftomm.a01-gradient",
  title: "Gradient of the pendulum's end point by its length",
  reference:
    "IFToMM A01 in natural coordinates: differences of the same discrete run, and the derivative of the closed form in Jacobi elliptic functions.",
  scene: "pendulum-rigid",
  rows: {
    differences: atMost(
      "apart from differences of the run at 1 ms, 10 s, part of it",
      "1",
      1e-6,
      "differences of runs: Newton's tolerance over their distance",
    ),
    order: near(
      "order in which the analytic derivative is approached, 2 ms to 1 ms",
      "1",
      2,
      0.1,
      "second order; the rest is of order h³ and higher",
    ),
    extrapolated: atMost(
      "apart from the analytic derivative, extrapolated from both, part of it",
      "1",
      1e-5,
      "fourth order: (θ̇ h)⁴ = 6e-9 at 2 ms and θ̇ = √(2g), over a phase of 44 rad, and grown with half of that again: 6e-6",
    ),
  },
  *measure(context) {
    const scene = (length: number, timestep: number) =>
      context.scene("pendulum-rigid", { params: { length }, set: { timestep } });
    const by = (timestep: number): number[] => {
      const base = scene(1, timestep);
      const build = (length: number) => scene(length, timestep).model.spec;
      return derivatives(base, { name: "length", value: 1, build }, 10, BOB);
    };
    const [coarse, fine] = [by(0.002), by(0.001)];
    yield [
      "differences",
      apart(
        fine,
        differences((x) => scene(x, 0.001), 1, 1e-4, 10, BOB),
      ),
    ];
    const { x, y } = pendulumByLength(10);
    yield ["order", orderOf(apart(coarse, [x, y]), apart(fine, [x, y]))];
    yield [
      "extrapolated",
      apart(
        fine.map((v, k) => (4 * v - coarse[k]) / 3),
        [x, y],
      ),
    ];
  },
});

/** A parameter of a scene, what is looked at, for how long, and how far apart the runs of the differences are. */
interface Case {
  readonly scene: string;
  readonly params?: Record<string, unknown>;
  readonly set?: Record<string, unknown>;
  readonly path: string;
  readonly sensors: readonly string[];
  readonly duration: number;
  /** Part of the parameter. */
  readonly apart: number;
}

/** How far gradient and differences are apart. */
function compare(context: Context, spec: Case): number {
  const { scene, params = {}, set = {}, path, sensors, duration } = spec;
  const at = (x: number) => context.scene(scene, { params, set: { ...set, [path]: x } });
  const base = context.scene(scene, { params, set });
  const { value, scale = value } = sceneParameter(base.model, base.data, path);
  return apart(
    derivatives(base, path, duration, sensors),
    differences(at, value, spec.apart * scale, duration, sensors),
  );
}

const joint = (names: readonly string[]) => names.map((name) => `joint/${name}/position`);
const squeezer = { scene: "andrews-squeezer", sensors: joint(["beta", "gamma", "delta"]), duration: 0.005 };
const soft = Object.fromEntries(
  ["leftSpring", "rightSpring"].flatMap((name) => [
    [`forces.${name}.stiffness`, 8e3],
    [`forces.${name}.damping`, 400],
  ]),
);

const CASES = {
  mass: {
    scene: "four-bar-windows",
    path: "bodies.bar0.mass",
    sensors: ["body/bar0/position.x"],
    duration: 0.5,
    apart: 1e-3,
  },
  stiffness: { ...squeezer, path: "forces.spring.stiffness", apart: 1e-3 },
  joint: { ...squeezer, path: "joints.theta.at.x", apart: 1e-3 },
  torque: { ...squeezer, path: "joints.beta.drive.target", apart: 1e-3 },
  damper: {
    scene: "flyball-governor",
    set: soft,
    path: "forces.leftSpring.damping",
    sensors: ["joint/guide/position", "joint/bearing/speed"],
    duration: 0.2,
    apart: 1e-2,
  },
  gravity: {
    scene: "bricard",
    path: "gravity.y",
    sensors: ["body/rod3/position.x", "body/rod3/position.z"],
    duration: 0.5,
    apart: 1e-3,
  },
  redundant: {
    scene: "bricard",
    path: "bodies.rod2.mass",
    sensors: ["body/rod3/position.x", "system/all/energy"],
    duration: 0.5,
    apart: 1e-3,
  },
  velocity: {
    scene: "flyball-governor",
    set: { ...soft },
    path: "bodies.right.angularVelocity.z",
    sensors: ["joint/guide/position"],
    duration: 0.2,
    apart: 1e-3,
  },
} satisfies Record<string, Case>;

const runs = "differences of runs: Newton's tolerance 1e-10 over their distance";

export const gradients = defineExperiment({
  id: "own.gradients",
  title: "Gradients by masses, springs, dampers, gravity, speeds, joints and guides",
  reference: "Differences of the same discrete runs with the parameter changed by 0.1 % and more.",
  rows: {
    mass: atMost("four-bar: mass of a bar, part of the derivative", "1", 1e-6, runs),
    stiffness: atMost("squeezer: stiffness of the spring", "1", 1e-6, runs),
    joint: atMost("squeezer: place of a joint", "1", 1e-6, runs),
    torque: atMost("squeezer: torque of the motor", "1", 1e-6, runs),
    damper: atMost("governor with soft springs: a damper", "1", 1e-6, runs),
    gravity: atMost("Bricard, redundant: gravity", "1", 1e-6, runs),
    redundant: atMost("Bricard, redundant: mass of a rod", "1", 1e-6, runs),
    velocity: atMost("governor with soft springs: speed at the start", "1", 1e-6, runs),
    guide: atMost("guided crank: amplitude of its profile, displacement and effort", "1", 1e-6, runs),
  },
  *measure(context) {
    for (const [key, spec] of Object.entries(CASES)) yield [key as keyof typeof CASES, compare(context, spec)];
    yield ["guide", guided(context)];
  },
});

/** A crank whose angle follows a profile up to `amplitude`, with a rod that swings from its end. */
function guided(context: Context): number {
  const crank = (amplitude: number): Spec => ({
    timestep: 0.001,
    plane: "xy",
    contact: "none",
    formulation: { type: "augmented-lagrangian" },
    bodies: [
      { name: "crank", mass: 1, inertia: [0.02, 0.02, 0.02], position: [0.25, 0] },
      { name: "rod", mass: 1, inertia: [0.02, 0.02, 0.02], position: [0.5, -0.25] },
    ],
    joints: [
      { type: "hinge", name: "axle", bodyB: "crank", at: [0, 0], drive: { mode: "position", target: 0 } },
      { type: "hinge", name: "pin", bodyA: "crank", bodyB: "rod", at: [0.5, 0] },
    ],
    controllers: [
      {
        type: "profile",
        name: "swing",
        output: "joints.axle.drive.target",
        times: [0, 0.5, 1],
        values: [0, amplitude, 0],
        between: "smooth",
      },
    ],
    sensors: ["joint/pin/position", "joint/axle/effort"],
  });
  const names = ["joint/pin/position", "joint/axle/effort"];
  return apart(
    derivatives(context.simulate(crank(1)), "controllers.swing.values[1]", 0.7, names),
    differences((x) => context.simulate(crank(x)), 1, 1e-3, 0.7, names),
  );
}
