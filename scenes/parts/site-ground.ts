import type { BodySpec } from "stiction";
import { elementary } from "stiction";

/** A number in [0, 1) that belongs to a point of the grid, the same in every run. */
function chance(i: number, j: number, seed: number): number {
  let h = Math.imul(i, 0x27d4eb2d) ^ Math.imul(j, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Smooth noise between −1 and 1 with cells of `size` metres. */
function roll(x: number, y: number, size: number, seed: number): number {
  const [i, j] = [Math.floor(x / size), Math.floor(y / size)];
  const [u, v] = [x / size - i, y / size - j];
  const [a, b] = [u * u * (3 - 2 * u), v * v * (3 - 2 * v)];
  const below = chance(i, j, seed) * (1 - a) + chance(i + 1, j, seed) * a;
  const above = chance(i, j + 1, seed) * (1 - a) + chance(i + 1, j + 1, seed) * a;
  return 2 * (below * (1 - b) + above * b) - 1;
}

/** From 0 to 1 while x goes from a to b, smoothly. */
export function ease(a: number, b: number, x: number): number {
  const t = Math.max(0, Math.min(1, (x - a) / (b - a)));
  return t * t * (3 - 2 * t);
}

/** A trench along x: centre of its bottom, half length and half width there, depth, run of the walls, m. */
export interface Trench {
  readonly x: number;
  readonly y: number;
  readonly half: number;
  readonly width: number;
  readonly depth: number;
  readonly batter: number;
}

/** A heap: centre, height, m, and the slope of its sides. Soil that was dumped rests at a slope of about 0.65. */
export interface Heap {
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly slope: number;
}

export interface SiteGround {
  /** Side of the square, and distance of its points, m. */
  readonly size: number;
  readonly spacing: number;
  /** A place that was levelled at z = 0: centre and half sides, m. */
  readonly level: { readonly x: number; readonly y: number; readonly half: readonly [number, number] };
  readonly trenches: readonly Trench[];
  readonly heaps: readonly Heap[];
  /** Height of the land as it was before anybody worked there, m; level when absent. */
  readonly land?: (x: number, y: number) => number;
}

/** Height of the ground at a place, m. */
export function siteHeight({ level, trenches, heaps, land }: SiteGround, x: number, y: number): number {
  const off = Math.max(Math.abs(x - level.x) - level.half[0], Math.abs(y - level.y) - level.half[1]);
  const rough = 0.35 * roll(x, y, 9, 1) + 0.09 * roll(x, y, 2.3, 2) + 0.03 * roll(x, y, 0.7, 3);
  let h = ease(0, 6, off) * rough;
  for (const heap of heaps) {
    const d = elementary.hypot(x - heap.x, y - heap.y);
    const lumps = 0.16 * roll(x, y, 0.9, 5) + 0.06 * roll(x, y, 0.4, 6);
    const top = heap.height - heap.slope * d;
    // the foot runs out, the top is round
    const above = top + lumps * ease(-0.3, 0.8, top) - 0.25 * ease(0.9, 0, d) * heap.slope;
    h += 0.5 * (above + Math.sqrt(above * above + 0.03)) * ease(-1.5, -0.2, above);
  }
  for (const { x: cx, y: cy, half, width, depth, batter } of trenches) {
    const out = Math.max(Math.abs(x - cx) - half, Math.abs(y - cy) - width) + 0.05 * roll(x, y, 0.6, 7);
    const cut = -depth + 0.05 * roll(x, y, 0.8, 8) + (depth * Math.max(0, out)) / batter;
    h = Math.min(h, cut);
  }
  if (land) h += land(x, y);
  return Math.round(1e4 * h) / 1e4;
}

/** Heights of a building site, row by row, as the shape `height-field` takes them. */
export function siteHeights(ground: SiteGround): number[][] {
  const { size, spacing } = ground;
  const points = Math.round(size / spacing) + 1;
  const at = (k: number) => (k - 0.5 * (points - 1)) * spacing;
  return Array.from({ length: points }, (_, j) =>
    Array.from({ length: points }, (_, i) => siteHeight(ground, at(i), at(j))),
  );
}

/** A body that is only seen, on the ground. */
export function standing(
  ground: SiteGround,
  name: string,
  x: number,
  y: number,
  turn: number,
  visual: object,
): BodySpec {
  return {
    name,
    type: "static",
    position: [x, y, siteHeight(ground, x, y)],
    orientation: { axis: [0, 0, 1], angle: turn },
    shapes: [],
    visuals: [visual as { type: "prop" }],
  };
}
