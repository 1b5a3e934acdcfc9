import { type BodySpec, defineScene, param } from "stiction";
import { contactModel } from "./parts/exact-geometry.js";
import { icosahedron, tetrahedron } from "./parts/regular-solids.js";

/**
 * An icosahedron falls on the face or on the edge of a large cube, or on the tip of a large tetrahedron (RPIsim, branch
 * PEG in space).
 */
export const icosahedronLanding = defineScene({
  name: "icosahedron-landing",
  title: "Icosahedron on a cube",
  summary:
    "An icosahedron comes to rest on a face of a large cube; on its edge, or on the tip of a tetrahedron, it slides off",
  group: "exact geometry",
  params: {
    contacts: contactModel(),
    onto: param.choice(["face", "edge", "tetrahedron"], { default: "face", help: "body below" }),
    friction: param.number({ unit: "1", min: 0, default: 0.2, help: "coefficient" }),
  },
  build: ({ contacts, onto, friction }) => {
    const below: Omit<BodySpec, "name"> =
      onto === "tetrahedron"
        ? { position: [0, 0, -3.0619], shapes: [{ type: "convex-hull", vertices: tetrahedron(3.0619) }] }
        : {
            position: [0, 0, onto === "face" ? -2.5 : -2.5 * Math.SQRT2],
            orientation: { axis: [0, 1, 0], angle: onto === "face" ? 0 : Math.PI / 4 },
            shapes: [{ type: "box", halfExtents: [2.5, 2.5, 2.5] }],
          };
    return {
      duration: 3,
      timestep: 0.01,
      formulation: { type: "complementarity", contacts, directions: 4, cone: friction > 0 ? "polyhedral" : "none" },
      materials: { any: { friction } },
      bodies: [
        { name: "below", type: "static", material: "any", color: "#c9b79c", ...below },
        {
          name: "icosahedron",
          mass: 1,
          position: [0.05, 0.02, 1],
          orientation: { axis: [1, 2, 3], angle: 0.2 },
          material: "any",
          color: "#8fa9bf",
          shapes: [{ type: "convex-hull", vertices: icosahedron(0.5) }],
        },
      ],
      sensors: ["body/icosahedron/position.x", "body/icosahedron/position.z"],
      view: {
        eye: [6, -9, 4],
        target: [0, 0, -1],
        pictureTime: 0.7,
        plot: ["body/icosahedron/position.z"],
      },
    };
  },
});
