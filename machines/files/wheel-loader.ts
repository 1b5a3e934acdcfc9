import type { ShapeSpec } from "stiction";
import type { MachineFile, Point } from "../machine-file.js";

/**
 * A wheel loader of 12 t that steers by the joint of its two frames: eight bodies, a lift arm, a bucket whose cylinder
 * dumps when it extends.
 */
const ASSUMED = "assumed";
const CLASS = "class of a 12 t wheel loader";
const RADIUS = 0.72;
const AXLE = 1.4;
const TRACK = 1.0;
const AXIS: Point = [0, -1, 0];
/** Pin of the arm, in the front frame. */
const ARM: Point = [0.9, 0, 1.75];

const wheels = (["front", "rear"] as const).flatMap((end) =>
  (
    [
      ["left", 1],
      ["right", -1],
    ] as const
  ).map(([side, s]) => ({
    name: `wheel-${end}-${side}`,
    frame: `${end}-frame`,
    at: [end === "front" ? AXLE : -AXLE, TRACK * s, RADIUS] as Point,
  })),
);

export const WHEEL_LOADER: MachineFile = {
  name: "wheel-loader",
  title: "Wheel loader, 12 t",
  parts: [
    {
      ...{ name: "rear-frame", mass: 6000, origin: [0, 0, 0], center: [-1.5, 0, 1.25], block: [2.6, 1.8, 1.4] },
      shapes: [{ type: "box", halfExtents: [1.2, 0.7, 0.6], position: [-1.4, 0, 1.5] }],
      source: `mass: ${CLASS}; geometry ${ASSUMED}`,
    },
    {
      ...{ name: "front-frame", mass: 2000, origin: [0, 0, 0], center: [1.1, 0, 0.95], block: [1.6, 1.2, 1] },
      shapes: [{ type: "box", halfExtents: [0.6, 0.4, 0.3], position: [1.1, 0, 1] }],
      source: `mass: ${CLASS}; geometry ${ASSUMED}`,
    },
    {
      ...{ name: "arm", mass: 1200, origin: ARM, center: [0.95, 0, -0.55], block: [2.3, 1.1, 0.4] },
      shapes: [],
      source: `mass: ${CLASS}; geometry ${ASSUMED}`,
    },
    {
      ...{ name: "bucket", mass: 900, origin: [2.8, 0, 0.6], center: [0.35, 0, -0.15], block: [1, 2.6, 0.9] },
      material: "bucket",
      shapes: [-1.2, 0, 1.2].flatMap((y): ShapeSpec[] => [
        { type: "sphere", radius: 0.06, position: [0.95, y, -0.42] },
        { type: "sphere", radius: 0.08, position: [0.1, y, -0.4] },
      ]),
      source: `mass and width of 2.6 m: ${CLASS}; geometry ${ASSUMED}`,
    },
    ...wheels.map(({ name, at }) => ({
      ...{ name, mass: 475, origin: at, center: [0, 0, 0] as Point, block: { radius: RADIUS, width: 0.56 } },
      material: "tyre",
      shapes: [{ type: "sphere", radius: RADIUS, orientation: { axis: [1, 0, 0], angle: Math.PI / 2 } }] as ShapeSpec[],
      source: `mass and radius: ${CLASS}`,
    })),
  ],
  pins: [
    {
      name: "articulation",
      bodyA: "rear-frame",
      bodyB: "front-frame",
      at: [0, 0, 0.9],
      axis: [0, 0, 1],
      source: ASSUMED,
    },
    { name: "arm", bodyA: "front-frame", bodyB: "arm", at: ARM, axis: AXIS, source: ASSUMED },
    { name: "bucket", bodyA: "arm", bodyB: "bucket", at: [1.9, 0, -1.15], axis: AXIS, source: ASSUMED },
    ...wheels.map(({ name, frame, at }) => ({
      name,
      bodyA: frame,
      bodyB: name,
      at,
      axis: [0, 1, 0] as Point,
      source: CLASS,
    })),
  ],
  cylinders: [
    {
      ...{ name: "lift", pin: "arm", control: "boom", side: 1, count: 2, spacing: 0.9 },
      ...{ foot: [0.95, 0, 0.95] as Point, head: [1.2, 0, -0.65] as Point },
      ...{ retracted: 1.14, extended: 1.95, start: 1.25 },
      ...{ speed: 0.16, speedBack: 0.2, acceleration: 0.5, bore: 0.12, rod: 0.07, pressure: 25e6 },
      source: `pressure: ${CLASS}; geometry ${ASSUMED}`,
    },
    {
      ...{ name: "bucket", pin: "bucket", control: "bucket", side: -1, count: 1 },
      ...{ foot: [0.5, 0, 0.05] as Point, head: [0.039, 0, 0.448] as Point },
      ...{ retracted: 1.5, extended: 2.13, start: 1.58 },
      ...{ speed: 0.35, speedBack: 0.35, acceleration: 1, bore: 0.14, rod: 0.08, pressure: 25e6 },
      source: `pressure: ${CLASS}; geometry ${ASSUMED}`,
    },
  ],
  turns: [
    {
      ...{
        name: "steer",
        pin: "articulation",
        control: "steer",
        lower: -0.7,
        upper: 0.7,
        speed: 0.35,
        acceleration: 0.8,
      },
      source: `±40°: ${CLASS}; speed ${ASSUMED}`,
    },
  ],
  drives: [
    {
      ...{ name: "travel", control: "travel", speed: 10 / 3.6, radius: RADIUS, torque: 12e3, brake: 30e3 },
      pins: wheels.map(({ name }) => name),
      source: `10 km/h in first gear: ${CLASS}; torque and brake ${ASSUMED}`,
    },
  ],
  levers: [
    { name: "boom", label: "Lift arm", help: "less lowers, more raises" },
    { name: "bucket", label: "Bucket", help: "less curls, more dumps", axis: "right.x" },
    { name: "travel", label: "Travel", help: "less drives back, more drives ahead", pace: 1.5 },
    { name: "steer", label: "Steer", help: "less turns right, more turns left" },
  ],
  ties: [],
  seat: { body: "rear-frame", eye: [-0.3, 0, 2.7], target: [6, 0, 0.5] },
};
