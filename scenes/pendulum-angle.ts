import { defineScene } from "stiction";

/**
 * IFToMM A01 without any stiffness: the angle alone is simulated. A wheel of inertia m L² = 1 kg m² that cannot
 * translate is driven by the torque of the weight on the arm, −m g L sin θ, in every evaluation of the integrator. θ =
 * 0 is straight down.
 */
export const pendulumAngle = defineScene({
  name: "pendulum-angle",
  title: "Simple pendulum, angle only",
  summary: "The pendulum equation, integrated through a controller, without constraints",
  group: "benchmarks",
  params: {},
  build: () => ({
    duration: 10,
    timestep: 0.001,
    plane: "xy",
    gravity: [0, 0],
    contact: "none",
    formulation: { type: "forces", integrator: "rk4" },
    constants: { m: 1, g: 9.81, L: 1 },
    bodies: [
      {
        name: "arm",
        mass: 1,
        inertia: [0, 0, 1],
        centerOfMass: [0, 0],
        orientation: -Math.PI / 2,
        shapes: [
          {
            type: "polygon",
            vertices: [
              [-0.02, -1],
              [0.02, -1],
              [0.02, 0],
              [-0.02, 0],
            ],
          },
        ],
      },
    ],
    sensors: [
      { name: "theta", read: "body/arm/angle" },
      { name: "x", expression: "L * sin(theta)", unit: "m" },
      { name: "y", expression: "-L * cos(theta)", unit: "m" },
    ],
    controllers: [
      {
        type: "expression",
        name: "weight",
        output: "bodies.arm.torque.z",
        expression: "-m * g * L * sin(theta)",
        rate: "evaluation",
      },
    ],
    view: { eye: [0, -0.4, 4], target: [0, -0.4, 0], pictureTime: 0.35, plot: ["x", "y"] },
  }),
});
