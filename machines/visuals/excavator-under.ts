import type { VisualSpec } from "stiction";
import { across, block, curve, tube, upright } from "./curves.js";
import { plate } from "./outlines.js";
import { wheelVisuals } from "./wheel-visuals.js";

/** Undercarriage of a wheeled excavator, in its frame on the ground. */
export function undercarriageVisuals(): VisualSpec[] {
  return [
    block([3.9, 0.95, 0.42], [0, 0, 0.84], "frame", 0.07),
    block([1.55, 1.7, 0.3], [0, 0, 1.0], "frame", 0.09),
    ...[-1, 1].flatMap((s) => [
      // boxes and steps between the wheels
      block([1.25, 0.4, 0.5], [0, s * 0.84, 0.78], "frame", 0.06),
      ...[0, 1, 2].map((k) => block([0.46, 0.16, 0.035], [-0.05, s * (1.1 - 0.03 * k), 0.5 + 0.2 * k], "dark", 0.01)),
      block([0.5, 0.02, 0.3], [0, s * 1.045, 0.8], "grille", 0.006),
    ]),
    ...[-1.3, 1.3].flatMap((x) => [
      across(0.12, 1.75, [x, 0, 0.52], "frame"),
      block([0.42, 0.46, 0.42], [x, 0, 0.53], "frame", 0.12),
      across(0.2, 0.16, [x, 0.62, 0.52], "dark"),
      across(0.2, 0.16, [x, -0.62, 0.52], "dark"),
    ]),
    tube(
      [
        [-1.1, 0, 0.58],
        [1.1, 0, 0.58],
      ],
      0.05,
      "dark",
    ),
    // slew ring with its teeth
    upright(0.74, 0.1, [0, 0, 1.19], "dark"),
    upright(0.68, 0.14, [0, 0, 1.25], "worn"),
    // brackets of blade and outriggers
    ...[-0.45, 0.45].flatMap((y) => [
      plate(
        curve([
          [1.3, 0.5],
          [1.72, 0.5],
          [1.74, 0.7],
          [1.86, 1.0],
          [1.8, 1.1, 1.68, 1.08],
          [1.4, 1.0],
        ]),
        0.1,
        "frame",
        { y, bevel: 0.015 },
      ),
      across(0.06, 0.2, [1.6, y, 0.62], "worn"),
      across(0.05, 0.2, [1.75, y, 1.0], "worn"),
    ]),
    block([0.5, 1.3, 0.44], [-2.0, 0, 0.9], "frame", 0.06),
    ...[-1, 1].flatMap((s) => [
      block([0.42, 0.22, 0.62], [-2.1, s * 0.3, 1.1], "frame", 0.05),
      block([0.36, 0.2, 0.36], [-2.1, s * 0.58, 0.88], "frame", 0.05),
      {
        type: "cylinder",
        radius: 0.07,
        halfLength: 0.22,
        position: [-2.1, s * 0.6, 0.86],
        orientation: { axis: [0, 1, 0], angle: Math.PI / 2 },
        look: "worn",
        segments: 32,
      } as VisualSpec,
    ]),
    // lamps and plate at the rear
    ...[-0.4, 0.4].map((y) => block([0.04, 0.16, 0.08], [-2.27, y, 0.92], "warning", 0.015)),
  ];
}

/** A wheel about y. */
export function wheelAbout(radius: number, width: number): VisualSpec[] {
  return wheelVisuals(radius, width / 2).map((visual) => {
    const [x, y, z] = (visual.position ?? [0, 0, 0]) as number[];
    return { ...visual, position: [x, z, -y], orientation: { axis: [1, 0, 0], angle: Math.PI / 2 } } as VisualSpec;
  });
}

export function knuckleVisuals(side: number): VisualSpec[] {
  return [
    block([0.24, 0.2, 0.44], [0, 0.02 * side, 0], "frame", 0.06),
    upright(0.07, 0.56, [0, 0, 0], "worn"),
    across(0.15, 0.24, [0, 0.14 * side, 0], "dark"),
  ];
}

/** Blade with its arms, in the frame of its pin. */
export function bladeVisuals(): VisualSpec[] {
  const face = curve([
    [0.86, -0.5],
    [0.72, -0.2, 0.86, 0.12],
    [0.96, 0.16],
    [1.0, 0.14],
    [0.88, -0.16, 0.98, -0.48],
  ]);
  const edge = curve([
    [0.84, -0.52],
    [0.86, -0.38],
    [0.98, -0.38],
    [1.02, -0.52],
  ]);
  const arm = curve([
    [-0.1, -0.06],
    [-0.12, 0.1, 0.02, 0.11],
    [0.7, 0.14],
    [0.82, 0.0],
    [0.84, -0.3],
    [0.74, -0.32],
    [0.5, -0.06, 0, -0.1],
  ]);
  return [
    plate(face, 2.52, "paint", { bevel: 0.015 }),
    plate(edge, 2.54, "worn", { bevel: 0.01 }),
    ...[-1.26, 1.26].map((y) =>
      plate(
        curve([
          [0.7, -0.5],
          [0.64, -0.1, 0.78, 0.16],
          [1.0, 0.16],
          [0.9, -0.16, 1.0, -0.5],
        ]),
        0.04,
        "paint",
        { y, bevel: 0.008 },
      ),
    ),
    ...[-0.45, 0.45].map((y) => plate(arm, 0.14, "frame", { y, bevel: 0.02 })),
    across(0.065, 1.12, [0, 0, 0], "worn"),
    ...[-0.45, 0.45].map((y) => across(0.05, 0.2, [0.7, y, 0.05], "worn")),
    across(0.06, 0.9, [0.35, 0, 0.02], "frame"),
  ];
}

/** A leg with its foot, in the frame of its pin; `side` is 1 on the left. */
export function outriggerVisuals(side: number): VisualSpec[] {
  const leg = curve([
    [-0.12, -0.1],
    [-0.14, 0.12, 0, 0.14],
    [0.74, 0.2],
    [1.24, 0.1],
    [1.36, 0.02, 1.3, -0.1],
    [0.6, -0.12],
  ]);
  // an outline in the yz plane
  const plateOf = (depth: number, x: number): VisualSpec => ({
    type: "extrusion",
    outline: leg.map(([y, z]) => [side * y, z]),
    depth,
    bevel: 0.02,
    position: [x, 0, 0],
    orientation: { euler: [Math.PI / 2, Math.PI / 2, 0], order: "xyz" },
    look: "paint",
  });
  return [
    plateOf(0.16, 0),
    block([0.5, 0.44, 0.07], [0, side * 1.32, -0.08], "dark", 0.03, { axis: [1, 0, 0], angle: side * 0.7 }),
    {
      type: "cylinder",
      radius: 0.06,
      halfLength: 0.14,
      position: [0, side * 0.74, 0.13],
      orientation: { axis: [0, 1, 0], angle: Math.PI / 2 },
      look: "worn",
      segments: 28,
    },
    {
      type: "cylinder",
      radius: 0.05,
      halfLength: 0.16,
      position: [0, side * 1.28, 0],
      orientation: { axis: [0, 1, 0], angle: Math.PI / 2 },
      look: "worn",
      segments: 28,
    },
  ];
}
