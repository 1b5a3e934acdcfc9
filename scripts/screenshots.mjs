// @ts-check
/**
 * `node scripts/screenshots.mjs [name …]`: pictures of the studio for README and manual, docs/public/studio-<name>.png, from the built studio in headless
 * Chromium. Without names, all of them; they are listed in pictures/shots.mjs. (The pictures on the gallery's cards: pictures.mjs.)
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CHROMIUM_FLAGS } from "./pictures/chromium.mjs";
import { pageOptions, pose, SHOTS, SIZE } from "./pictures/shots.mjs";
import { asWebp } from "./pictures/webp.mjs";
import { ensureChromium, ensureDependencies, root, runMain, SetupError } from "./setup.mjs";
import { buildStudio, serveStudio, studioIsStale } from "./studio.mjs";

/** Longest wait for anything, ms; the engines of the proof page are slow beside other work. */
const PATIENCE = 180_000;

await runMain(async () => {
  const shots = wantedShots(process.argv.slice(2));
  ensureDependencies();
  if (studioIsStale()) await buildStudio();
  const address = await serveStudio({ port: 5392, host: "localhost", open: false, dev: false });
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  for (const shot of shots) {
    const path = join("docs", "public", `studio-${shot.name}.${shot.photo ? "webp" : "png"}`);
    const viewport = { ...SIZE, height: shot.height ?? SIZE.height };
    const page = await browser.newPage({ viewport, ...pageOptions(shot) });
    page.setDefaultTimeout(PATIENCE);
    await page.goto(`${address}#${shot.address}`);
    await pose(page, shot);
    const png = await page.screenshot();
    writeFileSync(join(root, path), shot.photo ? await asWebp(page, png, 0.85) : png);
    await page.close();
    console.log(path);
  }
  await browser.close();
  process.exit(0);
});

/** The named shots, or all. @param {readonly string[]} names */
function wantedShots(names) {
  const unknown = names.filter((name) => !SHOTS.some((shot) => shot.name === name));
  const all = SHOTS.map(({ name }) => name).join(", ");
  if (unknown.length > 0) throw new SetupError(`There is no picture ${unknown.join(", ")}; there are ${all}.`);
  return SHOTS.filter(({ name }) => names.length === 0 || names.includes(name));
}
