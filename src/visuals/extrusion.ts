import { cos } from "../math/elementary.js";
import { show } from "../model/errors.js";
import * as p from "../model/params.js";
import { defineVisual } from "../model/visual.js";
import { Surface } from "./surface.js";
import { type Point, signedArea, triangulate } from "./triangulate.js";

/** Sides of an outline that meet at less than this are one smooth surface, rad. */
const CREASE = 0.6;
/** A corner moves inward by at most this many bevels. */
const LONGEST_MITRE = 3;

/** A plate: an outline with holes, extruded along z. */
export const extrusion = defineVisual({
  name: "extrusion",
  help: "a plate: an outline in the xy plane with holes, extruded along z around the origin",
  params: {
    outline: p.rows({ unit: "m", minLength: 3, help: "corners [x, y] in order; must not cross itself" }),
    holes: p.rowLists({ unit: "m", maxLength: 10_000, help: "holes, each as its corners [x, y]" }),
    depth: p.number({ unit: "m", above: 0, help: "extent along z" }),
    bevel: p.number({
      unit: "m",
      min: 0,
      default: 0,
      help: "width of the bevels along the rims; narrower where two rims are too close",
    }),
  },
  check: ({ outline, holes }) => {
    for (const [name, list] of [["outline", outline] as const, ...holes.map((h, i) => [`holes[${i}]`, h] as const)]) {
      const bad = list.findIndex((point) => point.length !== 2);
      if (bad >= 0) return `${name}[${bad}] should be [x, y], got ${show(list[bad])}`;
      if (list.length < 3) return `${name} should have three corners or more, got ${list.length}`;
    }
    return signedArea(outline) === 0 ? "the outline encloses no area" : undefined;
  },
  note: ({ outline, holes, depth, bevel }) => {
    const rings = ringsOf(outline, holes);
    const widest = widestBevel(rings, bevelOf(bevel, depth));
    if (widest === bevelOf(bevel, depth)) return undefined;
    return `bevel ${show(bevel)} m is wider than the plate between its rims; it is drawn with ${widest.toPrecision(3)} m`;
  },
  // the coarse one has no bevels
  details: 2,
  build: ({ outline, holes, depth, bevel }, detail = 0) => {
    const surface = new Surface();
    const rings = ringsOf(outline, holes);
    const b = detail > 0 ? 0 : widestBevel(rings, bevelOf(bevel, depth));
    const inset = b > 0 ? rings.map((ring) => moveInward(ring, b)) : rings;
    addCaps(surface, inset, rings[0], depth / 2);
    rings.forEach((ring, r) => {
      addWall(surface, ring, inset[r], depth / 2, b);
    });
    return surface.mesh();
  },
});

/** A bevel takes less than half of the depth. */
function bevelOf(bevel: number, depth: number): number {
  return Math.min(bevel, 0.499 * depth);
}

/** The outline and the holes, with the solid to their left. */
function ringsOf(outline: readonly Point[], holes: readonly (readonly Point[])[]): (readonly Point[])[] {
  return [ordered(outline, true), ...holes.map((hole) => ordered(hole, false))];
}

/** Counter-clockwise, or clockwise for a hole: the solid lies to the left. */
function ordered(ring: readonly Point[], counterClockwise: boolean): readonly Point[] {
  return signedArea(ring) > 0 === counterClockwise ? ring : ring.slice().reverse();
}

function addCaps(surface: Surface, rings: readonly (readonly Point[])[], frame: readonly Point[], half: number): void {
  const points = rings.flat();
  const [x0, x1] = extent(frame, 0);
  const [y0, y1] = extent(frame, 1);
  const size = Math.max(x1 - x0, y1 - y0);
  const triangles = triangulate(rings[0], rings.slice(1));
  for (const side of [-1, 1]) {
    const first = points.map(([x, y]) =>
      surface.vertex(x, y, side * half, 0, 0, side, (x - x0) / size, (y - y0) / size),
    );
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = triangles.slice(t, t + 3).map((i) => first[i]);
      if (side > 0) surface.triangle(a, b, c);
      else surface.triangle(c, b, a);
    }
  }
}

/** The side of a ring, and the bevels that lead from it to the caps. */
function addWall(surface: Surface, ring: readonly Point[], inset: readonly Point[], half: number, bevel: number): void {
  const n = ring.length;
  const normal = ring.map((a, i) => {
    const b = ring[(i + 1) % n];
    const [x, y] = [b[1] - a[1], a[0] - b[0]];
    const length = Math.sqrt(x * x + y * y) || 1;
    return [x / length, y / length];
  });
  const corner = (i: number, other: number) => {
    const [own, next] = [normal[i], normal[other]];
    const smooth = own[0] * next[0] + own[1] * next[1] > cos(CREASE);
    return smooth ? [own[0] + next[0], own[1] + next[1]] : own;
  };
  const lengths = ring.map((a, i) => distance(a, ring[(i + 1) % n]));
  const total = lengths.reduce((sum, x) => sum + x, 0) || 1;
  let along = 0;
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    const ends = [
      { at: ring[i], in: inset[i], n: corner(i, (i + n - 1) % n), u: along / total },
      { at: ring[j], in: inset[j], n: corner(i, j), u: Math.min(1, (along + lengths[i]) / total) },
    ];
    along += lengths[i];
    // lines of the wall from below: cap, wall, wall, cap; the last two vertices of a bevel have the normals of the cap
    const lines = ends.map((e) => {
      const [x, y] = e.at;
      const low = surface.vertex(x, y, bevel - half, e.n[0], e.n[1], 0, e.u, bevel / (2 * half));
      const high = surface.vertex(x, y, half - bevel, e.n[0], e.n[1], 0, e.u, 1 - bevel / (2 * half));
      if (bevel === 0) return [low, high];
      const [ix, iy] = e.in;
      const under = surface.vertex(ix, iy, -half, 0, 0, -1, e.u, 0);
      return [under, low, high, surface.vertex(ix, iy, half, 0, 0, 1, e.u, 1)];
    });
    for (let k = 0; k + 1 < lines[0].length; k++)
      surface.quad(lines[0][k], lines[1][k], lines[1][k + 1], lines[0][k + 1]);
  }
}

/** Every corner moved to the left of its sides by `b`: a smaller outline, or a larger hole. */
function moveInward(ring: readonly Point[], b: number): Point[] {
  const n = ring.length;
  const side = (i: number) => {
    const [p0, p1] = [ring[i], ring[(i + 1) % n]];
    const [x, y] = [p1[0] - p0[0], p1[1] - p0[1]];
    const length = Math.sqrt(x * x + y * y) || 1;
    return [-y / length, x / length];
  };
  return ring.map((point, i) => {
    const [m, o] = [side((i + n - 1) % n), side(i)];
    const [x, y] = [m[0] + o[0], m[1] + o[1]];
    // the mitre lies along the sum of the two normals, at a distance b from both sides
    const along = Math.max((x * x + y * y) / 2, 1 / LONGEST_MITRE);
    return [point[0] + (b * x) / along, point[1] + (b * y) / along];
  });
}

/**
 * Whether rings moved inward by `b` still bound a plate: no side has turned around, no two sides meet, and the holes
 * lie within the outline. A ring whose area shrinks to nothing has turned its sides before.
 */
function leavesRoom(rings: readonly (readonly Point[])[], b: number): boolean {
  if (b === 0) return true;
  const inset = rings.map((ring) => moveInward(ring, b));
  const sides = inset.flatMap((ring) => ring.map((a, i): Side => [a, ring[(i + 1) % ring.length]]));
  const before = rings.flatMap((ring) => ring.map((a, i): Side => [a, ring[(i + 1) % ring.length]]));
  const turned = ([p, q]: Side, [r, s]: Side) => (q[0] - p[0]) * (s[0] - r[0]) + (q[1] - p[1]) * (s[1] - r[1]) < 0;
  const [outline, ...holes] = inset;
  return (
    sides.every((side, i) => !turned(side, before[i])) &&
    !anyMeet(sides) &&
    holes.every(([point]) => isInside(outline, point))
  );
}

/** `b`, or the widest bevel that leaves room, to a thousandth of it. */
function widestBevel(rings: readonly (readonly Point[])[], b: number): number {
  if (leavesRoom(rings, b)) return b;
  let [low, high] = [0, b];
  while (high - low > 1e-3 * b) {
    const middle = (low + high) / 2;
    if (leavesRoom(rings, middle)) low = middle;
    else high = middle;
  }
  return low;
}

type Side = readonly [Point, Point];

/** Whether two sides meet. They are gone through from the left, so that distant ones are not compared. */
function anyMeet(sides: readonly Side[]): boolean {
  const sorted = sides.toSorted((a, b) => leftOf(a) - leftOf(b));
  return sorted.some((side, i) => {
    const end = Math.max(side[0][0], side[1][0]);
    for (let k = i + 1; k < sorted.length && leftOf(sorted[k]) <= end; k++) if (meet(side, sorted[k])) return true;
    return false;
  });
}

/** Whether a ray from the point along x leaves the outline once more than it enters it. */
function isInside(outline: readonly Point[], [x, y]: Point): boolean {
  let inside = false;
  outline.forEach(([ax, ay], i) => {
    const [bx, by] = outline[(i + 1) % outline.length];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  });
  return inside;
}

function leftOf([a, b]: Side): number {
  return Math.min(a[0], b[0]);
}

/** Whether two sides that do not follow one another meet. */
function meet([a, b]: Side, [c, d]: Side): boolean {
  if (a === d || b === c) return false;
  if (Math.max(a[1], b[1]) < Math.min(c[1], d[1]) || Math.max(c[1], d[1]) < Math.min(a[1], b[1])) return false;
  return area(a, b, c) * area(a, b, d) <= 0 && area(c, d, a) * area(c, d, b) <= 0;
}

/** Twice the area of a triangle, with its sign. */
function area([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

function distance(a: Point, b: Point): number {
  return Math.sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]));
}

function extent(points: readonly Point[], k: number): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const point of points) {
    low = Math.min(low, point[k]);
    high = Math.max(high, point[k]);
  }
  return [low, high];
}
