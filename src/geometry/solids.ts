import { cos, sin } from "../math/elementary.js";
import { polyhedronFrom } from "./polyhedron.js";
import type { Polyhedron } from "./types.js";

/**
 * Polyhedra by formula: convex, closed, outward oriented, with polygonal faces and the centroid at the origin. Platonic
 * solids are given by their circumradius (centre to corner, m).
 */

/** Box with half extents hx, hy, hz. */
export function boxSolid(hx: number, hy: number, hz: number): Polyhedron {
  const vertices = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1 ? hx : -hx, i & 2 ? hy : -hy, i & 4 ? hz : -hz]);
  return polyhedronFrom(vertices, BOX_FACES);
}

/** Regular tetrahedron on alternating corners of a cube; edge = 2√(2/3) circumradius. */
export function tetrahedron(circumradius: number): Polyhedron {
  const s = circumradius / Math.sqrt(3);
  return polyhedronFrom(
    [
      [s, s, s],
      [s, -s, -s],
      [-s, s, -s],
      [-s, -s, s],
    ],
    [
      [0, 1, 2],
      [0, 3, 1],
      [0, 2, 3],
      [1, 3, 2],
    ],
  );
}

/** Cube along the axes; edge = 2/√3 circumradius. */
export function cube(circumradius: number): Polyhedron {
  const s = circumradius / Math.sqrt(3);
  return boxSolid(s, s, s);
}

/** Regular octahedron with its corners on the axes; edge = √2 circumradius. */
export function octahedron(circumradius: number): Polyhedron {
  const r = circumradius;
  return polyhedronFrom(
    [
      [r, 0, 0],
      [-r, 0, 0],
      [0, r, 0],
      [0, -r, 0],
      [0, 0, r],
      [0, 0, -r],
    ],
    [
      [0, 2, 4],
      [2, 1, 4],
      [1, 3, 4],
      [3, 0, 4],
      [2, 0, 5],
      [1, 2, 5],
      [3, 1, 5],
      [0, 3, 5],
    ],
  );
}

/** Regular dodecahedron: the corners of a cube and of three golden rectangles; edge = circumradius · (√5 − 1)/√3. */
export function dodecahedron(circumradius: number): Polyhedron {
  const s = circumradius / Math.sqrt(3);
  const long = s * GOLDEN_RATIO;
  const short = s / GOLDEN_RATIO;
  const vertices: number[][] = [];
  for (const x of [-s, s]) for (const y of [-s, s]) for (const z of [-s, s]) vertices.push([x, y, z]);
  vertices.push(...goldenRectangles(short, long));
  return polyhedronFrom(vertices, DODECAHEDRON_FACES);
}

/** Regular icosahedron: the corners of three golden rectangles; edge = circumradius · 2/√(φ² + 1). */
export function icosahedron(circumradius: number): Polyhedron {
  const s = circumradius / Math.sqrt(GOLDEN_RATIO * GOLDEN_RATIO + 1);
  return polyhedronFrom(goldenRectangles(s, s * GOLDEN_RATIO), ICOSAHEDRON_FACES);
}

/**
 * Right prism over a regular n-gon of circumradius `radius`, z from −height/2 to height/2, first side corner on the x
 * axis.
 */
export function prism(n: number, radius: number, height: number): Polyhedron {
  const vertices = [...ring(n, radius, -height / 2, 0), ...ring(n, radius, height / 2, 0)];
  const faces = [count(n).reverse(), count(n).map((i) => n + i)];
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    faces.push([i, j, n + j, n + i]);
  }
  return polyhedronFrom(vertices, faces);
}

/** Antiprism: as `prism`, with the top turned by half a side and triangles around. */
export function antiprism(n: number, radius: number, height: number): Polyhedron {
  const vertices = [...ring(n, radius, -height / 2, 0), ...ring(n, radius, height / 2, 0.5)];
  const faces = [count(n).reverse(), count(n).map((i) => n + i)];
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    faces.push([i, j, n + i], [j, n + j, n + i]);
  }
  return polyhedronFrom(vertices, faces);
}

/**
 * Right pyramid over a regular n-gon; the base at z = −height/4 and the apex at z = 3 height/4 put the centroid at 0.
 */
export function pyramid(n: number, radius: number, height: number): Polyhedron {
  const vertices = [...ring(n, radius, -height / 4, 0), [0, 0, (3 * height) / 4]];
  const faces = [count(n).reverse()];
  for (let i = 0; i < n; i++) faces.push([i, (i + 1) % n, n]);
  return polyhedronFrom(vertices, faces);
}

const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;

function goldenRectangles(short: number, long: number): number[][] {
  const vertices: number[][] = [];
  for (const s of [-1, 1]) {
    for (const t of [-1, 1]) {
      vertices.push([0, s * short, t * long], [s * short, t * long, 0], [t * long, 0, s * short]);
    }
  }
  return vertices;
}

function ring(n: number, radius: number, z: number, offset: number): number[][] {
  return count(n).map((i) => {
    const angle = (2 * Math.PI * (i + offset)) / n;
    return [radius * cos(angle), radius * sin(angle), z];
  });
}

function count(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i);
}

const BOX_FACES = [
  [0, 4, 6, 2],
  [1, 3, 7, 5],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 2, 3, 1],
  [4, 5, 7, 6],
] as const;

// biome-ignore format: one face per entry, four to a line
const ICOSAHEDRON_FACES = [
  [2, 4, 6], [0, 2, 6], [11, 5, 10], [3, 11, 9],
  [6, 4, 10], [4, 2, 8], [5, 7, 0], [7, 3, 1],
  [7, 1, 0], [1, 2, 0], [5, 6, 10], [5, 0, 6],
  [3, 7, 11], [7, 5, 11], [3, 9, 8], [9, 4, 8],
  [2, 1, 8], [1, 3, 8], [4, 9, 10], [9, 11, 10],
] as const;

// biome-ignore format: one face per entry, three to a line
const DODECAHEDRON_FACES = [
  [11, 17, 3, 16, 1], [12, 18, 6, 14, 2], [9, 15, 5, 11, 1],
  [10, 16, 3, 12, 2], [16, 10, 0, 9, 1], [15, 9, 0, 8, 4],
  [14, 8, 0, 10, 2], [8, 14, 6, 13, 4], [19, 13, 6, 18, 7],
  [13, 19, 5, 15, 4], [17, 11, 5, 19, 7], [18, 12, 3, 17, 7],
] as const;
