/** The package stiction-school as it is staged: what its files import is in it or among its dependencies. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stageSchoolPackage } from "../../scripts/school-package.mjs";
import { root } from "../support/tree.js";

const FULL = process.env.STICTION_FULL !== undefined;
const base = mkdtempSync(join(tmpdir(), "stiction-school-package-"));
const stage = join(base, "node_modules", "stiction-school");
const manifest = () => JSON.parse(readFileSync(join(stage, "package.json"), "utf8"));
const files = () => readdirSync(stage, { recursive: true, encoding: "utf8" });

beforeAll(() => stageSchoolPackage(stage, { types: FULL }));
afterAll(() => rmSync(base, { recursive: true, force: true }));

test("every import of its files leads to one of them, to Node, or to a dependency", () => {
  const known = new Set([...Object.keys(manifest().dependencies), ...Object.keys(manifest().peerDependencies)]);
  const lost: string[] = [];
  for (const name of files().filter((path) => path.endsWith(".js"))) {
    const text = readFileSync(join(stage, name), "utf8");
    for (const [, wanted] of text.matchAll(/(?:^(?:import|\}) .*?|^import |import\()"([^"\n]+)"/gm)) {
      // what exercises/bundle.ts writes for a script
      if (wanted === "bounds") continue;
      const isThere = wanted.startsWith(".")
        ? existsSync(resolve(stage, dirname(name), wanted))
        : wanted.startsWith("node:") || builtinModules.includes(wanted) || known.has(packageOf(wanted));
      if (!isThere) lost.push(`${name}: ${wanted}`);
    }
  }
  expect(lost).toEqual([]);
});

test("it has a version for every dependency, what it exports, and the shipped exercises with their sessions", () => {
  const { dependencies, exports } = manifest();
  for (const [name, version] of Object.entries(dependencies))
    expect([name, version]).toEqual([name, expect.any(String)]);
  for (const place of [
    "./bin.js",
    ...Object.values(exports).flatMap((entry) => Object.values(Object(entry) === entry ? (entry as object) : [entry])),
  ])
    expect([place, existsSync(join(stage, place as string))]).toEqual([place, true]);
  for (const path of [
    "exercises/shipped/trenching/script.ts",
    "exercises/shipped/trenching/reference.session",
    "exercises/template/task.md",
  ])
    expect([path, existsSync(join(stage, path))]).toEqual([path, true]);
});

/** `@scope/name/part` and `name/part` are parts of a package. */
const packageOf = (wanted: string) =>
  wanted
    .split("/")
    .slice(0, wanted.startsWith("@") ? 2 : 1)
    .join("/");

test.runIf(FULL)("its command serves a school with all shipped exercises", async () => {
  // the library from its sources, all else as it is installed
  mkdirSync(join(base, "node_modules"), { recursive: true });
  for (const name of [...Object.keys(manifest().dependencies), "tsx"]) {
    if (name === "stiction-studio") continue;
    const to = join(base, "node_modules", name);
    mkdirSync(dirname(to), { recursive: true });
    symlinkSync(name === "stiction" ? root : join(root, "node_modules", name), to);
  }
  const args = ["--conditions=source", "--import", "tsx", join(stage, "bin.js"), "--demo", "--port", "0"];
  const child = spawn(process.execPath, [...args, "--data", join(base, "data")], { cwd: base });
  try {
    let said = "";
    await new Promise<void>((done, fail) => {
      const hear = (text: Buffer) => {
        said += text;
        if (said.includes("Press Ctrl+C")) done();
      };
      child.stdout.on("data", hear);
      child.stderr.on("data", hear);
      child.once("exit", () => fail(new Error(said)));
    });
    const url = /http:\/\/localhost:\d+/.exec(said)?.[0];
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ login: "instructor", password: "demonstration only" });
    const signedIn = await fetch(`${url}/api/sign-in`, { method: "POST", headers, body });
    const cookie = signedIn.headers.getSetCookie()[0].split(";")[0];
    const rows: { problem: string | null }[] = await (
      await fetch(`${url}/api/exercises`, { headers: { cookie } })
    ).json();
    expect(rows.map(({ problem }) => problem)).toEqual(Array.from({ length: 13 }, () => null));
  } finally {
    child.kill("SIGKILL");
  }
});
