/**
 * The shipped exercises. Each has a session of a driver who does it well and of one who makes the mistake that the
 * exercise is about, recorded from the simulation (`stiction exercise run … --record`). Here the scripts read those
 * sessions again; with STICTION_FULL the drivers drive again.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readDriver } from "../../exercises/driver.js";
import { runHeadless } from "../../exercises/headless.js";
import { loadExercise } from "../../exercises/load.js";
import { PATIENT, resumeExercise, startExercise } from "../../exercises/run.js";
import { shippedExercises } from "../../exercises/shipped.js";
import { gradeAgain } from "../../exercises/tools/run.js";

const FULL = Boolean(process.env.STICTION_FULL);
const exercises = shippedExercises();

/** What the trainee reads when the exercise is failed. */
const REASONS: Readonly<Record<string, RegExp>> = {
  "buried-pipe": /struck a pipe/,
  "ditch-crossing": /left the crossing/,
  driving: /touched three cones/,
  "dumping-at-marks": /beside the ring/,
  emergency: /went on moving/,
  levelling: /dug a hole/,
  lifting: /tips/,
  "slope-work": /without blade and outriggers/,
  stabilisers: /before blade and outriggers/,
  tracks: /struck the wheel loader/,
  trenching: /dragged/,
  "truck-loading": /beside the lorry/,
};

/** Exercises without a recorded session, and why. A new exercise without one fails the tests, and so does a gap that is closed. */
const GAPS: Readonly<Record<"reference" | "bad", Readonly<Record<string, string>>>> = {
  reference: {},
  bad: {
    "controls-tour": "has no mistake: whoever moves the levers gets points",
    "dumping-at-marks": "not recorded yet",
    levelling: "not recorded yet",
    lifting: "not recorded yet",
    trenching: "not recorded yet",
    "truck-loading": "not recorded yet",
  },
};

const sessionsOf = (which: string) => exercises.filter(({ folder }) => existsSync(join(folder, `${which}.session`)));

test("there are thirteen, each with documents, and each can be loaded", async () => {
  expect(exercises).toHaveLength(13);
  for (const { id, folder } of exercises) {
    const { id: own, documents, passMark, script } = await loadExercise(folder);
    expect(own).toBe(id);
    expect(documents.map(({ title }) => title).join("")).not.toBe("");
    expect(passMark).toBeGreaterThan(0);
    // the helpers and the script, nothing else
    expect(script.code.length).toBeLessThan(60_000);
    expect(readFileSync(join(folder, "task.md"), "utf8")).toMatch(/\*\*Goal\.\*\*[\s\S]*\*\*Steps\*\*[\s\S]*graded/);
  }
});

test.each(["reference", "bad"] as const)("each has a small %s session, apart from the gaps that are named", (which) => {
  const recorded = sessionsOf(which);
  const missing = exercises.filter((entry) => !recorded.includes(entry)).map(({ id }) => id);
  expect(missing).toEqual(Object.keys(GAPS[which]));
  // a session of a minute has 600 frames of some 40 numbers
  for (const { folder } of recorded)
    expect(readFileSync(join(folder, `${which}.session`)).length).toBeLessThan(100_000);
});

describe("a session that was recorded", () => {
  test.each(sessionsOf("reference"))("of $id by its reference driver is passed", async ({ folder }) => {
    const { grade, progress, messages } = await gradeAgain(readFileSync(join(folder, "reference.session")), folder);
    expect(messages.filter(({ level }) => level === "error")).toEqual([]);
    expect(grade?.passed).toBe(true);
    expect(progress).toBe(1);
  });

  test.each(sessionsOf("bad"))("of $id with the mistake fails for that reason", async ({ id, folder }) => {
    const { grade, messages } = await gradeAgain(readFileSync(join(folder, "bad.session")), folder);
    expect(grade?.passed).toBe(false);
    expect(messages.filter(({ level }) => level === "error").map(({ text }) => text)).toEqual([
      expect.stringMatching(REASONS[id]),
    ]);
  });

  test("that is saved half way goes on as if nothing had been", async () => {
    const [{ id, folder }] = sessionsOf("bad");
    const bytes = readFileSync(join(folder, "bad.session"));
    const whole = await gradeAgain(bytes, folder);
    const exercise = await loadExercise(folder);
    const half = Math.floor(whole.frames.length / 2);
    const first = startExercise(exercise, { seed: whole.seed }, PATIENT);
    const before = whole.frames.slice(0, half).flatMap((frame) => first.step(frame) ?? []);
    const saved = first.save();
    first.close();
    const second = resumeExercise(exercise, saved, PATIENT);
    const after = whole.frames.slice(half).flatMap((frame) => second.step(frame) ?? []);
    second.close();
    const reports = [...before, ...after];
    expect(reports.flatMap(({ messages }) => messages)).toEqual(whole.messages);
    expect(reports.at(-1)?.grade).toEqual(whole.grade);
    expect(() => resumeExercise({ ...exercise, id: "another" }, saved)).toThrow(`one of "${id}", not of "another"`);
  });
});

/** Drivers that have both a file and a session. */
const driven = ["reference", "bad"].flatMap((which) => sessionsOf(which).map((entry) => ({ ...entry, which })));

describe.runIf(FULL)("the simulation", () => {
  test.each(driven)("of $id by the $which driver comes to the grade on record", async ({ folder, which }) => {
    const exercise = await loadExercise(folder);
    const file = join(folder, `${which}.yaml`);
    const driver = readDriver(parse(readFileSync(file, "utf8")), file);
    const { grade } = await runHeadless(exercise, { driver });
    const recorded = await gradeAgain(readFileSync(join(folder, `${which}.session`)), folder);
    expect(grade).toEqual(recorded.grade);
  });
});
