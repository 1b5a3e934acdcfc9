import { defineScene, param } from "stiction";

/**
 * IFToMM A01, the simple pendulum: 1 kg on a massless rod of 1 m, from the horizontal, without constraints. The rod is
 * a stiff spring (`stiffness`): the mass swings a little wide, by up to 3 m g / k, and the rod vibrates at √(k/m).
 */
export const pendulum = defineScene({
  name: "pendulum",
  title: "Simple pendulum (IFToMM A01)",
  summary: "1 kg on a stiff rod of 1 m, from the horizontal, against elliptic functions",
  group: "benchmarks",
  params: {
    stiffness: param.number({ unit: "N/m", above: 0, default: 1e6, help: "stiffness of the rod" }),
  },
  build: ({ stiffness }) => ({
    duration: 10,
    timestep: 0.0005,
    plane: "xy",
    contact: "none",
    formulation: { type: "forces", integrator: "rk4" },
    bodies: [{ name: "bob", mass: 1, position: [-1, 0], shapes: [{ type: "circle", radius: 0.08 }] }],
    forces: [{ type: "spring", name: "rod", bodyB: "bob", stiffness, restLength: 1 }],
    sensors: ["body/bob/position.x", "body/bob/position.y", "force/rod/length", "system/all/energy"],
    view: {
      eye: [0, -0.4, 4],
      target: [0, -0.4, 0],
      pictureTime: 0.35,
      plot: ["body/bob/position.x", "body/bob/position.y"],
    },
  }),
});
