// After `npm pack` and an install elsewhere, `stiction` ends in "SyntaxError: Identifier 'createRequire' has already been declared".
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildLibrary, buildTool } from "../../scripts/library.mjs";
import { binary } from "../../scripts/stages.mjs";
import { root } from "../support/tree.js";

const base = realpathSync(mkdtempSync(join(tmpdir(), "stiction-package-")));
const stage = join(base, "stage");
const app = join(base, "app");
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** A program in `cwd`, with nothing of this test run in its environment. */
function start(program: string, args: readonly string[], cwd = app): SpawnSyncReturns<string> {
  const env = { ...process.env };
  for (const name of ["NODE_OPTIONS", "NODE_ENV", "NODE_PATH", "FORCE_COLOR", "VITEST"]) delete env[name];
  const shell = process.platform === "win32";
  return spawnSync(program, args, { cwd, env, shell, encoding: "utf8", maxBuffer: 64 << 20 });
}

/** The output of a program that must succeed. */
function output(program: string, args: readonly string[], cwd = app): string {
  const { status, stdout, stderr } = start(program, args, cwd);
  expect({ status, stderr: status === 0 ? "" : stderr.slice(-2000) + stdout.slice(-2000) }).toEqual({
    status: 0,
    stderr: "",
  });
  return stdout;
}

const stiction = (...args: string[]) => output(process.execPath, [command(), ...args]);
/** What npm linked as the command of the package. */
const command = () => realpathSync(join(app, "node_modules", ".bin", "stiction"));

const TYPED = `
import { compile, createData, defineScene, step } from "stiction";
import { readRecording } from "stiction/io";
import { scenes } from "stiction/scenes";

export const spec = defineScene({
  name: "dropped-disk",
  title: "Disk",
  summary: "A disk that falls",
  group: "basics",
  params: {},
  build: () => ({
    plane: "xy",
    formulation: "impulse",
    bodies: [{ name: "disk", position: [0, 3], shapes: [{ type: "circle", radius: 0.25 }] }],
  }),
});
const model = compile({ timestep: 1 / 128, bodies: [{ name: "ball", shapes: [{ type: "sphere", radius: 0.5 }] }] });
const data = createData(model);
const status: number = step(model, data);
// @ts-expect-error a misspelt key of a shape
export const wrong = () => compile({ bodies: [{ name: "ball", shapes: [{ type: "sphere", radios: 0.5 }] }] });
console.log(JSON.stringify([status, data.clock[0], typeof readRecording, scenes.length > 0]));
`;

beforeAll(async () => {
  for (const folder of [stage, app]) mkdirSync(folder, { recursive: true });
  for (const file of ["package.json", "README.md", "LICENSE"]) copyFileSync(join(root, file), join(stage, file));
  const dist = join(stage, "dist");
  // types are checked by the stage "types" of npm test
  await Promise.all([buildLibrary(dist, { check: false }), buildTool(dist)]);
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  output(npm, ["pack", "--silent", "--ignore-scripts", "--offline", "--pack-destination", base], stage);
  const [tarball] = readdirSync(base).filter((name) => name.endsWith(".tgz"));
  writeFileSync(join(app, "package.json"), JSON.stringify({ name: "app", private: true, type: "module" }));
  // the dependencies are packed from this repository's own copies, so that no network is needed
  const dependencies = ["zod", "robust-predicates"].map((name) => join(root, "node_modules", name));
  const quiet = ["--silent", "--offline", "--install-links", "--ignore-scripts", "--no-audit", "--no-fund"];
  output(npm, ["install", ...quiet, join(base, tarball), ...dependencies]);
});

describe("the package, installed in an empty folder", () => {
  it("has a command that starts", () => {
    expect(stiction("--version").trim()).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it("runs a shipped scene and a scene file, and replays the recordings", () => {
    expect(stiction("run", "pendulum", "--duration", "0.01")).toContain("20 steps");
    writeFileSync(
      join(app, "drop.yaml"),
      "duration: 0.02\nbodies:\n  - { name: ball, shapes: [{ type: sphere, radius: 0.3 }] }\n",
    );
    stiction("run", "drop.yaml", "--quiet", "--out", "drop.mcap");
    expect(stiction("replay", "drop.mcap", "--quiet")).toContain("the bits agree");
  });

  it("runs a scene for peers outside, with WebSockets", () => {
    writeFileSync(join(app, "one.yaml"), "bodies: [{ name: ball, mass: 1 }]\n");
    const lines = stiction("link", "one.yaml", "--port", "0", "--duration", "0.05", "--json").trim().split("\n");
    expect(JSON.parse(lines[0]).urls.join()).toMatch(/udp:.*,ws:/);
    expect(JSON.parse(lines[1])).toMatchObject({ type: "report", stopped: "end" });
    const imported =
      'import { LinkHost } from "stiction/link"; import { PacedRun } from "stiction/link/node"; console.log(typeof LinkHost, typeof PacedRun)';
    expect(output(process.execPath, ["--input-type=module", "-e", imported]).trim()).toBe("function function");
  });

  it("is imported and required", () => {
    const imported = 'import * as all from "stiction"; import "stiction/historical"; console.log(typeof all.compile)';
    expect(output(process.execPath, ["--input-type=module", "-e", imported]).trim()).toBe("function");
    const required = 'console.log(typeof require("stiction").compile, typeof require("stiction/io").readRecording)';
    expect(output(process.execPath, ["--input-type=commonjs", "-e", required]).trim()).toBe("function function");
  });

  it("types a scene under tsc --strict", () => {
    writeFileSync(join(app, "scene.ts"), TYPED);
    const flags = ["--strict", "--target", "es2022", "--module", "nodenext", "--outDir", "out"];
    output(process.execPath, [binary("typescript-native", "tsc"), ...flags, "scene.ts"]);
    expect(JSON.parse(output(process.execPath, ["out/scene.js"]))).toEqual([0, 1 / 128, "function", true]);
  });
});
