/**
 * The state of every shipped scene is the recorded one, to the bit: the first steps in the scene's own formulation, with STICTION_FULL=1 all recorded
 * runs in all formulations. `run --strict` succeeds with every scene in its own formulation, as far as these runs go.
 */
import { type Simulation, STATUS } from "stiction";
import { scenes } from "stiction/scenes";
import { expect, test } from "vitest";
import { leftBodies } from "../../cli/left-bodies.js";
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

/** What `run --strict` would fail for: status bits, warnings of `compile`, bodies that left. */
function troubleOf({ model, data }: Simulation, status: number): string[] {
  const bits = Object.entries(STATUS).flatMap(([bit, value]) => ((status & value) !== 0 ? [bit] : []));
  return [...bits, ...model.warnings, ...leftBodies(model, data)];
}

test.each(recorded)("%s", (key, row) => {
  const [name, formulation] = key.split(" ");
  let trouble: string[] = [];
  const run = hashRun(
    name,
    formulation,
    (k) => k < row.steps,
    (simulation, status) => {
      trouble = troubleOf(simulation, status);
    },
  );
  if (formulation === "own") expect(trouble, "run --strict would fail").toEqual([]);
  expect(run, ADVICE).toEqual(row);
});
