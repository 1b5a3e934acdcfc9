import { elementary, type VisualSpec } from "stiction";
import { arc, bar, girder, type Point2, pin, plate } from "./outlines.js";

const { cos, sin } = elementary;

/**
 * What the arm of an excavator looks like. Outlines are given as drawn in the xz plane of the start, in the world, and
 * moved to the frames of their bodies.
 */
type Place = readonly [number, number, number];

const PAINT = "paint";

/** Moves points of the world [x, z] to the frame of a body at `place`. */
const local = (outline: readonly Point2[], [x, , z]: Place) => outline.map(([px, pz]): Point2 => [px - x, pz - z]);

/** A pin across the arm at a point [x, z] of the world. */
const pinAt = ([x, , z]: Place, px: number, pz: number, radius: number, half: number) =>
  pin(px - x, pz - z, radius, half);

/** Two plates beside the arm, from a point of the girder to a lug. */
function lug(place: Place, from: Point2, to: Point2, y: number, width = 0.04): VisualSpec[] {
  const outline = local(
    girder([
      [from[0], from[1], 0.17],
      [to[0], to[1], 0.1],
    ]),
    place,
  );
  return [-y, y].map((at) => plate(outline, width, PAINT, { y: at, bevel: 0.01 }));
}

/** A track: the belt with its shoes, and the wheels inside. */
function track(y: number): VisualSpec[] {
  const [reach, radius, width] = [1.5 - 0.4, 0.4, 0.44];
  const belt = [
    ...arc(reach, -0.1, radius, -Math.PI / 2, Math.PI / 2, 14),
    ...arc(-reach, -0.1, radius, Math.PI / 2, 1.5 * Math.PI, 14),
  ];
  const inner = [
    ...arc(reach, -0.1, radius - 0.07, -Math.PI / 2, Math.PI / 2, 14),
    ...arc(-reach, -0.1, radius - 0.07, Math.PI / 2, 1.5 * Math.PI, 14),
  ];
  const shoes = Array.from({ length: 15 }, (_, k) => -reach + (2 * reach * k) / 14).flatMap((x): VisualSpec[] =>
    [-1, 1].map((side) => ({
      type: "box",
      halfExtents: [0.045, width / 2, 0.03],
      position: [x, y, -0.1 + side * radius],
      look: "graphite",
    })),
  );
  const round = Array.from({ length: 5 }, (_, k) => -Math.PI / 2 + (Math.PI * (k + 1)) / 6).flatMap(
    (angle): VisualSpec[] =>
      [-1, 1].map((side) => ({
        type: "box",
        halfExtents: [0.03, width / 2, 0.045],
        position: [side * (reach + radius * cos(angle)), y, -0.1 + radius * sin(angle)],
        orientation: { axis: [0, 1, 0], angle: -side * angle },
        look: "graphite",
      })),
  );
  const wheel = (x: number, z: number, r: number): VisualSpec => ({
    type: "cylinder",
    radius: r,
    halfLength: 0.17,
    bevel: 0.03,
    position: [x, y, z],
    orientation: { axis: [1, 0, 0], angle: Math.PI / 2 },
    look: "slate",
    segments: 32,
  });
  return [
    plate(belt, width - 0.06, "tyre", { y, holes: [inner], bevel: 0.015 }),
    ...shoes,
    ...round,
    wheel(reach, -0.1, 0.3),
    wheel(-reach, -0.1, 0.3),
    ...[-0.66, -0.22, 0.22, 0.66].map((x) => wheel(x, -0.3, 0.12)),
    { type: "box", halfExtents: [reach, 0.1, 0.13], position: [0, y, -0.1], bevel: 0.04, look: "graphite" },
  ];
}

export function undercarriageVisuals(): VisualSpec[] {
  return [
    ...track(-0.95),
    ...track(0.95),
    { type: "box", halfExtents: [0.75, 0.8, 0.14], position: [0, 0, 0.05], bevel: 0.05, look: "graphite" },
    ...[-0.5, 0.5].map(
      (x): VisualSpec => ({
        type: "box",
        halfExtents: [0.16, 1, 0.12],
        position: [x, 0, 0],
        bevel: 0.03,
        look: "graphite",
      }),
    ),
    { type: "cylinder", radius: 0.7, halfLength: 0.16, position: [0, 0, 0.3], look: "slate", segments: 64 },
    // teeth of the slew ring, between undercarriage and turret
    {
      type: "extrusion",
      outline: Array.from({ length: 160 }, (_, k) => {
        const [r, angle] = [k % 4 < 2 ? 0.64 : 0.6, (2 * Math.PI * k) / 160];
        return [r * cos(angle), r * sin(angle)];
      }),
      depth: 0.1,
      position: [0, 0, 0.48],
      look: "steel",
    },
  ];
}

/** House and counterweight, around [0, 0, 1.5] in the world. */
export function turretVisuals(): VisualSpec[] {
  const floor = [
    ...arc(-0.35, 0, 1.05, 0.55 * Math.PI, 1.45 * Math.PI, 24),
    [1.1, -0.95],
    [1.2, -0.85],
    [1.2, 0.95],
    [0.5, 0.98],
  ] as Point2[];
  const weight = [...arc(-0.35, 0, 1.08, 0.7 * Math.PI, 1.3 * Math.PI, 24)] as Point2[];
  const flat = (outline: readonly Point2[], depth: number, z: number, look: string, bevel: number): VisualSpec => ({
    type: "extrusion",
    outline: outline.map(([x, y]) => [x, y]),
    depth,
    bevel,
    position: [0, 0, z],
    look,
  });
  const hood: Point2[] = [
    [-1.05, -0.85],
    [0.05, -0.85],
    [0.15, -0.75],
    [0.15, 0.2],
    [0.05, 0.3],
    [0.05, 0.8],
    [-1.05, 0.85],
  ];
  const side: Point2[] = [
    [0.15, -0.4],
    [1.1, -0.4],
    [1.1, 0.05],
    [0.95, 0.3],
    [0.15, 0.42],
  ];
  return [
    flat(floor, 0.14, -0.4, "graphite", 0.03),
    flat(hood, 0.84, 0.06, PAINT, 0.06),
    flat(weight, 0.72, 0, "graphite", 0.04),
    // right hand side: tank and tool box
    plate(side, 0.5, PAINT, { y: -0.68, bevel: 0.04 }),
    { type: "box", halfExtents: [0.36, 0.012, 0.14], position: [-0.45, -0.862, 0.16], bevel: 0.004, look: "louvre" },
    { type: "box", halfExtents: [0.36, 0.012, 0.14], position: [-0.45, 0.836, 0.16], bevel: 0.004, look: "louvre" },
    { type: "cylinder", radius: 0.07, halfLength: 0.2, position: [-0.55, -0.35, 0.62], look: "graphite", segments: 24 },
    { type: "box", halfExtents: [0.3, 0.24, 0.03], position: [-0.35, 0.35, 0.49], bevel: 0.02, look: "graphite" },
    // handrail
    {
      type: "sweep",
      path: [
        [0.25, -0.9, 0.4],
        [0.25, -0.9, 0.75],
        [0.9, -0.9, 0.6],
        [0.9, -0.9, 0.3],
      ],
      radius: 0.018,
      bend: 0.08,
      segments: 10,
      look: "graphite",
    },
    // foot of the boom, and of its cylinder
    ...[-0.28, 0.28].map((y) =>
      plate(
        [
          [0.15, -0.4],
          [1.2, -0.4],
          [1.15, 0],
          [0.65, 0.45],
          [0.4, 0.45],
          [0.15, 0.1],
        ],
        0.07,
        PAINT,
        { y, bevel: 0.015 },
      ),
    ),
    ...pin(0.5, 0.3, 0.09, 0.36),
    ...pin(1, -0.1, 0.07, 0.36),
  ];
}

/** The cab, around [0.4, 0.7, 2.4]. */
export function cabVisuals(): VisualSpec[] {
  const outline: Point2[] = [
    [-0.5, -0.42],
    [0.5, -0.42],
    [0.56, -0.1],
    [0.42, 0.42],
    [0.34, 0.48],
    [-0.44, 0.48],
    [-0.5, 0.42],
  ];
  const window: Point2[] = [
    [-0.4, -0.05],
    [0.46, -0.05],
    [0.34, 0.38],
    [-0.4, 0.38],
  ];
  return [
    plate(outline, 0.66, "bone", { bevel: 0.04 }),
    plate(window, 0.674, "glass-dark", { bevel: 0.006 }),
    { type: "box", halfExtents: [0.03, 0.34, 0.24], position: [-0.05, 0, 0.16], bevel: 0.01, look: "bone" },
    {
      type: "box",
      halfExtents: [0.01, 0.26, 0.22],
      bevel: 0.005,
      position: [0.495, 0, 0.16],
      orientation: { axis: [0, 1, 0], angle: -0.263 },
      look: "glass-dark",
    },
    { type: "box", halfExtents: [0.48, 0.35, 0.03], position: [-0.05, 0, 0.49], bevel: 0.02, look: "graphite" },
    { type: "cylinder", radius: 0.05, halfLength: 0.06, position: [-0.2, 0.15, 0.56], look: "warning", segments: 20 },
  ];
}

export function boomVisuals(place: Place): VisualSpec[] {
  const beam = girder([
    [0.5, 1.8, 0.17],
    [1.15, 2.55, 0.27],
    [1.75, 3.15, 0.33],
    [2.25, 3.47, 0.33],
    [2.9, 3.68, 0.28],
    [4, 4, 0.14],
  ]);
  return [
    plate(local(beam, place), 0.36, PAINT, { bevel: 0.025 }),
    // welded flanges
    ...lug(place, [1.85, 3.1], [2, 2.8], 0.2),
    ...lug(place, [2.42, 3.55], [2.5, 3.8], 0.14),
    ...pinAt(place, 2, 2.8, 0.07, 0.26),
    ...pinAt(place, 2.5, 3.8, 0.06, 0.2),
    ...pinAt(place, 4, 4, 0.08, 0.27),
    {
      type: "box",
      halfExtents: [0.3, 0.184, 0.07],
      bevel: 0.004,
      position: [2.85 - place[0], 0, 3.66 - place[2]],
      orientation: { axis: [0, 1, 0], angle: -0.3 },
      look: "graphite",
    },
    // hoses along the back
    ...[-0.07, 0.07].map(
      (y): VisualSpec => ({
        type: "sweep",
        path: [
          [0.55, 2.1],
          [1.1, 2.9],
          [1.7, 3.55],
          [2.2, 3.86],
          [2.9, 4.02],
        ].map(([x, z]) => [x - place[0] - 0.03, y, z - place[2]]),
        radius: 0.025,
        bend: 0.5,
        segments: 10,
        look: "rubber",
      }),
    ),
  ];
}

export function stickVisuals(place: Place): VisualSpec[] {
  const beam = girder([
    [3.8, 4.4, 0.11],
    [4.02, 3.98, 0.24],
    [4.35, 3.3, 0.22],
    [5, 1.8, 0.11],
  ]);
  return [
    plate(local(beam, place), 0.3, PAINT, { bevel: 0.025 }),
    ...lug(place, [4.12, 3.85], [4.2, 4], 0.13),
    ...pinAt(place, 3.8, 4.4, 0.06, 0.2),
    ...pinAt(place, 4.2, 4, 0.06, 0.2),
    ...pinAt(place, 4.9, 2.4, 0.05, 0.24),
    ...pinAt(place, 5, 1.8, 0.07, 0.3),
  ];
}

/** A bar of two flat plates between two points [x, z] of the world. */
export function linkVisuals(place: Place, a: Point2, b: Point2, y: number): VisualSpec[] {
  const outline = local(
    girder([
      [a[0], a[1], 0.09],
      [b[0], b[1], 0.09],
    ]),
    place,
  );
  return [
    ...[-y, y].map((at) => plate(outline, 0.05, "graphite", { y: at, bevel: 0.012 })),
    ...pinAt(place, b[0], b[1], 0.05, y + 0.05),
  ];
}

/** The bucket opens towards the machine; teeth along its lip. */
export function bucketVisuals(place: Place): VisualSpec[] {
  const back: Point2[] = [
    [5.02, 1.72],
    [5.5, 1.78],
    [5.82, 1.66],
    [5.98, 1.38],
    [5.92, 1.1],
    [5.7, 0.94],
    [5.35, 0.9],
    [4.98, 0.98],
  ];
  const inside = back.map(([x, z]): Point2 => {
    // the sheet is 4 cm thick
    const [dx, dz] = [5.42 - x, 1.36 - z];
    const length = Math.sqrt(dx * dx + dz * dz);
    return [x + (0.045 * dx) / length, z + (0.045 * dz) / length];
  });
  const cheek = [...back, [5.2, 1.3] as Point2];
  const ears = girder([
    [5, 1.8, 0.11],
    [5.4, 1.9, 0.09],
  ]);
  const foot: Point2[] = [
    [4.9, 1.74],
    [5.5, 1.74],
    [5.46, 1.94],
    [5, 1.92],
  ];
  return [
    plate(local([...back, ...inside.reverse()], place), 1, "bucket", { bevel: 0.008 }),
    ...[-0.5, 0.5].map((y) => plate(local(cheek, place), 0.05, "bucket", { y, bevel: 0.012 })),
    ...[-0.24, 0.24].flatMap((y) => [
      plate(local(foot, place), 0.05, "bucket", { y, bevel: 0.012 }),
      plate(local(ears, place), 0.05, "bucket", { y, bevel: 0.012 }),
    ]),
    ...pinAt(place, 5, 1.8, 0.06, 0.3),
    ...pinAt(place, 5.4, 1.9, 0.05, 0.28),
    ...[-0.4, -0.2, 0, 0.2, 0.4].map((y) =>
      plate(
        local(
          [
            [5.12, 0.9],
            [5.1, 1.02],
            [4.98, 1.03],
            [4.72, 1.06],
          ],
          place,
        ),
        0.1,
        "steel",
        { y, bevel: 0.012 },
      ),
    ),
    ...[-0.51, 0.51].map((y) => plate(local([[5.05, 0.98], [5.3, 0.92], [5.4, 1.12], [5.18, 1.25]], place), 0.05, "steel", { y, bevel: 0.01 })), // biome-ignore format: an outline
  ];
}

/** Barrel and rod of a cylinder from a to b in the world; the barrel's body is at `barrel`, the rod's at `rod`. */
export function cylinderVisuals(a: Place, b: Place, barrel: readonly number[], rod: readonly number[], radius: number) {
  const from = (p: Place, origin: readonly number[]) => p.map((x, k) => x - origin[k]);
  const eye = (p: Place, origin: readonly number[], look: string): VisualSpec => ({
    type: "cylinder",
    radius: 1.05 * radius,
    halfLength: 0.9 * radius,
    position: from(p, origin),
    orientation: { axis: [1, 0, 0], angle: Math.PI / 2 },
    look,
    segments: 28,
  });
  const [a1, b1, a2, b2] = [from(a, barrel), from(b, barrel), from(a, rod), from(b, rod)];
  return {
    barrel: [
      eye(a, barrel, "graphite"),
      bar(a1, b1, radius, "graphite", 0.02, 0.56),
      bar(a1, b1, 1.18 * radius, "graphite", 0.53, 0.585),
      bar(a1, b1, 0.2 * radius, "steel", 0.02, 0.54),
    ] as VisualSpec[],
    rod: [eye(b, rod, "graphite"), bar(a2, b2, 0.55 * radius, "chrome", 0.3, 0.98)] as VisualSpec[],
  };
}

/** Looks of the excavator, beyond the standard ones. */
export const EXCAVATOR_LOOKS = {
  paint: { color: "#e3a51a", roughness: 0.48, pattern: "worn", patternColor: "#b98d2c", patternSize: 0.8 },
  bucket: {
    color: "#4a4f52",
    roughness: 0.55,
    metalness: 0.4,
    pattern: "worn",
    patternColor: "#7a7067",
    patternSize: 0.3,
  },
  louvre: { color: "#2a2f33", roughness: 0.6, pattern: "grid", patternColor: "#0e1011", patternSize: 0.06 },
  "glass-dark": { color: "#1d2830", roughness: 0.1, metalness: 0.35 },
  warning: { color: "#d9772a", roughness: 0.35 },
} as const;
