/** Textures of soil and stones, made once from noise that repeats without a seam. */
import {
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  RepeatWrapping,
  RGBAFormat,
  type Texture,
  UnsignedByteType,
} from "three";

/** Points along a side. */
const SIZE = 256;

/** A number in 0 … 1 from two whole numbers and a seed, always the same. */
export function hash(i: number, j: number, seed: number): number {
  let h = Math.imul(i, 0x27d4eb2d) ^ Math.imul(j, 0x165667b1) ^ Math.imul(seed + 1, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}

/** Smooth noise with `period` cells to a side; x and y in 0 … 1. */
function noise(x: number, y: number, period: number, seed: number): number {
  const [px, py] = [x * period, y * period];
  const [i, j] = [Math.floor(px), Math.floor(py)];
  const [u, v] = [px - i, py - j];
  const [su, sv] = [u * u * (3 - 2 * u), v * v * (3 - 2 * v)];
  const [i0, i1] = [i % period, (i + 1) % period];
  const [j0, j1] = [j % period, (j + 1) % period];
  const below = hash(i0, j0, seed) * (1 - su) + hash(i1, j0, seed) * su;
  const above = hash(i0, j1, seed) * (1 - su) + hash(i1, j1, seed) * su;
  return below * (1 - sv) + above * sv;
}

/** Octaves of noise from `period` on, each half as strong as the one before; mean 0.5. */
function octaves(x: number, y: number, period: number, count: number, seed: number): number {
  let [sum, weight] = [0, 0];
  for (let k = 0; k < count; k++) {
    const a = 0.5 ** k;
    sum += a * noise(x, y, period << k, seed + k);
    weight += a;
  }
  return sum / weight;
}

/** Distance to the nearest of random points, `period` to a side, in cells; and a number that belongs to that point. */
function nearestStone(x: number, y: number, period: number, seed: number): [distance: number, of: number] {
  const [px, py] = [x * period, y * period];
  const [i, j] = [Math.floor(px), Math.floor(py)];
  let [best, of] = [Number.POSITIVE_INFINITY, 0];
  for (let b = j - 1; b <= j + 1; b++) {
    for (let a = i - 1; a <= i + 1; a++) {
      const [ca, cb] = [(a + period) % period, (b + period) % period];
      const d = Math.hypot(a + hash(ca, cb, seed) - px, b + hash(ca, cb, seed + 1) - py);
      if (d < best) [best, of] = [d, hash(ca, cb, seed + 2)];
    }
  }
  return [best, of];
}

/** Fills a texture: two bytes of colour from `shade`, and the slope of `bump` as a normal's x and y. */
function build(
  shade: (x: number, y: number) => readonly [number, number],
  bump: (x: number, y: number) => number,
  strength: number,
): Uint8Array<ArrayBuffer> {
  const heights = new Float32Array(SIZE * SIZE);
  const bytes = new Uint8Array(4 * SIZE * SIZE);
  for (let j = 0; j < SIZE; j++) {
    for (let i = 0; i < SIZE; i++) heights[j * SIZE + i] = bump(i / SIZE, j / SIZE);
  }
  const at = (i: number, j: number) => heights[((j + SIZE) % SIZE) * SIZE + ((i + SIZE) % SIZE)];
  for (let j = 0; j < SIZE; j++) {
    for (let i = 0; i < SIZE; i++) {
      const [r, g] = shade(i / SIZE, j / SIZE);
      const sx = strength * (at(i - 1, j) - at(i + 1, j));
      const sy = strength * (at(i, j - 1) - at(i, j + 1));
      bytes.set([255 * r, 255 * g, 127.5 + 127.5 * sx, 127.5 + 127.5 * sy], 4 * (j * SIZE + i));
    }
  }
  return bytes;
}

/** Soil: fine grain, broad patches, and the normal of its crumbs. */
export function soilBytes(): Uint8Array<ArrayBuffer> {
  const grain = (x: number, y: number) => 0.65 * octaves(x, y, 24, 3, 1) + 0.35 * noise(x, y, 128, 7);
  return build(
    (x, y) => [grain(x, y), octaves(x, y, 3, 4, 20)],
    (x, y) => octaves(x, y, 12, 4, 40),
    2.2,
  );
}

/** Stones: how far up each point lies on its stone, a shade per stone, and the normal. */
export function stoneBytes(): Uint8Array<ArrayBuffer> {
  const dome = (x: number, y: number, period: number, seed: number) => {
    const [d, of] = nearestStone(x, y, period, seed);
    return [Math.max(0, 1 - 1.35 * d), of] as const;
  };
  const bump = (x: number, y: number) => {
    const [large] = dome(x, y, 22, 60);
    const [small] = dome(x, y, 57, 70);
    return 0.75 * Math.sqrt(large) + 0.25 * small + 0.1 * octaves(x, y, 32, 2, 80);
  };
  return build((x, y) => [bump(x, y), dome(x, y, 22, 60)[1]], bump, 1.2);
}

/** A texture that repeats; `anisotropy` keeps it sharp at a flat angle. */
export function repeating(bytes: Uint8Array<ArrayBuffer>, anisotropy: number): Texture {
  const texture = new DataTexture(bytes, SIZE, SIZE, RGBAFormat, UnsignedByteType);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = anisotropy;
  texture.needsUpdate = true;
  return texture;
}
