/** The command line as a user meets it: exit codes, messages, files. */
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildScene, compile, createData, sensorValues, stateHash, step } from "stiction";
import { exactNumber } from "stiction/io";
import { sceneByName } from "stiction/scenes";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { mutants } from "../io/mutations.js";
import { PATIENCE_MS } from "../support/patience.js";
import { cli, cliHere, startCli, temporaryFolder } from "./run-cli.js";

const folder = temporaryFolder();
const at = (name: string) => join(folder, name);
/** In this process, in the folder of this test. */
const here = (...args: string[]) => cliHere(args, folder);
const put = (name: string, content: string) => {
  writeFileSync(at(name), content);
  return at(name);
};

const GOOD = `name: falling
contact: none
duration: 0.1
bodies:
  - name: ball
    shapes:
      - type: sphere
        radius: 0.1
sensors: [body/ball/position.z]
`;

// the first start makes the bundle
beforeAll(() => cli(["--version"]));

describe("exit codes and messages", () => {
  test("a wrong value in a file: file, line, column, path, expectation, value", async () => {
    put("wrong.yaml", GOOD.replace("radius: 0.1", "radius: -0.1").replace("name: ball", "name: ball\n    mass: heavy"));
    const { code, stdout, stderr } = await cli(["run", "wrong.yaml"], { cwd: folder });
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: "",
      stderr: 'wrong.yaml:6:5 bodies[0].mass: expected a finite number > 0 kg, got "heavy"\n',
    });
    put("wrong2.yaml", GOOD.replace("radius: 0.1", "raduis: 0.1"));
    expect(await here("info", "wrong2.yaml")).toEqual({
      code: 2,
      stdout: "",
      stderr: [
        "wrong2.yaml:7:9 bodies[0].shapes[0].radius: expected a finite number > 0 m, got nothing",
        'wrong2.yaml:8:9 bodies[0].shapes[0]: unknown key "raduis"; did you mean "radius"?',
        "",
      ].join("\n"),
    });
  });

  test.each([
    [["rnu"], 2, 'error: unknown command "rnu"; did you mean "run"?\n'],
    [["run"], 2, 'error: missing required argument "scene"\n'],
    [["run", "pendulum", "--durtion", "1"], 2, 'error: unknown option "--durtion"; did you mean "--duration"?\n'],
    [
      ["run", "pendulum", "--dt", "fast"],
      2,
      'error: option "--dt <seconds>" argument "fast" is invalid. Expected a number > 0.\n',
    ],
    [
      ["run", "pendulm"],
      2,
      'unknown scene "pendulm"; did you mean "pendulum"? (a file ends in .json, .yaml, .yml or .ts)\n',
    ],
    [["run", "no.yaml"], 2, "cannot read no.yaml: no such file or folder\n"],
    [
      ["run", "pendulum", "--set", "bodies.bib.mass=1"],
      2,
      '--set bodies.bib.mass=1: unknown entry of bodies "bib"; did you mean "bob"?\n',
    ],
    [
      ["run", "pendulum", "--set", "bodies.bob.mass=NaN"],
      2,
      '--set bodies.bob.mass=NaN: bodies[0].mass: expected a finite number > 0 kg, got "NaN"\n',
    ],
    [["run", "pendulum", "--set", "nonsense"], 2, "--set nonsense: expected name=value\n"],
    [
      ["run", "pendulum", "--set", "__proto__.x=1"],
      2,
      "--set __proto__.x=1: expected a path such as bodies.boom.mass or gravity.z\n",
    ],
    [
      ["run", "pendulum", "--param", "stifness=1"],
      2,
      '--param: unknown parameter "stifness"; did you mean "stiffness"?\n',
    ],
    [
      ["run", "pendulum", "--param", "stiffness=soft"],
      2,
      '--param stiffness: expected a finite number > 0 N/m, got "soft"\n',
    ],
    [
      ["run", "pendulum", "--integrator", "rk5"],
      2,
      '--integrator rk5: formulation.integrator: unknown integrator "rk5"; did you mean "rk4"?\n',
    ],
    [
      ["run", "pendulum", "--dt", "1e-9", "--duration", "1e6"],
      2,
      "pendulum: 1000000 s in steps of 1e-9 s are more than 2147483647 steps\n",
    ],
    [
      ["run", "pendulum", "--out", "run.txt"],
      2,
      "--out run.txt: expected a file that ends in .mcap, .csv, .jsonl, or -\n",
    ],
    [["replay", "no.mcap"], 2, "cannot read no.mcap: no such file or folder\n"],
    [["schema", "sprig"], 2, 'unknown item "sprig"; did you mean "spring"? (--list shows all)\n'],
    [
      ["new", "../evil"],
      2,
      'expected a name of letters, digits, - and _ that starts with a letter (at most 64), got "../evil"\n',
    ],
    [["run", "pendulum", "--out", "none/run.mcap"], 1, "error: cannot write none/run.mcap: no such file or folder\n"],
  ] as const)("stiction %j → %i", async (args, code, stderr) => {
    expect(await here(...args)).toEqual({ code, stdout: "", stderr });
  });

  test("--version", async () => {
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect(await cli(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  test("a reader that goes away is no error", async () => {
    const { child, result } = startCli(["schema"]);
    child.stdout!.destroy();
    const { code, stderr } = await result;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});

describe("run", () => {
  test("--json has full precision and the hash, and nothing else is on stdout", async () => {
    const { code, stdout, stderr } = await cli(["run", "flipping-body", "--duration", "0.5", "--json"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const summary = JSON.parse(stdout);

    // the same run in this process, bit for bit
    const model = compile(buildScene(sceneByName("flipping-body")!));
    const data = createData(model);
    for (let k = 0; k < 500; k++) step(model, data);
    const values = new Float64Array(model.sensors.columns.length);
    sensorValues(model, data, values);
    expect(summary).toMatchObject({ steps: 500, time: 0.5, hash: stateHash(data), stopped: "end", statusBits: 0 });
    expect(summary.sensors).toHaveLength(values.length);
    values.forEach((value, k) => {
      expect(Object.is(exactNumber(summary.sensors[k].value), value)).toBe(true);
    });
  });

  test("options change the scene", async () => {
    const args = [
      "--set",
      "bodies.ball.velocity=[0, 0, 3]",
      "--set",
      "gravity.z=-1.62",
      "--dt",
      "0.002",
      "--integrator",
      "rk4",
      "--json",
    ];
    const { stdout } = await here("run", put("good.yaml", GOOD), ...args);
    const summary = JSON.parse(stdout);
    expect(summary).toMatchObject({ integrator: "rk4", timestep: 0.002, steps: 50, scene: "falling" });
    // z = v t − ½ g t² at 0.1 s; rk4 is exact for it up to round-off
    expect(summary.sensors[0].value).toBeCloseTo(3 * 0.1 - 0.5 * 1.62 * 0.01, 14);
  });

  test("the summary has times, sensors with units, events and the hash", async () => {
    const { code, stdout, stderr } = await here("run", "free-fall");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const lines = stdout.split("\n");
    expect(lines[0]).toBe("free-fall  Free fall");
    expect(stdout).toMatch(/ {2}simulated {2}2 s in 2,000 steps\n/);
    expect(stdout).toMatch(/ {2}wall time {2}\S+ \S+, \S+× real time\n/);
    expect(stdout).toMatch(/ {2}step time {2}p50 .* p99 .* max /);
    expect(stdout).toMatch(/ {2}hash +f64-xxh32x2-[0-9a-f]{16}\n/);
    expect(stdout).toMatch(/ {4}body\/ball\/position\.z +-?\d+\.\d+ +m\n/);
    // vz / g = 8 / 9.81
    expect(stdout).toMatch(/ {2}events \(1\)\n {4}0\.815\d* {2}s {2}apex\n/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no colours where there is no terminal
    expect(stdout).not.toMatch(/\u001b/);
  });

  test("--quiet says nothing", async () => {
    expect(await here("run", "free-fall", "--duration", "0.01", "--quiet")).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
  });

  test("a body that was set aside fails a run, with --strict and without", async () => {
    // a force that overflows in the first step
    const spec = `${GOOD}controllers:\n  - {type: expression, output: bodies.ball.force.x, expression: 1e308 * 10}\n`;
    const file = put("trouble.yaml", spec);
    const lenient = await here("run", file);
    expect(lenient.code).toBe(1);
    expect(lenient.stdout).toContain("trouble  body set aside: its state was no longer finite; ball\n");
    const strict = await here("run", file, "--strict", "--quiet");
    expect(strict).toEqual({
      code: 1,
      stdout: "",
      stderr: "error: numerical trouble: body set aside: its state was no longer finite; ball\n",
    });
  });

  test("an event may stop it", async () => {
    const file = put(
      "stops.yaml",
      `${GOOD}events:\n  - {name: low, when: "[body/ball/position.z] < -0.01", stop: true}\n`,
    );
    const { code, stdout } = await here("run", file, "--json");
    const summary = JSON.parse(stdout);
    expect(code).toBe(0);
    // ½ g t² = 0.01 at 0.0452 s, and semi-implicit Euler is a step ahead
    expect(summary).toMatchObject({ stopped: "event", steps: 45, plannedSteps: 100, eventCount: 1 });
    expect(summary.events[0]).toMatchObject({ name: "low", kind: "rule", step: 45 });
  });

  test("scenes may be modules, with or without parameters", async () => {
    put(
      "plain.mjs",
      `export default ${JSON.stringify({ name: "plain", duration: 0.01, bodies: [{ name: "a", mass: 1 }] })};\n`,
    );
    put(
      "built.mjs",
      "export default ({ n = 1 }) => ({ name: 'built', duration: 0.01, bodies: Array.from({ length: n }, (_, k) => ({ name: 'b' + k, mass: 1 })) });\n",
    );
    put(
      "typed.ts",
      [
        'import { defineScene, param } from "stiction";',
        "interface Unused { a: number }",
        "export default defineScene({ name: 'typed', title: 'T', summary: 'S', group: 'basics',",
        "  params: { mass: param.number({ unit: 'kg', default: 3, help: 'mass' }) },",
        "  build: ({ mass }) => ({ duration: 0.01, bodies: [{ name: 'a', mass }] }) });",
      ].join("\n"),
    );
    put("throws.mjs", "throw new Error('no luck\\nwith this one');\n");
    put("nothing.mjs", "export const scene = 1;\n");
    const info = async (...args: string[]) => JSON.parse((await here("info", ...args, "--json")).stdout);
    expect((await info("plain.mjs")).bodies).toHaveLength(1);
    expect((await info("built.mjs", "--param", "n=3")).bodies).toHaveLength(3);
    const typed = await info("typed.ts", "--param", "mass=5");
    expect(typed).toMatchObject({ scene: "typed", totalMass: 5, parameters: [{ name: "mass", default: 3 }] });
    expect(readdirSync(folder).filter((name) => name.includes("typed"))).toEqual(["typed.ts"]);
    expect(await here("run", "throws.mjs")).toEqual({
      code: 2,
      stdout: "",
      stderr: "throws.mjs: no luck\n",
    });
    expect((await here("run", "nothing.mjs")).stderr).toBe(
      "nothing.mjs: expected a default export: a scene, or a function that returns one\n",
    );
  });
});

describe("recordings", () => {
  test("record, replay, tamper: in all formats", async () => {
    const outs = ["r.mcap", "r.csv", "r.jsonl"];
    const run = await here(
      "run",
      "spring-mass",
      "--duration",
      "0.5",
      "--json",
      ...outs.flatMap((out) => ["--out", out]),
    );
    expect(run.code).toBe(0);
    const { hash, recordings } = JSON.parse(run.stdout);
    expect(recordings.map((recording: { path: string }) => recording.path)).toEqual(outs);
    expect(outs.some((out) => existsSync(at(`${out}.part`)))).toBe(false);
    const replays = [];
    for (const out of outs) replays.push(await here("replay", out, "--json"));
    for (const { code, stdout } of replays) {
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        records: 501,
        footer: { hash, steps: 500 },
        replay: { agrees: true, hash },
      });
    }

    const shown = await here("replay", "r.csv");
    expect(shown.stdout).toMatch(
      /^r\.csv\n[\s\S]*sensor +min +max +final\n[\s\S]*the bits agree: 500 steps simulated again/,
    );
    const beside = JSON.parse(readFileSync(at("r.csv.json"), "utf8"));
    beside.spec.bodies[0].mass *= 1.000001;
    writeFileSync(at("t.csv.json"), JSON.stringify(beside));
    writeFileSync(at("t.csv"), readFileSync(at("r.csv")));
    const tampered = await here("replay", "t.csv");
    expect(tampered.code).toBe(2);
    expect(tampered.stderr).toContain("t.csv.json: is damaged");

    // a recording made before there were checksums is simulated again, and differs
    const { checksums: _seal, table: _table, ...unsealed } = beside;
    writeFileSync(at("t.csv.json"), JSON.stringify({ ...unsealed, formatVersion: 1 }));
    const older = await here("replay", "t.csv");
    expect(older.code).toBe(1);
    expect(older.stdout).toMatch(
      /the bits differ\n {2}recorded {3}f64-\S+\n {2}simulated {2}f64-\S+\n {2}[\d,]+ of 2,004 numbers differ, first /,
    );
    expect((await here("replay", "t.csv", "--no-simulate")).code).toBe(0);
  });

  test("Ctrl-C ends a run in order: exit code 130 and a whole recording", async () => {
    const { child, result } = startCli(
      ["run", "pendulum", "--duration", "60", "--realtime", "--out", "c.jsonl", "--quiet"],
      { cwd: folder },
    );
    // as soon as the file is there, the run is under way
    await vi.waitUntil(() => existsSync(at("c.jsonl.part")) || child.exitCode !== null, { timeout: PATIENCE_MS });
    child.kill("SIGINT");
    const { code, stderr } = await result;
    expect({ code, stderr }).toEqual({ code: 130, stderr: "" });
    expect(existsSync(at("c.jsonl.part"))).toBe(false);
    const replayed = await here("replay", "c.jsonl", "--quiet");
    expect(replayed).toMatchObject({ code: 0, stderr: "" });
    expect(replayed.stdout).toMatch(/^the bits agree: /);
  });

  test.runIf(existsSync("/dev/full"))("a full disk is one line, and no half file is left", async () => {
    symlinkSync("/dev/full", at("full.mcap.part"));
    const { code, stdout, stderr } = await cli(["run", "pendulum", "--duration", "1", "--out", "full.mcap"], {
      cwd: folder,
    });
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: "",
      stderr: "error: cannot write full.mcap: no space left on the device\n",
    });
    expect([existsSync(at("full.mcap")), existsSync(at("full.mcap.part"))]).toEqual([false, false]);
  });
});

describe("new, info, schema", () => {
  test.each([[[]], [["--planar"]]])("new %j writes a scene that runs", async (flags) => {
    const name = flags.length === 0 ? "spatial" : "planar";
    const made = await here("new", name, ...flags);
    expect(made).toEqual({
      code: 0,
      stdout: `wrote ${name}.yaml and stiction.schema.json\nnext: stiction run ${name}.yaml\n`,
      stderr: "",
    });
    expect(readFileSync(at(`${name}.yaml`), "utf8")).toMatch(
      /^# yaml-language-server: \$schema=\.\/stiction\.schema\.json\n/,
    );
    expect(JSON.parse(readFileSync(at("stiction.schema.json"), "utf8"))).toMatchObject({ title: "Stiction scene" });
    const run = await here("run", `${name}.yaml`, "--json");
    expect(JSON.parse(run.stdout)).toMatchObject({ scene: name, steps: 5000, statusBits: 0, warnings: [] });
    expect(JSON.parse(run.stdout).eventCount).toBeGreaterThan(2);
    const again = await here("new", name, ...flags);
    expect(again).toEqual({ code: 2, stdout: "", stderr: `${name}.yaml exists already; --force overwrites it\n` });
    expect((await here("new", name, ...flags, "--force")).code).toBe(0);
  });

  test("info counts bodies, mass and freedom", async () => {
    const file = put(
      "info.yaml",
      `${GOOD}  - force/rope/length\nforces: [{type: spring, name: rope, bodyB: ball}]\n`.replace(
        "sensors: [body/ball/position.z]\n",
        "sensors:\n  - body/ball/position.z\n",
      ),
    );
    const facts = JSON.parse((await here("info", file, "--json")).stdout);
    // a ball of water
    expect(facts.totalMass).toBeCloseTo((4 / 3) * Math.PI * 1e-3 * 1000, 12);
    expect(facts.mobility).toEqual({ freedomOfBodies: 6, rows: 0, rank: 0, redundant: 0, freedom: 6 });
    expect(facts.used).toMatchObject({ formulation: "forces", steps: 100, contact: "none" });
    const { stdout } = await here("info", file);
    expect(stdout).toMatch(/ {2}freedom {6}6 of 6 coordinates; no joints\n/);
    expect(stdout).toMatch(/ {4}ball {2}dynamic {2}4\.18879 {2}kg {2}sphere\n/);
    expect((await here("info")).stdout).toMatch(/^basics\n {2}free-fall +A ball/);
  });

  test("schema prints JSON Schema, and a table for one item", async () => {
    const json = JSON.parse((await here("schema")).stdout);
    expect(json.properties.bodies.items.properties.mass).toMatchObject({ unit: "kg", exclusiveMinimum: 0 });
    const { stdout } = await here("schema", "spring");
    expect(stdout).toMatch(/ {2}stiffness +N\/m +1000 +>= 0 +k\n/);
    expect(stdout).toMatch(/ {2}bodyB +required +second body\n/);
    expect(stdout).toMatch(/ {2}tension +N +pull between the ends\n/);
    expect(JSON.parse((await here("schema", "spring", "--json")).stdout).properties).toHaveProperty("stiffness");
  });
});

describe("mutants through the tool itself", () => {
  // one of each of the worst kinds; all others go through the same code in test/io/mutated-scenes.test.ts
  const worst = [
    "alias bomb",
    "open brackets",
    "deep nesting",
    "huge text",
    "cyclic parents",
    "ten million",
    "not finite",
    "truncated",
  ];
  const all = mutants(200, 7);
  test.each(worst.map((kind) => [kind, all.find((mutant) => mutant.kind === kind)!] as const))(
    "%s",
    async (kind, mutant) => {
      const name = `${kind.replaceAll(" ", "-")}-${mutant.fileName}`;
      put(name, mutant.text);
      const { code, stderr } = await here("run", name, "--duration", "0.01");
      // that it ends at all is part of the test
      expect([0, 2]).toContain(code);
      if (code === 0) return;
      for (const line of stderr.trimEnd().split("\n"))
        expect(line).toMatch(/^\S+-scene\.(json|yaml):\d+:\d+ \S|^… and \d+ more$/);
    },
  );
});
