import { tableSize } from "./weld.js";

/**
 * Neighbours across edges. Half-edge h is edge h mod 3 of triangle ⌊h/3⌋, from its corner h mod 3 to the next.
 * `mate[h]` is the other half-edge of an edge that has two, −1 at a border, −2 where more than two meet.
 */
export interface Edges {
  readonly mate: Int32Array;
  readonly open: number;
  readonly crowded: number;
  /** Edges whose two triangles run along them in the same direction, so that one of them is inside out. */
  readonly clashing: number;
}

const BORDER = -1;
const CROWDED = -2;

export const nextInTriangle = (h: number): number => (h % 3 === 2 ? h - 2 : h + 1);

export function findEdges(triangles: Uint32Array): Edges {
  const n = triangles.length;
  const mate = new Int32Array(n).fill(BORDER);
  const size = tableSize(n);
  const table = new Int32Array(size).fill(-1);
  const next = new Int32Array(n).fill(-1);
  for (let h = 0; h < n; h++) {
    const a = triangles[h];
    const b = triangles[nextInTriangle(h)];
    const low = a < b ? a : b;
    const high = a < b ? b : a;
    let slot = hash(low, high) & (size - 1);
    for (;;) {
      const first = table[slot];
      if (first < 0) {
        table[slot] = h;
        break;
      }
      const c = triangles[first];
      const d = triangles[nextInTriangle(first)];
      if ((c < d ? c : d) === low && (c < d ? d : c) === high) {
        next[h] = next[first];
        next[first] = h;
        break;
      }
      slot = (slot + 1) & (size - 1);
    }
  }
  return pairUp(triangles, table, next, mate);
}

function pairUp(triangles: Uint32Array, table: Int32Array, next: Int32Array, mate: Int32Array): Edges {
  let [open, crowded, clashing] = [0, 0, 0];
  for (let k = 0; k < table.length; k++) {
    const first = table[k];
    if (first < 0) continue;
    const second = next[first];
    if (second < 0) open++;
    else if (next[second] < 0) {
      mate[first] = second;
      mate[second] = first;
      if (triangles[first] === triangles[second]) clashing++;
    } else {
      crowded++;
      for (let h = first; h >= 0; h = next[h]) mate[h] = CROWDED;
    }
  }
  return { mate, open, crowded, clashing };
}

function hash(a: number, b: number): number {
  let h = Math.imul(a, 0x85ebca6b) ^ Math.imul(b + 0x9e3779b9, 0xc2b2ae35);
  h ^= h >>> 15;
  h = Math.imul(h, 0x27d4eb2f);
  return h ^ (h >>> 13);
}
