import type { VisualSpec } from "stiction";
import type { Point2 } from "./outlines.js";

type Look = NonNullable<VisualSpec["look"]>;

/** A piece of an outline: a corner, or a curve with one or two control points to its last point. */
export type Piece =
  | readonly [number, number]
  | readonly [number, number, number, number]
  | readonly [number, number, number, number, number, number];

/** Points of an outline of straight pieces, quadratic and cubic Bézier curves. */
export function curve(pieces: readonly Piece[], steps = 10): Point2[] {
  const points: Point2[] = [];
  for (const piece of pieces) {
    const [x0, y0] = points[points.length - 1] ?? [0, 0];
    if (piece.length === 2) {
      points.push([piece[0], piece[1]]);
      continue;
    }
    for (let k = 1; k <= steps; k++) {
      const t = k / steps;
      const u = 1 - t;
      if (piece.length === 4) {
        const [cx, cy, x, y] = piece;
        points.push([u * u * x0 + 2 * u * t * cx + t * t * x, u * u * y0 + 2 * u * t * cy + t * t * y]);
      } else {
        const [ax, ay, bx, by, x, y] = piece;
        const [p, q, r, s] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
        points.push([p * x0 + q * ax + r * bx + s * x, p * y0 + q * ay + r * by + s * y]);
      }
    }
  }
  return points;
}

/** A block by its edges and centre. */
export function block(
  edges: readonly [number, number, number],
  position: readonly [number, number, number],
  look: Look,
  bevel = 0.03,
  turn?: { axis: number[]; angle: number },
): VisualSpec {
  const halfExtents = edges.map((edge) => edge / 2);
  return {
    type: "box",
    halfExtents,
    position: [...position],
    bevel: Math.min(bevel, 0.45 * Math.min(...edges)),
    look,
    ...(turn && { orientation: turn }),
  };
}

/** A round part across the machine, along y. */
export function across(
  radius: number,
  width: number,
  position: readonly [number, number, number],
  look: Look,
): VisualSpec {
  return {
    type: "cylinder",
    radius,
    halfLength: width / 2,
    position: [...position],
    orientation: { axis: [1, 0, 0], angle: Math.PI / 2 },
    bevel: Math.min(0.012, 0.2 * radius),
    segments: 40,
    look,
  };
}

/** A round part that stands upright. */
export function upright(
  radius: number,
  height: number,
  position: readonly [number, number, number],
  look: Look,
): VisualSpec {
  return { type: "cylinder", radius, halfLength: height / 2, position: [...position], segments: 48, look };
}

/** A tube along points. */
export function tube(
  path: readonly (readonly [number, number, number])[],
  radius: number,
  look: Look,
  bend = 0.08,
): VisualSpec {
  return { type: "sweep", path: path.map((p) => [...p]), radius, bend, segments: 12, look };
}
