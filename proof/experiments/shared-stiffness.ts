import { bodyPosition, bodyVelocity, geometry, type ShapeSpec, type Simulation, type Spec, step } from "stiction";
import { type Context, runFor } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";

/** One contact law for all points of a patch: `collision.sharedStiffness`. */

const RADIUS = 0.1;
const STIFFNESS = 1e6;
const G = 9.81;
const ORDER = 16;

export const rows = (values: ArrayLike<number>) =>
  Array.from({ length: values.length / 3 }, (_, i) => [values[3 * i], values[3 * i + 1], values[3 * i + 2]]);

const BODY = { radius: RADIUS, mass: 1, speed: 1, stiffness: STIFFNESS } as const;
type BodySizes = Readonly<Record<keyof typeof BODY, number>>;

/**
 * A body of the radius (m), mass (kg) and speed (m/s) given that comes down on a plane, its points sharing one law of
 * the stiffness (N/m^1.5).
 */
export function patchScene(shape: ShapeSpec, contact: object, rest: object, sizes: BodySizes = BODY): Spec {
  const { radius, mass, speed, stiffness } = sizes;
  return {
    collision: { sharedStiffness: true },
    materials: { steel: { friction: 0, contact: { type: "hertz", stiffness, ...contact } } },
    bodies: [
      { name: "floor", type: "static", material: "steel", shapes: [{ type: "plane" }] },
      {
        name: "body",
        mass,
        inertia: [0.004, 0.004, 0.004],
        centerOfMass: [0, 0, 0],
        material: "steel",
        position: [0, 0, radius],
        velocity: [0, 0, -speed],
        shapes: [shape],
      },
    ],
    sensors: [{ name: "force", read: "contact/floor:body/normalForce" }],
    ...rest,
  };
}

/** Largest force over `steps` steps, N. */
export function largestForce({ model, data }: Pick<Simulation, "model" | "data">, steps: number): number {
  const { slot } = model.sensors.columns[0];
  let most = 0;
  for (let n = 0; n < steps; n++) {
    step(model, data);
    most = Math.max(most, data.slot[slot]);
  }
  return most;
}

/** Largest force of a body that meets the floor at 1 m/s, N, and the speed with which it leaves, m/s. */
function impact(context: Context, shape: ShapeSpec): readonly [number, number] {
  const formulation = { type: "forces", integrator: "rk4" };
  const simulation = context.simulate(patchScene(shape, {}, { timestep: 1e-4, gravity: [0, 0, 0], formulation }));
  const most = largestForce(simulation, 160);
  return [most, bodyVelocity(simulation.model, simulation.data, "body")[2]];
}

/** Depth of a cube at rest on its four corners, m. */
function sunk(context: Context): number {
  const box: ShapeSpec = { type: "box", halfExtents: [RADIUS, RADIUS, RADIUS] };
  const contact = { type: "hunt-crossley", damping: 5 };
  const simulation = context.simulate(
    patchScene(box, contact, { timestep: 1e-3, gravity: [0, 0, -G], formulation: { type: "augmented-lagrangian" } }),
  );
  simulation.data.bodyVel.fill(0);
  runFor(simulation, 0.6);
  return RADIUS - bodyPosition(simulation.model, simulation.data, "body")[2];
}

export const sharedStiffness = defineExperiment({
  id: "own.shared-stiffness",
  title: "Several points of one patch are hardly stiffer than one",
  reference:
    "f_i = w_i f(δ), δ = (Σ δ_i^16)^(1/16): n points at one depth are n^(5/32) times as stiff as one by Hertz' law, and the largest force of an impact n^(1/16) times that of one. A sphere, a ball of 320 triangles that comes down on a corner, a cube on four corners.",
  rows: {
    sphere: near("largest force of the sphere", "N", 287.2, 0.3, "(5/4 m v²)^(3/5) k^(2/5), sampled every 0.1 ms"),
    ball: near("force of the ball of triangles over that", "1", 1, 0.01, "neighbours of the corner bear 1 %"),
    cube: near("force of the cube over that", "1", 4 ** (1 / ORDER), 1e-3, "closed form, sampled every 0.1 ms"),
    energy: error("rebound of ball and cube less the speed of impact", "m/s", 1e-3, "no energy is gained or lost"),
    depth: near(
      "depth of a cube at rest over the closed form",
      "1",
      1,
      1e-4,
      "(m g/(k 4^(5/32)))^(2/3), settled to a hundredth of that",
    ),
  },
  *measure(context) {
    const [sphere] = impact(context, { type: "sphere", radius: RADIUS });
    const { vertices } = geometry.icosphere(RADIUS, 2);
    const [ball, ballSpeed] = impact(context, { type: "convex-hull", vertices: rows(vertices) });
    const [cube, cubeSpeed] = impact(context, { type: "box", halfExtents: [RADIUS, RADIUS, RADIUS] });
    yield ["sphere", sphere];
    yield ["ball", ball / sphere];
    yield ["cube", cube / sphere];
    yield ["energy", Math.max(Math.abs(ballSpeed - 1), Math.abs(cubeSpeed - 1))];
    const closed = (G / (STIFFNESS * 4 ** (2.5 / ORDER))) ** (2 / 3);
    yield ["depth", sunk(context) / closed];
  },
});
