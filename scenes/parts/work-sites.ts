import type { BodySpec, ShapeSpec, Spec, VisualSpec } from "stiction";
import { elementary } from "stiction";
import { type ArmPose, digCycle, type LeverMoves } from "./lever-script.js";
import { ease, type SiteGround, siteHeights } from "./site-ground.js";
import { type Growth, growthOf, looseCones, looseFences, type Thing, thingsOf } from "./site-things.js";

const { sin, cos, tan } = elementary;

/** A place where a machine works: the ground with what stands on it, the machine's own place, what it does there. */
export interface WorkSite {
  readonly bodies: readonly BodySpec[];
  /** Where the machine stands: position and quaternion. */
  readonly position: readonly [number, number, number];
  readonly turn?: readonly [number, number, number, number];
  readonly levers: Readonly<Record<string, LeverMoves>>;
  readonly arm: readonly ArmPose[];
  /** Friction of tyres, and of the bucket's teeth and edge, where it is not the usual one. */
  readonly grip?: { readonly tyres: number; readonly teeth: number };
  /** Nothing can be dug. */
  readonly hard?: boolean;
  readonly duration: number;
  readonly view: { readonly eye: number[]; readonly target: number[]; readonly pictureTime: number };
}

/** Bit of shapes that are buried utilities in the collision filter. */
export const UTILITY = 16;

const GROWTH: readonly Growth[] = [
  ["tree", 3, 60, 42, 18],
  ["pine", 5, 36, 48, 22],
  ["bush", 7, 50, 32, 16.5],
];

/** Looks of sites, beyond those of machines. */
export const SITE_LOOKS = {
  asphalt: { color: "#3d4043", roughness: 0.95, pattern: "grain", patternColor: "#4b4e50", patternSize: 0.25 },
  paving: { color: "#8f8c86", roughness: 0.95, pattern: "grid", patternColor: "#7b7872", patternSize: 0.4 },
  kerb: { color: "#a7a6a0", roughness: 0.9 },
  line: { color: "#e6e4da", roughness: 0.8 },
  gas: { color: "#e8c020", roughness: 0.4 },
  water: { color: "#3b78c2", roughness: 0.4 },
  cable: { color: "#c2372c", roughness: 0.5 },
} as const satisfies Spec["looks"];

/** The ground as a body; `soil`: what is not as usual of it, null where nothing can be dug. */
function groundBody(ground: SiteGround, soil: object | null = {}): BodySpec {
  const { spacing } = ground;
  return {
    name: "ground",
    type: "static",
    material: "ground",
    shapes: [
      {
        type: "height-field",
        heights: siteHeights(ground),
        dx: spacing,
        dy: spacing,
        ...(soil && { soil: { density: 1600, cohesion: 6000, depth: 5, utilities: UTILITY, ...soil } }),
      } as ShapeSpec,
    ],
  };
}

/** A buried pipe along x or y: a body that a bucket feels, in the categories of utilities. */
function buriedPipe(name: string, along: "x" | "y", at: readonly number[], half: number, radius: number): BodySpec {
  const orientation = { axis: along === "x" ? [0, 1, 0] : [1, 0, 0], angle: Math.PI / 2 };
  return {
    name,
    type: "static",
    position: [...at],
    material: "ground",
    shapes: [{ type: "capsule", radius, halfLength: half, orientation, category: UTILITY, mask: 2 }],
    visuals: [{ type: "cylinder", radius, halfLength: half, orientation, look: name }],
  };
}

/** Outriggers and blade down, as an operator does before digging. */
export const ANCHOR: Readonly<Record<string, LeverMoves>> = {
  outriggers: [
    [0.2, 1],
    [6.25, 0],
  ],
  blade: [
    [0.2, 1],
    [2.1, 0],
  ],
};

const START: ArmPose = [0, 7.8, 1.4, -60, 0];

/** A trench in line with the machine, half dug; a gas pipe along it and a water main across, both buried. */
export function trenchSite(): WorkSite {
  const ground: SiteGround = {
    size: 32,
    spacing: 0.16,
    level: { x: 3, y: 0, half: [9.5, 8] },
    trenches: [{ x: 10.2, y: 0, half: 2.6, width: 0.62, depth: 1.1, batter: 0.3 }],
    heaps: [
      { x: 8.4, y: 3.6, height: 0.95, slope: 0.62 },
      { x: 10.4, y: 3.8, height: 1.15, slope: 0.64 },
      { x: 12.4, y: 3.5, height: 0.9, slope: 0.6 },
      { x: -10, y: 10.5, height: 2.2, slope: 0.62 },
    ],
  };
  const things: Thing[] = [
    ["person", 12.2, -3.7, 2.3],
    ["person", 13, -3, 2.6, "#c3c832"],
    ["concrete-pipes", -2.4, -7.4, 0.2],
    ["shipping-container", -4, 12.4, 0.06],
    ["shipping-container", 3.4, 13, -0.04, "#b0705c"],
    ["lorry", -6.4, -10.4, 0.3],
    ["planks", 12.4, -7.6, 0.5],
    ["warning-sign", 14, -2.4, 3.8],
  ];
  return {
    bodies: [
      groundBody(ground),
      buriedPipe("gas", "x", [9, -1.25, -0.62], 5, 0.1),
      buriedPipe("water", "y", [8.9, 0, -1.02], 2.6, 0.14),
      ...thingsOf(ground, things),
      ...looseFences(ground, [
        [9, -2.6, 0],
        [11.8, -2.6, 0.05],
        [13.6, 0.2, 1.5],
      ]),
      ...looseCones(ground, [
        [6.6, -2.3, 0],
        [5.2, -2.5, 0.4],
        [5, 2.6, 0.7],
      ]),
      ...growthOf(ground, GROWTH),
    ],
    position: [0, 0, 0],
    levers: ANCHOR,
    arm: [START, [5, 7.8, 1, -60, 0], ...digCycle({ start: 5.2, from: 0, to: 62, depth: 0.75 })],
    duration: 28,
    view: { eye: [11.6, -9, 4.4], target: [5.2, 0.3, 0.9], pictureTime: 11 },
  };
}

/** Level ground with stockpiles, where lorries are loaded. */
export function loadingSite(): BodySpec[] {
  const ground: SiteGround = {
    size: 32,
    spacing: 0.16,
    level: { x: 3, y: 2, half: [9.5, 9.5] },
    trenches: [],
    heaps: [
      { x: 12, y: 9, height: 2.4, slope: 0.62 },
      { x: -11, y: 10.5, height: 2.6, slope: 0.62 },
      { x: -12.6, y: -8.4, height: 1.8, slope: 0.6 },
    ],
  };
  const things: Thing[] = [
    ["person", 7.2, 8.4, -2.2],
    ["shipping-container", -3, 14, 0.06],
    ["shipping-container", 4.6, 14.4, -0.04, "#b0705c"],
    ["concrete-pipes", -8, -9, 0.15],
    ["planks", 5.6, -11.2, 0.5],
    ["site-office", -13.6, 1, 1.5],
  ];
  return [
    groundBody(ground),
    ...thingsOf(ground, things),
    ...looseCones(ground, [
      [-3.2, 4.4, 0],
      [6.2, 4.6, 0.4],
      [6.4, 7.8, 0.7],
    ]),
    ...growthOf(ground, GROWTH),
  ];
}

/** A hillside: the machine stands with its nose up, holds itself with blade and outriggers, and digs into the hill. */
export function slopeSite(angle: number): WorkSite {
  const ground: SiteGround = {
    size: 36,
    spacing: 0.18,
    level: { x: 2, y: 0, half: [9.5, 7] },
    trenches: [],
    heaps: [{ x: 3, y: 10.5, height: 1.2, slope: 0.6 }],
    land: (x) => tan(angle) * (Math.max(-10, Math.min(13, x)) - 1.2 * bend(x)),
  };
  const things: Thing[] = [
    ["person", -6.4, 6.4, -0.8],
    ["lorry", -14, 3.4, 1.5],
    ["planks", -12.6, -7.6, 0.9],
    ["warning-sign", -9, -4.6, 1.2],
    ["shipping-container", -14.6, 10.6, 1.5],
  ];
  return {
    bodies: [
      groundBody(ground),
      ...thingsOf(ground, things),
      ...growthOf(ground, [
        ["tree", 3, 60, 44, 19],
        ["pine", 5, 40, 50, 22],
        ["bush", 9, 26, 17, 9.5],
      ]),
    ],
    position: [0, 0, 0],
    // nose up: about −y
    turn: [0, -sin(angle / 2), 0, cos(angle / 2)],
    levers: ANCHOR,
    arm: [START, [5, 7.8, 1, -60, 0], ...digCycle({ start: 5.2, from: 0, to: 70, depth: 0.45 })],
    duration: 28,
    view: { eye: [4.5, -15, 3.4], target: [2.4, 0, 1.5], pictureTime: 9 },
  };
}

/** Rounds the foot and the top of a hillside: 0 within it. */
const bend = (x: number) => ease(-8, -10, x) * -0.2 + ease(11, 13, x) * 0.2;

/** A bank of earth with a ramp up to it, as machines build for themselves. */
export function rampSite(): WorkSite {
  const [foot, top, height, half] = [1.5, 9.5, 2, 3.4];
  const bank = (x: number, y: number) => {
    const up = Math.max(0, Math.min(height, (height * (x - foot)) / (top - foot)));
    const side = (Math.abs(y) - half - 2.4 * ease(top - 1, top + 2, x)) * 0.72;
    return Math.max(0, Math.min(up, height - side, up - side + 0.1 * ease(0, 1, up)));
  };
  const ground: SiteGround = {
    size: 36,
    spacing: 0.18,
    level: { x: 3, y: 0, half: [14, 8] },
    trenches: [],
    heaps: [
      { x: -12.4, y: 11, height: 2.2, slope: 0.62 },
      { x: 5, y: -10.6, height: 1.6, slope: 0.6 },
    ],
    land: bank,
  };
  const things: Thing[] = [
    ["person", 2.4, 7.6, -1.4],
    ["concrete-pipes", -9.4, -6.4, 0.2],
    ["shipping-container", -6, 12.4, 0.06],
    ["lorry", -13, 5.4, 0.3],
    ["warning-sign", -0.6, -4.8, 0.2],
    ["planks", -4, -9.4, 0.4],
  ];
  const edge = [2, 4.4, 6.8, 9.2];
  return {
    bodies: [
      groundBody(ground),
      ...thingsOf(ground, things),
      ...looseCones(
        ground,
        edge.flatMap((x) => [-2.9, 2.9].map((y): [number, number, number] => [x, y, 0.2 * x])),
      ),
      ...looseFences(ground, [
        [14.6, -1.5, 1.57],
        [14.6, 1.5, 1.57],
      ]),
      ...growthOf(ground, GROWTH),
    ],
    position: [-5, 0, 0],
    levers: {
      travel: [
        [1, 2.6],
        [15, 0],
      ],
    },
    arm: [
      [0, 5.2, 2.2, -120, 0],
      [2, 5, 2.2, -145, 0],
      [15, 5, 2.2, -145, 0],
      [18, 6, 1.8, -110, 60],
    ],
    duration: 20,
    view: { eye: [-6.5, -13.5, 5.4], target: [2.6, 0, 1.4], pictureTime: 5.6 },
  };
}

/** Half width of the carriageway, and height of the pavement, m. */
const STREET = { half: 3.9, kerb: 0.14, pit: [4.6, 9.2, -1.3, 1.3] } as const;

/** A plate that is only seen: corners of its rectangle, height of its top, m. */
function plateOf(x0: number, x1: number, y0: number, y1: number, top: number, look: string): VisualSpec {
  return {
    type: "box",
    halfExtents: [(x1 - x0) / 2, (y1 - y0) / 2, 0.03],
    position: [(x0 + x1) / 2, (y0 + y1) / 2, top - 0.03],
    look,
  };
}

/** A street in a town: asphalt with an opening that may be dug, kerbs, parked cars, fences around the work. */
export function streetSite(): WorkSite {
  const { half, kerb, pit } = STREET;
  const ground: SiteGround = {
    size: 36,
    spacing: 0.18,
    level: { x: 0, y: 0, half: [40, 40] },
    // where the asphalt was taken off
    trenches: [{ x: (pit[0] + pit[1]) / 2, y: 0, half: 2.2, width: 1.2, depth: 0.09, batter: 0.1 }],
    heaps: [],
    land: (_x, y) => (Math.abs(y) > half ? kerb : 0),
  };
  const [far, out] = [18, 6.4];
  const [x0, x1, y0, y1] = pit;
  const surface: VisualSpec[] = [
    plateOf(-far, x0, -half, half, 0.012, "asphalt"),
    plateOf(x1, far, -half, half, 0.012, "asphalt"),
    plateOf(x0, x1, -half, y0, 0.012, "asphalt"),
    plateOf(x0, x1, y1, half, 0.012, "asphalt"),
    ...[-1, 1].flatMap((s) => [
      plateOf(-far, far, s > 0 ? half : -out, s > 0 ? out : -half, kerb + 0.012, "paving"),
      plateOf(-far, far, s * (half + 0.08) - 0.08, s * (half + 0.08) + 0.08, kerb + 0.016, "kerb"),
    ]),
    ...[-16, -12, -8, 12, 16].map((x) => plateOf(x - 1.2, x + 1.2, -0.07, 0.07, 0.016, "line")),
  ];
  const things: Thing[] = [
    ["town-house", -13, 10.2, 0, "#b58a6c"],
    ["town-house", -4.6, 10.2, 0, "#c8b48e"],
    ["town-house", 3.8, 10.2, 0, "#9d6a58"],
    ["town-house", 12.4, 10.2, 0, "#b9aa96"],
    ["town-house", -14.6, -10.4, Math.PI, "#a98c78"],
    ["car", -9.4, 2.85, Math.PI, "#7d3f3a"],
    ["car", -14.6, 2.85, Math.PI, "#2f4a63"],
    ["car", -12.6, -2.85, 0, "#d8d6cf"],
    ["street-lamp", -7, 4.4, -Math.PI / 2],
    ["street-lamp", 10, 4.4, -Math.PI / 2],
    ["shipping-container", 0.4, -7.8, 0, "#5f7f63"],
    ["person", 10.6, 5, -2.2],
    ["person", 7.6, -4.7, 1.9, "#c3c832"],
    ["warning-sign", -5.2, -3.4, 1.6],
  ];
  return {
    bodies: [
      groundBody(ground, { patches: [[x0, y0, x1, y1]] }),
      { name: "street", type: "static", shapes: [], visuals: surface },
      buriedPipe("gas", "x", [5, -1.05, -0.75], 7, 0.09),
      buriedPipe("cable", "y", [6.2, 0, -0.95], 3, 0.06),
      ...thingsOf(ground, things),
      ...looseFences(ground, [
        [5.8, -3, 0],
        [8.6, -3, 0.04],
        [10.4, -1.6, 1.57],
        [10.4, 1.2, 1.6],
      ]),
      ...looseCones(ground, [
        [-3.4, -2.9, 0],
        [-1, -3.1, 0.4],
        [1.6, -3.1, 0.9],
        [11.4, -2.6, 0.3],
        [11.8, 0, 0.3],
        [11.4, 2.6, 0.3],
      ]),
      ...growthOf(ground, [
        ["tree", 3, 50, 44, 20],
        ["pine", 5, 24, 50, 24],
      ]),
    ],
    position: [0, 0, 0],
    levers: ANCHOR,
    arm: [START, [5, 7.8, 1, -60, 0], ...digCycle({ start: 5.2, from: 0, to: 38, depth: 0.45, dump: [6.6, 2.3] })],
    duration: 28,
    view: { eye: [13, -9.4, 5.4], target: [3, 0.6, 1.1], pictureTime: 9.4 },
  };
}

/** A level yard with lanes of cones, where driving and dumping are practised. */
export function yardSite(): WorkSite {
  const ground: SiteGround = {
    size: 36,
    spacing: 0.18,
    level: { x: 2, y: 0, half: [14, 10] },
    trenches: [],
    heaps: [
      { x: 6.9, y: 0, height: 0.4, slope: 0.5 },
      // beside the machine, within reach of its arm
      { x: -8, y: 3, height: 0.5, slope: 0.5 },
    ],
  };
  const things: Thing[] = [
    ["person", -6, 9.4, -0.8],
    ["shipping-container", -9, 12.6, 0.06],
    ["concrete-pipes", -11.4, -8.4, 0.2],
    ["site-office", -14, 3, 1.5],
    ["planks", 4, -13, 0.4],
  ];
  return {
    bodies: [
      groundBody(ground),
      ...thingsOf(ground, things),
      ...looseCones(
        ground,
        LANE.flatMap(([x, y, turn], k) => {
          const [dx, dy] = [-2.1 * sin(turn), 2.1 * cos(turn)];
          return [-1, 1].map((s): [number, number, number] => [x + s * dx, y + s * dy, 0.3 * k]);
        }),
      ),
      ...growthOf(ground, GROWTH),
    ],
    position: [-8, -4, 0],
    levers: { travel: [[1, 2.6]] },
    arm: [
      [0, 5.2, 2.2, -120, 0],
      [2, 5, 2.2, -145, 0],
    ],
    duration: 20,
    view: { eye: [-14, -15, 7], target: [0, -1, 0.6], pictureTime: 4 },
  };
}

/** Gates of the yard's lane: place, and the way that it goes through them, rad. */
const LANE = [
  [-3.5, -4, 0],
  [0, -3, 0.5],
  [3, -0.6, 0.75],
  [6.4, 1.8, 0.35],
  [10, 2.2, 0],
] as const;

/** A ditch across the way, with banks that wheels can climb. */
export function ditchSite(): WorkSite {
  const ground: SiteGround = {
    size: 36,
    spacing: 0.18,
    level: { x: 2, y: 0, half: [14, 8] },
    trenches: [],
    heaps: [{ x: -12, y: 11, height: 2, slope: 0.62 }],
    land: (x) => -0.3 * (1 - ease(0.3, 2.3, Math.abs(x - 2))),
  };
  const things: Thing[] = [
    ["person", 2.4, 7.6, -1.4],
    ["concrete-pipes", -9.4, -6.4, 0.2],
    ["shipping-container", -6, 12.4, 0.06],
    ["warning-sign", -1.4, -4, 0.2],
  ];
  return {
    bodies: [
      groundBody(ground),
      ...thingsOf(ground, things),
      ...looseCones(
        ground,
        [-1, 5].flatMap((x) => [-2.4, 2.4].map((y): [number, number, number] => [x, y, 0.2 * x])),
      ),
      ...growthOf(ground, GROWTH),
    ],
    position: [-4.5, 0, 0],
    levers: {
      travel: [
        [1, 1.6],
        [15, 0],
      ],
    },
    arm: [
      [0, 5.2, 2.2, -120, 0],
      [2, 5, 1.6, -145, 0],
    ],
    duration: 20,
    view: { eye: [-4, -12.5, 3.6], target: [1.6, 0, 0.6], pictureTime: 6 },
  };
}

/** Fences of a site where many stand: along the way and across it. */
const [ALONG, ACROSS] = [10, 20];

/** Two hundred fences on a level site; the machine drives through one row of them. */
export function fencesSite(): WorkSite {
  const ground: SiteGround = {
    size: 76,
    spacing: 0.4,
    level: { x: 10, y: 0, half: [24, 35] },
    trenches: [],
    heaps: [{ x: -14, y: 11, height: 2, slope: 0.62 }],
  };
  const spots = Array.from({ length: ALONG * ACROSS }, (_, k): [number, number, number] => [
    4.6 + 3 * (k % ALONG),
    3.2 * (Math.floor(k / ALONG) - ACROSS / 2),
    Math.PI / 2,
  ]);
  const things: Thing[] = [
    ["person", -4, 7.6, -1.4],
    ["shipping-container", -9, 12.4, 0.06],
    ["lorry", -10, -9, 0.3],
  ];
  return {
    bodies: [
      groundBody(ground),
      ...thingsOf(ground, things),
      ...looseFences(ground, spots),
      ...growthOf(ground, [
        ["tree", 3, 40, 60, 40],
        ["pine", 5, 30, 60, 42],
      ]),
    ],
    position: [0, 0, 0],
    levers: {
      travel: [
        [1, 2.6],
        [11, 0],
      ],
    },
    arm: [
      [0, 5.2, 2.2, -120, 0],
      [2, 5, 2.2, -145, 0],
    ],
    duration: 14,
    view: { eye: [-9, -9, 7], target: [9, 0, 0.4], pictureTime: 6 },
  };
}

/** Angle of the steep way, rad: 28.6°; tyres hold up to 26.6° on it. */
const STEEP = 0.5;

/**
 * A hard, wet way down that tyres do not hold on: the machine has its bucket pressed on the ground and stands, as in
 * [Luaces2013] fig. 6.3, until the driver raises the boom.
 */
export function steepSite(): WorkSite {
  const ground: SiteGround = {
    size: 48,
    spacing: 0.24,
    level: { x: 0, y: 0, half: [24, 24] },
    trenches: [],
    heaps: [],
    land: (x) => -tan(STEEP) * (Math.max(-8, Math.min(14, x)) - 1.2 * ease(12, 14, x)),
  };
  const things: Thing[] = [
    ["person", -9.6, 4.4, -0.4],
    ["warning-sign", -9.2, -3.4, 1.2],
  ];
  return {
    bodies: [
      groundBody(ground, null),
      ...thingsOf(ground, things),
      ...growthOf(ground, [
        ["tree", 3, 40, 24, 8],
        ["pine", 5, 40, 24, 7],
      ]),
    ],
    position: [0, 0, 0],
    // nose down: about y
    turn: [0, sin(STEEP / 2), 0, cos(STEEP / 2)],
    levers: {},
    arm: [
      [0, 5.6, -0.03, -92, 0],
      [0.6, 5.6, -0.25, -92, 0],
      [9, 5.6, -0.25, -92, 0],
      [10.5, 5.8, 1.4, -92, 0],
    ],
    grip: { tyres: 0.5, teeth: 1 },
    hard: true,
    duration: 14,
    view: { eye: [4, -14, 2], target: [2.6, 0, -0.6], pictureTime: 5 },
  };
}
