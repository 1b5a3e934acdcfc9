/**
 * The architecture, checked on the import lines:
 *
 *   math ← geometry ← model ← data ← physics folders ← pipeline ← io ← cli, studio
 *
 * and what makes "same input, same bits" possible: nothing in src/ asks the machine, the clock or the engine.
 */
import { describe, expect, test } from "vitest";
import debts from "./module-state.json" with { type: "json" };
import { moduleState } from "./support/module-state.js";
import { findCycles, type Import, resolveRelative, type Scan, scan } from "./support/source-scan.js";
import { readRepositoryFile, repositoryFiles, sourceFiles } from "./support/tree.js";

const PHYSICS =
  "terrain collision contact joints controllers sensors forces hydraulics formulations solvers integrators";

/** Folders of src/ from the bottom up; those in one row may import each other. */
const LAYERS = [["math"], ["geometry"], ["model"], ["visuals"], ["data"], PHYSICS.split(" "), ["pipeline"], ["io"]];

/** Packages the library may import anywhere, and those that src/io may load when it needs them. */
const DEPENDENCIES = ["zod", "robust-predicates"];
const LAZY_IN_IO = ["yaml", "@mcap/core", "@foxglove/schemas", "fflate"];

const MAX_LINES = 800;

/** What is wrong with one import of a file in src/, or undefined. */
function importProblem(path: string, { name, dynamic, typeOnly }: Import): string | undefined {
  if (name === "#validate") return undefined;
  if (!name.startsWith(".")) {
    if (DEPENDENCIES.includes(packageOf(name))) return undefined;
    if (!LAZY_IN_IO.includes(packageOf(name))) return `"${name}" is not a dependency of the library`;
    if (layerOf(path) !== "io") return `"${name}" may be loaded by src/io only`;
    // types are erased and load nothing
    return dynamic || typeOnly ? undefined : `"${name}" must be loaded by await import(…), when it is needed`;
  }
  if (!/\.(js|json)$/.test(name)) return `"${name}" lacks its .js ending`;
  const target = resolveRelative(path, name);
  if (!target.startsWith("src/")) return `"${name}" leaves src/`;
  const from = layerOf(path);
  const to = layerOf(target);
  if (to === "io" && from !== "io") return `"${name}": src/io may be imported by src/io only`;
  if (from === "index") return undefined;
  if (to === "index") return `"${name}": the index is for users of the library`;
  if (rankOf(from) < 0) return `src/${from}/ has no place in the order of layers (test/architecture.test.ts)`;
  return rankOf(to) <= rankOf(from) ? undefined : `"${name}": ${from} is below ${to}`;
}

function packageOf(name: string): string {
  return name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/");
}

/** The folder of a file in src/, or "index" for the files that bind the folders together: src/index.ts and its neighbours. */
function layerOf(path: string): string {
  return /^src\/[^/]+\.ts$/.test(path) ? "index" : (path.split("/")[1] ?? "");
}

function rankOf(layer: string): number {
  return LAYERS.findIndex((folders) => folders.includes(layer));
}

/** Every problem of a file in src/, as "path:line what". */
function libraryProblems(path: string, { imports, forbidden }: Scan): string[] {
  return [
    ...imports.flatMap((entry) => {
      const problem = importProblem(path, entry);
      return problem ? [`${path}:${entry.line} ${problem}`] : [];
    }),
    ...forbidden.map(({ line, text }) => `${path}:${line} ${text}`),
  ];
}

/** Relative imports that reach into src/ from a folder that must use the library by name. */
function reachingIn(path: string, imports: readonly Import[]): string[] {
  return imports
    .filter(({ name }) => name.startsWith(".") && resolveRelative(path, name).startsWith("src/"))
    .map(({ name, line }) => `${path}:${line} "${name}" should be "stiction" or "stiction/…"`);
}

/** Which file loads which at run time; types are erased, and a lazy import is there to break a cycle. */
function runtimeGraph(scans: ReadonlyMap<string, Scan>): Map<string, string[]> {
  const edges = ({ imports }: Scan, path: string) =>
    imports
      .filter(({ name, typeOnly, dynamic }) => name.startsWith(".") && !typeOnly && !dynamic)
      .map(({ name }) => resolveRelative(path, name));
  return new Map([...scans].map(([path, found]) => [path, edges(found, path)]));
}

/** The same between folders of src/: which folder loads which. */
function folderGraph(files: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const [path, loaded] of files) {
    const from = layerOf(path);
    const to = loaded.map(layerOf).filter((folder) => folder !== from);
    folders.set(from, [...new Set([...(folders.get(from) ?? []), ...to])]);
  }
  return folders;
}

/** All files that a file loads at run time, itself among them. */
function closure(files: ReadonlyMap<string, readonly string[]>, start: string): Set<string> {
  const found = new Set([start]);
  for (const path of found) for (const loaded of files.get(path) ?? []) found.add(loaded);
  return found;
}

/** What an impulse step can never execute, so that a page with impulse scenes need not load it. */
const NOT_FOR_IMPULSE = [
  "src/contact/compliant/",
  "src/contact/rim/",
  "src/contact/volumetric/",
  "src/collision/volume/",
  "src/geometry/spheres/",
  "src/formulations/augmented-lagrangian",
  "src/formulations/complementarity",
  "src/contact/complementarity/",
];

const reached = (files: ReadonlySet<string>, folders: readonly string[]) =>
  [...files].filter((path) => folders.some((folder) => path.startsWith(folder)));

const scanFolder = (folder: string) =>
  new Map(sourceFiles(folder).map((path) => [path, scan(path, readRepositoryFile(path))] as const));

describe("the source tree", () => {
  const library = scanFolder("src");

  test("src/ imports in one direction, only its dependencies, and asks nothing of its surroundings", () => {
    expect(library.size).toBeGreaterThan(0);
    expect([...library].flatMap(([path, found]) => libraryProblems(path, found))).toEqual([]);
  });

  test.each(LAYERS.flat())("src/%s, which has a place in the order of layers, exists", (folder) => {
    expect([...library.keys()].filter((path) => layerOf(path) === folder)).not.toEqual([]);
  });

  test("no file of src/ loads itself through others", () => {
    expect(findCycles(runtimeGraph(library)).map((cycle) => cycle.join(" → "))).toEqual([]);
  });

  test("the folders of src/ load each other in one direction", () => {
    expect(findCycles(folderGraph(runtimeGraph(library))).map((cycle) => cycle.join(" → "))).toEqual([]);
  });

  test("registries can be composed: a formulation loads no other, and no contact model", () => {
    const files = runtimeGraph(library);
    expect(reached(closure(files, "src/formulations/impulse.ts"), NOT_FOR_IMPULSE)).toEqual([]);
    const models = NOT_FOR_IMPULSE.slice(0, 5);
    const others = ["src/formulations/impulse", "src/formulations/augmented-lagrangian"];
    expect(reached(closure(files, "src/formulations/complementarity.ts"), [...models, ...others])).toEqual([]);
    expect(reached(closure(files, "src/formulations/augmented-lagrangian.ts"), models)).toEqual([]);
    expect(reached(closure(files, "src/formulations/forces.ts"), models)).toEqual([]);
  });

  test("formulations and controllers know no sensor, sensors no formulation", () => {
    const folders = folderGraph(runtimeGraph(library));
    expect(folders.get("formulations")).not.toContain("sensors");
    expect(folders.get("controllers")).not.toContain("sensors");
    expect(folders.get("sensors")).not.toContain("formulations");
  });

  const states = [...library.keys()].map((path) => [path, moduleState(path, readRepositoryFile(path))] as const);

  // `debts` lists what is still there, by file; it only ever gets shorter.
  test.each(["exported", "variables", "registers"] as const)("src/ keeps no module state: %s", (kind) => {
    const listed: Readonly<Record<string, readonly string[]>> = debts[kind];
    const found = states.flatMap(([path, state]) =>
      state[kind].filter((name) => !listed[path]?.includes(name)).map((name) => `${path}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  test("work arrays of modules get fewer, never more", () => {
    expect(states.flatMap(([, { exported, scratch }]) => [...exported, ...scratch]).length).toBeLessThanOrEqual(
      debts.arrays,
    );
  });

  test.each([
    "cli",
    "studio",
    "scenes",
    "machines",
    "link",
    "live",
    "import",
    "export",
    "server",
    "exercises",
    "studies",
  ])("%s/ imports the library by name", (folder) => {
    const scans = scanFolder(folder);
    expect(scans.size).toBeGreaterThan(0);
    expect([...scans].flatMap(([path, { imports }]) => reachingIn(path, imports))).toEqual([]);
  });

  test("link/ runs in a browser, apart from link/node", () => {
    const strange = [...scanFolder("link")].flatMap(([path, { imports }]) =>
      path.startsWith("link/node/")
        ? imports.filter(({ name, dynamic, typeOnly }) => /^(ws|mqtt|yaml)$/.test(name) && !dynamic && !typeOnly)
        : imports.filter(({ name }) =>
            name.startsWith(".")
              ? resolveRelative(path, name).startsWith("link/node/")
              : !/^(stiction(\/io)?|zod\/mini)$/.test(name),
          ),
    );
    expect(strange.map(({ name, line }) => `${line} "${name}"`)).toEqual([]);
  });

  test("helpers of scripts run in a sandbox: they know nothing but themselves and the types of exercises", () => {
    const strange = [...scanFolder("exercises/script")].flatMap(([path, { imports, forbidden }]) => [
      ...imports
        .filter(({ name, typeOnly }) => !/^\.\/[a-z-]+\.js$/.test(name) && !(typeOnly && name === "../types.js"))
        .map(({ name, line }) => `${path}:${line} "${name}"`),
      ...forbidden
        // the bounds of a script are set on the globals of its sandbox
        .filter(({ text }) => !/^Math\./.test(text) && !(text === "globalThis" && path.endsWith("/harden.ts")))
        .map(({ line, text }) => `${path}:${line} ${text}`),
    ]);
    expect(strange).toEqual([]);
  });

  test("import/ runs in a browser: it knows the library and a parser of XML", () => {
    const strange = [...scanFolder("import")].flatMap(([path, { imports }]) =>
      imports
        .filter(({ name }) => !name.startsWith(".") && !/^(stiction|saxes)$/.test(name))
        .map(({ name, line }) => `${path}:${line} "${name}"`),
    );
    expect(strange).toEqual([]);
  });

  test("historical/ is built on the library alone, and asks nothing of its surroundings", () => {
    const scans = scanFolder("historical");
    expect(scans.size).toBeGreaterThan(0);
    const strange = [...scans].flatMap(([path, { imports, forbidden }]) => [
      ...imports
        .filter(({ name }) =>
          name.startsWith(".") ? !/^(src|historical)\//.test(resolveRelative(path, name)) : name !== "stiction",
        )
        .map(({ name, line }) => `${path}:${line} "${name}"`),
      ...forbidden.map(({ line, text }) => `${path}:${line} ${text}`),
    ]);
    expect(strange).toEqual([]);
  });

  test("scenes/ has the same numbers on every machine: elementary functions are the library's own", () => {
    expect(
      [...scanFolder("scenes")].flatMap(([path, { forbidden }]) =>
        forbidden.map(({ line, text }) => `${path}:${line} ${text}`),
      ),
    ).toEqual([]);
  });

  test(`no TypeScript file is longer than ${MAX_LINES} lines`, () => {
    const long = repositoryFiles()
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => `${path}: ${readRepositoryFile(path).trimEnd().split("\n").length} lines`)
      .filter((entry) => Number(/(\d+) lines$/.exec(entry)?.[1]) > MAX_LINES);
    expect(long).toEqual([]);
  });
});

// The checks above pass on an empty tree as well, so each rule is shown here to find what it is there to find.
describe("the rules", () => {
  const problems = (path: string, text: string) => libraryProblems(path, scan(path, text));

  test.each([
    ["upwards", "src/math/a.ts", 'import { x } from "../model/b.js";', "math is below model"],
    ["upwards, type only", "src/geometry/a.ts", 'import type { X } from "../data/b.js";', "geometry is below data"],
    ["upwards, re-export", "src/data/a.ts", 'export * from "../contact/b.js";', "data is below contact"],
    ["io from below", "src/pipeline/a.ts", 'import { x } from "../io/b.js";', "src/io may be imported by src/io only"],
    ["io from the index", "src/index.ts", 'export { x } from "./io/b.js";', "src/io may be imported by src/io only"],
    ["the index", "src/pipeline/a.ts", 'import { x } from "../index.js";', "the index is for users"],
    ["a folder without a place", "src/misc/a.ts", 'import { x } from "../math/b.js";', "no place in the order"],
    ["outside", "src/math/a.ts", 'import { x } from "../../cli/b.js";', "leaves src/"],
    ["Node", "src/model/a.ts", 'import { readFileSync } from "node:fs";', "not a dependency"],
    ["a package", "src/model/a.ts", 'import * as three from "three";', "not a dependency"],
    ["a lazy package early", "src/io/a.ts", 'import { parse } from "yaml";', "must be loaded by await import"],
    ["a lazy package elsewhere", "src/model/a.ts", 'await import("yaml");', "by src/io only"],
    ["no ending", "src/math/a.ts", 'import { x } from "./b";', "lacks its .js ending"],
  ])("find an import: %s", (_, path, text, expected) => {
    expect(problems(path, text)).toEqual([expect.stringContaining(expected)]);
  });

  test.each([
    ["const a = Math.random();", "Math.random"],
    ["const a = Math.sin(1);", "Math.sin"],
    ["const a = Math.hypot(1, 2);", "Math.hypot"],
    ["const { cos } = Math;", "Math as a value"],
    ["const a = 2 ** b;", "**"],
    ["a **= 2;", "**="],
    ["const a = Date.now();", "Date"],
    ["const a = new Date();", "Date"],
    ["const a = performance.now();", "performance"],
    ["document.title = a;", "document.title"],
    ["window.alert();", "window.alert"],
    ["const a = process.env;", "process.env"],
    ['const a = require("fs");', "require"],
    ["console.log(1);", "console.log"],
    ["names.sort((a, b) => a.localeCompare(b));", ".localeCompare"],
    ["await import(name);", "import(…) of a computed name"],
  ])("find a use: %s", (text, expected) => {
    expect(problems("src/math/a.ts", text)).toEqual([`src/math/a.ts:1 ${expected}`]);
  });

  test("allow what is allowed", () => {
    const text = [
      'import { z } from "zod";',
      'import { orient3d } from "robust-predicates";',
      'import { assert } from "#validate";',
      'import { y } from "../joints/b.js";',
      'import { pow } from "../math/elementary.js";',
      "// Math.random, Date and x ** 2 in a comment, and in a string:",
      'const text = "Date.now() ** process.env";',
      "const a = Math.sqrt(2) * Math.PI + Math.min(1, 2);",
      "const step = { process: 1, window: 2, Date: 3 };",
      "const b = step.process + step.window + step.Date;",
    ].join("\n");
    expect(problems("src/contact/a.ts", text)).toEqual([]);
    expect(problems("src/io/a.ts", 'const { parse } = await import("yaml");')).toEqual([]);
  });

  test("find module state, but not constants and functions", () => {
    const text = [
      "export const shared = new Float64Array(3);",
      "export const walk = { stamp: 0, done: false };",
      "let count = 0;",
      "const result = new Float64Array(1);",
      "const rows = [0, 1].map(() => new Int32Array(4));",
      "export const TABLE = Float64Array.of(1, 2);",
      "export const KIND = { box: 0, sphere: 1 } as const;",
      'export const kind = { name: "a", create: () => new Float64Array(2) };',
    ].join("\n");
    expect(moduleState("src/math/a.ts", text)).toEqual({
      exported: ["shared", "walk"],
      variables: ["count"],
      registers: ["result"],
      scratch: ["result", "rows"],
    });
  });

  test("find a file that reaches into src/", () => {
    const { imports } = scan("cli/commands/run.ts", 'import { x } from "../../src/math/a.js";\nimport "./b.js";');
    expect(reachingIn("cli/commands/run.ts", imports)).toHaveLength(1);
  });

  test("find a folder that is loaded back, and a file that is loaded through others", () => {
    const files = new Map([
      ["src/sensors/a.ts", ["src/formulations/b.ts"]],
      ["src/formulations/b.ts", ["src/formulations/c.ts"]],
      ["src/formulations/c.ts", ["src/sensors/d.ts", "src/contact/rim/e.ts"]],
    ]);
    expect(findCycles(folderGraph(files))).toHaveLength(1);
    expect(reached(closure(files, "src/sensors/a.ts"), NOT_FOR_IMPULSE)).toEqual(["src/contact/rim/e.ts"]);
  });

  test("find a cycle, but not one of types", () => {
    const scans = (a: string) =>
      new Map([
        ["src/math/a.ts", scan("src/math/a.ts", a)],
        ["src/math/b.ts", scan("src/math/b.ts", 'import { a } from "./a.js";')],
      ]);
    const cycle = ["src/math/a.ts", "src/math/b.ts", "src/math/a.ts"];
    expect(findCycles(runtimeGraph(scans('import { b } from "./b.js";')))).toEqual([cycle]);
    expect(findCycles(runtimeGraph(scans('import type { b } from "./b.js";')))).toEqual([]);
  });
});
