/** Marks on the timeline. */
import { expect, test } from "vitest";
import { bundled } from "../../studio/time/bundles.js";
import type { EventNote } from "../../studio/worker/protocol.js";

const note = (code: number, time: number, who = 0): EventNote => ({ code, time, who }) as EventNote;
const name = ({ code }: EventNote) => (code === 1 ? "rule" : code < 20 ? "contact" : "sleep");
/** A second is 100 px. */
const place = (time: number) => 100 * time;

test("close events of a kind are one mark with their count", () => {
  const marks = bundled([note(10, 0), note(10, 0.1), note(11, 0.3), note(10, 1)], name, place);
  expect(marks.map(({ at, to, count }) => [at, to, count])).toEqual([
    [0, 30, 3],
    [100, 100, 1],
  ]);
});

test("another kind in between does not break a bundle, and rules stay single", () => {
  const marks = bundled([note(10, 0), note(20, 0.05), note(10, 0.1), note(1, 0.2), note(1, 0.21)], name, place);
  expect(marks.map(({ name, count }) => `${name} ${count}`)).toEqual(["contact 2", "sleep 1", "rule 1", "rule 1"]);
});

test("no event is lost, however many there are", () => {
  const events = Array.from({ length: 1000 }, (_, k) => note(10 + (k % 3 === 0 ? 10 : 0), k * 0.017));
  const marks = bundled(events, name, place);
  expect(marks.reduce((sum, { count }) => sum + count, 0)).toBe(1000);
  expect(marks.length).toBeLessThan(200);
});
