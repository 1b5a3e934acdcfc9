import type { VisualSpec } from "stiction";
import { roundedRectangle } from "./outlines.js";

/** Looks of a figure: skin, shirt, trousers and shoes. */
export interface Clothes {
  readonly skin: string;
  readonly shirt: string;
  readonly trousers: string;
}

const SHIRTS = ["#b9674a", "#4f86b8", "#3f9183", "#cdb98b", "#b4707c", "#6d7983"];

/** Clothes of figure k. */
export const clothes = (k: number): Clothes => ({
  skin: "#c99f7f",
  shirt: SHIRTS[k % SHIRTS.length],
  trousers: k % 2 === 0 ? "#3b444d" : "#4d4a44",
});

const matt = (color: string) => ({ color, roughness: 0.8 });

/** A limb along z around the origin, round at both ends: radius at its upper and its lower end, m. */
function limb(length: number, upper: number, lower: number, look: VisualSpec["look"], swell = 0): VisualSpec {
  const half = length / 2;
  return {
    type: "lathe",
    profile: [
      [0, -half - 0.6 * lower],
      [0.6 * lower, -half - 0.48 * lower],
      [0.92 * lower, -half - 0.1 * lower],
      [lower, -half + 0.2 * length],
      [(lower + upper) / 2 + swell, half - 0.42 * length],
      [upper + swell, half - 0.2 * length],
      [0.95 * upper, half],
      [0.62 * upper, half + 0.45 * upper],
      [0, half + 0.6 * upper],
    ],
    segments: 20,
    look,
  };
}

/** What a part of a figure that looks along +x looks like, in the frame of its body. */
export function figureVisuals(
  name: string,
  length: number,
  radius: number,
  { skin, shirt, trousers }: Clothes,
): VisualSpec[] {
  const half = length / 2;
  if (name === "head")
    return [
      {
        type: "lathe",
        profile: [[0, -0.11], [0.045, -0.095], [0.075, -0.03], [0.088, 0.05], [0.075, 0.115], [0.04, 0.148], [0, 0.158]], // biome-ignore format: a profile
        segments: 28,
        look: matt(skin),
      },
      {
        type: "cylinder",
        radius: 0.05,
        halfLength: 0.05,
        position: [-0.01, 0, -half + 0.02],
        look: matt(skin),
        segments: 20,
      },
      // hair and nose: where it looks
      {
        type: "lathe",
        profile: [[0.086, 0.02], [0.094, 0.06], [0.08, 0.125], [0.042, 0.157], [0, 0.166]], // biome-ignore format: a profile
        position: [-0.012, 0, 0],
        segments: 28,
        look: matt("#3d2f26"),
      },
      { type: "sphere", radius: 0.016, position: [0.087, 0, 0.02], segments: 12, look: matt(skin) },
    ];
  if (name === "trunk") {
    const part = (z: number, depth: number, x: number, y: number, look: VisualSpec["look"]): VisualSpec => ({
      type: "extrusion",
      outline: roundedRectangle(0, 0, x, y, 0.9 * x).map(([a, b]) => [a, b]),
      depth,
      bevel: 0.03,
      position: [0, 0, z],
      look,
    });
    return [
      part(half - 0.2, 0.34, 0.105, 0.185, matt(shirt)),
      part(half - 0.4, 0.16, 0.095, 0.15, matt(shirt)),
      part(-half + 0.1, 0.2, 0.1, 0.155, matt(trousers)),
      part(-half + 0.205, 0.03, 0.1, 0.155, matt("#222426")),
    ];
  }
  if (name.endsWith("upper-arm")) return [limb(length, 1.35 * radius, 0.95 * radius, matt(shirt))];
  if (name.endsWith("forearm"))
    return [
      { ...limb(0.68 * length, 1.05 * radius, 0.72 * radius, matt(skin), 0.004), position: [0, 0, 0.16 * length] },
      {
        type: "box",
        halfExtents: [0.045, 0.016, 0.05],
        bevel: 0.012,
        position: [0, 0, -0.26 * length],
        look: matt(skin),
      },
      {
        type: "capsule",
        radius: 0.014,
        halfLength: 0.03,
        position: [0.04, 0, -0.2 * length],
        segments: 10,
        look: matt(skin),
      },
      {
        type: "capsule",
        radius: 0.026,
        halfLength: 0.04,
        position: [0, 0, -0.38 * length],
        segments: 12,
        look: matt(skin),
      },
    ];
  if (name.endsWith("thigh")) return [limb(length, 1.18 * radius, 0.85 * radius, matt(trousers))];
  return [
    { ...limb(0.84 * length, 1.12 * radius, 0.8 * radius, matt(trousers), 0.004), position: [0, 0, 0.07 * length] },
    {
      type: "box",
      halfExtents: [0.12, 0.045, 0.035],
      bevel: 0.02,
      position: [0.055, 0, -half + 0.03],
      look: matt("#222426"),
    },
  ];
}
