import { contact, defineScene, param, type Spec } from "stiction";
import { icoSphere, type MeshShape, uvSphere } from "./parts/meshes.js";
import { BARE, FRICTION, onVerticalLine, rimMaterial } from "./parts/rim.js";

const R = 0.2;

const MESHES: Record<string, () => MeshShape> = {
  "80": () => icoSphere(R, 1),
  "270": () => uvSphere(R, 15, 10),
  "320": () => icoSphere(R, 2),
  "1280": () => icoSphere(R, 3),
};

/** Rotations, so that the meshes do not meet corner on corner. */
const TURNS = [
  [0.11, 0.27, -0.19, 0.938],
  [-0.23, 0.05, 0.31, 0.921],
];

/** Rim over Hertz, F_mod/F_Hertz = (π/√2)/(4/3), with both normals of L_r = ½ [Moisio2013, §5.2]. */
const STIFFER = ((Math.PI / Math.SQRT2) * 3) / 4;

/**
 * A sphere of triangles falls on another, guided along a vertical line; next to it an exact sphere falls on an equal
 * one by Flores' law [Moisio2013, §6.2, §6.3]. The rim alone makes the meshes bounce as high. With friction they lose
 * height although ε = 1.
 */
export const meshSpheres = defineScene({
  name: "mesh-spheres",
  title: "Mesh spheres and exact ones",
  summary: "Intersecting triangles bounce like two spheres by Flores' law",
  group: "soft contact",
  params: {
    triangles: param.choice(["80", "270", "320", "1280"], { default: "270", help: "of each mesh" }),
    restitution: param.number({ unit: "1", min: 0.01, max: 1, default: 0.5, help: "ε of both" }),
    friction: param.flag({ default: false, help: "bristles of §6.3 between the meshes" }),
    handOver: param.flag({ default: true, help: "segments on new triangles continue their neighbours" }),
  },
  build: ({ triangles, restitution, friction, handOver }) => {
    const facets = MESHES[triangles]();
    const mesh = (k: number) => ({ ...facets, orientation: TURNS[k] });
    const sphere = { type: "sphere" as const, radius: R };
    const elastic = { modulus: 2.1e6, poisson: 0.3, radius: R };
    const stiffness = STIFFER * contact.hertzStiffness(elastic, elastic);
    const guides = [onVerticalLine("mesh", -0.35, 0), onVerticalLine("sphere", 0.35, 0)];
    const falling = { mass: 1, inertia: [1, 1, 1] as [number, number, number] };
    const spec: Spec = {
      duration: 4,
      timestep: 1e-4,
      formulation: { type: "forces" },
      materials: {
        facets: rimMaterial(2.1e6, { ...BARE, restitution, handOver }, friction ? FRICTION : undefined),
        smooth: { friction: 0, contact: { type: "flores", stiffness, restitution, leastSpeed: 0.01 } },
      },
      // the two pairs are side by side and never meet
      collision: {
        ignore: ["mesh", "mesh-below"].flatMap((a) => ["sphere", "sphere-below"].map((b): [string, string] => [a, b])),
      },
      bodies: [
        {
          name: "mesh-below",
          type: "static",
          material: "facets",
          position: [-0.35, 0, 0],
          color: "#8fa9bf",
          shapes: [mesh(0)],
        },
        { name: "sphere-below", type: "static", material: "smooth", position: [0.35, 0, 0], shapes: [sphere] },
        {
          name: "mesh",
          ...falling,
          material: "facets",
          position: [-0.35, 0, 1],
          color: "#8fa9bf",
          shapes: [mesh(1)],
        },
        { name: "sphere", ...falling, material: "smooth", position: [0.35, 0, 1], shapes: [sphere] },
      ],
      forces: guides.flatMap(({ forces }) => forces ?? []),
      controllers: guides.flatMap(({ controllers }) => controllers ?? []),
      sensors: [
        { name: "meshHeight", read: "body/mesh/position.z" },
        { name: "sphereHeight", read: "body/sphere/position.z" },
      ],
      view: { eye: [0, -2.6, 0.8], target: [0, 0, 0.45], pictureTime: 0.7, plot: ["meshHeight", "sphereHeight"] },
    };
    return spec;
  },
});
