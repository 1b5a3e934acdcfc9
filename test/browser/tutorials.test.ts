/** Code of the manual that needs a page runs in Chromium: blocks under `<!-- no-run: browser -->`. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blocksOf, pages } from "../docs/markdown.js";
import { root } from "../support/tree.js";
import { type Bench, newPage, openBench } from "./studio-page.js";

const blocks = pages()
  .flatMap((page) => blocksOf(page))
  .filter(({ skip }) => skip === "browser");
const folder = join(root, ".cache", `tutorials-${process.pid}`);
/** Scripts by their path. */
const made = new Map<string, string>();
const server = createServer((request, response) => {
  const script = made.get(request.url ?? "");
  response.setHeader("content-type", script === undefined ? "text/html" : "text/javascript");
  response.end(script ?? "<!doctype html><title>A page</title><body></body>");
});
let bench: Bench;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  for (const { file, text } of blocks) writeFileSync(join(folder, file as string), text);
  writeFileSync(
    join(folder, "react.tsx"),
    'import { createElement, render } from "preact/compat";\nimport { Pendulum } from "./pendulum.js";\nrender(createElement(Pendulum, null), document.body);\n',
  );
  await Promise.all([
    bundle("pile"),
    bundle("page"),
    bundle("worker"),
    bundle("in-worker"),
    bundle("react"),
    bundle("wall"),
  ]);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  bench = await openBench();
});
afterAll(async () => {
  await bench?.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** As a bundler of the reader would do it; React is played by Preact. */
async function bundle(name: string): Promise<void> {
  const { outputFiles } = await build({
    // not by an import: files of this package are taken to have no effect by themselves
    entryPoints: [join(folder, name === "react" ? "react.tsx" : `${name}.ts`)],
    bundle: true,
    write: false,
    format: "esm",
    conditions: ["source"],
    external: ["yaml"],
    alias: { react: "preact/compat" },
    jsx: "automatic",
    jsxImportSource: "preact",
    logLevel: "error",
  });
  // the bundle of a worker has the name of its source
  made.set(name === "worker" ? "/worker.ts" : `/${name}.js`, outputFiles[0].text);
}

/** A page that runs the script, and what goes wrong in it. */
async function run(name: string): Promise<{ page: Page; wrong: string[] }> {
  const page = await newPage(bench, { viewport: { width: 400, height: 300 } });
  const wrong: string[] = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  const { port } = server.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.addScriptTag({ url: `/${name}.js`, type: "module" });
  return { page, wrong };
}

test("every block for a browser is run here", () => {
  expect(blocks.map(({ file }) => file).sort()).toEqual([
    "in-worker.ts",
    "page.ts",
    "pendulum.tsx",
    "pile.ts",
    "wall.ts",
    "worker.ts",
  ]);
});

test("the first pile is drawn", async () => {
  const { page, wrong } = await run("pile");
  await page.waitForSelector("canvas");
  // a picture without boxes is packed into less than 2 kB
  await expect.poll(async () => (await page.screenshot()).length).toBeGreaterThan(4000);
  expect(wrong).toEqual([]);
  await page.close();
});

test("a click throws a ball through the wall", async () => {
  const { page, wrong } = await run("wall");
  await page.waitForSelector("canvas");
  await page.mouse.click(200, 150);
  await expect.poll(() => page.title()).toMatch(/^([3-9]|[1-4]\d) boxes/);
  expect(wrong).toEqual([]);
  await page.close();
});

test.each([
  ["page", /^1\.4\d s: -/],
  ["in-worker", /^1\.\d\d s: 0\.30 m/],
])("%s.ts shows where the ball is", async (name, text) => {
  const { page, wrong } = await run(name);
  await expect.poll(async () => (await page.locator("output").allTextContents()).join()).toMatch(text);
  expect(wrong).toEqual([]);
  await page.close();
});

test("the component for React swings", async () => {
  const { page, wrong } = await run("react");
  await expect.poll(async () => Number(await page.locator("circle").getAttribute("cx"))).toBeLessThan(0);
  expect(wrong).toEqual([]);
  await page.close();
});
