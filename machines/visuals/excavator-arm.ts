import type { VisualSpec } from "stiction";
import { across, block, curve, tube } from "./curves.js";
import { type Point2, plate } from "./outlines.js";

/** Boom, in the frame of its foot with x along the line to the stick's pin. */
export function boomVisuals(): VisualSpec[] {
  const beam = curve(
    [
      [-0.16, -0.06],
      [-0.16, -0.18, 0.02, -0.19],
      [0.5, -0.16, 1.3, 0.38, 2.1, 0.62],
      [2.7, 0.78, 3.5, 0.46, 5.16, -0.15],
      [5.34, -0.16, 5.36, 0.02],
      [5.36, 0.12, 5.26, 0.16],
      [4.4, 0.66, 3.2, 1.28, 2.4, 1.28],
      [1.5, 1.22, 0.6, 0.58, -0.06, 0.17],
      [-0.16, 0.1, -0.16, 0],
    ],
    14,
  );
  const lug = curve([
    [2.44, 1.2],
    [2.96, 1.08],
    [2.84, 1.3, 2.74, 1.36],
    [2.64, 1.4, 2.58, 1.32],
  ]);
  return [
    plate(beam, 0.42, "paint", { bevel: 0.03 }),
    // flanges of the welded box
    ...[-0.2, 0.2].map((y) => plate(inset(beam), 0.035, "paint", { y, bevel: 0.012 })),
    ...[-0.13, 0.13].map((y) => plate(lug, 0.06, "paint", { y, bevel: 0.012 })),
    across(0.17, 0.56, [0, 0, 0], "frame"),
    across(0.1, 0.72, [0, 0, 0], "worn"),
    across(0.16, 0.52, [5.2, 0, 0], "frame"),
    across(0.085, 0.62, [5.2, 0, 0], "worn"),
    across(0.09, 0.82, [1.9, 0, 0.89], "worn"),
    across(0.13, 0.5, [1.9, 0, 0.89], "frame"),
    across(0.06, 0.4, [2.7, 0, 1.28], "worn"),
    // name plate, work lamp, pipes
    ...[-0.222, 0.222].map((y) =>
      block([0.86, 0.012, 0.15], [3.35, y, 0.78], "dark", 0.004, { axis: [0, 1, 0], angle: 0.36 }),
    ),
    block([0.1, 0.16, 0.12], [2.1, 0.3, 0.52], "dark", 0.02),
    block([0.02, 0.12, 0.09], [2.155, 0.3, 0.52], "lamp", 0.006),
    ...[-0.1, -0.05, 0.05, 0.1].map((y) =>
      tube(
        [
          [0.1, y, 0.3],
          [0.9, y, 0.88],
          [1.7, y, 1.24],
          [2.4, y, 1.34],
          [2.62, y, 1.32],
        ],
        0.015,
        "dark",
        0.5,
      ),
    ),
    ...[-0.1, 0.1].map((y) =>
      tube(
        [
          [2.9, y, 1.24],
          [3.6, y, 1.06],
          [4.6, y, 0.6],
          [5.2, y, 0.34],
        ],
        0.02,
        "dark",
        0.5,
      ),
    ),
  ];
}

/** The same outline, a little smaller. */
function inset(outline: readonly Point2[]): Point2[] {
  const n = outline.length;
  const [cx, cy] = outline.reduce(([x, y], [px, py]) => [x + px / n, y + py / n], [0, 0]);
  return outline.map(([x, y]) => [x + 0.006 * (cx - x), y + 0.03 * (cy - y)]);
}

/** Stick, in the frame of its pin on the boom with x along the line to the bucket's pin. */
export function stickVisuals(): VisualSpec[] {
  const beam = curve([
    [-0.66, 0.22],
    [-0.74, 0.38, -0.56, 0.42],
    [-0.1, 0.5, 0.4, 0.42, 1.0, 0.3],
    [2.46, 0.12],
    [2.6, 0.1, 2.58, -0.02],
    [2.56, -0.12, 2.42, -0.12],
    [0.5, -0.18],
    [0.1, -0.22, -0.08, -0.16],
    [-0.2, -0.06, -0.66, 0.22],
  ]);
  const lug = curve([
    [0.12, 0.38],
    [0.62, 0.34],
    [0.5, 0.54, 0.36, 0.6],
    [0.24, 0.6, 0.2, 0.5],
  ]);
  return [
    plate(beam, 0.34, "paint", { bevel: 0.028 }),
    ...[-0.12, 0.12].map((y) => plate(lug, 0.06, "paint", { y, bevel: 0.012 })),
    across(0.14, 0.46, [0, 0, 0], "frame"),
    across(0.07, 0.3, [-0.56, 0, 0.3], "worn"),
    across(0.12, 0.44, [2.45, 0, 0], "frame"),
    across(0.075, 0.56, [2.45, 0, 0], "worn"),
    across(0.055, 0.36, [0.35, 0, 0.5], "worn"),
    // wear plates
    block([0.7, 0.36, 0.03], [1.9, 0, -0.155], "worn", 0.008, { axis: [0, 1, 0], angle: -0.03 }),
    ...[-0.08, 0.08].map((y) =>
      tube(
        [
          [-0.3, y, 0.48],
          [0.1, y, 0.52],
          [0.32, y, 0.5],
        ],
        0.02,
        "dark",
        0.2,
      ),
    ),
  ];
}

/** Inside of the bucket from the cutting edge over the back to the rim, [x, z] from its pin, m. */
export const BUCKET_PROFILE: readonly Point2[] = [
  [1.36, -0.56],
  [1.46, -0.2],
  [1.42, 0.14],
  [1.22, 0.4],
  [0.9, 0.52],
  [0.52, 0.46],
  [0.2, 0.24],
  [0.1, -0.06],
];

/** Bucket, in the frame of its pin. */
export function bucketVisuals(width: number): VisualSpec[] {
  const inner = BUCKET_PROFILE;
  const [cx, cz] = [0.85, 0];
  const outer = inner.map(([x, z]): Point2 => {
    const [dx, dz] = [x - cx, z - cz];
    const length = Math.sqrt(dx * dx + dz * dz);
    return [x + (0.045 * dx) / length, z + (0.045 * dz) / length];
  });
  const smooth = (points: readonly Point2[]) => rounded(points, 4);
  const shell = [...smooth(outer), ...smooth(inner).reverse()];
  const cheek = [
    ...smooth(outer),
    ...curve([
      [0.12, -0.14],
      [0.5, -0.26, 0.9, -0.5],
      [1.24, -0.62],
    ]),
  ];
  const ear = curve([
    [0.2, -0.12],
    [0.08, -0.16, -0.06, -0.12],
    [-0.16, -0.02, -0.1, 0.1],
    [-0.3, 0.3],
    [-0.3, 0.46, -0.14, 0.48],
    [0.3, 0.44],
    [0.6, 0.5],
    [0.4, 0.2],
  ]);
  const teeth = Array.from({ length: 5 }, (_, k) => (k - 2) * ((width - 0.14) / 4));
  const tooth = curve([
    [1.28, -0.5],
    [1.42, -0.52],
    [1.46, -0.62],
    [1.44, -0.78],
    [1.4, -0.78],
    [1.32, -0.64],
  ]);
  const tip = curve([
    [1.35, -0.62],
    [1.46, -0.62],
    [1.44, -0.82],
    [1.42, -0.82],
  ]);
  return [
    plate(shell, width, "bucket", { bevel: 0.006 }),
    ...[-1, 1].map((s) => plate(cheek, 0.045, "bucket", { y: s * (width / 2 - 0.01), bevel: 0.01 })),
    // side cutters and wear straps
    ...[-1, 1].map((s) =>
      plate(
        curve([
          [1.1, -0.64],
          [1.36, -0.68],
          [1.44, -0.4],
          [1.24, -0.36],
        ]),
        0.05,
        "worn",
        { y: s * (width / 2 + 0.015), bevel: 0.01 },
      ),
    ),
    block([0.3, width + 0.02, 0.05], [1.4, 0, -0.5], "worn", 0.012, { axis: [0, 1, 0], angle: 1.35 }),
    ...[-0.3, 0.3].map((y) =>
      plate(
        [
          ...smooth(outer.slice(1, 6)),
          ...smooth(outer.slice(1, 6).map(([x, z]): Point2 => [x + 0.03 * (x - cx), z + 0.03 * (z - cz)])).reverse(),
        ],
        0.1,
        "worn",
        { y, bevel: 0.006 },
      ),
    ),
    ...[-0.24, 0.24].map((y) => plate(ear, 0.06, "bucket", { y, bevel: 0.014 })),
    across(0.1, 0.6, [0, 0, 0], "worn"),
    across(0.065, 0.6, [-0.21, 0, 0.364], "worn"),
    ...teeth.flatMap((y) => [
      plate(tooth, 0.12, "bucket", { y, bevel: 0.012 }),
      plate(tip, 0.085, "worn", { y, bevel: 0.012 }),
    ]),
  ];
}

/** Corners cut off twice [Chaikin1974]: a smooth line between the same ends. */
function rounded(points: readonly Point2[], _steps: number): Point2[] {
  let line = [...points];
  for (let round = 0; round < 2; round++) {
    const next: Point2[] = [line[0]];
    for (let k = 0; k + 1 < line.length; k++) {
      const [a, b] = [line[k], line[k + 1]];
      const at = (t: number): Point2 => [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
      next.push(at(0.25), at(0.75));
    }
    next.push(line[line.length - 1]);
    line = next;
  }
  return line;
}
