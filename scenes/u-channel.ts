import { defineScene, param } from "stiction";

const LENGTH = 1;
const HALF = 0.3;
const WALL = 0.05;
const FLOOR = 0.1;
const TOP = 0.5;

/** A channel along y as one mesh: floor at 0.1 m, walls up to 0.5 m. */
function channel() {
  const outline = [
    [-HALF, 0],
    [HALF, 0],
    [HALF, TOP],
    [HALF - WALL, TOP],
    [HALF - WALL, FLOOR],
    [-HALF + WALL, FLOOR],
    [-HALF + WALL, TOP],
    [-HALF, TOP],
  ];
  const n = outline.length;
  const all = outline.map((_, k) => k);
  return {
    type: "mesh",
    vertices: [-0.5, 0.5].flatMap((side) => outline.map(([x, z]) => [x, side * LENGTH, z])),
    faces: [all, all.map((k) => n + k).reverse(), ...all.map((k) => [k, n + k, n + ((k + 1) % n), (k + 1) % n])],
  };
}

/**
 * A ball is dropped into a channel that is one mesh. An engine that takes the hull of a mesh instead leaves the ball lying on top; here it rests on
 * the floor of the channel.
 */
export const uChannel = defineScene({
  name: "u-channel",
  title: "Ball in a channel",
  summary: "a mesh is met as it is, not as its hull: the ball comes to rest on the floor between the walls",
  group: "piles",
  params: {
    contact: param.choice(["augmented-lagrangian", "forces", "impulse"], {
      default: "augmented-lagrangian",
      help: "formulation: contact as a force, implicit or explicit, or as an impulse",
    }),
    radius: param.number({ unit: "m", min: 0.02, max: 0.24, default: 0.1, help: "of the ball" }),
  },
  build: ({ contact, radius }) => ({
    duration: 3,
    timestep: contact === "impulse" ? 1 / 60 : 0.001,
    formulation: contact === "impulse" ? { type: "impulse", preset: "fast" } : { type: contact },
    materials: {
      rubber: {
        friction: 0.5,
        restitution: 0.4,
        contact: { type: "hunt-crossley", stiffness: 1e6, leastSpeed: 0.2 },
        sliding: { type: "bristle", stiffness: 1e4, damping: 30 },
      },
    },
    bodies: [
      { name: "channel", type: "static", material: "rubber", color: "#7f95a8", shapes: [channel()] },
      {
        name: "ball",
        mass: 1,
        position: [0.05, 0, 0.8],
        velocity: [0, 0.1, 0],
        material: "rubber",
        color: "#c9883d",
        shapes: [{ type: "sphere", radius }],
      },
    ],
    sensors: ["body/ball/position.z", "body/ball/position.x"],
    view: { eye: [1.2, -1.6, 1], target: [0, 0, 0.25], pictureTime: 2, plot: ["body/ball/position.z"] },
  }),
});
