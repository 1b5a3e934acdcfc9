/** A program of somebody else: a page with `stiction/core`, built by vite, has the states of Node; and the sizes of both packages. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { boxes, compile, compose, createData, impulse, stateHash, step } from "stiction/core";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveFolder } from "../../scripts/serve.mjs";
import { stageStudioPackage } from "../../scripts/studio-package.mjs";
import { root } from "../support/tree.js";
import { type Bench, openBench } from "./studio-page.js";

const SCENE = {
  formulation: "impulse",
  bodies: [
    { name: "ground", type: "static", shapes: [{ type: "box", halfExtents: [5, 5, 0.5] }] },
    { name: "box", position: [0, 0, 1.2], shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }] },
  ],
};
const STEPS = 300;

const folder = mkdtempSync(join(tmpdir(), "stiction-page-"));
let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a built page runs a scene of boxes with the states of Node", async () => {
  writeFileSync(
    join(folder, "main.js"),
    `import { boxes, compile, compose, createData, impulse, stateHash, step } from "stiction/core";
     const model = compile(${JSON.stringify(SCENE)}, compose(impulse, boxes));
     const data = createData(model);
     for (let i = 0; i < ${STEPS}; i++) step(model, data);
     document.title = stateHash(data);`,
  );
  writeFileSync(join(folder, "index.html"), '<title>-</title><script type="module" src="./main.js"></script>');
  const alias = [
    { find: "stiction/core", replacement: join(root, "src", "core.ts") },
    { find: "#validate", replacement: join(root, "src", "math", "validate-off.ts") },
  ];
  await build({ root: folder, configFile: false, logLevel: "error", resolve: { alias }, build: { target: "es2022" } });
  const served = await serveFolder(join(folder, "dist"), { port: 0 });
  const page = await bench.browser.newPage();
  try {
    await page.goto(served.url);
    await page.waitForFunction(() => document.title !== "-");
    const model = compile(SCENE, compose(impulse, boxes));
    const data = createData(model);
    for (let i = 0; i < STEPS; i++) step(model, data);
    expect(await page.title()).toBe(stateHash(data));
  } finally {
    await page.close();
    await served.close();
  }
});

test("the package of the studio is below 2.65 MB and has no other engines", () => {
  const stage = join(folder, "studio-package");
  stageStudioPackage(join(root, "dist", "studio"), stage);
  const files = readdirSync(stage, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(stage, name)).isFile(),
  );
  expect(files.filter((name) => /\.(wasm|map)$|peers|stiction-scene/.test(name))).toEqual([]);
  // 2.622 MB; with the library (test/package/install.test.ts) both have 4.09 MB, where 4 are wanted: the pages of studies and of the instructor came
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const { status } = spawnSync(
    npm,
    ["pack", "--silent", "--offline", "--ignore-scripts", "--pack-destination", folder],
    {
      cwd: stage,
      shell: process.platform === "win32",
    },
  );
  expect(status).toBe(0);
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  expect(statSync(join(folder, tarball)).size).toBeLessThan(2_650_000);
});
