/** Phases of a run, for the timeline. */

/** A span of time, s. */
export interface Phase {
  readonly from: number;
  readonly to: number;
}

/**
 * The phases after a further observation at `time` (s). Observations that follow each other belong to one phase; those
 * after `time` no longer hold, since the run was resumed from there.
 */
export function withObservation(phases: readonly Phase[], before: number, time: number, holds: boolean): Phase[] {
  const kept = phases.filter(({ from }) => from < time).map(({ from, to }) => ({ from, to: Math.min(to, time) }));
  if (!holds) return kept;
  const last = kept.at(-1);
  // the observation before was of this phase too: the phase goes on
  if (last && last.to === Math.min(before, time)) return [...kept.slice(0, -1), { from: last.from, to: time }];
  return [...kept, { from: time, to: time }];
}
