/** What scripts keep count with. Make them in `init`, use them in `step`. */
import type { Now } from "./types.js";

/** A place on the ground, m. */
export type Place = readonly [x: number, y: number];

/** An area on the ground. */
export interface Zone {
  has(x: number, y: number): boolean;
}

/** A rectangle by two corners, m. */
export function rectangle(a: Place, b: Place): Zone {
  const [x0, x1] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
  const [y0, y1] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])];
  return { has: (x, y) => x >= x0 && x <= x1 && y >= y0 && y <= y1 };
}

/** A circle, m: `circle(now.marks.heap)` is that of a mark. */
export function circle({ at, radius }: { readonly at: Place; readonly radius: number }): Zone {
  return { has: (x, y) => Math.hypot(x - at[0], y - at[1]) <= radius };
}

/** Distance of two points with as many components as the shorter one has. */
export function distance(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let k = 0; k < Math.min(a.length, b.length); k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return Math.sqrt(sum);
}

/** Counts the time in which something is so. */
export interface Stopwatch {
  /** All in all, s. */
  total: number;
  /** Without a break until now, s. */
  lasting: number;
  /** Call it in every step; returns `lasting`. */
  tick(now: Pick<Now, "dt">, so: boolean): number;
}

/** A stopwatch at zero. */
export function stopwatch(): Stopwatch {
  return {
    total: 0,
    lasting: 0,
    tick({ dt }, so) {
      if (so) this.total += dt;
      this.lasting = so ? this.lasting + dt : 0;
      return this.lasting;
    },
  };
}

/** Least, largest and mean of what it is given. */
export interface Extremes {
  least: number;
  largest: number;
  mean: number;
  count: number;
  add(value: number): void;
}

/** Extremes of nothing yet; values that are no numbers are left out. */
export function extremes(): Extremes {
  return {
    least: Number.POSITIVE_INFINITY,
    largest: Number.NEGATIVE_INFINITY,
    mean: 0,
    count: 0,
    add(value) {
      if (!Number.isFinite(value)) return;
      this.least = Math.min(this.least, value);
      this.largest = Math.max(this.largest, value);
      this.count++;
      this.mean += (value - this.mean) / this.count;
    },
  };
}

/** How much of the time a value was within its limits. */
export interface Band {
  /** 0 to 1; 1 before the first value. */
  share: number;
  /** Largest distance from the band so far. */
  worst: number;
  add(value: number): boolean;
}

/** A tolerance band. `add` returns whether the value is inside. */
export function band(low: number, high: number): Band {
  let [inside, all] = [0, 0];
  return {
    share: 1,
    worst: 0,
    add(value) {
      const off = Math.max(0, low - value, value - high);
      all++;
      if (off === 0) inside++;
      this.share = inside / all;
      this.worst = Math.max(this.worst, off);
      return off === 0;
    },
  };
}

/** Counts cycles: a value goes above `high` and comes back below `low`. */
export interface CycleCounter {
  count: number;
  /** True in the step in which a cycle ends. */
  add(value: number): boolean;
}

/** A counter of cycles: `cycles(0.1, 0.3)` with `now.sensors.bucket` counts buckets that were filled and emptied. */
export function cycles(low: number, high: number): CycleCounter {
  let up = false;
  return {
    count: 0,
    add(value) {
      if (value > high) up = true;
      if (!up || value >= low) return false;
      up = false;
      this.count++;
      return true;
    },
  };
}

/** Follows a path of straight pieces. */
export interface PathTracker {
  /** Present distance from the path, m. */
  off: number;
  /** Largest so far, m. */
  worst: number;
  /** Mean so far, m. */
  mean: number;
  /** How far along the path, 0 to 1; never goes back. */
  along: number;
  add(x: number, y: number): void;
}

/** A path through points, m; `ahead` is how far it looks ahead at most, so that crossings are not mixed up. */
export function pathTracker(points: readonly Place[], ahead = 5): PathTracker {
  const starts = [0];
  for (let k = 1; k < points.length; k++) starts.push(starts[k - 1] + distance(points[k - 1], points[k]));
  const length = starts[starts.length - 1];
  let [done, sum, count] = [0, 0, 0];
  return {
    off: 0,
    worst: 0,
    mean: 0,
    along: 0,
    add(x, y) {
      let [best, at] = [Number.POSITIVE_INFINITY, done];
      for (let k = 1; k < points.length; k++) {
        const [a, b] = [points[k - 1], points[k]];
        const piece = starts[k] - starts[k - 1];
        const t = piece > 0 ? ((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / (piece * piece) : 0;
        const s = Math.max(0, Math.min(1, t));
        const place = starts[k - 1] + s * piece;
        if (place < done - 1 || place > done + ahead) continue;
        const off = Math.hypot(a[0] + s * (b[0] - a[0]) - x, a[1] + s * (b[1] - a[1]) - y);
        if (off < best) [best, at] = [off, place];
      }
      if (!Number.isFinite(best)) return;
      done = Math.max(done, at);
      count++;
      sum += best;
      this.off = best;
      this.worst = Math.max(this.worst, best);
      this.mean = sum / count;
      this.along = length > 0 ? done / length : 1;
    },
  };
}

/** How many events of a kind there were in this step. */
export function countEvents({ events }: Pick<Now, "events">, kind: string): number {
  return events.filter((event) => event.kind === kind).length;
}
