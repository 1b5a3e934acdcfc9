/** Triangles with common corners. */
export interface Triangles {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
}

/**
 * Joins points that round to the same cell of a grid with the width `cell` (0: points that are equal), and drops
 * triangles that lose a corner by it. Points that lie in neighbouring cells stay apart, however close they are.
 */
export function weld({ positions, triangles }: Triangles, cell: number, shift = [0, 0, 0]): Triangles {
  const n = positions.length / 3;
  const size = tableSize(n);
  const table = new Int32Array(size).fill(-1);
  const target = new Uint32Array(n);
  const kept = new Float64Array(3 * n);
  const keys = cell > 0 ? new Float64Array(3 * n) : kept;
  const word = new Float64Array(3);
  const bits = new Int32Array(word.buffer);
  let count = 0;
  for (let v = 0; v < n; v++) {
    // adding 0 makes one zero of two
    for (let i = 0; i < 3; i++)
      word[i] = cell > 0 ? Math.floor(positions[3 * v + i] / cell + shift[i]) : positions[3 * v + i] + 0;
    let slot = mix(bits) & (size - 1);
    for (;;) {
      const found = table[slot];
      if (found < 0) {
        table[slot] = count;
        for (let i = 0; i < 3; i++) {
          keys[3 * count + i] = word[i];
          kept[3 * count + i] = positions[3 * v + i];
        }
        target[v] = count++;
        break;
      }
      if (keys[3 * found] === word[0] && keys[3 * found + 1] === word[1] && keys[3 * found + 2] === word[2]) {
        target[v] = found;
        break;
      }
      slot = (slot + 1) & (size - 1);
    }
  }
  return { positions: kept.slice(0, 3 * count), triangles: renumber(triangles, target) };
}

/**
 * Joins points that are within `width` of each other along every axis, and some that are up to twice as far: grids of
 * twice that width are moved by half a cell along each axis, so that two close points share a cell of one of the eight.
 */
export function weldNear(mesh: Triangles, width: number): Triangles {
  let out = mesh;
  for (let k = 0; k < 8; k++) out = weld(out, 2 * width, [(k & 1) / 2, ((k >> 1) & 1) / 2, (k >> 2) / 2]);
  return out;
}

export function tableSize(n: number): number {
  let size = 16;
  while (size < 2 * n) size *= 2;
  return size;
}

function mix(bits: Int32Array): number {
  let h = 0x9e3779b9;
  for (let k = 0; k < 6; k++) {
    h = Math.imul(h ^ bits[k], 0x85ebca6b);
    h ^= h >>> 13;
  }
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function renumber(triangles: Uint32Array, target: Uint32Array): Uint32Array {
  const out = new Uint32Array(triangles.length);
  let o = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = target[triangles[t]];
    const b = target[triangles[t + 1]];
    const c = target[triangles[t + 2]];
    if (a === b || b === c || c === a) continue;
    out[o++] = a;
    out[o++] = b;
    out[o++] = c;
  }
  return out.slice(0, o);
}

/** Longest side of the box around points. */
export function extentOf(positions: ArrayLike<number>): number {
  let extent = 0;
  for (let i = 0; i < 3; i++) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let k = i; k < positions.length; k += 3) {
      low = Math.min(low, positions[k]);
      high = Math.max(high, positions[k]);
    }
    extent = Math.max(extent, high - low);
  }
  return extent;
}
