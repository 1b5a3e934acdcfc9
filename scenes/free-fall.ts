import { defineScene, param } from "stiction";

/** A ball thrown in vacuum: position and velocity are known in closed form. */
export const freeFall = defineScene({
  name: "free-fall",
  title: "Free fall",
  summary: "A ball thrown upwards at an angle: a parabola, known in closed form",
  group: "basics",
  params: {
    height: param.number({ unit: "m", default: 1, help: "initial height" }),
    vx: param.number({ unit: "m/s", default: 1, help: "initial horizontal speed" }),
    vz: param.number({ unit: "m/s", default: 8, help: "initial vertical speed" }),
  },
  build: ({ height, vx, vz }) => ({
    duration: 2,
    timestep: 0.001,
    contact: "none",
    bodies: [
      {
        name: "ball",
        position: [0, 0, height],
        velocity: [vx, 0, vz],
        density: 1000,
        shapes: [{ type: "sphere", radius: 0.1 }],
      },
    ],
    sensors: ["body/ball/position", "body/ball/velocity.z", "system/all/energy"],
    events: [{ name: "apex", crosses: "[body/ball/velocity.z]", direction: "down" }],
    view: { eye: [1, -13, 2], target: [1, 0, 0.8], pictureTime: 0.4, plot: ["body/ball/position.z"] },
  }),
});
