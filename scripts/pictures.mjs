// @ts-check
/**
 * `node scripts/pictures.mjs [scene …] [--all]`: what the gallery shows of the scenes, from the scenes. Writes the catalogue
 * (studio/pages/gallery/catalogue.json) and, with the studio's own viewport in headless Chromium, a picture of every named scene, or of every one
 * that has none (studio/public/pictures). Run it after adding or changing a scene; both are committed.
 * (The picture of the gallery itself: screenshots.mjs.)
 */
import { ensureDependencies, runMain } from "./setup.mjs";
import { runNode } from "./stages.mjs";

await runMain(async () => {
  ensureDependencies();
  const args = ["--conditions=source", "--import", "tsx", "scripts/pictures/make.ts", ...process.argv.slice(2)];
  process.exitCode = await runNode(args);
});
