/** Links, pictures and includes of the README and the manual lead to something. */
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { elementary } from "stiction";
import { sceneByName } from "stiction/scenes";
import { expect, test } from "vitest";
import { measuredPages, writePages } from "../../docs/tools/generate.js";
import { ulpTable } from "../../docs/tools/measured.js";
import { readVerifyRecord } from "../../docs/tools/verify-record.js";
import { experiments, rowIds } from "../../proof/index.js";
import { root } from "../support/tree.js";
import { anchorsOf, liveScenesOf, pages, targetsOf } from "./markdown.js";

const made = measuredPages();

test("the recorded figures have a day, a machine and rows of experiments that there are", () => {
  const { date, machine, version, rows } = readVerifyRecord();
  expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(machine).toMatch(/Node/);
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  const known = new Set(experiments.flatMap(rowIds));
  expect(rows.filter(({ id }) => !known.has(id)).map(({ id }) => id)).toEqual([]);
  // rows that are newer than the record are few: npm run docs -- --measure takes it again
  expect(rows.length).toBeGreaterThan(0.8 * known.size);
  expect(made["accuracy.md"]).toContain(`Measured on ${date}`);
});

/** The file that a target means, from the root; a folder means its index, a page may leave out `.md`. */
function fileOf(page: string, path: string): string | undefined {
  const bases = path.startsWith("/") ? ["docs", "docs/public"] : [dirname(page)];
  const tries = bases.flatMap((base) => [path, `${path}.md`, `${path}/index.md`].map((name) => join(root, base, name)));
  const found = tries.find((file) => existsSync(file) && statSync(file).isFile());
  return found === undefined ? undefined : relative(root, found).split(sep).join("/");
}

test.each(pages())("%s: what it points at exists", (page) => {
  const broken = targetsOf(page).filter(({ target }) => {
    const [path, anchor] = target.split("#");
    // made when the site is built
    if (/^(\/|\.\.\/|docs\/)api\//.test(path)) return false;
    if (path.startsWith("../generated/")) return !Object.hasOwn(made, path.slice("../generated/".length));
    const file = path === "" ? page : fileOf(page, path);
    if (file === undefined) return true;
    return anchor !== undefined && !anchorsOf(file).includes(anchor);
  });
  expect(broken.map(({ line, target }) => `${page}:${line} ${target}`)).toEqual([]);
});

test("scenes that pages show are shipped", () => {
  const shown = pages().flatMap((page) => liveScenesOf(page));
  expect(shown.length).toBeGreaterThan(1);
  expect(shown.filter((name) => sceneByName(name) === undefined)).toEqual([]);
});

test("every generated part is a table or a list of sections, and some page takes it in", () => {
  const included = pages().flatMap((page) => targetsOf(page).map(({ target }) => target.split("/").at(-1)));
  for (const [name, text] of Object.entries(made)) {
    expect(text, name).toMatch(/^(\||#{2,3} |[A-Z])/);
    expect(text, name).not.toMatch(/undefined|\[object Object\]/);
    expect(included, name).toContain(name);
  }
});

test("every function has its measured error", () => {
  const functions = Object.keys(elementary).filter((name) => !name.endsWith("At") && name !== "sinCos");
  expect([...ulpTable().matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name).sort()).toEqual(functions.sort());
});

test("the parts are written to their folder", () => {
  const folder = join(root, ".cache", `generated-${process.pid}`);
  try {
    writePages(folder, made);
    expect(readdirSync(folder).sort()).toEqual(Object.keys(made).sort());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
