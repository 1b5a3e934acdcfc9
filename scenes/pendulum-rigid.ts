import { defineScene, param } from "stiction";

/**
 * IFToMM A01, the simple pendulum as specified: a point mass of 1 kg at the end of a massless rigid bar of 1 m, from
 * the horizontal. In natural coordinates one point and one equation.
 */
export const pendulumRigid = defineScene({
  name: "pendulum-rigid",
  title: "Simple pendulum, rigid bar (IFToMM A01)",
  summary: "1 kg on a rigid bar of 1 m, in natural coordinates, against elliptic functions",
  group: "benchmarks",
  params: {
    length: param.number({ unit: "m", above: 0, default: 1, help: "length of the bar" }),
  },
  build: ({ length }) => ({
    duration: 10,
    timestep: 0.001,
    plane: "xy",
    contact: "none",
    formulation: { type: "augmented-lagrangian" },
    bodies: [{ name: "bob", mass: 1, position: [-length, 0], shapes: [{ type: "circle", radius: 0.08 }] }],
    joints: [{ type: "distance", name: "bar", bodyB: "bob", at: [0, 0], to: [-length, 0] }],
    sensors: ["body/bob/position.x", "body/bob/position.y", "joint/bar/force.x", "joint/bar/gap", "system/all/energy"],
    view: {
      eye: [0, -0.4, 4],
      target: [0, -0.4, 0],
      pictureTime: 0.35,
      plot: ["body/bob/position.x", "body/bob/position.y"],
    },
  }),
});
