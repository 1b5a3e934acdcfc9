import { elementary, type VisualSpec } from "stiction";

const { atan2, cos, sin, hypot } = elementary;

/** Outlines and small parts of visuals, which many scenes share. Lengths in metres. */

export type Point2 = readonly [number, number];
type Look = NonNullable<VisualSpec["look"]>;

/** Turns an outline [x, z] with its depth along y into the frame of the body. */
export const FROM_SIDE = { axis: [1, 0, 0], angle: Math.PI / 2 };
/** Turns what lies along z to lie along x, or along y. */
export const ALONG_X = { axis: [0, 1, 0], angle: Math.PI / 2 };
export const ALONG_Y = { axis: [1, 0, 0], angle: -Math.PI / 2 };

/** Corners of a circle. */
export function circle(x: number, y: number, radius: number, pieces = 24): Point2[] {
  return arc(x, y, radius, 0, 2 * Math.PI, pieces).slice(0, -1);
}

/** Points of an arc from angle to angle, both included. */
export function arc(x: number, y: number, radius: number, from: number, to: number, pieces: number): Point2[] {
  return Array.from({ length: pieces + 1 }, (_, k) => {
    const angle = from + ((to - from) * k) / pieces;
    return [x + radius * cos(angle), y + radius * sin(angle)];
  });
}

/** A rectangle around [x, y] with rounded corners. */
export function roundedRectangle(x: number, y: number, halfX: number, halfY: number, radius: number): Point2[] {
  return [0, 1, 2, 3].flatMap((k) => {
    const [sx, sy] = [k === 0 || k === 3 ? 1 : -1, k < 2 ? 1 : -1];
    const start = (k * Math.PI) / 2;
    return arc(x + sx * (halfX - radius), y + sy * (halfY - radius), radius, start, start + Math.PI / 2, 6);
  });
}

/** A beam along a line of points [x, y, half width], round at both ends. */
export function girder(line: readonly (readonly [number, number, number])[]): Point2[] {
  const n = line.length;
  const heading = (k: number) => {
    const [a, b] = [line[Math.max(0, k - 1)], line[Math.min(n - 1, k + 1)]];
    return atan2(b[1] - a[1], b[0] - a[0]);
  };
  const edge = (side: number) =>
    line.map(([x, y, half], k): Point2 => {
      const angle = heading(k);
      return [x - side * half * sin(angle), y + side * half * cos(angle)];
    });
  const end = (k: number, turn: number) => {
    const [x, y, half] = line[k];
    const angle = heading(k) + turn;
    return arc(x, y, half, angle - Math.PI / 2, angle + Math.PI / 2, 8).slice(1, -1);
  };
  return [...edge(-1), ...end(n - 1, 0), ...edge(1).reverse(), ...end(0, Math.PI)];
}

/** A plate seen from the side: outline [x, z], so wide along y, around y. */
export function plate(
  outline: readonly Point2[],
  width: number,
  look: Look,
  extra: { y?: number; bevel?: number; holes?: readonly (readonly Point2[])[] } = {},
): VisualSpec {
  return {
    type: "extrusion",
    outline: outline.map(([x, y]) => [x, y]),
    holes: (extra.holes ?? []).map((hole) => hole.map(([x, y]) => [x, y])),
    depth: width,
    bevel: extra.bevel ?? 0.02,
    position: [0, extra.y ?? 0, 0],
    orientation: FROM_SIDE,
    look,
  };
}

/** A pin across the xz plane at [x, z], with a collar at each end. */
export function pin(x: number, z: number, radius: number, half: number, look: Look = "steel"): VisualSpec[] {
  const along = { position: [x, 0, z], orientation: ALONG_Y };
  return [
    { type: "cylinder", radius, halfLength: half, ...along, look, segments: 32 },
    { type: "cylinder", radius: 0.55 * radius, halfLength: 1.06 * half, ...along, look: "graphite", segments: 24 },
  ];
}

/** A round bar from a to b; `from` and `to` are fractions of that way. */
export function bar(
  a: readonly number[],
  b: readonly number[],
  radius: number,
  look: Look,
  from = 0,
  to = 1,
): VisualSpec {
  const way = b.map((x, k) => x - a[k]);
  const length = Math.sqrt(way.reduce((sum, x) => sum + x * x, 0));
  const middle = (from + to) / 2;
  return {
    type: "cylinder",
    radius,
    halfLength: ((to - from) * length) / 2,
    position: a.map((x, k) => x + middle * way[k]),
    orientation: alongWay(way),
    look,
    segments: 32,
  };
}

/** The rotation that lays z along a direction. */
function alongWay([x, y, z]: readonly number[]): { axis: number[]; angle: number } {
  const flat = hypot(x, y);
  return flat > 0
    ? { axis: [-y / flat, x / flat, 0], angle: atan2(flat, z) }
    : { axis: [1, 0, 0], angle: z < 0 ? Math.PI : 0 };
}
