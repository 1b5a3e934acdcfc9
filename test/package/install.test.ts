/**
 * The package as people get it: packed, installed into an empty folder without a network, and used from there: the
 * command, an ESM import, a require, tsc --strict, a build by vite. (test/browser/package.test.ts runs such a build in a
 * browser.) The command was once dead after an install: "Identifier 'createRequire' has already been declared".
 */
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
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
import * as core from "stiction/core";
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
export const small: core.Items = core.compose(core.impulse, core.boxes);
console.log(JSON.stringify([status, data.clock[0], typeof readRecording, scenes.length > 0]));
`;

const BOXES = `
import { bodyPosition, boxes, compile, compose, createData, impulse, step } from "stiction/core";
const box = (half) => [{ type: "box", halfExtents: half }];
const model = compile({
  formulation: "impulse",
  bodies: [
    { name: "ground", type: "static", shapes: box([5, 5, 0.5]) },
    { name: "box", position: [0, 0, 1.2], shapes: box([0.5, 0.5, 0.5]) },
  ],
}, compose(impulse, boxes));
const data = createData(model);
for (let i = 0; i < 1000; i++) step(model, data);
console.log(bodyPosition(model, data, "box")[2]);
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

/** Packed size that the library and the command may have, bytes: 1.468 MB were measured. */
const MOST_PACKED = 1_500_000;
/** Compressed size of a script for a scene of boxes, bytes. */
const MOST_BUNDLED = 150_000;

describe("the package", () => {
  it("is small, and has neither maps nor programs of other engines", () => {
    const [tarball] = readdirSync(base).filter((name) => name.endsWith(".tgz"));
    const size = statSync(join(base, tarball)).size;
    if (process.env.STICTION_PRINT) console.log(`packed ${size} bytes`);
    expect(size).toBeLessThan(MOST_PACKED);
    const files = readdirSync(join(app, "node_modules", "stiction"), { recursive: true, encoding: "utf8" });
    expect(files.filter((name) => /\.(map|wasm|png|webp)$|[^d]\.ts$/.test(name))).toEqual([]);
  });
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
  });

  it("is imported and required", () => {
    const imported = `import * as all from "stiction";
      import "stiction/historical";
      import { LinkHost } from "stiction/link";
      import { PacedRun } from "stiction/link/node";
      console.log(typeof all.compile, typeof LinkHost, typeof PacedRun);`;
    const found = output(process.execPath, ["--input-type=module", "-e", imported]);
    expect(found.trim()).toBe("function function function");
    const names = ["stiction", "stiction/core", "stiction/io", "stiction/scenes", "stiction/machines", "stiction/link"];
    const required = `console.log(${names.map((name) => `typeof require("${name}")`).join(", ")}, typeof require("stiction").compile)`;
    expect(output(process.execPath, ["--input-type=commonjs", "-e", required]).trim().split(" ")).toEqual([
      ...names.map(() => "object"),
      "function",
    ]);
  });

  it("says how to get another engine, and where the studio is", () => {
    const row = stiction("bench-worker", JSON.stringify({ scene: "free-fall", engine: "rapier", steps: 1 }));
    expect(row).toContain("not installed: npm install @dimforge/rapier3d-simd-compat");
    expect(stiction("studio", "--help")).toContain("stiction-studio");
  });

  it.each([
    // all declarations of the package are checked once: what they name must be there
    ["node16", ["--module", "node16", "--outDir", "out"]],
    ["bundler", ["--module", "esnext", "--moduleResolution", "bundler", "--noEmit", "--skipLibCheck"]],
  ])("types a scene under tsc --strict with module resolution %s", (name, flags) => {
    writeFileSync(join(app, "scene.ts"), TYPED);
    // the declarations of the language itself are not ours
    const common = ["--strict", "--target", "es2022", "--skipDefaultLibCheck", "--singleThreaded", ...flags];
    output(process.execPath, [binary("typescript-native", "tsc"), ...common, "scene.ts"]);
    if (name === "node16")
      expect(JSON.parse(output(process.execPath, ["out/scene.js"]))).toEqual([0, 1 / 128, "function", true]);
  });

  it("makes a small script for a scene of boxes with vite", async () => {
    writeFileSync(join(app, "boxes.js"), BOXES);
    writeFileSync(join(app, "index.html"), '<script type="module" src="./boxes.js"></script>');
    await build({
      root: app,
      configFile: false,
      logLevel: "error",
      build: { target: "es2022", modulePreload: { polyfill: false } },
    });
    const folder = join(app, "dist", "assets");
    const [script] = readdirSync(folder);
    const size = gzipSync(readFileSync(join(folder, script)), { level: 9 }).length;
    if (process.env.STICTION_PRINT) console.log(`bundled ${size} bytes`);
    expect(size).toBeLessThan(MOST_BUNDLED);
    // the script has no page to write to, and says what it found
    const height = Number(output(process.execPath, [join(folder, script)]).trim());
    // a box of 1 m on the ground whose top is at 0.5 m, within the slop of a contact
    expect(Math.abs(height - 1)).toBeLessThan(5e-3);
  });
});
