import type { ShapeSpec } from "stiction";
import type { CylinderFile, LinkageFile, MachineFile, Point } from "../machine-file.js";
import { scaled } from "../rotation.js";
import { WHEELED_EXCAVATOR } from "./wheeled-excavator.js";

/**
 * A tracked mini excavator of 3.5 t: the arm is that of the wheeled excavator at half its size; each track is three
 * rollers at the speed of its belt, each with a third of the track under it (contact law `tyre`, formula `shear`), so
 * that it steers by the difference of its tracks.
 */
const ASSUMED = "assumed";
const CLASS = "class of a 3.5 t mini excavator";
const SIZE = 0.5;
const RING = 0.72;
const ROLLER = 0.26;
const TRACK = 0.62;

const AXIS: Point = [0, -1, 0];
const FOOT: Point = [0.3, 0, 0.22];

const sides = [
  ["left", 1],
  ["right", -1],
] as const;
const rollers = [
  ["front", 0.75],
  ["middle", 0],
  ["rear", -0.75],
] as const;

/** A cylinder of the large machine at this size; its foot and pressure area go along. */
function smaller(name: string, more: Partial<CylinderFile>): CylinderFile {
  const large = WHEELED_EXCAVATOR.cylinders.find((entry) => entry.name === name) as CylinderFile;
  return {
    ...large,
    foot: scaled(large.foot, SIZE),
    head: scaled(large.head, SIZE),
    retracted: SIZE * large.retracted,
    extended: SIZE * large.extended,
    start: SIZE * large.start,
    bore: SIZE * large.bore,
    rod: SIZE * large.rod,
    pressure: 21e6,
    ...(large.spacing !== undefined && { spacing: SIZE * large.spacing }),
    ...(large.linkage !== undefined && { linkage: scaledLinkage(large.linkage) }),
    source: `geometry: the wheeled excavator at half its size; pressure: ${CLASS}`,
    ...more,
  };
}

function scaledLinkage({ pivot, pin, rocker, link, width, barrel }: LinkageFile): LinkageFile {
  return {
    ...{ pivot: scaled(pivot, SIZE), pin: scaled(pin, SIZE), rocker: SIZE * rocker, link: SIZE * link },
    ...{ width: SIZE * width, barrel: SIZE * barrel },
  };
}

const foot = plusX(FOOT, 0);

function plusX([x, y, z]: Point, dx: number): Point {
  return [x + dx, y, RING + z];
}

export const MINI_EXCAVATOR: MachineFile = {
  name: "mini-excavator",
  title: "Tracked mini excavator, 3.5 t",
  parts: [
    {
      ...{ name: "undercarriage", mass: 900, origin: [0, 0, 0], center: [0, 0, 0.35], block: [1.9, 1.5, 0.4] },
      shapes: [{ type: "box", halfExtents: [0.9, 0.4, 0.12], position: [0, 0, 0.42] }],
      source: `mass: ${CLASS}; geometry ${ASSUMED}`,
    },
    {
      ...{ name: "uppercarriage", mass: 1500, origin: [0, 0, RING], center: [-0.42, 0, 0.35], block: [1.5, 1.4, 0.8] },
      shapes: [{ type: "box", halfExtents: [0.8, 0.65, 0.35], position: [-0.35, 0, 0.4] }],
      source: `mass: ${CLASS}; geometry ${ASSUMED}`,
    },
    {
      ...{ name: "boom", mass: 230, origin: foot, center: [1.2, 0, 0.3], block: [2.6, 0.22, 0.35] },
      shapes: [],
      source: `mass: ${CLASS}; half the size of the wheeled excavator's`,
    },
    {
      ...{ name: "stick", mass: 120, origin: plusX(FOOT, 2.6), center: [0.42, 0, 0.06], block: [1.45, 0.18, 0.22] },
      shapes: [],
      source: `mass: ${CLASS}; half the size of the wheeled excavator's`,
    },
    {
      ...{ name: "bucket", mass: 90, origin: plusX(FOOT, 3.825), center: [0.36, 0, 0.01], block: [0.6, 0.55, 0.45] },
      material: "bucket",
      shapes: [-0.24, 0.24].flatMap((y): ShapeSpec[] => [
        { type: "sphere", radius: 0.04, position: [0.71, y, -0.31] },
        { type: "sphere", radius: 0.05, position: [0.6, y, 0.1] },
      ]),
      source: `mass: ${CLASS}; half the size of the wheeled excavator's`,
    },
    {
      ...{ name: "blade", mass: 120, origin: [0.9, 0, 0.34], center: [0.4, 0, -0.12], block: [0.3, 1.5, 0.3] },
      material: "steel",
      shapes: [-0.7, 0.7].map((y): ShapeSpec => ({ type: "sphere", radius: 0.04, position: [0.45, y, -0.22] })),
      source: `mass: ${CLASS}; geometry ${ASSUMED}`,
    },
    ...sides.flatMap(([side, s]) =>
      rollers.map(([place, x]) => ({
        ...{ name: `roller-${place}-${side}`, mass: 90, origin: [x, s * TRACK, ROLLER] as Point },
        ...{ center: [0, 0, 0] as Point, block: { radius: ROLLER, width: 0.3 }, material: "track" },
        shapes: [
          { type: "sphere", radius: ROLLER, orientation: { axis: [1, 0, 0], angle: Math.PI / 2 } },
        ] as ShapeSpec[],
        source: `a third of a track; mass: ${CLASS}`,
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
    { name: "boom", bodyA: "uppercarriage", bodyB: "boom", at: FOOT, axis: AXIS, source: ASSUMED },
    { name: "stick", bodyA: "boom", bodyB: "stick", at: [2.6, 0, 0], axis: AXIS, source: CLASS },
    { name: "bucket", bodyA: "stick", bodyB: "bucket", at: [1.225, 0, 0], axis: AXIS, source: CLASS },
    { name: "blade", bodyA: "undercarriage", bodyB: "blade", at: [0.9, 0, 0.34], axis: AXIS, source: ASSUMED },
    ...sides.flatMap(([side, s]) =>
      rollers.map(([place, x]) => ({
        ...{ name: `roller-${place}-${side}`, bodyA: "undercarriage", bodyB: `roller-${place}-${side}` },
        ...{ at: [x, s * TRACK, ROLLER] as Point, axis: [0, 1, 0] as Point, source: ASSUMED },
      })),
    ),
  ],
  cylinders: [
    // the foot of the boom's cylinder keeps its place from the pin
    smaller("boom", { foot: [FOOT[0] + 0.265, 0, FOOT[2] - 0.265], count: 1, bore: 0.09, rod: 0.05 }),
    smaller("stick", {}),
    smaller("bucket", {}),
    smaller("blade", { foot: [0.975, 0, 0.53], head: [0.35, 0, 0.025], count: 1, bore: 0.08, rod: 0.04 }),
  ],
  turns: [
    {
      name: "slew",
      pin: "slew",
      control: "slew",
      speed: 1,
      acceleration: 1.2,
      torque: 9e3,
      source: `speed: ${CLASS}; torque ${ASSUMED}`,
    },
  ],
  drives: sides.map(([side]) => ({
    ...{ name: `track-${side}`, control: `track-${side}`, track: true },
    ...{ speed: 2.5 / 3.6, radius: ROLLER, torque: 3.6e3 },
    pins: rollers.map(([place]) => `roller-${place}-${side}`),
    source: `2.5 km/h: ${CLASS}; torque ${ASSUMED}`,
  })),
  levers: [
    ...WHEELED_EXCAVATOR.levers.filter(({ name }) => ["boom", "stick", "bucket", "slew", "blade"].includes(name)),
    { name: "track-left", label: "Left track", help: "less drives back, more drives ahead", pace: 1 },
    { name: "track-right", label: "Right track", help: "less drives back, more drives ahead", pace: 1 },
  ],
  ties: [],
  seat: { body: "uppercarriage", eye: [-0.1, 0.3, 1], target: [4, 0.2, -0.4] },
};
