/** Triangles whose equal corners are one vertex: the graphics card then computes each of them once. */
import { BufferAttribute, BufferGeometry } from "three";
import type { DrawnGeometry } from "../worker/protocol.js";

/** The geometry of triangles that are given corner by corner. */
export function indexedGeometry({ positions, normals, uvs }: DrawnGeometry): BufferGeometry {
  const arrays = [positions, normals, ...(uvs ? [uvs] : [])];
  const { index, first } = mergeCorners(arrays, positions.length / 3);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(pick(positions, 3, first), 3));
  geometry.setAttribute("normal", new BufferAttribute(pick(normals, 3, first), 3));
  if (uvs) geometry.setAttribute("uv", new BufferAttribute(pick(uvs, 2, first), 2));
  geometry.setIndex(new BufferAttribute(index, 1));
  return geometry;
}

/** For each of n corners the number of its vertex; and for each vertex the first corner that has its numbers. */
export function mergeCorners(
  arrays: readonly Float32Array[],
  n: number,
): { readonly index: Uint32Array; readonly first: Uint32Array } {
  const words = arrays.map((array) => new Uint32Array(array.buffer, array.byteOffset, array.length));
  const widths = arrays.map((array) => array.length / n);
  const mask = 2 ** Math.ceil(Math.log2(2 * n + 1)) - 1;
  // open addressing: the number of a vertex plus one, 0 for an empty place
  const table = new Uint32Array(mask + 1);
  const index = new Uint32Array(n);
  const first = new Uint32Array(n);
  let count = 0;
  const equal = (a: number, b: number) =>
    words.every((list, k) => {
      const w = widths[k];
      for (let i = 0; i < w; i++) if (list[w * a + i] !== list[w * b + i]) return false;
      return true;
    });
  for (let c = 0; c < n; c++) {
    let hash = 0;
    for (let k = 0; k < words.length; k++)
      for (let i = 0; i < widths[k]; i++)
        hash = Math.imul(hash ^ words[k][widths[k] * c + i], 0x9e3779b1) ^ (hash >>> 15);
    let at = hash & mask;
    while (table[at] !== 0 && !equal(first[table[at] - 1], c)) at = (at + 1) & mask;
    if (table[at] === 0) {
      first[count++] = c;
      table[at] = count;
    }
    index[c] = table[at] - 1;
  }
  return { index, first: first.slice(0, count) };
}

function pick(values: Float32Array, width: number, corners: Uint32Array): Float32Array {
  const out = new Float32Array(width * corners.length);
  for (let v = 0; v < corners.length; v++)
    for (let i = 0; i < width; i++) out[width * v + i] = values[width * corners[v] + i];
  return out;
}
