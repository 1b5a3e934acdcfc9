// @ts-check
/**
 * `node scripts/seat-times.mjs`: pictures per second of the operator's seat in headless Chromium with software rendering, its view 640 × 400 px, and what they
 * cost: as it is, then with parts of it left out. The studio must be built (npm run build). Prints a table for docs/guide/operator.md.
 */
import { existsSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { CHROMIUM_FLAGS } from "./pictures/chromium.mjs";
import { ensureChromium, root, runMain, SetupError } from "./setup.mjs";

/** Pictures are counted for this long, ms, after as many have passed that the quality has settled. */
const WATCHED = 8000;
const SETTLING = 12;
const PATIENCE = 600_000;

/** What is left out, one after the other and together, as a script of the page. */
const VARIANTS = [
  ["as it is", ""],
  ["without mirrors", "seat.displays.mirrors.show([]);"],
  ["also without rear camera", "Object.defineProperty(seat, 'rearCanvas', { get: () => null, set() {} });"],
  ["also without panel", "document.querySelector('.seat-panel').style.display = 'none';"],
  [
    "also without steps, view turned all the time",
    "studio.simulation.pause(); setInterval(() => studio.viewport.invalidate(), 4);",
  ],
];

await runMain(async () => {
  if (!existsSync(join(root, "dist/studio/index.html"))) throw new SetupError("no built studio (npm run build)");
  const { preview } = await import("vite");
  const { chromium } = await import("playwright-core");
  const configFile = join(root, "studio/vite.config.ts");
  const server = await preview({ configFile, logLevel: "error", preview: { port: 5480, strictPort: false } });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  const page = await browser.newPage({ viewport: { width: 640, height: 800 }, serviceWorkers: "block" });
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`${server.resolvedUrls?.local[0]}#/operator/excavator`);
  await page.waitForFunction("globalThis.seat?.levers?.value.length > 0 && studio.viewport?.drawn > 0");
  const [load] = loadavg();
  console.log(`${cpus().length} × ${cpus()[0].model}, load ${load.toFixed(1)}; view 640 × 400, steps of 5 ms`);
  console.log("| seat | pictures/s | time between pictures, ms: median | 90 % | step p99, ms | real-time factor |");
  console.log("|---|---|---|---|---|---|");
  for (const [name, script] of VARIANTS) {
    await page.evaluate(script);
    await fitView(page);
    const before = Number(await page.evaluate("studio.viewport.drawn"));
    await page.waitForFunction(`studio.viewport.drawn > ${before + SETTLING}`);
    const { count, p50, p90, p99, factor } = await page.evaluate(watch, WATCHED);
    const rate = ((1000 * count) / WATCHED).toFixed(1);
    console.log(
      `| ${name} | ${rate} | ${[p50, p90, p99].map((x) => x.toFixed(1)).join(" | ")} | ${factor.toFixed(2)} |`,
    );
  }
  process.exit(0);
});

/** Brings the view itself to 640 × 400. @param {import("playwright-core").Page} page */
async function fitView(page) {
  const size = page.viewportSize();
  const height = Number(await page.evaluate("studio.viewport.canvas.clientHeight"));
  await page.setViewportSize({ width: 640, height: Math.max(400, (size?.height ?? 800) + 400 - height) });
}

/** Runs in the page: times of the pictures of so many ms. @param {number} watched */
function watch(watched) {
  const { studio } = /** @type {any} */ (globalThis);
  return new Promise((done) => {
    /** @type {number[]} */
    const times = [];
    const end = studio.viewport.watchPictures(() => times.push(performance.now()));
    setTimeout(() => {
      end();
      const gaps = times.slice(1).map((time, k) => time - times[k]);
      gaps.sort((a, b) => a - b);
      const at = (/** @type {number} */ part) => gaps[Math.floor(part * gaps.length)] ?? Number.NaN;
      const { p99, factor } = studio.status.value;
      done({ count: times.length, p50: at(0.5), p90: at(0.9), p99, factor });
    }, watched);
  });
}
