import { type BodySpec, defineScene, param, type VisualSpec } from "stiction";

/** A barrier of plastic: a panel on two feet, 1.6 m long. */
const FENCE = { half: [0.03, 0.8, 0.42] as const, foot: [0.3, 0.04, 0.03] as const, mass: 18, spacing: 3 };
/** The plough, its point ahead along x; half width, length and height, m. */
const PLOUGH = { half: 1.3, length: 2.4, height: 0.9 };
const ROWS = 40;

function fence(name: string, x: number, y: number): BodySpec {
  const lift = 2 * FENCE.foot[2];
  const feet = [-0.6, 0.6];
  return {
    name,
    state: "asleep",
    mass: FENCE.mass,
    material: "plastic",
    position: [x, y, 0],
    shapes: [
      { type: "box", halfExtents: [...FENCE.half], position: [0, 0, lift + FENCE.half[2]] },
      ...feet.map((at) => ({ type: "box", halfExtents: [...FENCE.foot], position: [0, at, FENCE.foot[2]] }) as const),
    ],
    visuals: [
      ...[0.12, 0.42, 0.72].map(
        (z): VisualSpec => ({
          type: "box",
          halfExtents: [0.03, 0.8, 0.1],
          position: [0, 0, lift + z],
          bevel: 0.01,
          look: z === 0.42 ? "band" : "board",
        }),
      ),
      ...[-0.74, 0.74].map(
        (at): VisualSpec => ({
          type: "box",
          halfExtents: [0.03, 0.05, 0.42],
          position: [0, at, lift + 0.42],
          bevel: 0.01,
          look: "board",
        }),
      ),
      ...feet.map(
        (at): VisualSpec => ({
          type: "box",
          halfExtents: [...FENCE.foot],
          position: [0, at, FENCE.foot[2]],
          bevel: 0.01,
          look: "foot",
        }),
      ),
    ],
  };
}

/** Corners of the plough: a wedge with its point ahead. */
function wedge(bottom: number, top: number): number[][] {
  const { half, length } = PLOUGH;
  return [bottom, top].flatMap((z) => [
    [0, 0, z],
    [-length, half, z],
    [-length, -half, z],
  ]);
}

/**
 * A building site full of fences that stand about. A plough goes through them at a given speed. A fence takes part in
 * the dynamics from when the plough or another fence comes near until it has come to rest, so that the cost of a step
 * does not depend on how many there are.
 */
export const largeSite = defineScene({
  name: "large-site",
  title: "Site with many objects",
  summary: "A plough goes through rows of fences; what is far away sleeps and costs nothing",
  group: "machines",
  params: {
    objects: param.number({ unit: "1", integer: true, min: 1, max: 5000, default: 400, help: "fences on the site" }),
    speed: param.number({ unit: "m/s", min: 0, max: 5, default: 1.5, help: "speed of the plough" }),
  },
  build: ({ objects, speed }) => {
    return {
      duration: 20,
      timestep: 0.005,
      formulation: { type: "augmented-lagrangian", priority: "real-time", sleep: true },
      materials: {
        ground: { friction: 0.7 },
        plastic: { friction: 0.5, restitution: 0.1 },
        steel: { friction: 0.2, restitution: 0.1 },
      },
      looks: {
        board: { color: "#d9552b", roughness: 0.5 },
        band: { color: "#e8e4da", roughness: 0.5 },
        foot: { color: "#2c2f33", roughness: 0.8 },
        plough: { color: "#e3a51a", roughness: 0.45, pattern: "worn", patternColor: "#b98d2c", patternSize: 0.8 },
      },
      bodies: [
        { name: "ground", type: "static", material: "ground", shapes: [{ type: "plane" }] },
        {
          name: "plough",
          type: "kinematic",
          material: "steel",
          position: [-1.5, 0, 0],
          velocity: [speed, 0, 0],
          shapes: [{ type: "convex-hull", vertices: wedge(0.03, PLOUGH.height) }],
          visuals: [
            {
              type: "extrusion",
              outline: [
                [0, 0],
                [-PLOUGH.length, PLOUGH.half],
                [-PLOUGH.length, -PLOUGH.half],
              ],
              depth: PLOUGH.height - 0.03,
              bevel: 0.02,
              position: [0, 0, 0.5 * (PLOUGH.height + 0.03)],
              look: "plough",
            },
          ],
        },
        ...Array.from({ length: objects }, (_, k) => {
          const row = k % ROWS;
          const lane = Math.floor(k / ROWS);
          const y = (lane % 2 === 0 ? -1 : 1) * Math.ceil(lane / 2) * FENCE.spacing;
          return fence(`fence-${String(k).padStart(4, "0")}`, FENCE.spacing * row, y);
        }),
      ],
      sensors: ["mechanism/all/awake", "mechanism/all/iterations", "body/plough/position.x"],
      environment: { type: "site", sun: { azimuth: -2.3, elevation: 0.75 }, fog: 500 },
      view: {
        eye: [-5, -6, 4.2],
        target: [3.5, 0, 0.3],
        pictureTime: 2.5,
        plot: ["mechanism/all/awake"],
      },
    };
  },
});
