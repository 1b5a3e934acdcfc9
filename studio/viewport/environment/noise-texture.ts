/** A tile of ground, made of noise: brightness, grain, and the slopes of small bumps. Repeats without a seam. */
import {
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  RepeatWrapping,
  RGBAFormat,
  UnsignedByteType,
} from "three";

/** Side of the tile, px. */
const SIZE = 256;
/** Octaves of the brightness: the coarsest has this many waves per tile. */
const FIRST_WAVES = 4;
const OCTAVES = 6;

/** Red: brightness; green: grain; blue and alpha: slopes along x and y, 0.5 for level ground. */
export function noiseTexture(): DataTexture {
  const height = new Float32Array(SIZE * SIZE);
  const grain = new Float32Array(SIZE * SIZE);
  for (let k = 0; k < OCTAVES; k++) addNoise(height, FIRST_WAVES << k, 0.5 ** k, k);
  addNoise(grain, SIZE / 2, 0.6, 17);
  addNoise(grain, SIZE / 4, 0.4, 18);
  const data = new Uint8Array(4 * SIZE * SIZE);
  const at = (x: number, y: number) => height[((y + SIZE) % SIZE) * SIZE + ((x + SIZE) % SIZE)];
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const p = y * SIZE + x;
      data[4 * p] = byte(0.5 + 0.42 * height[p]);
      data[4 * p + 1] = byte(0.5 + 0.5 * grain[p]);
      data[4 * p + 2] = byte(0.5 + 1.4 * (at(x + 1, y) - at(x - 1, y)));
      data[4 * p + 3] = byte(0.5 + 1.4 * (at(x, y + 1) - at(x, y - 1)));
    }
  }
  const texture = new DataTexture(data, SIZE, SIZE, RGBAFormat, UnsignedByteType);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = 4;
  texture.needsUpdate = true;
  return texture;
}

function byte(value: number): number {
  return Math.round(255 * Math.min(1, Math.max(0, value)));
}

/** Adds smooth noise of `waves` cells per tile, between −`size` and `size`. */
function addNoise(field: Float32Array, waves: number, size: number, seed: number): void {
  const cell = SIZE / waves;
  for (let y = 0; y < SIZE; y++) {
    const [j, v] = [Math.floor(y / cell), eased((y % cell) / cell)];
    for (let x = 0; x < SIZE; x++) {
      const [i, u] = [Math.floor(x / cell), eased((x % cell) / cell)];
      const value = (a: number, b: number) => hash(a % waves, b % waves, seed);
      const low = value(i, j) + u * (value(i + 1, j) - value(i, j));
      const high = value(i, j + 1) + u * (value(i + 1, j + 1) - value(i, j + 1));
      field[y * SIZE + x] += size * (low + v * (high - low));
    }
  }
}

function eased(t: number): number {
  return t * t * (3 - 2 * t);
}

/** A number between −1 and 1 that looks random. */
function hash(x: number, y: number, seed: number): number {
  let h = Math.imul(x + 1, 0x27d4eb2d) ^ Math.imul(y + 1, 0x165667b1) ^ Math.imul(seed + 1, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 2147483648 - 1;
}
