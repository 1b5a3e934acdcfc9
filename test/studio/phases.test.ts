/** Phases of a run on the timeline. */
import { expect, test } from "vitest";
import { type Phase, withObservation } from "../../studio/time/phases.js";

/** Phases after observations, given as [time, holds]. */
function phasesOf(observations: readonly (readonly [number, boolean])[]): readonly Phase[] {
  let phases: readonly Phase[] = [];
  let before = 0;
  for (const [time, holds] of observations) {
    phases = withObservation(phases, before, time, holds);
    before = time;
  }
  return phases;
}

test("observations in a row are one phase, a gap ends it", () => {
  const phases = phasesOf([
    [0.1, false],
    [0.2, true],
    [0.3, true],
    [0.4, false],
    [0.5, true],
    [0.6, true],
  ]);
  expect(phases).toEqual([
    { from: 0.2, to: 0.3 },
    { from: 0.5, to: 0.6 },
  ]);
});

test("a run that is resumed from an earlier time forgets what came after", () => {
  const slides = [0.1, 0.2, 0.3, 0.4].map((time) => [time, true] as const);
  expect(phasesOf([...slides, [0.25, true], [0.35, true]])).toEqual([{ from: 0.1, to: 0.35 }]);
  expect(phasesOf([...slides, [0.25, false]])).toEqual([{ from: 0.1, to: 0.25 }]);
  expect(phasesOf([...slides, [0, false]])).toEqual([]);
});
