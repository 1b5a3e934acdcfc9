import type { VisualSpec } from "stiction";
import { across, block, curve, tube, upright } from "./curves.js";
import { wheelAbout } from "./excavator-under.js";
import { type Point2, plate } from "./outlines.js";

const PAINT = "paint-teal";

/** Inside of the loader's bucket from the cutting edge over the back to the rim, [x, z] from its pin, m. */
export const LOADER_PROFILE: readonly Point2[] = [
  [1.0, -0.46],
  [0.1, -0.44],
  [-0.16, -0.3],
  [-0.2, 0.04],
  [-0.06, 0.34],
  [0.22, 0.5],
];

function rear(): VisualSpec[] {
  const hood = curve([
    [-2.7, 1.0],
    [-0.85, 1.0],
    [-0.85, 1.95],
    [-2.3, 1.92],
    [-2.68, 1.86, -2.72, 1.5],
  ]);
  return [
    block([2.5, 0.95, 0.5], [-1.4, 0, 0.85], "frame", 0.06),
    plate(hood, 1.36, PAINT, { bevel: 0.07 }),
    block([0.26, 1.5, 0.66], [-2.68, 0, 1.05], "frame", 0.08),
    ...[-1, 1].map((s) => block([1, 0.02, 0.45], [-1.75, s * 0.69, 1.5], "grille", 0.006)),
    ...Array.from({ length: 6 }, (_, k) => block([0.03, 1, 0.04], [-2.74, 0, 1.25 + 0.09 * k], "dark", 0.008)),
    across(0.13, 1.9, [-1.4, 0, 0.72], "frame"),
    upright(0.06, 0.5, [-1.9, -0.4, 2.1], "steel"),
    // cab with posts and glass
    block([1.2, 1.3, 0.2], [-0.3, 0, 1.62], PAINT, 0.04),
    block([1.1, 1.18, 1.15], [-0.3, 0, 2.3], "glass-cab", 0.05),
    ...[-0.84, 0.24].flatMap((x) =>
      [-1, 1].map((s) =>
        tube(
          [
            [x, s * 0.6, 1.7],
            [x * 0.95, s * 0.58, 2.92],
          ],
          0.045,
          "dark",
        ),
      ),
    ),
    block([1.3, 1.36, 0.12], [-0.3, 0, 2.96], "bone", 0.05),
    upright(0.055, 0.11, [-0.7, 0.4, 3.06], "warning"),
    ...[-0.45, 0.45].map((y) => block([0.05, 0.16, 0.1], [0.36, y, 2.94], "lamp", 0.02)),
    block([0.5, 0.5, 0.14], [-0.4, 0, 1.85], "dark", 0.05),
    block([0.14, 0.5, 0.6], [-0.66, 0, 2.15], "dark", 0.05),
    ...[-1, 1].flatMap((s) =>
      [0, 1, 2].map((k) => block([0.4, 0.14, 0.035], [-0.2, s * 0.8, 0.6 + 0.28 * k], "dark", 0.01)),
    ),
    ...[-1, 1].map((s) => block([1.5, 0.5, 0.06], [-1.4, s * 1.0, 1.52], PAINT, 0.02)),
  ];
}

function front(): VisualSpec[] {
  const tower = curve([
    [0.5, 0.75],
    [1.5, 0.75],
    [1.3, 1.4],
    [1.08, 1.86],
    [0.9, 1.94, 0.76, 1.84],
    [0.62, 1.3],
  ]);
  return [
    block([1.3, 0.8, 0.4], [1.0, 0, 0.85], "frame", 0.06),
    block([0.7, 0.5, 0.3], [0.25, 0, 0.9], "frame", 0.05),
    upright(0.12, 0.7, [0, 0, 0.9], "worn"),
    ...[-0.36, 0.36].map((y) => plate(tower, 0.1, "frame", { y, bevel: 0.02 })),
    across(0.13, 1.9, [1.4, 0, 0.72], "frame"),
    across(0.08, 1.3, [0.9, 0, 1.75], "worn"),
    ...[-1, 1].map((s) => block([1.3, 0.46, 0.05], [1.4, s * 1.0, 1.5], PAINT, 0.02)),
    ...[-0.55, 0.55].map((y) => block([0.08, 0.18, 0.12], [1.3, y, 1.72], "lamp", 0.02)),
  ];
}

function arm(): VisualSpec[] {
  const beam = curve([
    [-0.14, -0.1],
    [-0.16, 0.12, 0, 0.14],
    [0.6, 0.12, 1.2, -0.3, 2.02, -1.08],
    [2.06, -1.24, 1.9, -1.29],
    [1.4, -0.95, 0.7, -0.35, 0.3, -0.22],
  ]);
  return [
    ...[-0.5, 0.5].map((y) => plate(beam, 0.14, PAINT, { y, bevel: 0.02 })),
    across(0.11, 1, [1.15, 0, -0.38], PAINT),
    across(0.08, 1.2, [1.9, 0, -1.15], "worn"),
    across(0.06, 1.1, [1.2, 0, -0.65], "worn"),
    block([0.3, 0.3, 0.26], [0.5, 0, 0], PAINT, 0.05),
    across(0.06, 0.5, [0.5, 0, 0.05], "worn"),
  ];
}

function bucket(): VisualSpec[] {
  const outer = LOADER_PROFILE.map(([x, z]): Point2 => [x - 0.035, z - 0.03]);
  return [
    plate([...outer, ...[...LOADER_PROFILE].reverse()], 2.7, "bucket", { bevel: 0 }),
    ...[-1.34, 1.34].map((y) =>
      plate(
        [
          ...outer,
          ...curve([
            [0.3, 0.5],
            [0.5, -0.1, 1.0, -0.42],
          ]),
        ],
        0.05,
        "bucket",
        { y, bevel: 0.01 },
      ),
    ),
    block([0.2, 2.72, 0.05], [0.98, 0, -0.47], "worn", 0.015),
    ...Array.from({ length: 8 }, (_, k) => block([0.24, 0.1, 0.06], [1.1, -1.26 + 0.36 * k, -0.46], "worn", 0.02)),
    ...[-0.5, 0.5].map((y) =>
      plate(
        curve([
          [-0.1, -0.3],
          [-0.2, 0.3],
          [0, 0.55, 0.12, 0.46],
          [0.1, -0.1],
        ]),
        0.08,
        "bucket",
        { y, bevel: 0.015 },
      ),
    ),
    plate(
      curve([
        [-0.14, -0.1],
        [-0.1, 0.52],
        [0.1, 0.54, 0.12, 0.4],
        [0.02, 0],
      ]),
      0.2,
      "bucket",
      { bevel: 0.015 },
    ),
  ];
}

/** What the parts of the wheel loader look like, by name. */
export function wheelLoaderVisuals(): Readonly<Record<string, readonly VisualSpec[]>> {
  const wheel = wheelAbout(0.72, 0.56);
  return {
    "rear-frame": rear(),
    "front-frame": front(),
    arm: arm(),
    bucket: bucket(),
    ...Object.fromEntries(
      ["front", "rear"].flatMap((end) => ["left", "right"].map((side) => [`wheel-${end}-${side}`, wheel])),
    ),
  };
}
