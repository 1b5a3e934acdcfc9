import { type BodySpec, defineScene, type JointSpec, param } from "stiction";
import type { Gear } from "./parts/gear.js";
import { gearVisuals, rackVisuals } from "./parts/gear-visuals.js";

const MODULE = 0.02;
/** Width of the drawn teeth, m. */
const WIDTH = 0.03;
const LOOKS = ["brass", "slate", "teal", "blue"];

/** The drawn gear of n teeth; those of a pair stand in each other's gaps. */
const drawn = (teeth: number): Gear => ({
  teeth,
  module: MODULE,
  pressureAngle: Math.PI / 9,
  points: 6,
  backlash: 5e-4,
});

/** Spur gears in a row; each turns the next, with the ratio of their teeth. */
export const gearTrain = defineScene({
  name: "gear-train",
  title: "Gear train",
  summary: "A motor turns four gears; the last moves a rack",
  group: "mechanisms",
  params: {
    speed: param.number({ unit: "rad/s", default: 6, help: "speed of the motor" }),
    torque: param.number({ unit: "N m", min: 0, default: 50, help: "largest torque of the motor" }),
    load: param.number({ unit: "kg", above: 0, default: 5, help: "mass of the rack" }),
  },
  build: ({ speed, torque, load }) => {
    const teeth = [12, 36, 18, 48];
    const radius = (k: number) => 0.5 * MODULE * teeth[k];
    let x = 0;
    const centers = teeth.map((_, k) => {
      if (k > 0) x += radius(k - 1) + radius(k);
      return x;
    });
    const last = teeth.length - 1;
    return {
      duration: 6,
      timestep: 1 / 60,
      plane: "xy" as const,
      contact: "none" as const,
      formulation: { type: "impulse", preset: "fast" },
      bodies: [
        ...teeth.map(
          (n, k) =>
            ({
              name: `gear-${k}`,
              density: 80,
              position: [centers[k], 0],
              shapes: [{ type: "polygon", sides: n, radius: radius(k) }],
              // all numbers of teeth are even: where one gear has a tooth towards the next, that one has a gap
              visuals: gearVisuals(drawn(n), WIDTH, LOOKS[k], k % 2 === 0 ? 0 : Math.PI / n),
            }) satisfies BodySpec,
        ),
        {
          name: "rack",
          mass: load,
          position: [centers[last], -radius(last) - 0.03],
          color: "#c9b79c",
          shapes: [{ type: "polygon", halfExtents: [0.8, 0.03] }],
          visuals: rackVisuals(MODULE, 0.8, 0.03, WIDTH, "sand"),
        },
      ],
      joints: [
        ...teeth.map(
          (_, k) =>
            ({
              type: "hinge",
              name: `bearing-${k}`,
              bodyB: `gear-${k}`,
              at: [centers[k], 0],
              ...(k === 0 ? { drive: { mode: "speed", target: speed, maxEffort: torque } } : {}),
            }) satisfies JointSpec,
        ),
        ...teeth.slice(1).map(
          (n, k) =>
            ({
              type: "gear",
              name: `mesh-${k}`,
              bodyA: `gear-${k}`,
              bodyB: `gear-${k + 1}`,
              ratio: -teeth[k] / n,
            }) satisfies JointSpec,
        ),
        { type: "slider", name: "guide", bodyB: "rack", at: [centers[last], -radius(last)], axis: [1, 0] },
        // below the gear's axis the surface moves along +x when it rotates about +z
        {
          type: "rack-and-pinion",
          name: "rack",
          bodyA: `gear-${last}`,
          bodyB: "rack",
          radius: radius(last),
          travel: [1, 0],
        },
      ],
      sensors: [
        "body/gear-0/angularVelocity.z",
        `body/gear-${last}/angularVelocity.z`,
        "body/rack/position.x",
        "body/rack/velocity.x",
      ],
      view: {
        eye: [centers[last] / 2, -0.1, 2.6],
        target: [centers[last] / 2, -0.1, 0],
        pictureTime: 0.5,
        plot: ["body/gear-0/angularVelocity.z", `body/gear-${last}/angularVelocity.z`],
      },
    };
  },
});
