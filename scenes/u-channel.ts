import { defineScene, param, type ShapeSpec } from "stiction";
import { SMALL } from "./parts/solids.js";

const LENGTH = 1;
const HALF = 0.3;
const WALL = 0.05;
const FLOOR = 0.1;
const TOP = 0.5;
/** μ of the block. */
const FRICTION = 0.2;

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
  } satisfies ShapeSpec;
}

/**
 * A ball is dropped into a channel that is one mesh. An engine that replaces a mesh by its hull leaves the ball lying
 * on top; here it rests on the floor of the channel. With `moving: block` a block slides along it, pressed against
 * floor and wall at once: one region, two clusters of normals, N = m g and N = the sideways force.
 */
export const uChannel = defineScene({
  name: "u-channel",
  title: "Ball in a channel",
  summary: "A mesh is not replaced by its hull: the ball comes to rest on the floor between the walls",
  group: "piles",
  params: {
    contact: param.choice(["augmented-lagrangian", "forces", "impulse"], {
      default: "augmented-lagrangian",
      help: "formulation: contact as a force, implicit or explicit, or as an impulse",
    }),
    radius: param.number({ unit: "m", min: 0.02, max: 0.24, default: 0.1, help: "of the ball" }),
    moving: param.choice(["ball", "block"], {
      default: "ball",
      help: "a ball that is dropped, or a block that slides along floor and wall with volumetric contact",
    }),
    aside: param.number({ unit: "N", min: 0, default: 25, help: "force that holds the block against the wall" }),
  },
  build: ({ contact, radius, moving, aside }) => {
    const block = moving === "block";
    return {
      duration: 3,
      timestep: block ? 0.002 : contact === "impulse" ? 1 / 60 : 0.001,
      formulation: block
        ? { type: "augmented-lagrangian" }
        : contact === "impulse"
          ? { type: "impulse", preset: "fast" }
          : { type: contact },
      materials: {
        rubber: block
          ? {
              friction: FRICTION,
              contact: { type: "volumetric", modulus: 1e7, thickness: 1, leastSpeed: 0.015, area: SMALL },
            }
          : {
              friction: 0.5,
              restitution: 0.4,
              contact: { type: "hunt-crossley", stiffness: 1e6, leastSpeed: 0.2 },
              sliding: { type: "bristle", stiffness: 1e4, damping: 30 },
            },
      },
      bodies: [
        { name: "channel", type: "static", material: "rubber", color: "#7f95a8", shapes: [channel()] },
        block
          ? {
              name: "block",
              mass: 5,
              position: [HALF - WALL - 0.1, -0.3, FLOOR + 0.1],
              velocity: [0, 0.1, 0],
              material: "rubber",
              color: "#c9883d",
              shapes: [{ type: "box", halfExtents: [0.1, 0.15, 0.1] }],
            }
          : {
              name: "ball",
              mass: 1,
              position: [0.05, 0, 0.8],
              velocity: [0, 0.1, 0],
              material: "rubber",
              color: "#c9883d",
              shapes: [{ type: "sphere", radius }],
            },
      ],
      forces: block
        ? [{ type: "wrench", name: "push", body: "block", force: [aside, FRICTION * (5 * 9.81 + aside), 0] }]
        : [],
      sensors: block
        ? [
            { name: "force", read: "contact/channel:block/force" },
            { name: "load", read: "contact/channel:block/normalForce" },
            { name: "height", read: "body/block/position.z" },
            { name: "aside", read: "body/block/position.x" },
            { name: "speed", read: "body/block/velocity.y" },
          ]
        : ["body/ball/position.z", "body/ball/position.x"],
      view: {
        eye: [0.5, -1.9, 1.2],
        target: [0, 0, 0.25],
        pictureTime: 2,
        plot: block ? ["load", "speed"] : ["body/ball/position.z"],
      },
    };
  },
});
