import type { VisualSpec } from "stiction";
import { circle, type Point2, roundedRectangle } from "./outlines.js";

const rows = (points: readonly Point2[]) => points.map(([x, y]) => [x, y]);

/** A belt over rollers, seen from the side: its top is at y = `half`, as the shape has it, m. */
export function beltVisuals(length: number, half: number): VisualSpec[] {
  const rollers = Array.from({ length: 9 }, (_, k) => -length + half + (2 * (length - half) * k) / 8);
  return [
    {
      type: "extrusion",
      outline: rows(roundedRectangle(0, 0, length, half, half)),
      holes: [rows(roundedRectangle(0, 0, length - 0.02, half - 0.02, half - 0.02))],
      depth: 0.1,
      look: "rubber",
    },
    ...rollers.flatMap((x): VisualSpec[] => [
      { type: "extrusion", outline: rows(circle(x, 0, half - 0.022, 28)), depth: 0.1, look: "slate" },
      { type: "extrusion", outline: rows(circle(x, 0, 0.025, 16)), depth: 0.1, look: "graphite" },
    ]),
  ];
}

/** The block on its two round ends: a body of 0.4 m over the feet that slide. */
export function blockVisuals(): VisualSpec[] {
  return [
    { type: "extrusion", outline: rows(roundedRectangle(0, 0.14, 0.24, 0.11, 0.025)), depth: 0.1, look: "clay" },
    ...[-0.2, 0.2].map(
      (x): VisualSpec => ({ type: "extrusion", outline: rows(circle(x, 0.02, 0.02, 20)), depth: 0.1, look: "steel" }),
    ),
    { type: "extrusion", outline: rows(circle(0, 0.14, 0.035, 24)), depth: 0.1, look: "bone" },
  ];
}
