import { type BodySpec, defineScene, param } from "stiction";
import { planarFloor } from "./parts/bodies.js";

/**
 * A plank of 4 m on a hinge 0.4 m above it, with a box on each end. It is level when m₁ a₁ = m₂ a₂. (A hinge in the
 * plank would be below the centre of mass, and the level state unstable.)
 */
export const seesaw = defineScene({
  name: "seesaw",
  title: "Seesaw",
  summary: "Two boxes on a plank on a hinge: level when mass times arm is equal",
  group: "mechanisms",
  params: {
    massLeft: param.number({ unit: "kg", above: 0, default: 40, help: "m₁: box on the left" }),
    armLeft: param.number({ unit: "m", above: 0, max: 1.8, default: 1.5, help: "a₁: its distance from the hinge" }),
    massRight: param.number({ unit: "kg", above: 0, default: 60, help: "m₂: box on the right" }),
    armRight: param.number({ unit: "m", above: 0, max: 1.8, default: 1, help: "a₂: its distance from the hinge" }),
  },
  build: ({ massLeft, armLeft, massRight, armRight }) => {
    const box = (name: string, mass: number, x: number) =>
      ({
        name,
        mass,
        material: "wood",
        position: [x, 0.75],
        shapes: [{ type: "polygon", halfExtents: [0.2, 0.2] }],
      }) satisfies BodySpec;
    return {
      duration: 5,
      timestep: 1 / 60,
      plane: "xy" as const,
      formulation: { type: "impulse", preset: "precise" },
      materials: { wood: { friction: 0.5 } },
      bodies: [
        planarFloor(20, "wood"),
        {
          name: "plank",
          mass: 20,
          material: "wood",
          position: [0, 0.5],
          color: "#c9b79c",
          shapes: [{ type: "polygon", halfExtents: [2, 0.05] }],
        },
        box("left", massLeft, -armLeft),
        box("right", massRight, armRight),
      ],
      joints: [{ type: "hinge", name: "pivot", bodyB: "plank", at: [0, 0.9] }],
      sensors: ["body/plank/angle", "body/left/position.y", "body/right/position.y"],
      view: { eye: [0, 1, 6], target: [0, 0.7, 0], plot: ["body/plank/angle"] },
    };
  },
});
