import { param, type ShapeSpec } from "stiction";

/** Parameter for the contact model of an exact-geometry scene. */
export const contactModel = () =>
  param.choice(["peg", "standard", "lnc", "deepest", "corrective"], {
    default: "peg",
    help: "contact model: peg is exact; the others trap bodies at corners or let them sink",
  });

/** A rectangle w wide and h high about the origin, counter-clockwise. */
export const rectangle = (w: number, h: number) => [
  [-w / 2, -h / 2],
  [w / 2, -h / 2],
  [w / 2, h / 2],
  [-w / 2, h / 2],
];

/** Ground with its top at z = 0, `half` metres to each side: a box. */
export const slab = (half = 20) =>
  ({ type: "box", halfExtents: [half, half, 1], position: [0, 0, -1] }) satisfies ShapeSpec;

/** Corners of the hull of points, counter-clockwise (monotone chain). */
function hull(points: readonly (readonly [number, number])[]): [number, number][] {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const half = (list: readonly (readonly [number, number])[]) => {
    const out: (readonly [number, number])[] = [];
    for (const p of list) {
      while (out.length > 1) {
        const [a, b] = [out[out.length - 2], out[out.length - 1]];
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        out.pop();
      }
      out.push(p);
    }
    return out.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())].map(([x, y]) => [x, y]);
}

/** A polygon of the kind that [Williams2014] drops: hull of ten points of a square about their mean, `size` wide. */
export function randomPolygon(random: () => number, size = 0.25): [number, number][] {
  const points = Array.from({ length: 10 }, () => [random(), random()] as const);
  const mean = [0, 1].map((c) => points.reduce((sum, p) => sum + p[c], 0) / points.length);
  return hull(points.map(([x, y]) => [size * (x - mean[0]), size * (y - mean[1])] as const));
}
