import type { Data } from "../data/data.js";
import { log } from "../math/elementary.js";
import { moveHeight, terrainFields } from "./live-heights.js";
import type { LiveGround } from "./system.js";

/** A generator whose state is one counter in Data: number n is a hash of n and the seed [Steele2014]. */
export function uniform(counter: Uint32Array, at: number, seed: number): number {
  counter[at]++;
  let z = (counter[at] + Math.imul(seed, 0x9e3779b9)) | 0;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  z ^= z >>> 15;
  return ((z >>> 0) + 0.5) / 4294967296;
}

/** Two independent standard normal numbers by the polar method [Luaces2013] (4.106)–(4.107), into out[o …]. */
export function normals(counter: Uint32Array, at: number, seed: number, out: Float64Array, o = 0): void {
  let x = 0;
  let y = 0;
  let w = 0;
  do {
    x = 2 * uniform(counter, at, seed) - 1;
    y = 2 * uniform(counter, at, seed) - 1;
    w = x * x + y * y;
  } while (w >= 1 || w === 0);
  const scale = Math.sqrt((-2 * log(w)) / w);
  out[o] = x * scale;
  out[o + 1] = y * scale;
}

/**
 * Raises the three corners of the triangle at a place of the ground's frame by a volume (m³), each by a third of it
 * over its area: (4.108) with k = 1/3, exact at the border too. False, and nothing is raised, outside the grid.
 */
export function raiseTriangle(data: Data, ground: LiveGround, x: number, y: number, volume: number): boolean {
  const { nx, ny, dx, dy } = ground.field;
  const a = x / dx + 0.5 * (nx - 1);
  const b = y / dy + 0.5 * (ny - 1);
  if (!(a >= 0 && b >= 0 && a <= nx - 1 && b <= ny - 1)) return false;
  const i = Math.min(Math.floor(a), nx - 2);
  const j = Math.min(Math.floor(b), ny - 2);
  const k = j * nx + i;
  raisePoint(data, ground, k, volume / 3);
  raisePoint(data, ground, k + nx + 1, volume / 3);
  raisePoint(data, ground, a - i >= b - j ? k + 1 : k + nx, volume / 3);
  return true;
}

/**
 * Raises the four points around a place of the ground's frame by a volume (m³), each by its weight of bilinear
 * interpolation. False, and nothing is raised, outside the grid.
 */
export function raiseAround(data: Data, ground: LiveGround, x: number, y: number, volume: number): boolean {
  const { nx, ny, dx, dy } = ground.field;
  const a = x / dx + 0.5 * (nx - 1);
  const b = y / dy + 0.5 * (ny - 1);
  if (!(a >= 0 && b >= 0 && a <= nx - 1 && b <= ny - 1)) return false;
  const i = Math.min(Math.floor(a), nx - 2);
  const j = Math.min(Math.floor(b), ny - 2);
  const s = a - i;
  const t = b - j;
  const k = j * nx + i;
  raisePoint(data, ground, k, (1 - s) * (1 - t) * volume);
  raisePoint(data, ground, k + 1, s * (1 - t) * volume);
  raisePoint(data, ground, k + nx, (1 - s) * t * volume);
  raisePoint(data, ground, k + nx + 1, s * t * volume);
  return true;
}

/** Raises point k by a volume of loose soil. */
export function raisePoint(data: Data, ground: LiveGround, k: number, volume: number): void {
  const dz = volume / ground.setup.area[k];
  moveHeight(data, ground, k, dz, dz);
  const { nx } = ground.field;
  const j = Math.floor(k / nx);
  wake(data, ground, k - j * nx, j);
}

/** Notes that slopes around a point are to be looked at. Writes: relaxing. */
function wake(data: Data, ground: LiveGround, i: number, j: number): void {
  const { relaxing } = terrainFields(data);
  const { nx, ny } = ground.field;
  const o = 6 * indexOf(data, ground);
  const empty = relaxing[o] >= relaxing[o + 2];
  const i0 = Math.max(0, i - 1);
  const j0 = Math.max(0, j - 1);
  const i1 = Math.min(nx, i + 2);
  const j1 = Math.min(ny, j + 2);
  relaxing[o] = empty ? i0 : Math.min(relaxing[o], i0);
  relaxing[o + 1] = empty ? j0 : Math.min(relaxing[o + 1], j0);
  relaxing[o + 2] = empty ? i1 : Math.max(relaxing[o + 2], i1);
  relaxing[o + 3] = empty ? j1 : Math.max(relaxing[o + 3], j1);
  if (empty) relaxing[o + 4] = relaxing[o + 1];
  relaxing[o + 5] = 1;
}

function indexOf(data: Data, ground: LiveGround): number {
  return data.systems.terrain.grounds.indexOf(ground);
}
