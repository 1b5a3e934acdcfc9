import { elementary, type VisualSpec } from "stiction";
import { WHEELED_EXCAVATOR } from "../files/wheeled-excavator.js";
import { operatorView } from "../operator-view.js";
import { across, block, curve, tube, upright } from "./curves.js";
import { plate } from "./outlines.js";

/** The house of the excavator, in the frame of the slew ring: engine hood, counterweight, tank, cab, foot of the boom. */
export function upperVisuals(): VisualSpec[] {
  return [...house(), ...boomFoot(), ...cab(0.8), ...mirrors()];
}

/** Where the arms of the mirrors are held: at the cab, and at the tank. */
const MIRROR_FEET = [
  [0.95, 1.24, 0.9],
  [0.8, -1.1, 0.75],
] as const;
/** Thickness of a mirror's case, and its distance behind the mirror, which is drawn by the seat, m. */
const [CASE, BEHIND] = [0.05, 0.035];

/** Cases of the seat's mirrors, turned as these are, on their arms. */
function mirrors(): VisualSpec[] {
  return operatorView(WHEELED_EXCAVATOR).mirrors.flatMap(({ position, normal: [nx, ny], width, height }, k) => {
    const length = elementary.hypot(nx, ny);
    const back = (BEHIND + CASE / 2) / length;
    const at = [position[0] - back * nx, position[1] - back * ny, position[2]] as const;
    return [
      block([CASE, width + 0.04, height + 0.04], at, "dark", 0.02, {
        axis: [0, 0, 1],
        angle: elementary.atan2(ny, nx),
      }),
      tube([MIRROR_FEET[k], [at[0] - 0.01, at[1], at[2] - 0.4 * height]], 0.014, "dark"),
    ];
  });
}

function house(): VisualSpec[] {
  const hood = curve([
    [-2.42, 0.18],
    [-0.4, 0.18],
    [-0.4, 1.0],
    [-0.42, 1.13, -0.58, 1.14],
    [-2.15, 1.14],
    [-2.46, 1.12, -2.48, 0.84],
  ]);
  const weight = curve([
    [-2.36, -0.02],
    [-2.36, 0.92],
    [-2.74, 0.92, -2.86, 0.64],
    [-2.84, 0.18],
    [-2.72, -0.02, -2.5, -0.02],
  ]);
  // the rear of a counterweight is round, seen from above
  const round = curve([
    [-2.3, -1.22],
    [-2.62, -1.2, -2.8, -0.9, -2.82, 0],
    [-2.8, 0.9, -2.62, 1.2, -2.3, 1.22],
  ]);
  const louvres = [-1, 1].flatMap((side) =>
    Array.from({ length: 7 }, (_, k) =>
      block([0.95, 0.03, 0.04], [-1.5, side * 1.2, 0.4 + 0.085 * k], "dark", 0.01, {
        axis: [1, 0, 0],
        angle: side * 0.5,
      }),
    ),
  );
  return [
    block([3.7, 2.44, 0.2], [-0.62, 0, 0.1], "frame", 0.05),
    plate(hood, 2.36, "paint", { bevel: 0.06 }),
    plate(weight, 2.1, "frame", { bevel: 0.06 }),
    {
      type: "extrusion",
      outline: round.map(([x, y]) => [x, y]),
      depth: 0.82,
      bevel: 0.07,
      position: [0, 0, 0.42],
      look: "frame",
    },
    // doors along the sides, and grilles behind the louvres
    ...[-1, 1].flatMap((side) => [
      block([1.05, 0.02, 0.66], [-1.5, side * 1.185, 0.66], "grille", 0.008),
      block([0.02, 0.02, 0.8], [-0.95, side * 1.187, 0.62], "dark", 0.002),
      block([0.02, 0.02, 0.8], [-2.05, side * 1.187, 0.62], "dark", 0.002),
      block([0.03, 0.06, 0.14], [-1.02, side * 1.19, 0.6], "dark", 0.008),
    ]),
    ...louvres,
    // grille of the radiator in the counterweight
    ...Array.from({ length: 5 }, (_, k) => block([0.03, 1.2, 0.035], [-2.845, 0, 0.3 + 0.075 * k], "dark", 0.008)),
    // exhaust, air intake, lid of the engine
    upright(0.065, 0.42, [-1.95, -0.75, 1.32], "steel"),
    tube(
      [
        [-1.95, -0.75, 1.5],
        [-1.95, -0.75, 1.62],
        [-2.08, -0.75, 1.68],
      ],
      0.055,
      "dark",
      0.05,
    ),
    upright(0.11, 0.26, [-1.5, -0.78, 1.26], "dark"),
    block([1.05, 1.0, 0.07], [-1.25, 0.25, 1.165], "dark", 0.025),
    // tank and tool box on the right
    plate(
      curve([
        [-0.42, 0.2],
        [0.78, 0.2],
        [0.86, 0.3],
        [0.86, 0.62],
        [0.84, 0.8, 0.66, 0.82],
        [-0.42, 0.86],
      ]),
      0.78,
      "paint",
      { y: -0.8, bevel: 0.05 },
    ),
    block([0.5, 0.02, 0.36], [0.05, -1.195, 0.5], "dark", 0.004),
    upright(0.07, 0.06, [-0.2, -0.95, 0.88], "dark"),
    // handrails
    ...[-1.16, -0.48].map((y) =>
      tube(
        [
          [-0.3, y, 0.85],
          [-0.3, y, 1.22],
          [0.55, y, 1.12],
          [0.55, y, 0.82],
        ],
        0.018,
        "dark",
      ),
    ),
    tube(
      [
        [-2.2, -1.05, 1.14],
        [-2.2, -1.05, 1.42],
        [-0.6, -1.05, 1.42],
        [-0.6, -1.05, 1.14],
      ],
      0.018,
      "dark",
    ),
  ];
}

function boomFoot(): VisualSpec[] {
  const cheek = curve([
    [-0.3, 0.1],
    [1.26, 0.1],
    [1.26, -0.06],
    [1.2, -0.26, 1.04, -0.26],
    [0.92, -0.24, 0.9, 0],
    [0.2, 0.02],
  ]);
  const bracket = curve([
    [-0.15, 0.1],
    [1.1, 0.1],
    [0.98, 0.3, 0.74, 0.52],
    [0.55, 0.62, 0.36, 0.5],
    [0.05, 0.34],
  ]);
  return [
    ...[-0.3, 0.3].map((y) => plate(bracket, 0.08, "paint", { y, bevel: 0.015 })),
    ...[-0.42, -0.2, 0.2, 0.42].map((y) => plate(cheek, 0.05, "frame", { y, bevel: 0.012 })),
    across(0.1, 0.78, [0.55, 0, 0.38], "worn"),
    across(0.075, 0.95, [1.08, 0, -0.15], "worn"),
  ];
}

/** A cab around `y`: a frame of posts with glass between them. */
export function cab(y: number): VisualSpec[] {
  const [half, look] = [0.44, "bone"];
  const side = curve([
    [-0.55, 0.18],
    [0.98, 0.18],
    [1.12, 0.7, 1.02, 1.04],
    [0.8, 1.7],
    [0.74, 1.84, 0.6, 1.85],
    [-0.43, 1.85],
    [-0.57, 1.84, -0.58, 1.7],
  ]);
  const windows = [
    curve([
      [-0.44, 0.9],
      [0.18, 0.9],
      [0.18, 1.7],
      [-0.44, 1.7],
    ]),
    curve([
      [0.28, 0.36],
      [0.92, 0.36],
      [1.0, 0.75, 0.93, 1.02],
      [0.71, 1.7],
      [0.28, 1.7],
    ]),
  ];
  const front = curve([
    [1.0, 0.34],
    [1.065, 0.4],
    [1.1, 0.75, 1.015, 1.06],
    [0.82, 1.66],
    [0.76, 1.66],
  ]);
  return [
    // two sides with their windows cut out, dark inside so that posts do not dazzle; sill, roof and back
    ...[-1, 1].flatMap((s) => [
      plate(side, 0.024, look, { y: y + s * (half - 0.012), bevel: 0.011, holes: windows }),
      plate(side, 0.036, "dark", { y: y + s * (half - 0.042), bevel: 0.006, holes: windows }),
    ]),
    block([1.44, 2 * half - 0.12, 0.02], [0.2, y, 0.405], "dark", 0.008),
    ...[-1, 1].flatMap((s) =>
      windows.map((w) => plate(w, 0.014, "glass-cab", { y: y + s * (half - 0.03), bevel: 0.002 })),
    ),
    block([1.5, 2 * half - 0.06, 0.22], [0.2, y, 0.29], look, 0.03),
    block([0.06, 2 * half - 0.06, 0.75], [-0.54, y, 0.6], look, 0.02),
    block([0.03, 2 * half - 0.18, 0.66], [-0.55, y, 1.32], "glass-cab", 0.005),
    block([1.24, 2 * half, 0.09], [0.08, y, 1.86], "frame", 0.035),
    plate(front, 2 * half - 0.16, "glass-cab", { y, bevel: 0.004 }),
    // seat and console inside
    block([0.5, 0.5, 0.14], [-0.05, y, 0.62], "dark", 0.05),
    block([0.14, 0.5, 0.7], [-0.3, y, 0.98], "dark", 0.05, { axis: [0, 1, 0], angle: -0.12 }),
    block([0.3, 0.12, 0.3], [0.2, y + 0.32, 0.62], "dark", 0.03),
    block([0.3, 0.12, 0.3], [0.2, y - 0.32, 0.62], "dark", 0.03),
    tube(
      [
        [0.62, y, 0.5],
        [0.66, y, 0.86],
      ],
      0.03,
      "dark",
    ),
    {
      type: "torus",
      radius: 0.17,
      tube: 0.016,
      position: [0.64, y, 0.9],
      orientation: { axis: [0, 1, 0], angle: -0.5 },
      look: "dark",
    },
    // work lamps, beacon, wiper at rest beside the post, step
    ...[-0.3, 0.3].flatMap((dy) => [
      block([0.07, 0.15, 0.1], [0.72, y + dy, 1.93], "dark", 0.02),
      block([0.02, 0.12, 0.075], [0.76, y + dy, 1.93], "lamp", 0.008),
    ]),
    upright(0.055, 0.11, [-0.38, y + 0.2, 1.96], "warning"),
    tube(
      [
        [1.09, y + 0.32, 0.5],
        [1.03, y + 0.35, 1.1],
      ],
      0.01,
      "dark",
    ),
    block([0.7, 0.16, 0.04], [0.4, y + half + 0.06, 0.02], "dark", 0.01),
    tube(
      [
        [0.24, y + half + 0.03, 0.45],
        [0.24, y + half + 0.07, 0.6],
        [0.24, y + half + 0.07, 1.3],
        [0.24, y + half + 0.03, 1.45],
      ],
      0.014,
      "dark",
      0.05,
    ),
  ];
}
