/** The half of a run that lives in the sandbox: frames come in as JSON, reports go out as JSON. */
import type { ExerciseEvent, ExerciseFrame, ExerciseMessage, MessageLevel } from "../types.js";
import { gradeOf } from "./grade.js";
import { randomFrom } from "./random.js";
import type { ExerciseScript, Now } from "./types.js";

/** What the host tells the script's half at the start. */
export interface RuntimeStart {
  readonly seed: number;
  readonly passMark: number;
  readonly duration: number;
  readonly marks: Now["marks"];
}

/** What the host calls. */
export interface Runtime {
  begin(start: string): string;
  step(frame: string): string;
}

/** Events and messages of one step beyond which a script is stopped. */
const MOST_WORDS = 50;
const LONGEST_TEXT = 500;

/** Checks a script and makes what the host calls. */
export function start(script: ExerciseScript<unknown> | undefined): Runtime {
  if (typeof script !== "object" || script === null)
    throw new TypeError("the script has no default export: export default defineExercise({ … })");
  if (typeof script.step !== "function") throw new TypeError("the script has no function step(now)");
  const { criteria } = script;
  if (typeof criteria !== "object" || criteria === null) throw new TypeError("the script has no criteria");
  checkCriteria(criteria);
  const values: Record<string, number> = {};
  const told = new Map<string, number>();
  let memory: unknown;
  let setup: RuntimeStart = { seed: 1, passMark: 0, duration: 0, marks: {} };
  let random = randomFrom(1);
  let [last, part, extra] = [0, 0, 0];
  let [done, failed] = [false, false];

  return {
    begin(json) {
      setup = JSON.parse(json);
      random = randomFrom(setup.seed);
      Math.random = random;
      memory = script.init?.();
      return "";
    },
    step(json) {
      const frame = JSON.parse(json) as ExerciseFrame;
      // JSON has no NaN
      for (const values of [frame.sensors, frame.inputs] as Record<string, number | null>[])
        for (const name of Object.keys(values)) values[name] ??= Number.NaN;
      const messages: ExerciseMessage[] = [];
      const events: ExerciseEvent[] = [];
      const { time } = frame;
      const full = (list: readonly unknown[]) => {
        if (list.length >= MOST_WORDS) throw new RangeError(`more than ${MOST_WORDS} messages or events in one step`);
      };
      const say = (level: MessageLevel, text: string, every = 10) => {
        const words = String(text).slice(0, LONGEST_TEXT);
        if (time - (told.get(words) ?? Number.NEGATIVE_INFINITY) < every) return;
        full(messages);
        told.set(words, time);
        messages.push({ time, level, text: words });
      };
      const now: Now = {
        time,
        dt: time - last,
        sensors: named(frame.sensors, "sensor"),
        inputs: named(frame.inputs, "lever"),
        events: frame.events,
        marks: named(setup.marks, "mark"),
        random,
        inform: (text, every) => say("info", text, every),
        warn: (text, every) => say("warn", text, every),
        progress(value) {
          if (!Number.isFinite(value)) throw new TypeError(`progress: expected a number from 0 to 1, got ${value}`);
          part = Math.max(0, Math.min(1, value));
        },
        measure(id, value) {
          if (!Object.hasOwn(criteria, id))
            throw new TypeError(
              `measure: there is no criterion "${id}"; criteria: ${Object.keys(criteria).join(", ")}`,
            );
          values[id] = Number(value);
        },
        note(kind, text, points = 0) {
          full(events);
          if (!Number.isFinite(points)) throw new TypeError(`note: expected points as a number, got ${points}`);
          extra += points;
          events.push({ time, kind: String(kind).slice(0, 60), text: String(text).slice(0, LONGEST_TEXT), points });
        },
        finish(text) {
          done = true;
          part = 1;
          if (text !== undefined) say("info", text, 0);
        },
        fail(text) {
          failed = true;
          say("error", text, 0);
          events.push({ time, kind: "failed", text: String(text).slice(0, LONGEST_TEXT), points: 0 });
        },
      };
      script.step(now, memory);
      last = time;
      const over = time >= setup.duration - 1e-9 && !done && !failed;
      if (over) say("error", "Time is over", 0);
      const finished = done || failed || over;
      const grade = finished
        ? gradeOf(criteria, values, { extra, done: done && !failed, passMark: setup.passMark })
        : undefined;
      return JSON.stringify({ progress: part, messages, events, finished, grade });
    },
  };
}

/** A misspelt name is an error with the nearest word, not a silent undefined. */
function named<T>(values: Readonly<Record<string, T>>, what: string): Readonly<Record<string, T>> {
  return new Proxy(values, {
    get(target, name) {
      if (typeof name !== "string" || Object.hasOwn(target, name)) return Reflect.get(target, name);
      const near = nearest(name, Object.keys(target));
      throw new ReferenceError(`there is no ${what} "${name}"${near === undefined ? "" : `; did you mean "${near}"?`}`);
    },
  });
}

/** The word that differs least, by a third of its letters at most. */
function nearest(word: string, words: readonly string[]): string | undefined {
  let best: { readonly known: string; readonly apart: number } | undefined;
  for (const known of words) {
    const apart = distance(word.toLowerCase(), known.toLowerCase());
    if (apart <= Math.max(1, word.length / 3) && apart < (best?.apart ?? Number.POSITIVE_INFINITY))
      best = { known, apart };
  }
  return best?.known;
}

/** Letters that are to be changed, put in or left out. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, k) => k);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let k = 1; k <= b.length; k++)
      next.push(Math.min(row[k] + 1, next[k - 1] + 1, row[k - 1] + (a[i - 1] === b[k - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length];
}

function checkCriteria(criteria: ExerciseScript["criteria"]): void {
  let sum = 0;
  for (const [id, { title, unit, most, full, none }] of Object.entries(criteria)) {
    if (typeof title !== "string" || typeof unit !== "string")
      throw new TypeError(`criteria.${id}: expected a title and a unit`);
    if (![most, full, none].every(Number.isFinite) || !(most > 0))
      throw new TypeError(`criteria.${id}: expected numbers most, full and none`);
    sum += most;
  }
  if (Math.abs(sum - 100) > 1e-9) throw new RangeError(`criteria: expected 100 points together, got ${sum}`);
}
