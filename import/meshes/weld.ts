/** Triangles with common corners. */
export interface Triangles {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
}

/**
 * Joins points that round to the same cell of a grid with the width `cell` (0: points that are equal), and drops
 * triangles that lose a corner by it. Points that lie in neighbouring cells stay apart, however close they are.
 */
export function weld(mesh: Triangles, cell: number): Triangles {
  const { target, count } = cellTargets(mesh.positions, cell, [0, 0, 0]);
  return renumber(mesh, target, count);
}

/**
 * Joins those of the points `some` that are within `width` of each other along every axis, and some that are up to twice
 * as far: grids of twice that width are moved by half a cell along each axis, so that two close points share a cell of
 * one of the eight.
 */
export function weldNear(mesh: Triangles, some: Uint32Array, width: number): Triangles {
  let positions = new Float64Array(3 * some.length);
  some.forEach((v, k) => {
    positions.set(mesh.positions.subarray(3 * v, 3 * v + 3), 3 * k);
  });
  const group = Uint32Array.from(some, (_, k) => k);
  for (let pass = 0; pass < 8; pass++) {
    const found = cellTargets(positions, 2 * width, [(pass & 1) / 2, ((pass >> 1) & 1) / 2, (pass >> 2) / 2]);
    for (let k = 0; k < group.length; k++) group[k] = found.target[group[k]];
    positions = found.kept;
  }
  return renumberGroups(mesh, some, group);
}

/** Points of one group become the first of them. */
function renumberGroups(mesh: Triangles, some: Uint32Array, group: Uint32Array): Triangles {
  const n = mesh.positions.length / 3;
  const first = new Int32Array(n).fill(-1);
  const leader = new Map<number, number>();
  some.forEach((v, k) => {
    const known = leader.get(group[k]);
    if (known === undefined) leader.set(group[k], v);
    else first[v] = known;
  });
  const target = new Uint32Array(n);
  let count = 0;
  for (let v = 0; v < n; v++) if (first[v] < 0) target[v] = count++;
  for (let v = 0; v < n; v++) if (first[v] >= 0) target[v] = target[first[v]];
  return renumber(mesh, target, count);
}

/** For every point the number of its cell, in the order of their first points, and those first points. */
function cellTargets(positions: Float64Array, cell: number, shift: readonly number[]) {
  const n = positions.length / 3;
  const target = new Uint32Array(n);
  const cells = new PointSet();
  const key = (v: number, i: number) =>
    cell > 0 ? Math.floor(positions[3 * v + i] / cell + shift[i]) : positions[3 * v + i];
  for (let v = 0; v < n; v++) target[v] = cells.add(key(v, 0), key(v, 1), key(v, 2));
  const { count } = cells;
  const kept = new Float64Array(3 * count);
  for (let v = n - 1; v >= 0; v--) for (let i = 0; i < 3; i++) kept[3 * target[v] + i] = positions[3 * v + i];
  return { target, count, kept };
}

/** Different points in the order in which they came. Its memory goes by their number, not by how often they come. */
export class PointSet {
  count = 0;
  private points = new Float64Array(3 * 64);
  private table = new Int32Array(tableSize(64)).fill(-1);
  private readonly word = new Float64Array(3);
  private readonly bits = new Int32Array(this.word.buffer);

  /** The number of a point; 0 and −0 are the same. */
  add(x: number, y: number, z: number): number {
    const { word } = this;
    // adding 0 makes one zero of two
    word[0] = x + 0;
    word[1] = y + 0;
    word[2] = z + 0;
    const mask = this.table.length - 1;
    let slot = mix(this.bits) & mask;
    for (;;) {
      const found = this.table[slot];
      if (found < 0) break;
      const { points } = this;
      if (points[3 * found] === word[0] && points[3 * found + 1] === word[1] && points[3 * found + 2] === word[2])
        return found;
      slot = (slot + 1) & mask;
    }
    this.table[slot] = this.count;
    this.points.set(word, 3 * this.count);
    if (3 * ++this.count === this.points.length) this.grow();
    return this.count - 1;
  }

  /** Coordinates of all points. */
  positions(): Float64Array {
    return this.points.slice(0, 3 * this.count);
  }

  private grow(): void {
    const larger = new Float64Array(2 * this.points.length);
    larger.set(this.points);
    this.points = larger;
    this.table = new Int32Array(2 * this.table.length).fill(-1);
    const mask = this.table.length - 1;
    for (let k = 0; k < this.count; k++) {
      for (let i = 0; i < 3; i++) this.word[i] = larger[3 * k + i];
      let slot = mix(this.bits) & mask;
      while (this.table[slot] >= 0) slot = (slot + 1) & mask;
      this.table[slot] = k;
    }
  }
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

/** Points and triangles after joining; triangles that lose a corner are dropped. */
function renumber({ positions, triangles }: Triangles, target: Uint32Array, count: number): Triangles {
  const kept = new Float64Array(3 * count);
  for (let v = target.length - 1; v >= 0; v--)
    for (let i = 0; i < 3; i++) kept[3 * target[v] + i] = positions[3 * v + i];
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
  return { positions: kept, triangles: out.slice(0, o) };
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
