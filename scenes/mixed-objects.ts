import { type BodySpec, defineScene, param } from "stiction";
import { hue, randomNumbers } from "./parts/bodies.js";
import { headMesh } from "./parts/head.js";
import { boxMesh, type MeshShape, tray, uvSphere } from "./parts/meshes.js";
import { FRICTION, rimMaterial } from "./parts/rim.js";

/** Width of the container, m. */
const WIDTH = 1.5;

/**
 * A box, a sphere and a head, of 12, 270 and 968 triangles as in the source, fall into an open container and come to
 * rest in it, at a step of 1.5 ms [Moisio2013, §6.5]. The head is ours: closed and non-convex.
 */
export const mixedObjects = defineScene({
  name: "mixed-objects",
  title: "Mixed objects in a box",
  summary: "Meshes, convex or not, come to rest at a step of 1.5 ms",
  group: "soft contact",
  params: {
    sets: param.number({ unit: "1", integer: true, min: 1, max: 4, default: 1, help: "boxes, spheres and heads" }),
    seed: param.number({ unit: "1", integer: true, default: 1, help: "seed of the initial poses" }),
    detail: param.number({
      unit: "1",
      integer: true,
      min: 4,
      max: 40,
      default: 11,
      help: "n: a head has 8 n² triangles",
    }),
    modulus: param.number({ unit: "N/m²", above: 0, default: 2.1e6, help: "E of all bodies" }),
    timestep: param.number({ unit: "s", above: 0, default: 1.5e-3, help: "step" }),
  },
  build: ({ sets, seed, detail, modulus, timestep }) => {
    const next = randomNumbers(seed);
    const kinds: [string, MeshShape][] = [
      ["box", boxMesh(0.3, 0.3, 0.3)],
      ["sphere", uvSphere(0.18, 15, 10)],
      ["head", headMesh(0.14, detail)],
    ];
    // one above another, in random orientations, apart from each other
    const body = (k: number): BodySpec => {
      const [kind, mesh] = kinds[k % 3];
      return {
        name: `${kind}-${Math.floor(k / 3)}`,
        mass: 1,
        material: "soft",
        color: hue(k),
        position: [0.7 * (next() - 0.5), 0.7 * (next() - 0.5), 0.5 + 0.55 * k],
        orientation: { axis: [0.1 + next(), next() - 0.5, next() - 0.5], angle: 6.28 * next() },
        shapes: [mesh],
      };
    };
    const top = `head-${sets - 1}`;
    // walls high enough for bodies that bounce off the heap
    return {
      duration: 8,
      timestep,
      formulation: { type: "forces" },
      materials: { soft: rimMaterial(modulus, { restitution: 0.5 }, FRICTION) },
      bodies: [
        {
          name: "container",
          type: "static",
          material: "soft",
          shapes: [tray(WIDTH, 0.45 + 0.55 * (sets - 1), 0.1)],
        },
        ...Array.from({ length: 3 * sets }, (_, k) => body(k)),
      ],
      sensors: ["system/all/kineticEnergy", { name: "headHeight", read: `body/${top}/position.z` }],
      view: {
        eye: [0.8, -1.5, 2.4],
        target: [0, 0, 0.1],
        pictureTime: 1.2,
        plot: ["system/all/kineticEnergy", "headHeight"],
      },
    };
  },
});
