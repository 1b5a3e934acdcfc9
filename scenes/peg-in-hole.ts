import { defineScene, elementary, param, type ShapeSpec } from "stiction";

const HALF = 0.05;
const OUTER = 0.15;
const DEPTH = 0.15;
const BASE = 0.05;

/** A block with a square blind hole as one mesh; `half` is half the width of the hole, its floor at z = 0. */
function block(half: number) {
  const square = (r: number, z: number) => [
    [-r, -r, z],
    [r, -r, z],
    [r, r, z],
    [-r, r, z],
  ];
  // bottom 0–3, top outside 4–7, top inside 8–11, floor of the hole 12–15
  const vertices = [...square(OUTER, -BASE), ...square(OUTER, DEPTH), ...square(half, DEPTH), ...square(half, 0)];
  const sides = [0, 1, 2, 3].flatMap((k) => {
    const next = (k + 1) % 4;
    return [
      [k, next, 4 + next, 4 + k],
      [4 + k, 4 + next, 8 + next, 8 + k],
      [8 + k, 8 + next, 12 + next, 12 + k],
    ];
  });
  return { type: "mesh", vertices, faces: [[3, 2, 1, 0], [12, 13, 14, 15], ...sides] } satisfies ShapeSpec;
}

/**
 * A square peg slides into a hole that is wider by a tenth of a millimetre on each side. The hole is a mesh, without
 * convex pieces. The peg is released slightly tilted and off centre.
 */
export const pegInHole = defineScene({
  name: "peg-in-hole",
  title: "Peg in a hole",
  summary: "A square peg slides into a hole with a clearance of a tenth of a millimetre",
  group: "conforming contact",
  params: {
    clearance: param.number({
      unit: "m",
      min: 1e-5,
      max: 0.01,
      default: 1e-4,
      help: "clearance between peg and hole, on each side",
    }),
    friction: param.number({ unit: "1", min: 0, max: 1, default: 0.1, help: "friction coefficient" }),
  },
  build: ({ clearance, friction }) => {
    // tilted as far as half the clearance allows over the inserted length
    const tilt = (0.5 * clearance) / (2 * HALF);
    return {
      duration: 2,
      timestep: 0.001,
      formulation: { type: "augmented-lagrangian", parts: 128 },
      materials: {
        steel: {
          friction,
          restitution: 0.2,
          contact: { type: "hunt-crossley", stiffness: 1e8, leastSpeed: 0.2 },
          sliding: { type: "bristle", stiffness: 1e5, damping: 300 },
        },
      },
      bodies: [
        { name: "block", type: "static", material: "steel", color: "#8fa9bf", shapes: [block(HALF + clearance)] },
        {
          name: "peg",
          mass: 1,
          position: [0.3 * clearance, 0, DEPTH + 0.08],
          orientation: [0, elementary.sin(tilt / 2), 0, elementary.cos(tilt / 2)],
          material: "steel",
          color: "#c9883d",
          shapes: [{ type: "box", halfExtents: [HALF, HALF, 0.1] }],
        },
      ],
      sensors: ["body/peg/position.z", "contact/block:peg/gap", "contact/block:peg/normalForce"],
      view: {
        eye: [0.35, -0.6, 0.55],
        target: [0, 0, 0.1],
        pictureTime: 0.1,
        plot: ["body/peg/position.z", "contact/block:peg/normalForce"],
      },
    };
  },
});
