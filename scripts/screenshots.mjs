// @ts-check
/**
 * `node scripts/screenshots.mjs [name …]`: pictures of the workspace for README and manual, docs/public/studio-<name>.png, from the built studio in headless
 * Chromium. Without names, all of them. Another picture is an entry of SHOTS. (The gallery's own pictures: pictures.mjs; the proof page: proof-picture.mjs.)
 */
import { join } from "node:path";
import { ensureChromium, ensureDependencies, root, runMain } from "./setup.mjs";
import { buildStudio, serveStudio, studioIsStale } from "./studio.mjs";

/** Software rendering, and no requests of the browser's own. */
const FLAGS = [
  "--no-sandbox",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-background-networking",
  "--disable-component-update",
  "--no-first-run",
];

/**
 * @typedef {object} Shot
 * @property {string} name
 * @property {string} address after the `#`
 * @property {"dark" | "light"} theme
 * @property {number} time simulated, s, at which the picture is taken
 * @property {(page: import("playwright-core").Page) => Promise<void>} [prepare] opens menus, selects, …
 */

/** @type {readonly Shot[]} */
const SHOTS = [
  { name: "dark", address: "/scene/flipping-body", theme: "dark", time: 6 },
  { name: "light", address: "/scene/slider-crank", theme: "light", time: 2 },
  {
    name: "plots",
    address: "/scene/newtons-cradle",
    theme: "dark",
    time: 8,
    prepare: async (page) => {
      await page.evaluate(() => {
        const { plots } = /** @type {any} */ (globalThis).studio;
        const sensor = plots.columns.value[0].name;
        plots.add("spectrum", [sensor]);
      });
    },
  },
  {
    name: "overlays",
    address: "/scene/dominoes?overlays=points,forces",
    theme: "dark",
    time: 1.2,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Overlays" }).click();
    },
  },
];

await runMain(async () => {
  ensureDependencies();
  if (studioIsStale()) await buildStudio();
  const address = await serveStudio({ port: 5392, host: "localhost", open: false, dev: false });
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: FLAGS });
  const wanted = process.argv.slice(2);
  for (const shot of SHOTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    await take(browser, address, shot);
    console.log(`docs/public/studio-${shot.name}.png`);
  }
  await browser.close();
  process.exit(0);
});

/** @param {import("playwright-core").Browser} browser @param {string} address @param {Shot} shot */
async function take(browser, address, { name, address: path, theme, time, prepare }) {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    colorScheme: theme,
    locale: "en",
    reducedMotion: "reduce",
  });
  page.setDefaultTimeout(180_000);
  await page.goto(`${address}#${path}`);
  await page.waitForFunction("globalThis.studio?.scene.value && studio.viewport?.drawn > 0 && studio.status.value");
  await prepare?.(page);
  await page.evaluate(`studio.step(Math.round(${time} / studio.scene.value.description.timestep))`);
  await page.waitForFunction(`studio.viewport.time > ${time} - 0.01`);
  // the last picture is drawn in full
  await page.waitForTimeout(3000);
  await page.screenshot({ path: join(root, "docs", "public", `studio-${name}.png`) });
  await page.close();
}
