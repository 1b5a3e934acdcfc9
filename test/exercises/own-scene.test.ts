/** An exercise with a scene file in its folder: seats and views, which have no folder, get what stands in it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileUntyped } from "stiction";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileExercise } from "../../exercises/headless.js";
import { loadExercise } from "../../exercises/load.js";
import { exerciseScene } from "../../exercises/seat/scene.js";
import { openCatalogue } from "../../server/exercises/catalogue.js";
import { exerciseSource } from "../../studio/pages/operator/school.js";

const base = mkdtempSync(join(tmpdir(), "stiction-own-scene-"));
const folder = join(base, "yard");
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const manifest = (scene: string) => `id: yard
title: Yard
summary: A scene of its own.
machine: wheeled-excavator
scene: ${scene}
duration: 60
passMark: 60
marks: { goal: { at: [1, 2], radius: 0.5 } }
sensors: { height: body/ball/position.z }
`;

beforeAll(() => {
  mkdirSync(folder);
  write("own.yaml", "bodies: [{ name: ball, mass: 2, position: [0, 0, 3] }]\n");
  write("script.ts", "export default {};\n");
  write("exercise.yaml", manifest("own.yaml"));
});
afterAll(() => rmSync(base, { recursive: true }));

test("the seat's scene is that of the file with marks and sensors, also after it went over the network", async () => {
  const exercise = await loadExercise(folder);
  const names = compileExercise(exercise).bodyNames;
  expect(names).toEqual(expect.arrayContaining(["ball", "mark-goal"]));
  const loader = { load: loadExercise, start: unused, resume: unused };
  const [{ scene }] = (await openCatalogue([base], loader)).rows;
  const source = exerciseSource("1", JSON.parse(JSON.stringify(scene)));
  if (source.kind !== "exercise") throw new Error(source.kind);
  expect(compileUntyped(exerciseScene(source.exercise)).bodyNames).toEqual(names);
});

test("a mistake in the file has its place, and a file elsewhere is refused", async () => {
  write("own.yaml", "bodies: [{ name: ball, mass: 2\n");
  await expect(loadExercise(folder)).rejects.toThrow(/own\.yaml:\d+:\d+/);
  write("exercise.yaml", manifest("../own.yaml"));
  await expect(loadExercise(folder)).rejects.toThrow("outside the folder");
});

const unused = () => {
  throw new Error("no run");
};
