import { assert } from "#validate";

/**
 * Unordered pairs of small integers with a count each: a hash table over dense arrays, so that members can be listed
 * without holes. Nothing is allocated unless the table grows.
 *
 * Members are `low[i] < high[i]`, 0 ≤ i < `size`, in no particular order; `remove` puts the last member into the hole.
 */
export class PairMap {
  low: Int32Array = new Int32Array(INITIAL);
  high: Int32Array = new Int32Array(INITIAL);
  /** One number per member, for the owner's use; 0 when added. */
  value: Int32Array = new Int32Array(INITIAL);
  size = 0;
  /** Index of a member + 1, or 0; a power of two of places, at most half of them taken. Linear probing. */
  #place: Int32Array = new Int32Array(2 * INITIAL);

  /** Index of the pair, or −1. */
  find(a: number, b: number): number {
    const low = a < b ? a : b;
    const high = a < b ? b : a;
    const place = this.#place;
    const wrap = place.length - 1;
    for (let p = hash(low, high) & wrap; ; p = (p + 1) & wrap) {
      const i = place[p] - 1;
      if (i < 0) return -1;
      if (this.low[i] === low && this.high[i] === high) return i;
    }
  }

  has(a: number, b: number): boolean {
    return this.find(a, b) >= 0;
  }

  /**
   * Index of the pair, which is added when it is not a member yet. Replaces `low`, `high` and `value` when they are
   * full.
   */
  add(a: number, b: number): number {
    assert(a !== b, "a pair of one");
    const low = a < b ? a : b;
    const high = a < b ? b : a;
    if (this.size === this.low.length) this.#grow();
    const place = this.#place;
    const wrap = place.length - 1;
    let p = hash(low, high) & wrap;
    for (; place[p] !== 0; p = (p + 1) & wrap) {
      const i = place[p] - 1;
      if (this.low[i] === low && this.high[i] === high) return i;
    }
    const index = this.size++;
    this.low[index] = low;
    this.high[index] = high;
    this.value[index] = 0;
    place[p] = index + 1;
    return index;
  }

  /** Takes the pair out; false when it was not a member. */
  delete(a: number, b: number): boolean {
    const index = this.find(a, b);
    if (index >= 0) this.remove(index);
    return index >= 0;
  }

  /** Takes out the member at `index`; the last member moves there. */
  remove(index: number): void {
    this.#free(this.#placeOf(index));
    const last = --this.size;
    if (last === index) return;
    this.#place[this.#placeOf(last)] = index + 1;
    this.low[index] = this.low[last];
    this.high[index] = this.high[last];
    this.value[index] = this.value[last];
  }

  clear(): void {
    this.#place.fill(0);
    this.size = 0;
  }

  #placeOf(index: number): number {
    const wrap = this.#place.length - 1;
    let p = hash(this.low[index], this.high[index]) & wrap;
    while (this.#place[p] !== index + 1) p = (p + 1) & wrap;
    return p;
  }

  /** Empties place p and closes the gap, so that probing never meets a hole before the member it looks for. */
  #free(p: number): void {
    const place = this.#place;
    const wrap = place.length - 1;
    let hole = p;
    for (let q = (p + 1) & wrap; place[q] !== 0; q = (q + 1) & wrap) {
      const i = place[q] - 1;
      const home = hash(this.low[i], this.high[i]) & wrap;
      // the member at q may move to the hole unless its home lies cyclically in (hole, q]
      if (((q - home) & wrap) >= ((q - hole) & wrap)) {
        place[hole] = place[q];
        hole = q;
      }
    }
    place[hole] = 0;
  }

  #grow(): void {
    const capacity = 2 * this.low.length;
    this.low = grown(this.low, capacity);
    this.high = grown(this.high, capacity);
    this.value = grown(this.value, capacity);
    this.#place = new Int32Array(2 * capacity);
    const wrap = this.#place.length - 1;
    for (let i = 0; i < this.size; i++) {
      let p = hash(this.low[i], this.high[i]) & wrap;
      while (this.#place[p] !== 0) p = (p + 1) & wrap;
      this.#place[p] = i + 1;
    }
  }
}

const INITIAL = 16;

/** Mixes two integers; multiplications by large odd numbers spread them, the shift brings high bits down. */
function hash(low: number, high: number): number {
  const h = Math.imul(low, 0x9e3779b1) ^ Math.imul(high + 0x7f4a7c15, 0x85ebca6b);
  return Math.imul(h ^ (h >>> 15), 0x2c1b3c6d) >>> 8;
}

function grown(values: Int32Array, capacity: number): Int32Array {
  const more = new Int32Array(capacity);
  more.set(values);
  return more;
}
