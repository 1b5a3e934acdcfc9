import type { ShapeSpec } from "stiction";
import type { MachineFile, Point } from "../machine-file.js";

/**
 * A wheeled excavator of 22 t, as [Luaces2013] chapter 6 describes it: 14 bodies, 13 revolute joints, cylinders as
 * lengths. The thesis gives no dimension, mass or limit. Masses and main measures are those of the class of machine it
 * names (operating weight 21.8–25.0 t, track 2.75 m over the tyres); "assumed" marks what was chosen to go with them.
 */
const CLASS = "class of a 22 t wheeled excavator";
const ASSUMED = "assumed";

const RADIUS = 0.52;
const AXLE = 1.3;
const TRACK = 1.0;
/** Height of the slew ring above ground, m. */
const RING = 1.3;

const mirrored = ([x, y, z]: Point): Point => [x, -y, z];
const sides = [
  ["left", 1],
  ["right", -1],
] as const;

/** Spheres along a line. */
function row(from: Point, to: Point, count: number, radius: number): ShapeSpec[] {
  return Array.from({ length: count }, (_, k) => {
    const t = count === 1 ? 0.5 : k / (count - 1);
    return { type: "sphere", radius, position: from.map((x, c) => x + t * (to[c] - x)) };
  });
}

const ARM_AXIS: Point = [0, -1, 0];

export const WHEELED_EXCAVATOR: MachineFile = {
  name: "wheeled-excavator",
  title: "Wheeled excavator, 22 t",
  parts: [
    {
      name: "undercarriage",
      mass: 6600,
      origin: [0, 0, 0],
      center: [0, 0, 0.8],
      block: [4, 1.9, 0.6],
      shapes: [{ type: "box", halfExtents: [1.9, 0.75, 0.2], position: [0, 0, 0.85] }],
      source: `mass: ${CLASS}; centre and block ${ASSUMED}`,
    },
    {
      name: "uppercarriage",
      mass: 8500,
      origin: [0, 0, RING],
      center: [-0.95, 0, 0.55],
      block: [3.6, 2.4, 1.2],
      shapes: [
        { type: "box", halfExtents: [1.75, 1.2, 0.5], position: [-1.05, 0, 0.6] },
        { type: "box", halfExtents: [0.8, 0.46, 0.85], position: [0.3, 0.78, 1.05] },
      ],
      source: `mass with counterweight and cab: ${CLASS}; centre and block ${ASSUMED}`,
    },
    {
      name: "boom",
      mass: 1800,
      origin: [0.55, 0, RING + 0.38],
      center: [2.4, 0, 0.6],
      block: [5.2, 0.45, 0.7],
      shapes: [
        {
          type: "capsule",
          radius: 0.24,
          halfLength: 1.1,
          position: [1.2, 0, 0.45],
          orientation: { axis: [0, 1, 0], angle: 1.15 },
        },
        {
          type: "capsule",
          radius: 0.24,
          halfLength: 1.35,
          position: [3.7, 0, 0.55],
          orientation: { axis: [0, 1, 0], angle: 1.95 },
        },
      ],
      source: `length of 5.2 m and mass: ${CLASS}; centre and block ${ASSUMED}`,
    },
    {
      name: "stick",
      mass: 900,
      origin: [5.75, 0, RING + 0.38],
      center: [0.85, 0, 0.13],
      block: [2.9, 0.36, 0.45],
      shapes: [
        {
          type: "capsule",
          radius: 0.18,
          halfLength: 1.2,
          position: [1.1, 0, 0.1],
          orientation: { axis: [0, 1, 0], angle: Math.PI / 2 },
        },
      ],
      source: `length of 2.45 m and mass: ${CLASS}; centre and block ${ASSUMED}`,
    },
    {
      name: "bucket",
      mass: 750,
      origin: [8.2, 0, RING + 0.38],
      center: [0.72, 0, 0.02],
      block: [1.2, 1.1, 0.9],
      material: "bucket",
      shapes: [
        ...row([1.42, -0.5, -0.62], [1.42, 0.5, -0.62], 3, 0.06),
        ...row([1.3, -0.48, 0.12], [1.3, 0.48, 0.12], 2, 0.1),
        ...row([0.72, -0.48, 0.4], [0.72, 0.48, 0.4], 2, 0.1),
      ],
      source: `mass, width of 1.1 m and radius of 1.5 m: ${CLASS}; centre and block ${ASSUMED}`,
    },
    {
      name: "blade",
      mass: 750,
      origin: [1.6, 0, 0.62],
      center: [0.78, 0, -0.22],
      block: [0.6, 2.5, 0.6],
      material: "steel",
      shapes: row([0.9, -1.15, -0.44], [0.9, 1.15, -0.44], 3, 0.06),
      source: `mass: ${CLASS}; geometry ${ASSUMED}`,
    },
    ...sides.map(([side, s]) => ({
      name: `outrigger-${side}`,
      mass: 350,
      origin: [-2.1, 0.6 * s, 0.86] as Point,
      center: [0, 0.7 * s, 0] as Point,
      block: [0.35, 1.4, 0.25] as Point,
      material: "steel",
      shapes: row([-0.16, 1.3 * s, -0.02], [0.16, 1.3 * s, -0.02], 2, 0.08),
      source: `mass: ${CLASS}; geometry ${ASSUMED}`,
    })),
    ...sides.map(([side, s]) => ({
      name: `knuckle-${side}`,
      mass: 150,
      origin: [AXLE, 0.72 * s, RADIUS] as Point,
      center: [0, 0.06 * s, 0] as Point,
      block: [0.3, 0.3, 0.4] as Point,
      source: `mass: ${CLASS}; geometry ${ASSUMED}`,
    })),
    ...(["front", "rear"] as const).flatMap((end) =>
      sides.map(([side, s]) => ({
        name: `wheel-${end}-${side}`,
        mass: 425,
        origin: [end === "front" ? AXLE : -AXLE, TRACK * s, RADIUS] as Point,
        center: [0, 0, 0] as Point,
        block: { radius: RADIUS, width: 0.5 },
        material: "tyre",
        // tyres turn about z of their shape
        shapes: [
          { type: "sphere", radius: RADIUS, orientation: { axis: [1, 0, 0], angle: Math.PI / 2 } },
        ] as ShapeSpec[],
        source: `mass, radius, wheelbase of 2.6 m and track of 2.0 m: ${CLASS}`,
      })),
    ),
  ],
  pins: [
    {
      name: "slew",
      bodyA: "undercarriage",
      bodyB: "uppercarriage",
      at: [0, 0, RING],
      axis: [0, 0, 1],
      source: ASSUMED,
    },
    { name: "boom", bodyA: "uppercarriage", bodyB: "boom", at: [0.55, 0, 0.38], axis: ARM_AXIS, source: ASSUMED },
    { name: "stick", bodyA: "boom", bodyB: "stick", at: [5.2, 0, 0], axis: ARM_AXIS, source: CLASS },
    { name: "bucket", bodyA: "stick", bodyB: "bucket", at: [2.45, 0, 0], axis: ARM_AXIS, source: CLASS },
    { name: "blade", bodyA: "undercarriage", bodyB: "blade", at: [1.6, 0, 0.62], axis: ARM_AXIS, source: ASSUMED },
    ...sides.map(([side, s]) => ({
      name: `outrigger-${side}`,
      bodyA: "undercarriage",
      bodyB: `outrigger-${side}`,
      at: [-2.1, 0.6 * s, 0.86] as Point,
      // both count up
      axis: [s, 0, 0] as Point,
      source: ASSUMED,
    })),
    ...sides.map(([side, s]) => ({
      name: `knuckle-${side}`,
      bodyA: "undercarriage",
      bodyB: `knuckle-${side}`,
      at: [AXLE, 0.72 * s, RADIUS] as Point,
      axis: [0, 0, 1] as Point,
      source: ASSUMED,
    })),
    ...sides.map(([side, s]) => ({
      name: `wheel-front-${side}`,
      bodyA: `knuckle-${side}`,
      bodyB: `wheel-front-${side}`,
      at: [0, (TRACK - 0.72) * s, 0] as Point,
      axis: [0, 1, 0] as Point,
      source: CLASS,
    })),
    ...sides.map(([side, s]) => ({
      name: `wheel-rear-${side}`,
      bodyA: "undercarriage",
      bodyB: `wheel-rear-${side}`,
      at: [-AXLE, TRACK * s, RADIUS] as Point,
      axis: [0, 1, 0] as Point,
      source: CLASS,
    })),
  ],
  cylinders: [
    {
      ...{ name: "boom", pin: "boom", control: "boom", side: 1 as const, count: 2, spacing: 0.62 },
      ...{ foot: [1.08, 0, -0.15] as Point, head: [1.9, 0, 0.89] as Point },
      ...{ retracted: 1.6, extended: 2.64, start: 2.4 },
      ...{ speed: 0.3, speedBack: 0.35, acceleration: 0.8, bore: 0.13, rod: 0.09, pressure: 35e6 },
      source: `pressure and bore: ${CLASS}; geometry and speeds ${ASSUMED} so that the boom rises in 3.5 s`,
    },
    {
      ...{ name: "stick", pin: "stick", control: "stick", side: -1 as const, count: 1 },
      ...{ foot: [2.7, 0, 1.28] as Point, head: [-0.56, 0, 0.3] as Point },
      ...{ retracted: 2.33, extended: 3.37, start: 2.85 },
      ...{ speed: 0.45, speedBack: 0.5, acceleration: 1.2, bore: 0.14, rod: 0.1, pressure: 35e6 },
      source: `pressure and bore: ${CLASS}; geometry and speeds ${ASSUMED}`,
    },
    {
      ...{ name: "bucket", pin: "bucket", control: "bucket", side: -1 as const, count: 1 },
      ...{ foot: [0.35, 0, 0.5] as Point, head: [-0.21, 0, 0.364] as Point },
      ...{ retracted: 1.765, extended: 2.55, start: 2.3 },
      ...{ speed: 0.5, speedBack: 0.6, acceleration: 1.5, bore: 0.125, rod: 0.085, pressure: 35e6 },
      linkage: {
        ...{ pivot: [2.1, 0, 0.05] as Point, rocker: 0.5, pin: [-0.21, 0, 0.364] as Point, link: 0.45 },
        ...{ width: 0.42, barrel: 1.19 },
      },
      source: `pressure and bore: ${CLASS}; the cylinder holds the bucket itself, as in [Luaces2013], rocker and link are drawn; geometry ${ASSUMED}`,
    },
    {
      ...{ name: "blade", pin: "blade", control: "blade", side: -1 as const, count: 2, spacing: 0.9 },
      ...{ foot: [1.75, 0, 1] as Point, head: [0.7, 0, 0.05] as Point },
      ...{ retracted: 0.5, extended: 0.84, start: 0.52 },
      ...{ speed: 0.1, speedBack: 0.12, acceleration: 0.4, bore: 0.11, rod: 0.07, pressure: 25e6 },
      source: ASSUMED,
    },
    ...sides.map(
      ([side, s]) =>
        ({
          ...{
            name: `outrigger-${side}`,
            pin: `outrigger-${side}`,
            control: "outriggers",
            side: -1 as const,
            count: 1,
          },
          ...{ foot: [-2.1, 0.3 * s, 1.3] as Point, head: [0, 0.74 * s, 0.13] as Point },
          ...{ retracted: 0.88, extended: 1.27, start: 0.89 },
          ...{ speed: 0.1, speedBack: 0.12, acceleration: 0.3, bore: 0.17, rod: 0.11, pressure: 30e6 },
          source: ASSUMED,
        }) as const,
    ),
  ],
  turns: [
    {
      ...{ name: "slew", pin: "slew", control: "slew", speed: 0.9, acceleration: 0.8, torque: 120e3 },
      source: `0.9 rad/s and 0.8 rad/s²: ${CLASS}; torque ${ASSUMED}`,
    },
    ...sides.map(([side]) => ({
      ...{ name: `steer-${side}`, pin: `knuckle-${side}`, control: "steer", lower: -Math.PI / 6, upper: Math.PI / 6 },
      ...{ speed: 0.6, acceleration: 2 },
      source: `±30°: ${CLASS}; speed ${ASSUMED}`,
    })),
  ],
  drives: [
    {
      ...{ name: "travel", control: "travel", speed: 5 / 3.6, radius: RADIUS, torque: 13e3, brake: 40e3 },
      pins: ["wheel-front-left", "wheel-front-right", "wheel-rear-left", "wheel-rear-right"],
      source: `5 km/h on a site: ${CLASS}; torque ${ASSUMED}: 100 kN of traction, and of hydrostatic braking; brakes that lock wheels`,
    },
  ],
  levers: [
    { name: "boom", label: "Boom", help: "less lowers, more raises" },
    { name: "stick", label: "Stick", help: "less reaches out, more pulls in" },
    { name: "bucket", label: "Bucket", help: "less dumps, more curls" },
    { name: "slew", label: "Slew", help: "less turns right, more turns left" },
    { name: "travel", label: "Travel", help: "less drives back, more drives ahead", pace: 1.5 },
    { name: "steer", label: "Steer", help: "less steers right, more steers left" },
    { name: "blade", label: "Blade", help: "less lifts, more lowers" },
    { name: "outriggers", label: "Outriggers", help: "less lifts, more lowers" },
  ],
  ties: [
    {
      name: "tie-rod",
      bodyA: "knuckle-left",
      bodyB: "knuckle-right",
      at: [-0.25, 0, 0],
      to: mirrored([-0.25, 0, 0]),
      source: `one steering command for two knuckles; geometry ${ASSUMED}`,
    },
    {
      name: "outrigger-tie",
      bodyA: "outrigger-left",
      bodyB: "outrigger-right",
      // a crossed rod turns both legs up, or both down
      at: [0, 0, 0.2],
      to: [0, 0, -0.2],
      source: `one command for two legs; geometry ${ASSUMED}`,
    },
  ],
  seat: {
    body: "uppercarriage",
    // leaning forward: the posts of the windscreen are at the sides of the view
    eye: [0.55, 0.78, 1.5],
    target: [6, 0.55, -0.5],
    rear: { eye: [-2.8, 0, 1.05], target: [-8, 0, -1.3] },
    mirrors: [
      { name: "mirror-left", at: [1, 1.62, 1.35], shows: [-10, 2.6, -0.6], width: 0.2, height: 0.34 },
      { name: "mirror-right", at: [1, -1.4, 1.4], shows: [-10, -2.3, 0.1], width: 0.34, height: 0.46 },
    ],
  },
};
