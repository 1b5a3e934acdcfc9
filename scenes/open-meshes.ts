import { defineScene, param } from "stiction";
import { hue } from "./parts/bodies.js";
import { cutAbove, icoSphere, loose, sheet, uvSphere } from "./parts/meshes.js";
import { FRICTION, rimMaterial } from "./parts/rim.js";

/**
 * A ball, half a shell and a ball of loose triangles fall on a sheet of two triangles [Moisio2013, §5.1, §6.8]. Only
 * the first has an inside; contact from the rim needs none.
 */
export const openMeshes = defineScene({
  name: "open-meshes",
  title: "Sheet, shell and soup",
  summary: "Meshes without inside or outside support each other",
  group: "soft contact",
  params: {
    height: param.number({
      unit: "m",
      min: 0,
      max: 2,
      default: 0.3,
      help: "initial height of the lowest points above the sheet",
    }),
    speed: param.number({ unit: "m/s", default: 0.2, help: "initial speed along y" }),
  },
  build: ({ height, speed }) => {
    const ball = icoSphere(0.2, 2);
    const shapes = { ball, shell: cutAbove(uvSphere(0.2, 20, 16), 0.05), soup: loose(ball) };
    // of a thin shell: 2/3 m r²; given for all three, since an open mesh has no volume
    const inertia = (2 / 3) * 0.04;
    return {
      duration: 4,
      timestep: 5e-4,
      formulation: { type: "forces" },
      materials: { soft: rimMaterial(2.1e6, { restitution: 0.3 }, FRICTION) },
      bodies: [
        { name: "sheet", type: "static", material: "soft", shapes: [sheet(3)] },
        ...Object.entries(shapes).map(([name, shape], k) => ({
          name,
          mass: 1,
          inertia: [inertia, inertia, inertia] as [number, number, number],
          centerOfMass: [0, 0, 0] as [number, number, number],
          material: "soft",
          color: hue(k),
          position: [0.55 * (k - 1) + 0.03, 0.02, 0.2 + height] as [number, number, number],
          velocity: [0, speed, 0] as [number, number, number],
          shapes: [shape],
        })),
      ],
      sensors: Object.keys(shapes).map((name) => ({ name, read: `body/${name}/position.z` })),
      view: { eye: [0.6, -2, 1], target: [0, 0.1, 0.2], pictureTime: 0.5, plot: Object.keys(shapes) },
    };
  },
});
