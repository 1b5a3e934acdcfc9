// @ts-check
/**
 * `node scripts/film.mjs`: the studio in motion for the first page of the manual, docs/public/studio-moving.webp, from the built studio in headless
 * Chromium: two seconds of a scene, frame by frame.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CHROMIUM_FLAGS } from "./pictures/chromium.mjs";
import { pageOptions, pose, stillness } from "./pictures/shots.mjs";
import { animatedWebp, asWebp } from "./pictures/webp.mjs";
import { ensureChromium, ensureDependencies, root, runMain } from "./setup.mjs";
import { buildStudio, serveStudio, studioIsStale } from "./studio.mjs";

const SHOT = /** @type {const} */ ({
  name: "moving",
  address: "/scene/dominoes?overlays=forces",
  theme: "dark",
  time: 0.4,
});
const WINDOW = { width: 1200, height: 750 };
const FILM = { width: 800, height: 500, frames: 24, duration: 83, quality: 0.5 };

await runMain(async () => {
  ensureDependencies();
  if (studioIsStale()) await buildStudio();
  const address = await serveStudio({ port: 5393, host: "localhost", open: false, dev: false });
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  const page = await browser.newPage({ viewport: WINDOW, ...pageOptions(SHOT) });
  page.setDefaultTimeout(180_000);
  await page.goto(`${address}#${SHOT.address}`);
  await pose(page, SHOT);
  /** @type {Buffer[]} */
  const frames = [];
  for (let k = 0; k < FILM.frames; k++) {
    frames.push(await asWebp(page, await page.screenshot(), FILM.quality, FILM.width));
    const time = SHOT.time + ((k + 1) * FILM.duration) / 1000;
    await page.evaluate(`studio.step(Math.round(${FILM.duration / 1000} / studio.scene.value.description.timestep))`);
    await page.waitForFunction(`studio.viewport.time > ${time} - 0.03`);
    await stillness(page);
  }
  const path = join("docs", "public", "studio-moving.webp");
  const film = animatedWebp(frames, FILM.width, FILM.height, FILM.duration);
  writeFileSync(join(root, path), film);
  console.log(`${path}: ${Math.round(film.length / 1000)} kB`);
  await browser.close();
  process.exit(0);
});
