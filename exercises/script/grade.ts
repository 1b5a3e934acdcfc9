import type { Assessment, AssessmentItem } from "../types.js";
import type { Criterion } from "./types.js";

/** Points of a value: all at `full` or better, none at `none` or worse, in a straight line between. */
export function pointsFor({ most, full, none }: Criterion, value: number): number {
  if (!Number.isFinite(value)) return 0;
  if (full === none) return value === full ? most : 0;
  return most * Math.max(0, Math.min(1, (value - none) / (full - none)));
}

/** The grade of what was measured; `extra` are points of events. */
export function gradeOf(
  criteria: Readonly<Record<string, Criterion>>,
  values: Readonly<Record<string, number>>,
  { extra, done, passMark }: { readonly extra: number; readonly done: boolean; readonly passMark: number },
): Assessment {
  const items = Object.entries(criteria).map(([id, criterion]): AssessmentItem => {
    const { title, unit, most } = criterion;
    const value = id in values ? values[id] : Number.NaN;
    return { id, title, value, unit, points: round(pointsFor(criterion, value)), most };
  });
  const sum = items.reduce((total, { points }) => total + points, 0);
  const score = round(Math.max(0, Math.min(100, sum + extra)));
  return { score, passed: done && score >= passMark, items };
}

/** Tenths: what is shown is what is compared. */
const round = (x: number) => Math.round(10 * x) / 10;
