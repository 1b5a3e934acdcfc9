import { defineScene, param } from "stiction";
import { hue } from "./parts/bodies.js";
import { boxMesh } from "./parts/meshes.js";
import { FRICTION, rimMaterial } from "./parts/rim.js";

/** Positions of the cubes along x, m. Shifted by 45 mm each, only the lowest interface is overbalanced. */
const PLACES = {
  straight: [0, 0, 0, 0, 0],
  shifted: [0, 0.045, 0.09, 0.135, 0.18],
  balanced: [0, 0.05, 0.1, 0.05, 0],
} as const;

/**
 * Five cubes of 10 kg on each other [Moisio2013, §6.6]. A straight tower stays aligned; a shifted one topples about the
 * lowest cube, the upper four together; with balanced shifts it stands without creep.
 */
export const cubeTower = defineScene({
  name: "cube-tower",
  title: "Towers of cubes",
  summary: "Straight it stands, shifted it topples at the lowest cube, balanced it stands again",
  group: "soft contact",
  params: {
    layout: param.choice(["straight", "shifted", "balanced"], {
      default: "balanced",
      help: "arrangement of the cubes",
    }),
    middle: param.number({ unit: "kg", above: 0, default: 10, help: "mass of the middle cube" }),
    modulus: param.number({ unit: "N/m²", above: 0, default: 2.1e7, help: "E of all bodies" }),
    timestep: param.number({ unit: "s", above: 0, default: 1e-3, help: "step" }),
  },
  build: ({ layout, middle, modulus, timestep }) => {
    const cube = boxMesh(0.2, 0.2, 0.2);
    return {
      duration: 10,
      timestep,
      formulation: { type: "forces" },
      materials: { soft: rimMaterial(modulus, { restitution: 0.5 }, FRICTION) },
      bodies: [
        // off the middle, so that no edge lies on the diagonal of the ground
        {
          name: "ground",
          type: "static",
          material: "soft",
          position: [0.05, 0.03, -0.25],
          shapes: [boxMesh(4, 4, 0.5)],
        },
        ...PLACES[layout].map((x, k) => {
          const mass = k === 2 ? middle : 10;
          const inertia = (mass * 0.04) / 6;
          return {
            name: `cube-${k}`,
            mass,
            inertia: [inertia, inertia, inertia] as [number, number, number],
            material: "soft",
            color: hue(k),
            position: [x, 0, 0.1 + 0.2 * k] as [number, number, number],
            shapes: [cube],
          };
        }),
      ],
      sensors: [
        { name: "sway", read: "body/cube-4/position.x" },
        { name: "height", read: "body/cube-4/position.z" },
      ],
      view: { eye: [1.2, -2, 0.9], target: [0.05, 0, 0.45], pictureTime: 0.6, plot: ["sway", "height"] },
    };
  },
});
