// @ts-check
/**
 * `node scripts/frame-times.mjs [folder …]`: pictures per second and time to the first picture of the studio that is built in each folder (this one
 * where none is named), in headless Chromium with software rendering, in a window whose view has 640 × 400 px. Several checkouts are measured in turn,
 * scene by scene, so that a machine with other work to do treats them alike. Prints a table for docs/start/studio.md.
 */
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { cpus } from "node:os";
import { extname, join, normalize, resolve } from "node:path";
import { CHROMIUM_FLAGS } from "./pictures/chromium.mjs";
import { ensureChromium, root, runMain, SetupError } from "./setup.mjs";

/** Scenes that are measured, and the addresses by which a checkout that knows environments shows them. */
const SCENES = ["stack", "truck", "box-pile", "machine-arm", "gear-train"];
/** Pictures are counted for this long, s, after as many have passed that the quality has settled. */
const WATCHED = 5;
const SETTLING = 8;
const ROUNDS = 2;
const PATIENCE = 600_000;

await runMain(async () => {
  const folders = process.argv.slice(2).map((path) => resolve(path));
  if (folders.length === 0) folders.push(root);
  for (const folder of folders)
    if (!existsSync(join(folder, "dist/studio/index.html")))
      throw new SetupError(`${folder} has no built studio (npm run build)`);
  const addresses = await Promise.all(folders.map((folder) => serve(join(folder, "dist/studio"))));
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  /** @type {Map<string, number[][]>} */
  const found = new Map();
  for (let round = 0; round < ROUNDS; round++) {
    for (const scene of SCENES) {
      for (const [k, address] of addresses.entries()) {
        const measured = await measure(browser, `${address}#/scene/${scene}`);
        const key = `${scene} ${k}`;
        found.set(key, [...(found.get(key) ?? []), measured]);
      }
    }
  }
  await browser.close();
  console.log(
    `${cpus().length} × ${cpus()[0].model}, best of ${ROUNDS}; first picture, s, and pictures per second, moving`,
  );
  console.log(`| scene | ${folders.map((_, k) => `first picture ${k + 1} | pictures/s ${k + 1}`).join(" | ")} |`);
  for (const scene of SCENES) {
    const cells = folders.flatMap((_, k) => {
      const all = found.get(`${scene} ${k}`) ?? [];
      const first = Math.min(...all.map(([time]) => time));
      return [first.toFixed(2), Math.max(...all.map(([, rate]) => rate)).toFixed(1)];
    });
    console.log(`| \`${scene}\` | ${cells.join(" | ")} |`);
  }
  process.exit(0);
});

/**
 * Time from the request of the page to its first picture, s, and pictures per second while the scene runs.
 * @param {import("playwright-core").Browser} browser @param {string} address
 */
async function measure(browser, address) {
  const page = await browser.newPage({ viewport: { width: 640, height: 600 }, serviceWorkers: "block" });
  page.setDefaultTimeout(PATIENCE);
  // the time of the first picture is taken in the page, as soon as it has been drawn
  await page.addInitScript(() => {
    const watch = () => {
      const scope = /** @type {any} */ (globalThis);
      if (scope.studio?.viewport?.drawn > 0) scope.firstPicture = performance.now();
      else requestAnimationFrame(watch);
    };
    requestAnimationFrame(watch);
  });
  await page.goto(address);
  await page.waitForFunction("globalThis.firstPicture !== undefined");
  const first = Number(await page.evaluate("globalThis.firstPicture")) / 1000;
  // the view itself is brought to 640 × 400
  const size = await page.evaluate("[studio.viewport.canvas.clientWidth, studio.viewport.canvas.clientHeight]");
  await page.setViewportSize({
    width: 640,
    height: Math.max(400, 600 + 400 - Number(/** @type {number[]} */ (size)[1])),
  });
  // a scene that ends is over before it is measured: it begins again and again
  await page.evaluate(
    "setInterval(() => { if (studio.status.value?.ended) { studio.restart(); studio.simulation.play(); } }, 100)",
  );
  const drawn = async () => Number(await page.evaluate("studio.viewport.drawn"));
  const before = await drawn();
  await page.waitForFunction(`studio.viewport.drawn > ${before + SETTLING}`);
  const [from, began] = [await drawn(), performance.now()];
  await page.waitForTimeout(1000 * WATCHED);
  const rate = (1000 * ((await drawn()) - from)) / (performance.now() - began);
  await page.close();
  return [first, rate];
}

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

/** Serves a folder as `npm start` does; resolves to its address. @param {string} folder @returns {Promise<string>} */
function serve(folder) {
  const server = createServer((request, answer) => {
    const path = join(folder, normalize(decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname)));
    const file = existsSync(path) && statSync(path).isDirectory() ? join(path, "index.html") : path;
    if (!file.startsWith(folder) || !existsSync(file)) {
      answer.writeHead(404).end();
      return;
    }
    const type = /** @type {Record<string, string>} */ (TYPES)[extname(file)] ?? "application/octet-stream";
    answer.writeHead(200, {
      "Content-Type": type,
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Embedder-Policy": "require-corp",
    });
    createReadStream(file).pipe(answer);
  });
  return new Promise((done) => {
    server.listen(0, "localhost", () => {
      const address = server.address();
      done(`http://localhost:${typeof address === "object" && address ? address.port : 0}/`);
    });
  });
}
