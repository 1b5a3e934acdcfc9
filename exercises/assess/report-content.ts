/** What a report says, before it is a page or a PDF. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unpackRecord } from "../record.js";
import type { Assessment, Exercise, ExerciseEvent, ExerciseFrame, ExerciseMessage } from "../types.js";
import { METRICS, type SessionMetrics, sessionMetrics } from "./metrics.js";
import { type Plot, sessionPlots } from "./plots.js";

/** A session that a report is made of; `trainee` and `date` are texts for the head. */
export interface ReportedSession {
  readonly exercise: Pick<Exercise, "folder" | "id" | "title" | "summary" | "passMark">;
  readonly frames: readonly ExerciseFrame[];
  readonly messages: readonly ExerciseMessage[];
  readonly events: readonly ExerciseEvent[];
  readonly grade: Assessment | undefined;
  readonly trainee?: string;
  readonly date?: string;
}

/** A report as data. */
export interface ReportContent {
  readonly title: string;
  readonly lines: readonly string[];
  readonly score: number;
  readonly passed: boolean;
  readonly items: readonly (readonly [title: string, value: string, points: string])[];
  readonly figures: readonly (readonly [title: string, own: string, reference: string])[];
  readonly plots: readonly Plot[];
  readonly log: readonly (readonly [time: string, kind: string, text: string])[];
}

/** Events of the seat that a report lists. */
const LISTED = /^(collision|grounded|utilityStruck|rollover|slope-warning|tip-over-warning|engineStalled)$/;
const MOST_ROWS = 60;

/** The frames of an exercise's reference run; none where it has none. */
export function referenceFrames({ folder }: Pick<Exercise, "folder">): readonly ExerciseFrame[] {
  const file = join(folder, "reference.session");
  return existsSync(file) ? unpackRecord(readFileSync(file)).frames : [];
}

/** What the report of a session says. */
export function reportContent(session: ReportedSession): ReportContent {
  const { exercise, frames, messages, events, grade, trainee, date } = session;
  const reference = referenceFrames(exercise);
  const own = sessionMetrics(frames);
  const best = reference.length > 0 ? sessionMetrics(reference) : undefined;
  const rows = [
    ...messages.map(({ time, level, text }) => ({ time, kind: level, text })),
    ...events
      .filter(({ kind }) => kind !== "failed")
      .map(({ time, kind, text, points }) => ({ time, kind, text: withPoints(text, points) })),
    ...frames.flatMap((frame) => frame.events.filter(({ kind }) => LISTED.test(kind))),
  ].sort((a, b) => a.time - b.time);
  return {
    title: exercise.title,
    lines: [exercise.summary, ...[trainee, date].filter((text) => text !== undefined)],
    score: grade?.score ?? 0,
    passed: grade?.passed ?? false,
    items: (grade?.items ?? []).map(({ title, value, unit, points, most }) => [
      title,
      Number.isFinite(value) ? `${number(value, 3)} ${unit}`.trim() : "not measured",
      `${number(points, 1)} of ${most}`,
    ]),
    figures: (Object.keys(METRICS) as (keyof SessionMetrics)[]).map((name) => {
      const { title, unit, digits } = METRICS[name];
      const show = (value: number | undefined) =>
        value === undefined || !Number.isFinite(value) ? "–" : `${number(value, digits)} ${unit}`.trim();
      return [title, show(own[name]), show(best?.[name])];
    }),
    plots: sessionPlots(frames, reference),
    log: rows.slice(0, MOST_ROWS).map(({ time, kind, text }) => [`${time.toFixed(1)} s`, kind, text]),
  };
}

const number = (value: number, digits: number) => String(Number(value.toFixed(digits))).replace("-", "−");
const withPoints = (text: string, points: number) =>
  points === 0 ? text : `${text} (${points > 0 ? "+" : "−"}${Math.abs(points)} points)`;
