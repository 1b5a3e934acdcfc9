import { bodyPosition, bodyVelocity, type ShapeSpec, type Spec } from "stiction";
import { type Context, runFor } from "../context.js";
import { atLeast, atMost, defineExperiment, error } from "../experiment.js";

const G = 9.81;
const MU = 0.5;
const H = 1 / 60;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** A body of 1 kg that starts at rest on a ramp that descends towards +x. */
function ramp(degrees: number, shape: ShapeSpec, height: number, turned: object = {}): Spec {
  const angle = radians(degrees);
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  return {
    timestep: H,
    formulation: { type: "impulse", preset: "precise" },
    materials: { wood: { friction: MU } },
    bodies: [
      {
        name: "ramp",
        type: "static",
        material: "wood",
        position: [40 * c - s, 0, -40 * s - c],
        orientation: { axis: [0, 1, 0], angle },
        shapes: [{ type: "box", halfExtents: [60, 10, 1] }],
      },
      {
        name: "body",
        mass: 1,
        material: "wood",
        position: [height * s, 0, height * c],
        orientation: { axis: [0, 1, 0], angle },
        shapes: [{ ...shape, ...turned }],
      },
    ],
  };
}

const block = (degrees: number) => ramp(degrees, { type: "box", halfExtents: [0.5, 0.25, 0.25] }, 0.25);

/** Way and speed down the ramp since the start. */
function slide(context: Context, spec: Spec, degrees: number, seconds: number, from = 0) {
  const simulation = context.simulate(spec);
  const { model, data } = simulation;
  const down = [Math.cos(radians(degrees)), 0, -Math.sin(radians(degrees))];
  const along = (v: ArrayLike<number>) => v[0] * down[0] + v[2] * down[2];
  const start = along(bodyPosition(model, data, "body"));
  runFor(simulation, from);
  const first = { s: along(bodyPosition(model, data, "body")), v: along(bodyVelocity(model, data, "body")) };
  runFor(simulation, seconds - from);
  const v = along(bodyVelocity(model, data, "body"));
  const s = along(bodyPosition(model, data, "body"));
  return {
    way: s - start,
    speed: v,
    creep: (s - first.s) / (seconds - from),
    gain: (v - first.v) / (seconds - from),
    simulation,
  };
}

const acceleration = (degrees: number) => G * (Math.sin(radians(degrees)) - MU * Math.cos(radians(degrees)));

export const slideAngle = defineExperiment({
  id: "own.slide-angle",
  title: "Block on a ramp, μ = 0.5: holds below 26.565°, slides above",
  reference: "Coulomb: slides where tan θ > μ, then with g (sin θ − μ cos θ). At 1/60 s, preset precise.",
  rows: {
    "creep-20": atMost("speed at 20°, mean of 1 … 6 s", "m/s", 1e-6, "goal: creep below 1e-6 m/s"),
    "holds-26.545": atMost("speed at 26.545°, mean of 1 … 6 s", "m/s", 1e-6, "goal: creep below 1e-6 m/s"),
    "slides-26.585": atLeast(
      "acceleration at 26.585° over theory",
      "1",
      0.9,
      "goal: slides with at least 0.9 of theory 0.02° above the limit",
    ),
  },
  *measure(context) {
    yield ["creep-20", Math.abs(slide(context, block(20), 20, 6, 1).creep)];
    yield ["holds-26.545", Math.abs(slide(context, block(26.545), 26.545, 6, 1).creep)];
    yield ["slides-26.585", slide(context, block(26.585), 26.585, 6, 1).gain / acceleration(26.585)];
  },
});

export const slide30 = defineExperiment({
  id: "own.slide-30",
  title: "Block sliding down 30°, μ = 0.5",
  reference: "½ g (sin θ − μ cos θ) t², 5.257 m after 4 s. At 1/60 s, preset precise.",
  rows: {
    "": error(
      "error of the distance after 4 s, relative",
      "1",
      0.0015,
      "0.15 %: a third of the first-order error h/t = 0.42 %",
    ),
  },
  curve: {
    quantity: "distance down the ramp",
    unit: "m",
    rateUnit: "m/s",
    duration: 4,
    limit: 0.0015 * 8 * acceleration(30),
    origin: "0.15 % after 4 s: a third of the first-order error h/t = 0.42 %",
    exact: (t) => ({ value: (acceleration(30) * t * t) / 2, rate: acceleration(30) * t }),
    start(context) {
      const simulation = context.simulate(block(30));
      const { model, data } = simulation;
      const [s, c] = [Math.sin(radians(30)), Math.cos(radians(30))];
      const along = ([x, , z]: ArrayLike<number> & Iterable<number>) => c * x - s * z;
      const start = along(bodyPosition(model, data, "body"));
      return {
        simulation,
        value: () => along(bodyPosition(model, data, "body")) - start,
        rate: () => along(bodyVelocity(model, data, "body")),
      };
    },
  },
  *measure(context) {
    yield ["", slide(context, block(30), 30, 4).way / (8 * acceleration(30)) - 1];
  },
});

export const roll15 = defineExperiment({
  id: "own.roll-15",
  title: "Cylinder rolling down 15°",
  reference: "Rolls without slipping with ⅔ g sin θ, straight. At 1/60 s, preset precise.",
  rows: {
    way: error(
      "error of the distance after 3 s, relative",
      "1",
      0.002,
      "0.2 %: a third of the first-order error h/t = 0.56 %",
    ),
    yaw: atMost("sideways displacement after 3 s", "m", 1e-6, "no yaw: it goes straight"),
  },
  *measure(context) {
    const lying = { orientation: { axis: [1, 0, 0], angle: -Math.PI / 2 } };
    const spec = ramp(15, { type: "cylinder", radius: 0.25, halfLength: 0.5 }, 0.25, lying);
    const { way, simulation } = slide(context, spec, 15, 3);
    yield ["way", way / (4.5 * (2 / 3) * G * Math.sin(radians(15))) - 1];
    yield ["yaw", Math.abs(bodyPosition(simulation.model, simulation.data, "body")[1])];
  },
});
