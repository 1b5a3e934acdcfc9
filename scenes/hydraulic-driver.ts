import { defineScene, param } from "stiction";
import { roundedRectangle } from "./parts/outlines.js";

/** Anchor of the driver, other end of the spring, and initial position of the body, m. */
const [ANCHOR, START, WALL] = [0, 3, 5];

/**
 * Hydraulic driver against a spring, [Gribel2009] §5.2: holds, contracts until the spring balances its force, extends
 * at its own speed although the spring helps. With inertia the body overshoots f/k, and the check valve keeps the peak:
 *  x = f/k + v √(m/k).
 */
export const hydraulicDriver = defineScene({
  name: "hydraulic-driver",
  title: "Hydraulic driver test",
  summary: "A cylinder stretches a spring to its largest force, holds, and releases it at its own speed",
  group: "mechanisms",
  params: {
    force: param.number({ unit: "N", above: 0, default: 200, help: "f_max" }),
    mass: param.number({ unit: "kg", above: 0, default: 0.1, help: "mass between cylinder and spring" }),
    speed: param.number({ unit: "m/s", above: 0, default: 1, help: "v_max" }),
    stiffness: param.number({ unit: "N/m", above: 0, default: 200, help: "k" }),
    checkValve: param.flag({ default: true, help: "whether the load cannot drive the piston back" }),
  },
  build: ({ force, mass, speed, stiffness, checkValve }) => ({
    duration: 8,
    timestep: 0.01,
    plane: "xy",
    gravity: [0, 0],
    contact: "none",
    formulation: { type: "impulse", preset: "fast" },
    bodies: [
      {
        name: "body",
        mass,
        position: [START, 0],
        shapes: [{ type: "polygon", halfExtents: [0.15, 0.15] }],
        visuals: [
          {
            type: "extrusion",
            outline: roundedRectangle(0, 0, 0.15, 0.15, 0.03).map(([x, y]) => [x, y]),
            depth: 0.1,
            look: "ochre",
          },
          { type: "cylinder", radius: 0.06, halfLength: 0.05, look: "graphite" },
        ],
      },
    ],
    joints: [
      {
        type: "hydraulic",
        name: "driver",
        bodyB: "body",
        at: [ANCHOR, 0],
        to: [START, 0],
        force,
        speed,
        minLength: 0.5,
        maxLength: 3.5,
        checkValve,
      },
    ],
    forces: [
      {
        type: "spring",
        name: "spring",
        pointA: [WALL, 0],
        bodyB: "body",
        stiffness,
        restLength: WALL - START,
      },
    ],
    controllers: [
      {
        type: "profile",
        name: "operator",
        output: "joints.driver.command",
        times: [0, 0.5, 5],
        values: [0, -1, 1],
        between: "hold",
      },
    ],
    sensors: [
      "force/spring/tension",
      "body/body/position.x",
      "body/body/velocity.x",
      { name: "extension", expression: `${START} - [body/body/position.x]`, unit: "m" },
    ],
    view: { eye: [2.5, 0, 7.5], target: [2.5, 0, 0], pictureTime: 1, plot: ["force/spring/tension"] },
  }),
});
