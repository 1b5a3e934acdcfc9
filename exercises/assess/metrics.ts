/** What a session was like, from its frames alone: the same for every exercise, beside what its script grades. */
import type { ExerciseFrame } from "../types.js";

/** Figures of a session. */
export interface SessionMetrics {
  /** s */
  readonly time: number;
  /** Buckets that were filled and emptied. */
  readonly cycles: number;
  /** Work of cylinders and motors, kJ. */
  readonly effort: number;
  /** Way of the bucket's edge, m. */
  readonly path: number;
  /** Dimensionless jerk of the bucket's edge, see `dimensionlessJerk`; not a number where it did not move. */
  readonly jerk: number;
  /** Soil that fell back to the ground, over what was dug; 0 where nothing was dug. */
  readonly spilled: number;
  readonly collisions: number;
  /** Time with a tip-over margin under 0.1 while the bucket does not cut, or with a lean over 15°, s. */
  readonly unsafe: number;
  /** While the bucket does not cut. */
  readonly leastMargin: number;
  /** Largest lean, °. */
  readonly mostSlope: number;
  /** Times that the bucket came nearer than 2 m to what it must keep away from. */
  readonly nearMisses: number;
}

/** Titles and units of the figures, in the order in which they are shown. */
export const METRICS = {
  time: { title: "Time", unit: "s", digits: 1 },
  cycles: { title: "Cycles", unit: "", digits: 0 },
  effort: { title: "Work of cylinders and motors", unit: "kJ", digits: 0 },
  path: { title: "Way of the bucket's edge", unit: "m", digits: 1 },
  jerk: { title: "Dimensionless jerk of the edge, ln", unit: "", digits: 1 },
  spilled: { title: "Soil back on the ground over soil dug", unit: "", digits: 2 },
  collisions: { title: "Collisions", unit: "", digits: 0 },
  unsafe: { title: "Time close to tipping or leaning", unit: "s", digits: 1 },
  leastMargin: { title: "Least tip-over margin", unit: "", digits: 2 },
  mostSlope: { title: "Largest lean", unit: "°", digits: 1 },
  nearMisses: { title: "Near misses", unit: "", digits: 0 },
} as const satisfies Record<keyof SessionMetrics, { title: string; unit: string; digits: number }>;

/** Margin and lean, °, from which time counts as unsafe; the lean is that at which the seat warns. */
const LITTLE_MARGIN = 0.1;
const MUCH_LEAN = 15;
/** Distance of a near miss, m; one ends when the distance is half as large again. */
const NEAR = 2;
/** Filling that counts as a bucket, and that counts as empty, m³. */
const FULL = 0.15;
const EMPTY = 0.05;
/** Frames after a cut whose margins are not looked at. */
const AFTER_CUT = 5;
/** The machine settles on its tyres: margins of this time are not looked at, s. */
const SETTLING = 1;

/** The figures of a session. */
export function sessionMetrics(frames: readonly ExerciseFrame[]): SessionMetrics {
  const of = (name: string) => frames.map(({ sensors }) => sensors[name] ?? Number.NaN);
  const last = (name: string) => frames.at(-1)?.sensors[name] ?? 0;
  const cut = of("dug");
  const settled = frames.flatMap(({ time }, k) => (time >= SETTLING ? [k] : []));
  // a bucket that cuts bears on the ground: the machine does not tip over while its teeth hold it
  const all = of("margin").map((margin, k) => (cut[k] - cut[Math.max(0, k - AFTER_CUT)] > 1e-3 ? 1 : margin));
  const [margins, leans] = [all, of("slope")].map((values) => settled.map((k) => values[k]));
  const step = frames.length > 1 ? (frames.at(-1)!.time - frames[0].time) / (frames.length - 1) : 0;
  const tip = (["tipX", "tipY", "tipZ"] as const).map((name) => of(name));
  const dug = last("dug");
  return {
    time: frames.at(-1)?.time ?? 0,
    cycles: countAbove(of("bucket"), FULL, EMPTY),
    effort: last("work"),
    path: pathLength(tip),
    jerk: Math.log(dimensionlessJerk(tip, step)),
    spilled: dug > 0.01 ? last("spilled") / dug : 0,
    collisions: frames.reduce((sum, { events }) => sum + events.filter(({ kind }) => kind === "collision").length, 0),
    unsafe: step * margins.filter((margin, k) => margin < LITTLE_MARGIN || leans[k] > MUCH_LEAN).length,
    leastMargin: Math.min(1, ...margins),
    mostSlope: Math.max(0, ...leans),
    nearMisses: countAbove(
      of("clearance").map((x) => -x),
      -NEAR,
      -1.5 * NEAR,
    ),
  };
}

/** How often a value goes above `high` and back below `low`; one that has not come back counts. */
function countAbove(values: readonly number[], high: number, low: number): number {
  let [count, up] = [0, false];
  for (const value of values) {
    if (!up && value > high) {
      up = true;
      count++;
    } else if (up && value < low) up = false;
  }
  return count;
}

function pathLength(path: readonly (readonly number[])[]): number {
  let sum = 0;
  for (let k = 1; k < path[0].length; k++) sum += Math.hypot(...path.map((c) => c[k] - c[k - 1]));
  return sum;
}

/**
 * Dimensionless squared jerk [Hogan2009]:
 *
 *   J = T⁵ / L² ∫ |d³p/dt³|² dt
 *
 * T duration (s), L length of the path (m), p the point. It does not change with size and pace; a straight movement of
 * least jerk, p = L (10 τ³ − 15 τ⁴ + 6 τ⁵), has 720; jerky ones have more. Derivatives are differences of third order over
 * the frames, so that what is faster than the frames is not seen.
 */
export function dimensionlessJerk(path: readonly (readonly number[])[], step: number): number {
  const count = path[0]?.length ?? 0;
  const length = pathLength(path);
  if (count < 4 || length < 1e-9) return Number.NaN;
  let sum = 0;
  for (let k = 3; k < count; k++)
    for (const c of path) sum += ((c[k] - 3 * c[k - 1] + 3 * c[k - 2] - c[k - 3]) / step ** 3) ** 2;
  const duration = step * (count - 1);
  return (duration ** 5 / length ** 2) * sum * step;
}
