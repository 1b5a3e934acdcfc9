import { elementary } from "stiction";

const GOLDEN = (1 + Math.sqrt(5)) / 2;

/** Corners of an icosahedron by its circumradius, m. */
export function icosahedron(radius: number): number[][] {
  const scale = radius / Math.sqrt(1 + GOLDEN * GOLDEN);
  const corners: number[][] = [];
  for (const a of [-scale, scale])
    for (const b of [-GOLDEN * scale, GOLDEN * scale]) corners.push([0, a, b], [a, b, 0], [b, 0, a]);
  return corners;
}

/** Corners of a regular tetrahedron with one corner up, by its circumradius, m. */
export const tetrahedron = (radius: number): number[][] => [
  [0, 0, radius],
  ...polygonCorners(3, (2 * Math.SQRT2 * radius) / 3).map(([x, y]) => [x, y, -radius / 3]),
];

/** Corners of an octahedron by its circumradius, m. */
export const octahedron = (radius: number): number[][] =>
  [-radius, radius].flatMap((r) => [
    [r, 0, 0],
    [0, r, 0],
    [0, 0, r],
  ]);

/** Corners of a dodecahedron by its circumradius, m. */
export function dodecahedron(radius: number): number[][] {
  const s = radius / Math.sqrt(3);
  const corners: number[][] = [];
  for (const a of [-s, s])
    for (const b of [-s, s]) {
      corners.push([a, b, -s], [a, b, s]);
      corners.push([0, a / GOLDEN, b * GOLDEN], [a / GOLDEN, b * GOLDEN, 0], [b * GOLDEN, 0, a / GOLDEN]);
    }
  return corners;
}

/** Corners of a regular polygon, the first on the x axis, by its circumradius, m. */
export function polygonCorners(sides: number, radius: number): number[][] {
  return Array.from({ length: sides }, (_, k) => {
    const angle = (2 * Math.PI * k) / sides;
    return [radius * elementary.cos(angle), radius * elementary.sin(angle)];
  });
}

/** Corners of a prism along z over a regular polygon: a cylinder with flat sides, m. */
export const prism = (sides: number, radius: number, length: number): number[][] =>
  polygonCorners(sides, radius).flatMap(([x, y]) => [
    [x, y, -length / 2],
    [x, y, length / 2],
  ]);
