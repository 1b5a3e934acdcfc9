import { type BodySpec, defineScene, param } from "stiction";
import { hue, randomNumbers } from "./parts/bodies.js";
import { headMesh } from "./parts/head.js";
import { tray } from "./parts/meshes.js";
import { FRICTION, rimMaterial } from "./parts/rim.js";

/**
 * A heap of heads with ears, sockets and muzzles: non-convex bodies of about 1,000 triangles each, with contact from
 * the rim alone.
 */
export const headHeap = defineScene({
  name: "head-heap",
  title: "Heap of heads",
  summary: "Non-convex meshes hook into each other, without hulls or convex pieces",
  group: "soft contact",
  params: {
    count: param.number({ unit: "1", integer: true, min: 1, max: 1000, default: 24, help: "heads" }),
    detail: param.number({
      unit: "1",
      integer: true,
      min: 4,
      max: 40,
      default: 12,
      help: "n: a head has 8 n² triangles",
    }),
    seed: param.number({ unit: "1", integer: true, default: 1, help: "seed of the initial poses" }),
    timestep: param.number({ unit: "s", above: 0, default: 1.5e-3, help: "step" }),
  },
  build: ({ count, detail, seed, timestep }) => {
    const next = randomNumbers(seed);
    const mesh = headMesh(0.14, detail);
    // sixteen in a layer, apart from each other
    const side = 4;
    const body = (k: number): BodySpec => {
      const layer = Math.floor(k / (side * side));
      const cell = k % (side * side);
      const place = (i: number) => 0.57 * (i - 1.5) + 0.01 * (next() - 0.5);
      return {
        name: `head-${k}`,
        mass: 1,
        material: "soft",
        color: hue(k),
        position: [place(cell % side), place(Math.floor(cell / side)), 0.4 + 0.56 * layer],
        orientation: { axis: [0.1 + next(), next() - 0.5, next() - 0.5], angle: 6.28 * next() },
        shapes: [mesh],
      };
    };
    return {
      duration: 10,
      timestep,
      formulation: { type: "forces" },
      materials: { soft: rimMaterial(2.1e6, { restitution: 0.5 }, FRICTION) },
      bodies: [
        { name: "container", type: "static", material: "soft", shapes: [tray(2.4, 0.8, 0.15)] },
        ...Array.from({ length: count }, (_, k) => body(k)),
      ],
      sensors: ["system/all/kineticEnergy", { name: "top", read: `body/head-${count - 1}/position.z` }],
      view: { eye: [1, -2, 4], target: [0, 0, 0.1], pictureTime: 1.5, plot: ["system/all/kineticEnergy"] },
    };
  },
});
