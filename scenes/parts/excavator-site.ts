import type { BodySpec, ShapeSpec, Spec } from "stiction";
import { BUCKET_PROFILE } from "stiction/machines";
import { type SiteGround, siteHeights, standing } from "./site-ground.js";

/**
 * Tyres and steel of an excavator on the ground. Stiffness, damping and friction: class of a 22 t machine, assumed.
 * Feet and blade have claws and an edge, which hold in earth.
 */
export const EXCAVATOR_MATERIALS = {
  ground: { friction: 0.7 },
  tyre: { contact: { type: "tyre", stiffness: 1e6, damping: 2e4, friction: 0.8, restTime: 0.5 } },
  bucket: { friction: 0.6 },
  steel: { friction: 0.6 },
} as const satisfies Spec["materials"];

/** The same on wet earth, where tyres hold little. */
export const WET_MATERIALS = {
  ...EXCAVATOR_MATERIALS,
  tyre: { contact: { ...EXCAVATOR_MATERIALS.tyre.contact, friction: 0.3 } },
} as const satisfies Spec["materials"];

const held = { type: "bristle", friction: 0.6, kineticFriction: 0.5, stictionSpeed: 0.02 } as const;

/**
 * Blade, feet and bucket on the ground. The bucket meets what it does not dig more softly, as earth gives way under its
 * teeth.
 */
export const EXCAVATOR_PAIRS = [
  {
    between: ["ground", "steel"],
    contact: { type: "linear", stiffness: 1.5e6, damping: 6e4 },
    sliding: { ...held, friction: 0.9, kineticFriction: 0.8, stiffness: 6e6, damping: 1e5 },
  },
  {
    between: ["ground", "bucket"],
    contact: { type: "linear", stiffness: 4e5, damping: 4e4 },
    sliding: { ...held, stiffness: 4e5, damping: 3e4 },
  },
] satisfies Spec["materialPairs"];

const WHEELS = ["front-left", "front-right", "rear-left", "rear-right"];

/** Wheels as cylinders, which the tyre law takes as discs side by side. */
export function tyreShapes(): Record<string, ShapeSpec[]> {
  const wheel: ShapeSpec = {
    type: "cylinder",
    radius: 0.52,
    halfLength: 0.25,
    orientation: { axis: [1, 0, 0], angle: Math.PI / 2 },
  };
  return Object.fromEntries(WHEELS.map((name) => [`wheel-${name}`, [wheel]]));
}

/** The levelled part of the site, and what lies around it. */
const GROUND: SiteGround = {
  size: 32,
  spacing: 0.16,
  level: { x: 3, y: 0, half: [9.5, 8] },
  trenches: [],
  heaps: [
    { x: -10, y: 10.5, height: 2.2, slope: 0.62 },
    { x: -12.6, y: 9.4, height: 1.6, slope: 0.6 },
    { x: 13, y: 11, height: 1.4, slope: 0.6 },
  ],
};

/** Things that stand about: name of the prop, place, and the way it faces, rad. */
const THINGS: readonly (readonly [prop: string, x: number, y: number, turn: number, color?: string])[] = [
  ["person", 2.4, 11.2, -1.4],
  ["person", 3.4, 11.6, -1.9, "#c3c832"],
  ["traffic-cone", 10.6, -4.4, 0],
  ["traffic-cone", 11.6, -2, 0.4],
  ["traffic-cone", 11.8, 0.6, 0.9],
  ["traffic-cone", 11.2, 3.2, 0.2],
  ["barrier-fence", 12.6, 6, 1.9],
  ["barrier-fence", 13.2, -6.2, 1.4],
  ["barrier-fence", 13, -9, 1.7],
  ["concrete-pipes", 9, 10.4, 0.15],
  ["shipping-container", -3, 13.4, 0.06],
  ["shipping-container", 4.6, 14.2, -0.04, "#b0705c"],
  ["site-office", -12, -9, 0.9],
  ["lorry", -3.4, -12.4, 0.2],
  ["planks", 5.6, -11.2, 0.5],
  ["warning-sign", 12.2, -4.6, 3.6],
];

const GROWTH: readonly (readonly [prop: string, seed: number, count: number, outer: number, inner: number])[] = [
  ["tree", 3, 60, 42, 18],
  ["pine", 5, 36, 48, 22],
  ["bush", 7, 50, 32, 16.5],
];

/** Diggable ground of a building site, level where the machine works, and things around it. */
export function diggableSite(): BodySpec[] {
  return [
    {
      name: "ground",
      type: "static",
      material: "ground",
      shapes: [
        {
          type: "height-field",
          heights: siteHeights(GROUND),
          dx: GROUND.spacing,
          dy: GROUND.spacing,
          soil: { density: 1600, cohesion: 6000, depth: 5 },
        },
      ],
    },
    ...THINGS.map(([prop, x, y, turn, color], k) =>
      standing(GROUND, `${prop}-${k}`, x, y, turn, { type: "prop", name: prop, ...(color && { color }) }),
    ),
    ...GROWTH.map(([prop, seed, count, outer, inner]) =>
      standing(GROUND, `growth-${prop}`, 0, 0, 0, {
        type: "scatter",
        name: prop,
        count,
        seed,
        halfExtents: [outer, outer, 0],
        leaveOut: [[0, 0, inner, inner]],
        distance: prop === "bush" ? 1.5 : 3.2,
      }),
    ),
  ];
}

/** The bucket as what digs. */
export const DIGGING_BUCKET: ShapeSpec = {
  type: "bucket",
  width: 1.1,
  profile: BUCKET_PROFILE.map(([x, z]) => [x, z]),
  teeth: 5,
};
