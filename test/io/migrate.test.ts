/** Scenes of older formats: they compile with a warning, and their files are rewritten without a change of anything else. */
import { compileUntyped } from "stiction";
import { migrateSceneText } from "stiction/io";
import { describe, expect, test } from "vitest";
import { ProblemList } from "../../src/model/errors.js";
import { modernScene, type Rename, SCENE_FORMAT } from "../../src/model/format.js";

/** A history that a format might have. */
const HISTORY: readonly Rename[] = [
  { since: 2, in: "", from: "dt", to: "timestep" },
  { since: 2, in: "bodies.shapes", type: "sphere", from: "r", to: "radius" },
  { since: 3, in: "joints.drive", from: "rate", to: "speed" },
];

const YAML = `# a scene
dt: 0.01   # the step
bodies:
  # first
  - { name: a, shapes: [{ "r": 0.5, type: sphere }, { type: box, r: 1 }] }
joints:
  - type: hinge
    drive:
      rate: 2 # rad/s
`;

describe("files", () => {
  test("names change; comments, order and layout stay", async () => {
    const { text, changes } = await migrateSceneText(YAML, "s.yaml", HISTORY);
    expect(text).toBe(
      YAML.replace("dt:", `format: ${SCENE_FORMAT}\ntimestep:`)
        .replace('"r": 0.5', '"radius": 0.5')
        .replace("rate:", "speed:"),
    );
    expect(changes).toEqual([
      { path: "dt", from: "dt", to: "timestep" },
      { path: "bodies[0].shapes[0].r", from: "r", to: "radius" },
      { path: "joints[0].drive.rate", from: "rate", to: "speed" },
    ]);
    // a second time there is nothing to do
    expect(await migrateSceneText(text, "s.yaml", HISTORY)).toEqual({ text, changes: [] });
  });

  test("JSON stays JSON, and a format that is there is brought up to date", async () => {
    const { text } = await migrateSceneText('{ "dt": 0.01,\n  "bodies": [] }\n', "s.json", HISTORY);
    expect(text).toBe(`{ "format": ${SCENE_FORMAT}, "timestep": 0.01,\n  "bodies": [] }\n`);
    const old = await migrateSceneText("format: 0\ndt: 0.01\n", "s.yaml", HISTORY);
    expect(old.text).toBe(`format: ${SCENE_FORMAT}\ntimestep: 0.01\n`);
  });

  test("an up-to-date file stays as it is, and a broken one has its place", async () => {
    expect(await migrateSceneText("timestep: 0.01\n", "s.yaml")).toEqual({ text: "timestep: 0.01\n", changes: [] });
    await expect(migrateSceneText("bodies: [\n", "s.yaml")).rejects.toThrow(/^s.yaml:\d+:\d+ /);
  });
});

describe("scenes in memory", () => {
  test("old names are understood, with a warning each; the new one wins where both are given", () => {
    const problems = new ProblemList();
    const scene = {
      dt: 0.01,
      bodies: [
        {
          shapes: [
            { type: "sphere", r: 1 },
            { type: "sphere", r: 1, radius: 2 },
          ],
        },
      ],
    };
    const before = structuredClone(scene);
    expect(modernScene(scene, problems, HISTORY)).toEqual({
      timestep: 0.01,
      bodies: [
        {
          shapes: [
            { type: "sphere", radius: 1 },
            { type: "sphere", r: 1, radius: 2 },
          ],
        },
      ],
    });
    expect(scene).toEqual(before);
    expect(problems.warnings).toEqual([
      "dt: is called timestep since format 2; stiction migrate rewrites files",
      "bodies[0].shapes[0].r: is called radius since format 2; stiction migrate rewrites files",
    ]);
  });

  test("a cylinder by its name of format 1 compiles to the same body, with a warning", () => {
    const of = (length: object) => ({
      bodies: [{ name: "roll", shapes: [{ type: "cylinder", radius: 0.1, ...length }] }],
    });
    const old = compileUntyped(of({ halfHeight: 0.3 }));
    expect(old.warnings).toEqual([
      "bodies[0].shapes[0].halfHeight: is called halfLength since format 2; stiction migrate rewrites files",
    ]);
    const today = compileUntyped(of({ halfLength: 0.3 }));
    expect(today.warnings).toEqual([]);
    expect(old.bodyMass).toEqual(today.bodyMass);
    expect(old.bodyMass[1]).toBeGreaterThan(0);
  });

  test("a newer format is an error that says so", () => {
    expect(() => compileUntyped({ format: SCENE_FORMAT + 1, bodies: [] })).toThrow(
      /format: expected at most \d+, got \d+: the scene needs a newer Stiction/,
    );
    expect(compileUntyped({ format: SCENE_FORMAT, bodies: [] }).warnings).toEqual([]);
  });
});
