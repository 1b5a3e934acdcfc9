/**
 * Whether triangles bound a volume and turn outwards: then nobody sees their inner sides, which need not be drawn.
 * Every edge of such a surface is passed once each way. A sum over edges that is antisymmetric in their ends then
 * vanishes; that of another surface does so by a chance of 2⁻³².
 */
import type { BufferGeometry } from "three";

const known = new WeakMap<BufferGeometry, boolean>();

export function isClosed(geometry: BufferGeometry): boolean {
  let closed = known.get(geometry);
  if (closed === undefined) {
    closed = boundsVolume(geometry.getAttribute("position").array as Float32Array, geometry.getIndex()?.array ?? null);
    known.set(geometry, closed);
  }
  return closed;
}

/** `positions`: three numbers per vertex; `index`: three vertices per triangle, null: in their order. */
export function boundsVolume(positions: Float32Array, index: ArrayLike<number> | null): boolean {
  const n = index ? index.length : positions.length / 3;
  const names = namesOf(positions);
  let edges = 0;
  let volume = 0;
  for (let k = 0; k + 2 < n; k += 3) {
    const [a, b, c] = index ? [index[k], index[k + 1], index[k + 2]] : [k, k + 1, k + 2];
    edges = (edges + edge(names[a], names[b]) + edge(names[b], names[c]) + edge(names[c], names[a])) | 0;
    volume += sixfoldVolume(positions, 3 * a, 3 * b, 3 * c);
  }
  return n > 0 && edges === 0 && volume > 0;
}

/** A number per vertex, the same for all at one place. */
function namesOf(positions: Float32Array): Int32Array {
  // −0 is at the place of 0
  const words = new Int32Array(positions.map((x) => x + 0).buffer);
  const names = new Int32Array(positions.length / 3);
  for (let v = 0; v < names.length; v++) {
    let hash = 0;
    for (let i = 0; i < 3; i++) hash = scatter(hash ^ words[3 * v + i]);
    names[v] = hash;
  }
  return names;
}

function edge(from: number, to: number): number {
  return scatter(from ^ scatter(to)) - scatter(to ^ scatter(from));
}

/** A permutation of 32-bit numbers without pattern. */
function scatter(x: number): number {
  let y = Math.imul((x ^ (x >>> 16)) + 0x9e3779b9, 0x85ebca6b);
  y = Math.imul(y ^ (y >>> 13), 0xc2b2ae35);
  return y ^ (y >>> 16);
}

/** Six times the volume between a triangle and the origin. */
function sixfoldVolume(p: Float32Array, a: number, b: number, c: number): number {
  return (
    p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) +
    p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]) +
    p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c])
  );
}
