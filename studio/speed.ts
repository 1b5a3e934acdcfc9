/** Speeds of a run, simulated seconds per second. */

export const SPEEDS: readonly number[] = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 4];

/** A run shorter than this, s, is over before one sees it; it is slowed, so that it takes twice this time at least. */
const SHORT = 1;

/** The speed at which a run of this duration (s) is first shown: real time, or slowed where that is over at once. */
export function firstSpeed(duration: number): number {
  if (!(duration > 0) || duration >= SHORT) return 1;
  const slow = SPEEDS.filter((speed) => duration / speed >= 2 * SHORT);
  return slow.at(-1) ?? SPEEDS[0];
}
