import { elementary, type VisualSpec } from "stiction";
import { circle, type Point2 } from "./outlines.js";

const { cos, sin } = elementary;

/** A wheel about z: a tyre with two rows of lugs, and a rim with holes, a hub and bolts, so that one sees it turn. */
export function wheelVisuals(radius: number, half: number, lugs = 26): VisualSpec[] {
  const [tread, shoulder, seat] = [0.93 * radius, 0.82 * radius, 0.6 * radius];
  const outer = (row: number): Point2[] =>
    Array.from({ length: lugs }, (_, k): Point2[] => {
      const step = (2 * Math.PI) / lugs;
      const at = step * (k + 0.5 * row);
      // a lug takes half of its pitch
      return [
        [tread * 0.99, at - 0.28 * step],
        [radius, at - 0.22 * step],
        [radius, at + 0.22 * step],
        [tread * 0.99, at + 0.28 * step],
      ].map(([r, angle]): Point2 => [r * cos(angle), r * sin(angle)]);
    }).flat();
  const tyre = [
    [seat, -0.8 * half],
    [0.72 * radius, -half],
    [shoulder, -half],
    [tread, -0.78 * half],
    [tread, 0.78 * half],
    [shoulder, half],
    [0.72 * radius, half],
    [seat, 0.8 * half],
  ];
  const holes = Array.from({ length: 6 }, (_, k) => {
    const angle = (Math.PI * k) / 3;
    return circle(0.4 * radius * cos(angle), 0.4 * radius * sin(angle), 0.085 * radius, 14);
  });
  const row = (side: number): VisualSpec => ({
    type: "extrusion",
    outline: outer(side > 0 ? 0 : 1).map(([x, y]) => [x, y]),
    holes: [circle(0, 0, 0.84 * radius, 40).map(([x, y]) => [x, y])],
    depth: 0.86 * half,
    bevel: 0.04 * half,
    position: [0, 0, 0.46 * side * half],
    look: "tyre",
  });
  return [
    { type: "lathe", profile: tyre, closed: true, bevel: 0.1 * half, segments: 48, look: "tyre" },
    row(1),
    row(-1),
    {
      type: "extrusion",
      outline: circle(0, 0, 0.62 * radius, 40).map(([x, y]) => [x, y]),
      holes: holes.map((hole) => hole.map(([x, y]) => [x, y])),
      depth: 0.9 * half,
      bevel: 0.03 * radius,
      look: "bone",
    },
    { type: "cylinder", radius: 0.2 * radius, halfLength: 0.72 * half, look: "graphite", segments: 24 },
    ...Array.from({ length: 6 }, (_, k): VisualSpec => {
      const angle = (Math.PI * (k + 0.5)) / 3;
      return {
        type: "cylinder",
        radius: 0.03 * radius,
        halfLength: 0.52 * half,
        position: [0.3 * radius * cos(angle), 0.3 * radius * sin(angle), 0],
        segments: 8,
        look: "graphite",
      };
    }),
  ];
}
