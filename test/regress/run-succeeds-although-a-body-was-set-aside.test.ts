// `run` exits with 0 when a body was set aside, `--strict` with 0 when the scene has warnings or a body flew away; 10,000 mistakes take 36 s to locate.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { compileUntyped, createData, type SpecError } from "stiction";
import { formatProblems, parseSceneText } from "stiction/io";
import { describe, expect, test } from "vitest";
import { leftBodies } from "../../cli/left-bodies.js";
import { cliHere, temporaryFolder } from "../cli/run-cli.js";

const folder = temporaryFolder();
const run = async (scene: object, ...args: string[]) => {
  const file = join(folder, "scene.json");
  writeFileSync(file, JSON.stringify(scene));
  return cliHere(["run", file, ...args], folder);
};
const FREE = { duration: 0.02, gravity: [0, 0, 0], bodies: [{ name: "dot", mass: 0.5 }] };

describe("the exit code of run", () => {
  test("is 1 for a body that was set aside", async () => {
    const controllers = [{ type: "expression", output: "bodies.dot.force.y", expression: "1e300 * 1e300" }];
    for (const strict of [[], ["--strict"]]) {
      const { code, stderr } = await run({ ...FREE, controllers }, "--quiet", ...strict);
      expect([code, stderr]).toEqual([1, expect.stringContaining("set aside")]);
    }
  });

  test("with --strict is 1 for a body that left", async () => {
    const controllers = [{ type: "expression", output: "bodies.dot.force.y", expression: "1e12" }];
    const { code, stderr } = await run({ ...FREE, controllers }, "--quiet", "--strict");
    expect(code).toBe(1);
    expect(stderr).toMatch(/left: dot is|gained/);
    const json = JSON.parse((await run({ ...FREE, controllers }, "--json")).stdout);
    expect(json.left).toEqual([expect.stringMatching(/^dot is .* m from its start$/)]);
  });

  test("with --strict is 1 for warnings of the scene, which are printed once each, ten at most", async () => {
    // a point of a hull that is given twice is worth a warning
    const corners = [0, 0, 1, 2, 3].map((k) => [k === 1 ? 1 : 0, k === 2 ? 1 : 0, k === 3 ? 1 : 0]);
    const bodies = Array.from({ length: 14 }, (_, i) => ({
      name: `m${i}`,
      position: [5 * i, 0, 0],
      shapes: [{ type: "convex-hull", vertices: corners }],
    }));
    const scene = { ...FREE, formulation: "impulse", duration: 0.001, bodies };
    const { warnings } = compileUntyped(scene);
    expect(warnings.length).toBeGreaterThan(10);
    const lenient = await run(scene, "--quiet");
    expect(lenient.code).toBe(0);
    expect(lenient.stderr.match(/^warning: /gm)).toHaveLength(11);
    expect(lenient.stderr).toContain(`and ${new Set(warnings).size - 10} more`);
    expect(JSON.parse((await run(scene, "--json")).stdout).warnings).toEqual([...new Set(warnings)]);
    expect((await run(scene, "--quiet", "--strict")).code).toBe(1);
  });
});

test("what gravity and speed explain is not gone", () => {
  const model = compileUntyped({ bodies: [{ name: "stone", mass: 1, velocity: [300, 0, 0] }] });
  const data = createData(model);
  data.clock[0] = 60;
  // 60 s of fall and flight
  data.bodyPos.set([18_000, 0, -17_658], 3);
  expect(leftBodies(model, data)).toEqual([]);
  data.bodyPos[5] = -1e9;
  expect(leftBodies(model, data)).toHaveLength(1);
});

describe("10,000 mistakes are located", () => {
  const count = 10_000;
  const names = Array.from({ length: count }, (_, i) => `b${i}`);
  const yaml = `bodies:\n${names.map((name) => `  - name: ${name}\n    mass: -1\n`).join("")}`;
  const materials = Object.fromEntries(names.map((name) => [name, { frictoin: 1 }]));
  const json = JSON.stringify({ materials, bodies: names.map((name) => ({ name, mass: -1 })) }, null, 1);

  test.each([
    ["scene.yaml", yaml, count],
    ["scene.json", json, 2 * count],
  ])("in %s, each on its line", async (name, text, expected) => {
    const { spec, locate } = await parseSceneText(text, name);
    let problems: SpecError["problems"] = [];
    try {
      compileUntyped(spec);
    } catch (error) {
      problems = (error as SpecError).problems;
    }
    expect(problems).toHaveLength(expected);
    const lines = formatProblems(problems, name, locate);
    const text9 = text.split("\n");
    for (const k of [0, 77, count - 1, expected - 1]) {
      const line = Number(/:(\d+):\d+ /.exec(lines[k])?.[1]);
      expect(text9[line - 1]).toMatch(/mass|frictoin/);
    }
    // more than ten times what a busy machine needs; quadratic work took half a minute on an idle one
    const start = process.cpuUsage();
    for (const { path } of problems) locate(path);
    expect(process.cpuUsage(start).user).toBeLessThan(5e6);
  });
});
