import type { VisualSpec } from "stiction";
import { ALONG_X, ALONG_Y, arc } from "./outlines.js";

/** A link of a chain along z; every second one is turned by a right angle. */
export function linkVisuals(length: number, turned: boolean): VisualSpec[] {
  const [radius, wire] = [0.085, 0.034];
  const reach = length / 2 - radius + wire;
  const path = [...arc(0, reach, radius, 0, Math.PI, 8), ...arc(0, -reach, radius, Math.PI, 2 * Math.PI, 8)];
  const points = path.map(([x, z]) => (turned ? [0, x, z] : [x, 0, z]));
  return [{ type: "sweep", path: points, radius: wire, closed: true, segments: 12, look: "graphite" }];
}

/** A forged ball with an eye towards the chain, along +x. */
export function ballVisuals(radius: number): VisualSpec[] {
  return [
    {
      type: "sphere",
      radius,
      segments: 64,
      look: {
        color: "#3d4247",
        roughness: 0.5,
        metalness: 0.5,
        pattern: "worn",
        patternColor: "#5f5852",
        patternSize: 0.35,
      },
    },
    { type: "torus", radius: 0.995 * radius, tube: 0.02 * radius, look: "graphite" },
    { type: "lathe", profile: [[0, -0.1], [0.16, -0.1], [0.13, 0.02], [0.07, 0.05], [0, 0.05]], bevel: 0.01, position: [0.95 * radius, 0, 0], orientation: ALONG_X, look: "graphite" }, // biome-ignore format: a profile
    { type: "torus", radius: 0.06, tube: 0.028, position: [radius + 0.04, 0, 0], orientation: ALONG_Y, look: "steel" },
  ];
}

const BLOCKS = ["#b9674a", "#a85c43", "#c07757"];

/** A block of masonry, half extents 0.25 × 0.49 × 0.25 m. */
export function brickVisuals(k: number): VisualSpec[] {
  const look = { color: BLOCKS[k % BLOCKS.length], roughness: 0.9, pattern: "grain", patternSize: 0.25 } as const;
  return [{ type: "box", halfExtents: [0.25, 0.49, 0.25], bevel: 0.02, look }];
}

/** The crane that holds the chain at [0, 0, top]: a mast beside the wall and a jib over it. */
export function craneVisuals(top: number): VisualSpec[] {
  const [y, high] = [4.2, top + 0.35];
  const rungs = Math.max(2, Math.round(high / 0.8));
  const brace = (a: readonly number[], b: readonly number[]): VisualSpec => ({
    type: "sweep",
    path: [[...a], [...b]],
    radius: 0.035,
    segments: 8,
    look: "ochre",
  });
  const corners = [[-0.3, -0.3], [0.3, -0.3], [0.3, 0.3], [-0.3, 0.3]] as const; // biome-ignore format: corners
  const mast = Array.from({ length: rungs }, (_, k) => {
    const [low, up] = [(high * k) / rungs, (high * (k + 1)) / rungs];
    return corners.flatMap(([ax, ay], c) => {
      const [bx, by] = corners[(c + 1) % 4];
      return [brace([ax, y + ay, low], [bx, y + by, up]), brace([ax, y + ay, up], [bx, y + by, up])];
    });
  }).flat();
  const bays = 6;
  const jib = Array.from({ length: bays }, (_, k) => {
    const at = (n: number) => y + 0.3 - ((y + 0.9) * n) / bays;
    return [-0.3, 0.3].flatMap((x) => [
      brace([x, at(k), high], [0, at(k + 0.5), high + 0.55]),
      brace([0, at(k + 0.5), high + 0.55], [x, at(k + 1), high]),
    ]);
  }).flat();
  return [
    ...corners.map(
      ([x, dy]): VisualSpec => ({
        type: "box",
        halfExtents: [0.06, 0.06, high / 2],
        position: [x, y + dy, high / 2],
        look: "ochre",
      }),
    ),
    ...mast,
    ...[-0.3, 0.3].map(
      (x): VisualSpec => ({
        type: "box",
        halfExtents: [0.05, (y + 0.9) / 2, 0.05],
        position: [x, y + 0.3 - (y + 0.9) / 2, high],
        look: "ochre",
      }),
    ),
    { type: "box", halfExtents: [0.05, (y + 0.2) / 2, 0.05], position: [0, y / 2 - 0.15, high + 0.55], look: "ochre" },
    ...jib,
    { type: "box", halfExtents: [0.9, 0.9, 0.2], position: [0, y, 0.2], bevel: 0.04, look: "concrete" },
    { type: "box", halfExtents: [0.36, 0.2, 0.09], position: [0, 0, top + 0.27], bevel: 0.02, look: "graphite" },
    { type: "torus", radius: 0.09, tube: 0.035, position: [0, 0, top + 0.1], orientation: ALONG_Y, look: "steel" },
  ];
}
