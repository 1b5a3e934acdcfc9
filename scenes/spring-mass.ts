import { defineScene, param } from "stiction";

/** A mass on a spring and damper under gravity, in closed form a damped oscillation about the sagged position. */
export const springMass = defineScene({
  name: "spring-mass",
  title: "Spring and mass",
  summary: "A mass on a spring and damper, against its closed form",
  group: "basics",
  params: {
    mass: param.number({ unit: "kg", above: 0, default: 2, help: "mass" }),
    stiffness: param.number({ unit: "N/m", above: 0, default: 200, help: "spring" }),
    damping: param.number({ unit: "N s/m", min: 0, default: 0, help: "damper" }),
    stretch: param.number({ unit: "m", default: 0.1, help: "initial displacement from rest, downwards" }),
  },
  build: ({ mass, stiffness, damping, stretch }) => {
    // hangs from the world at z = 0; rests where k (l − 1) = m g
    const sag = (mass * 9.81) / stiffness;
    return {
      duration: 5,
      timestep: 0.001,
      contact: "none",
      formulation: { type: "forces", integrator: "rk4" },
      bodies: [
        {
          name: "mass",
          mass,
          position: [0, 0, -1 - sag - stretch],
          shapes: [{ type: "box", halfExtents: [0.1, 0.1, 0.1] }],
        },
      ],
      forces: [{ type: "spring", name: "spring", bodyB: "mass", stiffness, damping, restLength: 1 }],
      sensors: ["body/mass/position.z", "force/spring/tension", "system/all/energy"],
      view: { eye: [2.5, -4, 0.5], target: [0, 0, -1], pictureTime: 0.2, plot: ["body/mass/position.z"] },
    };
  },
});
