import { type BodySpec, defineScene } from "stiction";

const POINTS = [
  [0, 0, 0],
  [1, 0, 0],
  [1, -1, 0],
  [1, -1, 1],
  [0, -1, 1],
  [0, 0, 1],
] as const;
const AXES = [
  [0, 1, 0],
  [0, 0, 1],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 0, 0],
] as const;
const SIDE = 0.1;

/**
 * IFToMM A04, Bricard's mechanism: five rods and six hinges in a closed loop along the edges of a cube. By counting it
 * cannot move (6 × 5 coordinates, 5 × 6 equations); it can, because one equation is redundant.
 */
export const bricard = defineScene({
  name: "bricard",
  title: "Bricard's mechanism (IFToMM A04)",
  summary: "A loop that moves although it has one constraint too many",
  group: "benchmarks",
  params: {},
  build: () => {
    const along = (1 * (SIDE * SIDE + SIDE * SIDE)) / 12;
    const across = (1 * (1 + SIDE * SIDE)) / 12;
    const rods = POINTS.slice(1).map((end, k) => {
      const from = POINTS[k];
      const axis = [0, 1, 2].find((c) => end[c] !== from[c]) as number;
      return {
        name: `rod${k + 1}`,
        mass: 1,
        inertia: [0, 1, 2].map((c) => (c === axis ? along : across)),
        // the frame is at the end of the rod, so that the position of rod3 is P3
        position: [...end],
        centerOfMass: from.map((v, c) => (v - end[c]) / 2),
        shapes: [
          {
            type: "box",
            halfExtents: [0, 1, 2].map((c) => (c === axis ? 0.5 : SIDE / 2)),
            position: from.map((v, c) => (v - end[c]) / 2),
          },
        ],
      } satisfies BodySpec;
    });
    return {
      duration: 10,
      timestep: 0.001,
      gravity: [0, -9.81, 0],
      contact: "none" as const,
      formulation: { type: "augmented-lagrangian" },
      bodies: rods,
      joints: POINTS.map((point, k) => ({
        type: "hinge",
        name: `hinge${k}`,
        bodyA: k === 0 ? "world" : `rod${k}`,
        bodyB: k === 5 ? "world" : `rod${k + 1}`,
        at: [...point],
        axis: [...AXES[k]],
      })),
      sensors: ["body/rod3/position.x", "body/rod3/position.y", "body/rod3/position.z", "system/all/energy"],
      view: {
        eye: [3, 1.5, 3],
        target: [0.5, -0.7, 0.5],
        pictureTime: 0.5,
        plot: ["body/rod3/position.x", "body/rod3/position.y"],
      },
    };
  },
});
