import { createData, type ShapeSpec, type Spec, settle } from "stiction";
import { defineExperiment, error, near } from "../experiment.js";

const G = 9.81;

/** A ladder against a smooth wall, foot on rough ground: mass, kg, length and radius of its ends, m, lean, rad. */
const LADDER = { mass: 14, length: 4, radius: 0.05, lean: 0.35 };
const ladder = (friction: number): Spec => {
  const { mass, length, radius, lean } = LADDER;
  const [s, c] = [Math.sin(lean), Math.cos(lean)];
  const end = (at: number, material: string): ShapeSpec => ({ type: "sphere", radius, position: [0, 0, at], material });
  return {
    name: "ladder",
    timestep: 1e-3,
    formulation: "augmented-lagrangian",
    materials: { smooth: { friction: 0 }, rough: { friction } },
    bodies: [
      { name: "ground", type: "static", shapes: [{ type: "plane", material: "rough" }] },
      {
        name: "wall",
        type: "static",
        shapes: [{ type: "plane", material: "smooth", orientation: { axis: [0, 1, 0], angle: -Math.PI / 2 } }],
        position: [(length / 2) * s + radius, 0, 0],
      },
      {
        name: "ladder",
        mass,
        inertia: [20, 20, 0.1],
        position: [0, 0, (length / 2) * c + radius],
        orientation: { axis: [0, 1, 0], angle: lean },
        shapes: [end(-length / 2, "rough"), end(length / 2, "smooth")],
      },
    ],
  };
};

export const settleLadder = defineExperiment({
  id: "own.settle-contact",
  title: "Static equilibrium of a ladder against a smooth wall, held by friction at its foot",
  reference: "The ground bears m g, the wall what balances its torque about the foot, at the pose that overlaps leave.",
  rows: {
    weight: error("reactions over the weight, less 1", "1", 1e-6, "accelerations of 1e-6 m/s² at rest"),
    wall: error("force of the wall over its closed form, less 1", "1", 1e-6, "accelerations of 1e-6 m/s² at rest"),
    slips: near("a ladder on ground of half that friction is at rest", "1", 0, 0, "yes or no"),
  },
  *measure(context) {
    const { mass, length, radius, lean } = LADDER;
    const rough = (0.5 * Math.sin(lean)) / Math.cos(lean);
    const rest = (friction: number) => {
      const { model } = context.simulate(ladder(friction));
      return settle(model, createData(model), { iterations: 60 });
    };
    const { contacts, bodies } = rest(0.6);
    const on = (name: string) => contacts.find((c) => c.bodyA === name || c.bodyB === name)?.force ?? [0, 0, 0];
    const pose = bodies.find(({ name }) => name === "ladder");
    const [, y, , w] = pose?.orientation ?? [0, 0, 0, 1];
    const angle = 2 * Math.atan2(y, w);
    // contacts are in the middle of the overlap
    const half = 0.5 * length * Math.cos(angle);
    const centre = pose?.position[2] ?? Number.NaN;
    const lever = centre + half - 0.5 * (centre - half - radius);
    const wall = (0.5 * mass * G * length * Math.sin(angle)) / lever;
    yield ["weight", Math.abs(on("ground")[2]) / (mass * G) - 1];
    yield ["wall", Math.abs(on("wall")[0]) / wall - 1];
    yield ["slips", rest(0.5 * rough).found ? 1 : 0];
  },
});
