import { type BodySpec, defineScene, type JointSpec, param, type Spec, type VisualSpec } from "stiction";
import {
  boomVisuals,
  bucketVisuals,
  cabVisuals,
  cylinderVisuals,
  EXCAVATOR_LOOKS,
  linkVisuals,
  stickVisuals,
  turretVisuals,
  undercarriageVisuals,
} from "./parts/excavator-visuals.js";

type Point = readonly [number, number, number];

/** Point at fraction t between a and b. */
const between = (a: Point, b: Point, t: number) => a.map((v, k) => v + t * (b[k] - v));

/**
 * The arm of an excavator: turret, boom, stick, bucket with its rocker and link, and three cylinders, each a barrel and
 * a rod that slides in it. Fourteen bodies, eighteen joints, four closed loops; the turret slews at a given speed, the
 * cylinders are stiff springs.
 */
export const machineArm = defineScene({
  name: "machine-arm",
  title: "Arm of an excavator",
  summary: "Fourteen bodies and four closed loops, stepped at 5 ms in a fraction of real time",
  group: "mechanisms",
  params: {
    slew: param.number({ unit: "rad/s", default: 0.3, help: "speed of the turret" }),
    coordinates: param.choice(["shared", "separate"], { default: "shared", help: "option of the formulation" }),
  },
  build: ({ slew, coordinates }) => {
    const body = (
      name: string,
      mass: number,
      position: readonly number[],
      half: Point,
      visuals: readonly VisualSpec[],
    ) =>
      ({
        name,
        mass,
        position: [...position],
        shapes: [{ type: "box", halfExtents: [...half] }],
        visuals,
      }) satisfies BodySpec;
    const pin = (name: string, bodyA: string, bodyB: string, at: Point) =>
      ({
        type: "hinge",
        name,
        bodyA,
        bodyB,
        at: [...at],
        axis: [0, 1, 0],
      }) satisfies JointSpec;
    /** A cylinder from a point of one body to a point of another. */
    const cylinder = (name: string, bodyA: string, a: Point, bodyB: string, b: Point, radius: number) => {
      const [low, high] = [between(a, b, 0.25), between(a, b, 0.75)];
      const looks = cylinderVisuals(a, b, low, high, radius);
      return {
        bodies: [
          body(`${name}-barrel`, 60, low, [0.15, 0.08, 0.15], looks.barrel),
          body(`${name}-rod`, 40, high, [0.15, 0.05, 0.15], looks.rod),
        ],
        joints: [
          pin(`${name}-foot`, bodyA, `${name}-barrel`, a),
          pin(`${name}-eye`, bodyB, `${name}-rod`, b),
          {
            type: "slider",
            name: `${name}-stroke`,
            bodyA: `${name}-barrel`,
            bodyB: `${name}-rod`,
            at: between(a, b, 0.5),
            axis: b.map((v, k) => v - a[k]),
            drive: { mode: "position", target: 0, stiffness: 1e7, damping: 1e5 },
          },
        ],
      } satisfies Spec;
    };
    const cylinders = [
      cylinder("boom", "turret", [1, 0, 1.4], "boom", [2, 0, 2.8], 0.12),
      cylinder("stick", "boom", [2.5, 0, 3.8], "stick", [3.8, 0, 4.4], 0.09),
      cylinder("bucket", "stick", [4.2, 0, 4], "rocker", [5.2, 0, 2.3], 0.09),
    ];
    return {
      duration: 5,
      timestep: 0.005,
      contact: "none" as const,
      looks: EXCAVATOR_LOOKS,
      formulation: { type: "augmented-lagrangian", coordinates },
      bodies: [
        body("undercarriage", 5000, [0, 0, 0.5], [1.5, 1.2, 0.5], undercarriageVisuals()),
        body("turret", 4000, [0, 0, 1.5], [1.2, 1, 0.5], turretVisuals()),
        body("cab", 500, [0.4, 0.7, 2.4], [0.5, 0.3, 0.4], cabVisuals()),
        body("boom", 1500, [2, 0, 3], [1.8, 0.2, 0.3], boomVisuals([2, 0, 3])),
        body("stick", 800, [4.5, 0, 3], [0.3, 0.15, 1.2], stickVisuals([4.5, 0, 3])),
        body("bucket", 400, [5.5, 0, 1.5], [0.4, 0.5, 0.3], bucketVisuals([5.5, 0, 1.5])),
        body("rocker", 50, [5, 0, 2.2], [0.2, 0.1, 0.2], linkVisuals([5, 0, 2.2], [4.9, 2.4], [5.2, 2.3], 0.2)),
        body("link", 50, [5.4, 0, 2], [0.2, 0.1, 0.2], linkVisuals([5.4, 0, 2], [5.2, 2.3], [5.4, 1.9], 0.13)),
        ...cylinders.flatMap((c) => c.bodies),
      ],
      joints: [
        { type: "fixed", name: "ground", bodyB: "undercarriage", at: [0, 0, 0] },
        {
          type: "hinge",
          name: "slew",
          bodyA: "undercarriage",
          bodyB: "turret",
          at: [0, 0, 1],
          drive: { mode: "speed", target: slew },
        },
        { type: "fixed", name: "cab", bodyA: "turret", bodyB: "cab", at: [0.4, 0.7, 2] },
        pin("boom", "turret", "boom", [0.5, 0, 1.8]),
        pin("stick", "boom", "stick", [4, 0, 4]),
        pin("bucket", "stick", "bucket", [5, 0, 1.8]),
        pin("rocker", "stick", "rocker", [4.9, 0, 2.4]),
        pin("link-top", "rocker", "link", [5.2, 0, 2.3]),
        pin("link-end", "bucket", "link", [5.4, 0, 1.9]),
        ...cylinders.flatMap((c) => c.joints),
      ],
      sensors: [
        "body/bucket/position.x",
        "body/bucket/position.z",
        "joint/slew/position",
        "joint/boom-stroke/effort",
        "mechanism/all/positionError",
        "system/all/energy",
      ],
      view: { eye: [4, -9, 4], target: [2.5, 0, 2], pictureTime: 1, plot: ["joint/boom-stroke/effort"] },
    };
  },
});
