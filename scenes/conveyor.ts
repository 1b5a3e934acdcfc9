import { type BodySpec, defineScene, param } from "stiction";
import { floor, hue } from "./parts/bodies.js";

/** Boxes are put on a belt whose surface moves (`surfaceVelocity`), are carried along and fall off its end. */
export const conveyor = defineScene({
  name: "conveyor",
  title: "Conveyor belt",
  summary: "A moving surface carries boxes at its own speed and drops them",
  group: "machines",
  params: {
    speed: param.number({ unit: "m/s", default: 1, help: "speed of the belt" }),
    friction: param.number({ unit: "1", min: 0, default: 0.5, help: "friction coefficient" }),
    boxes: param.number({ unit: "1", integer: true, min: 1, max: 100, default: 6, help: "boxes" }),
  },
  build: ({ speed, friction, boxes }) => ({
    duration: 10,
    timestep: 1 / 60,
    formulation: { type: "impulse", preset: "fast" },
    materials: { rubber: { friction, density: 300 } },
    bodies: [
      floor("rubber"),
      {
        name: "belt",
        type: "static",
        material: "rubber",
        position: [0, 0, 0.5],
        color: "#454a52",
        shapes: [{ type: "box", halfExtents: [5, 0.8, 0.5], surfaceVelocity: [speed, 0, 0] }],
      },
      ...Array.from(
        { length: boxes },
        (_, k) =>
          ({
            name: `box-${k}`,
            material: "rubber",
            position: [-4.5 + 0.9 * k, 0.1 * ((k % 3) - 1), 1.2 + 0.02 * k],
            color: hue(k),
            shapes: [{ type: "box", halfExtents: [0.25, 0.25, 0.2] }],
          }) satisfies BodySpec,
      ),
    ],
    sensors: ["body/box-0/velocity.x", "body/box-0/position.x", `body/box-${boxes - 1}/position.z`],
    view: { eye: [3, -9, 5], target: [0, 0, 0.8], pictureTime: 2, plot: ["body/box-0/velocity.x"] },
  }),
});
