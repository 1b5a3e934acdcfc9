import type { VisualSpec } from "stiction";
import { ALONG_X, ALONG_Y, arc, type Point2, plate } from "./outlines.js";
import { TRUCK } from "./truck.js";

const PAINT = "ochre";

/** The side of the cab, [x, z] from the centre of the chassis. */
const CAB: readonly Point2[] = [
  [1.5, 0.12],
  [2.56, 0.12],
  [2.6, 0.6],
  [2.44, 1.3],
  [2.36, 1.36],
  [1.58, 1.36],
  [1.5, 1.28],
];
const WINDOW: readonly Point2[] = [
  [1.72, 0.72],
  [2.42, 0.72],
  [2.3, 1.22],
  [1.72, 1.22],
];

/** Frame, cab, fenders and what hangs on them, from the centre of the chassis. */
export function chassisVisuals(): VisualSpec[] {
  const { wheelbase, ride, track, wheel } = TRUCK;
  const mirrored = (part: (side: number) => VisualSpec[]) => [-1, 1].flatMap(part);
  const fender = (x: number, side: number): VisualSpec => {
    const [inner, outer] = [wheel.radius + 0.17, wheel.radius + 0.2];
    const rim = [
      ...arc(x, -ride, outer, 0.25, Math.PI - 0.25, 16),
      ...arc(x, -ride, inner, 0.25, Math.PI - 0.25, 16).reverse(),
    ];
    return plate(rim, 0.3, "graphite", { y: (side * track) / 2, bevel: 0.005 });
  };
  return [
    // ladder frame
    ...mirrored((side) => [
      { type: "box", halfExtents: [2.45, 0.05, 0.12], position: [0, side * 0.38, -0.02], look: "graphite" },
    ]),
    ...[-2.2, -1.1, 0, 1.1, 2.2].map(
      (x): VisualSpec => ({ type: "box", halfExtents: [0.06, 0.4, 0.08], position: [x, 0, -0.02], look: "graphite" }),
    ),
    ...[-wheelbase, wheelbase].map(
      (x): VisualSpec => ({
        type: "cylinder",
        radius: 0.07,
        halfLength: track / 2 - 0.15,
        position: [x, 0, -ride + 0.1],
        orientation: ALONG_Y,
        look: "graphite",
        segments: 24,
      }),
    ),
    // bearers of the bed, up to the hinge
    ...mirrored((side) => [
      { type: "box", halfExtents: [1.5, 0.06, 0.06], position: [0, side * 0.38, 0.2], look: "graphite" },
    ]),
    { type: "cylinder", radius: 0.05, halfLength: 0.5, position: [-1.5, 0, 0.34], orientation: ALONG_Y, look: "steel" },
    // cab
    plate(CAB, 1.5, PAINT, { bevel: 0.05 }),
    plate(WINDOW, 1.516, "glass-dark", { bevel: 0.006 }),
    {
      type: "box",
      halfExtents: [0.012, 0.62, 0.3],
      bevel: 0.006,
      position: [2.52, 0, 0.95],
      orientation: { axis: [0, 1, 0], angle: -0.225 },
      look: "glass-dark",
    },
    { type: "box", halfExtents: [0.02, 0.5, 0.12], position: [2.595, 0, 0.42], look: "grille" },
    { type: "box", halfExtents: [0.09, 0.8, 0.11], position: [2.6, 0, 0.06], bevel: 0.03, look: "graphite" },
    ...mirrored((side): VisualSpec[] => [
      {
        type: "cylinder",
        radius: 0.08,
        halfLength: 0.03,
        position: [2.6, side * 0.62, 0.42],
        orientation: ALONG_X,
        look: "white",
        segments: 24,
      },
      { type: "box", halfExtents: [0.03, 0.02, 0.03], position: [2.69, side * 0.62, 0.08], look: "red" },
      // mirror on its arm
      {
        type: "sweep",
        path: [
          [2.4, side * 0.74, 1.15],
          [2.5, side * 0.94, 1.15],
          [2.5, side * 0.94, 0.9],
        ],
        radius: 0.014,
        bend: 0.05,
        segments: 8,
        look: "graphite",
      },
      { type: "box", halfExtents: [0.02, 0.07, 0.13], position: [2.49, side * 0.94, 0.98], look: "graphite" },
      { type: "box", halfExtents: [0.2, 0.09, 0.02], position: [2.0, side * 0.72, 0.02], look: "treadplate" },
      fender(wheelbase, side),
      fender(-wheelbase, side),
    ]),
    // tank, air filter and exhaust
    {
      type: "cylinder",
      radius: 0.2,
      halfLength: 0.5,
      position: [0.2, 0.66, -0.08],
      orientation: ALONG_X,
      look: "steel",
      bevel: 0.03,
    },
    { type: "box", halfExtents: [0.42, 0.17, 0.2], position: [0.15, -0.64, -0.06], bevel: 0.03, look: "graphite" },
    { type: "cylinder", radius: 0.06, halfLength: 0.62, position: [1.42, 0.6, 0.95], look: "chrome", segments: 24 },
    { type: "cylinder", radius: 0.09, halfLength: 0.3, position: [1.42, 0.6, 0.75], look: "graphite", segments: 24 },
    // tail lights
    ...mirrored((side): VisualSpec[] => [
      { type: "box", halfExtents: [0.03, 0.12, 0.05], position: [-2.46, side * 0.5, 0.02], look: "red" },
    ]),
    { type: "box", halfExtents: [0.05, 0.75, 0.06], position: [-2.46, 0, -0.16], look: "hazard" },
  ];
}

/** The bed, from its hinge: the walls that hold the load, with ribs and a rail outside. */
export function bedVisuals(walls: readonly (readonly [readonly number[], readonly number[]])[]): VisualSpec[] {
  const { bed } = TRUCK;
  const ribs = [0.3, 0.9, 1.5, 2.1, 2.7];
  return [
    ...walls.map(
      ([halfExtents, position]): VisualSpec => ({
        type: "box",
        halfExtents: [...halfExtents],
        position: [...position],
        bevel: 0.015,
        look: "bed",
      }),
    ),
    ...[-1, 1].flatMap((side) => [
      ...ribs.map(
        (x): VisualSpec => ({
          type: "box",
          halfExtents: [0.05, 0.03, bed.tail / 2 + 0.03],
          position: [x, side * 0.925, (bed.thick + bed.tail) / 2 - 0.02],
          look: "bed",
        }),
      ),
      {
        type: "box",
        halfExtents: [bed.length / 2, 0.06, 0.035],
        position: [bed.length / 2, side * 0.89, bed.thick / 2 + bed.tail],
        look: "bed",
      } satisfies VisualSpec,
      {
        type: "box",
        halfExtents: [bed.length / 2, 0.06, 0.06],
        position: [bed.length / 2, side * 0.38, -bed.thick / 2 - 0.02],
        look: "graphite",
      } satisfies VisualSpec,
    ]),
  ];
}

/** Looks of the truck, beyond the standard ones. */
export const TRUCK_LOOKS = {
  bed: {
    color: "#6d7983",
    roughness: 0.6,
    metalness: 0.15,
    pattern: "worn",
    patternColor: "#4d5358",
    patternSize: 0.5,
  },
  grille: { color: "#33393e", roughness: 0.6, pattern: "grid", patternColor: "#14171a", patternSize: 0.07 },
  treadplate: { color: "#8e969b", roughness: 0.4, metalness: 0.6, pattern: "treads", patternSize: 0.05 },
  "glass-dark": { color: "#1d2830", roughness: 0.1, metalness: 0.35 },
} as const;
