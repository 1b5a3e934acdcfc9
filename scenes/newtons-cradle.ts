import { defineScene, elementary, param } from "stiction";

const RADIUS = 0.1;
const LENGTH = 1;

/**
 * Newton's cradle: equal balls on rods, just touching. The first ones swing in, as many swing out at the other end: a
 * chain of instantaneous collisions.
 */
export const newtonsCradle = defineScene({
  name: "newtons-cradle",
  title: "Newton's cradle",
  summary: "Equal balls on rods pass the blow on: the last leaves as fast as the first came",
  group: "mechanisms",
  params: {
    balls: param.number({ unit: "1", integer: true, min: 2, max: 20, default: 5, help: "balls" }),
    lifted: param.number({
      unit: "1",
      integer: true,
      min: 1,
      max: 19,
      default: 1,
      help: "number of balls lifted at the start",
    }),
    angle: param.number({ unit: "rad", min: 0, max: 1.5, default: 0.6, help: "angle of the lifted balls" }),
    restitution: param.number({ unit: "1", min: 0, max: 1, default: 1, help: "restitution" }),
  },
  build: ({ balls, lifted, angle, restitution }) => ({
    duration: 10,
    timestep: 1 / 240,
    plane: "xy",
    formulation: { type: "impulse", preset: "precise" },
    materials: { steel: { friction: 0, restitution } },
    bodies: Array.from({ length: balls }, (_, k) => {
      const swing = k < lifted ? angle : 0;
      const x = 2 * RADIUS * k;
      return {
        name: `ball-${k}`,
        mass: 1,
        material: "steel",
        position: [x - LENGTH * elementary.sin(swing), -LENGTH * elementary.cos(swing)],
        orientation: -swing,
        color: "#b8bec6",
        shapes: [{ type: "circle", radius: RADIUS }],
      };
    }),
    joints: Array.from({ length: balls }, (_, k) => ({
      type: "distance",
      name: `rod-${k}`,
      bodyB: `ball-${k}`,
      frameA: { position: [2 * RADIUS * k, 0] },
      frameB: {},
      length: LENGTH,
    })),
    sensors: ["body/ball-0/velocity.x", `body/ball-${balls - 1}/velocity.x`, "system/all/energy"],
    view: {
      eye: [RADIUS * (balls - 1), -0.55, 3],
      target: [RADIUS * (balls - 1), -0.55, 0],
      plot: ["body/ball-0/velocity.x", `body/ball-${balls - 1}/velocity.x`],
    },
  }),
});
