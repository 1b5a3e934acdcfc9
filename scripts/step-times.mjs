// @ts-check
/**
 * `node scripts/step-times.mjs [--node | --chromium] [runs] [scene …]`: wall time of the steps of a scene in a worker of Node and of headless Chromium, for
 * docs/guide/real-time.md. Every run has a worker of its own, whose code is not compiled yet, as that of a person who opens the scene. The first row is
 * the first run; the second takes of each step the fastest of all runs, as other processes disturb some.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { CHROMIUM_FLAGS } from "./pictures/chromium.mjs";
import { ensureChromium, ensureDependencies, root, runMain } from "./setup.mjs";

/** Steps of a run, and how many of them count as the start. */
const STEPS = 3600;
const START = 200;
const SCENES = ["excavator"];

await runMain(async () => {
  ensureDependencies();
  const [given, ...named] = process.argv.slice(2).filter((word) => !word.startsWith("--"));
  const runs = Number(given ?? 3);
  const scenes = named.length > 0 ? named : SCENES;
  const [inNode, inChromium] = ["--chromium", "--node"].map((other) => !process.argv.includes(other));
  const folder = mkdtempSync(join(tmpdir(), "stiction-"));
  try {
    const node = join(folder, "node.mjs");
    const browser = join(folder, "browser.js");
    await bundle(
      node,
      'import { parentPort, workerData } from "node:worker_threads"; parentPort.postMessage(run(workerData));',
    );
    await bundle(browser, "onmessage = ({ data }) => postMessage(run(data));");
    const chromium = await startChromium(browser);
    console.log(`${cpus().length} × ${cpus()[0].model}, Node ${process.version}, Chromium ${chromium.version}\n`);
    console.log("| scene | where | run | p50 | p95 | p99 | max | steps over 5 ms |");
    console.log("|---|---|---|---|---|---|---|---|");
    for (const scene of scenes) {
      if (inNode) print(scene, "Node", await repeat(runs, () => runInNode(node, scene)));
      if (inChromium) print(scene, "Chromium", await repeat(runs, () => chromium.run(scene)));
    }
    await chromium.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.exit(0);
});

/** The program of a worker; `reply` posts what `run` returns. @param {string} outfile @param {string} reply */
async function bundle(outfile, reply) {
  const { build } = await import("esbuild");
  const isNode = outfile.endsWith(".mjs");
  await build({
    stdin: {
      contents: `import { stepTimes } from "./bench/step-times.ts"; const run = (scene) => stepTimes(scene, {}, ${STEPS}); ${reply}`,
      resolveDir: root,
      loader: "ts",
    },
    bundle: true,
    platform: isNode ? "node" : "browser",
    format: "esm",
    conditions: ["source"],
    alias: { "#validate": join(root, "src", "math", "validate-off.ts") },
    outfile,
    logLevel: "error",
  });
}

/** @param {number} runs @param {() => Promise<number[]>} one */
async function repeat(runs, one) {
  const all = [];
  for (let k = 0; k < runs; k++) all.push(await one());
  return all;
}

/** @param {string} file @param {string} scene @returns {Promise<number[]>} */
function runInNode(file, scene) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData: scene });
    worker.once("message", (times) => {
      resolve(times);
      void worker.terminate();
    });
    worker.once("error", reject);
  });
}

/** A page that starts the worker; it is isolated, so that its clock has a resolution of 5 µs. @param {string} file */
async function startChromium(file) {
  const headers = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
  const server = createServer((request, answer) => {
    const isProgram = request.url === "/worker.js";
    answer.writeHead(200, { ...headers, "Content-Type": isProgram ? "text/javascript" : "text/html" });
    answer.end(isProgram ? readFileSync(file) : "<!doctype html><title>step times</title>");
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  await page.goto(`http://127.0.0.1:${port}/`);
  return {
    version: browser.version(),
    /** @param {string} scene @returns {Promise<number[]>} */
    run: (scene) =>
      page.evaluate(
        (name) =>
          new Promise((resolve, reject) => {
            // that of the page, not of Node
            const worker = new /** @type {any} */ (globalThis).Worker("/worker.js", { type: "module" });
            worker.onerror = (/** @type {any} */ event) => reject(new Error(event.message));
            worker.onmessage = (/** @type {any} */ { data }) => {
              resolve(data);
              worker.terminate();
            };
            worker.postMessage(name);
          }),
        scene,
      ),
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}

/** @param {string} scene @param {string} where @param {number[][]} runs */
function print(scene, where, runs) {
  const fastest = runs[0].map((_, k) => Math.min(...runs.map((times) => times[k])));
  for (const [label, times] of /** @type {const} */ ([
    ["first", runs[0]],
    [`fastest of ${runs.length}`, fastest],
  ])) {
    const sorted = times.slice(START).sort((a, b) => a - b);
    const at = (/** @type {number} */ p) =>
      sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))].toFixed(2);
    const over = sorted.filter((time) => time > 5).length;
    console.log(`| \`${scene}\` | ${where} | ${label} | ${at(0.5)} | ${at(0.95)} | ${at(0.99)} | ${at(1)} | ${over} |`);
  }
}
