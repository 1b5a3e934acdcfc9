/**
 * The state of every shipped scene is the recorded one, to the bit: the first steps in the scene's own formulation, with STICTION_FULL=1 all recorded
 * runs in all formulations.
 */
import { scenes } from "stiction/scenes";
import { expect, test } from "vitest";
import all from "./hashes.json" with { type: "json" };
import begun from "./hashes-short.json" with { type: "json" };
import { type HashRow, hashRun } from "./scene-hashes.js";

const ADVICE =
  "The motion of this scene changed. If that is meant, record it (node --conditions=source --import tsx scripts/hashes.ts --write), and write under " +
  '"Results changed" in CHANGELOG.md which scenes move, by how much and why. If it is not, the change has a bug.';

const full = process.env.STICTION_FULL === "1";
const recorded: [string, HashRow][] = full
  ? Object.entries(all)
  : Object.entries(begun).map(([name, row]) => [`${name} own`, row]);

test("every shipped scene is on record", () => {
  expect(Object.keys(begun).sort()).toEqual(scenes.map(({ name }) => name).sort());
});

test.each(recorded)("%s", (key, row) => {
  const [name, formulation] = key.split(" ");
  expect(
    hashRun(name, formulation, (k) => k < row.steps),
    ADVICE,
  ).toEqual(row);
});
