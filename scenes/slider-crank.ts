import { defineScene, elementary, param } from "stiction";

const BEARING = [0, 0.1, 0.12] as const;
const CRANK = 0.08;
const PIN = [0, 0.1, 0.2] as const;
const END = [0.2, 0, 0] as const;
const LENGTH = 0.3;

/**
 * Spatial slider-crank of the IFToMM library: a crank about x, a rod of 0.3 m on a ball joint, and a block that slides
 * along x on a Cardan joint. One degree of freedom.
 */
export const sliderCrank = defineScene({
  name: "slider-crank",
  title: "Spatial slider-crank",
  summary: "A crank about x moves a block along x through a rod on a ball and a Cardan joint",
  group: "mechanisms",
  params: {
    speed: param.number({
      unit: "rad/s",
      default: 6,
      help: "initial speed of the crank, or constant speed when driven",
    }),
    driven: param.flag({ default: false, help: "guide the crank at constant speed" }),
  },
  build: ({ speed, driven }) => {
    const way = END.map((v, c) => v - PIN[c]);
    return {
      duration: 5,
      timestep: 0.001,
      contact: "none" as const,
      formulation: { type: "augmented-lagrangian" },
      bodies: [
        {
          name: "crank",
          mass: 0.12,
          inertia: [1e-4, 1e-4, 1e-5],
          position: [0, 0.1, 0.12 + CRANK / 2],
          angularVelocity: [speed, 0, 0],
          velocity: [0, (-speed * CRANK) / 2, 0],
          shapes: [
            {
              type: "capsule",
              radius: 0.008,
              halfLength: CRANK / 2,
              orientation: { axis: [1, 0, 0], angle: Math.PI / 2 },
            },
          ],
        },
        {
          name: "rod",
          mass: 0.5,
          inertia: [4e-4, 4e-3, 4e-3],
          position: PIN.map((v, c) => (v + END[c]) / 2),
          // x along the rod
          orientation: { axis: [0, -way[2], way[1]], angle: elementary.acos(way[0] / LENGTH) },
          color: "#8fa9bf",
          shapes: [{ type: "box", halfExtents: [LENGTH / 2, 0.006, 0.006] }],
        },
        {
          name: "block",
          mass: 2,
          inertia: [1e-4, 1e-4, 1e-4],
          position: [...END],
          color: "#d9a5a0",
          shapes: [{ type: "box", halfExtents: [0.03, 0.02, 0.02] }],
        },
      ],
      joints: [
        {
          type: "hinge",
          name: "bearing",
          bodyB: "crank",
          at: [...BEARING],
          axis: [1, 0, 0],
          ...(driven ? { drive: { mode: "speed", target: speed } } : {}),
        },
        { type: "ball", name: "pin", bodyA: "crank", bodyB: "rod", at: [...PIN] },
        { type: "universal", name: "cardan", bodyA: "block", bodyB: "rod", at: [...END], axis: way },
        { type: "slider", name: "rail", bodyB: "block", at: [...END], axis: [1, 0, 0], zero: END[0] },
      ],
      sensors: ["joint/bearing/position", "joint/rail/position", "joint/bearing/speed", "system/all/energy"],
      view: { eye: [0.5, -0.6, 0.4], target: [0.1, 0, 0.05], pictureTime: 0.3, plot: ["joint/rail/position"] },
    };
  },
});
