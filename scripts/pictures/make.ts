/** Started by scripts/pictures.mjs: the catalogue, then the pictures of the named scenes, or of those that have none. */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import type { StictionScene } from "../../studio/embed/element.js";
import { buildEmbed } from "../embed.mjs";
import { ensureChromium, root } from "../setup.mjs";
import { binary, runNode } from "../stages.mjs";
import { CHROMIUM_FLAGS } from "./chromium.mjs";
import { catalogueEntries, type PicturePlan, picturePlans } from "./entries.js";

const FOLDER = join(root, "studio", "public", "pictures");
const CATALOGUE = join(root, "studio", "pages", "gallery", "catalogue.json");

/** px; half as much again as a card has, for screens with fine pixels. */
const SIZE = { width: 450, height: 258 };
const MAX_BYTES = 12_000;
/** Longest time that a scene may compute until its picture, ms. */
const PATIENCE = 25_000;

const page = `<!doctype html><meta charset="utf-8"><style>
  body { margin: 0; background: #101214 }
  stiction-scene { width: ${SIZE.width}px; height: ${SIZE.height}px; aspect-ratio: auto; border-radius: 0 }
</style>`;

async function main(wanted: readonly string[], all: boolean): Promise<void> {
  const entries = catalogueEntries();
  writeFileSync(CATALOGUE, JSON.stringify(entries));
  await runNode([binary("@biomejs/biome", "biome"), "format", "--write", CATALOGUE]);
  mkdirSync(FOLDER, { recursive: true });
  const names = new Set(entries.map(({ name }) => `${name}.webp`));
  for (const file of readdirSync(FOLDER)) if (!names.has(file)) rmSync(join(FOLDER, file));
  const plans = picturePlans().filter(
    ({ name }) => all || wanted.includes(name) || (wanted.length === 0 && !existsSync(fileOf(name))),
  );
  console.log(`${entries.length} scenes in the catalogue, ${plans.length} pictures to take`);
  if (plans.length > 0) await takePictures(plans);
}

function fileOf(name: string): string {
  return join(FOLDER, `${name}.webp`);
}

async function takePictures(plans: readonly PicturePlan[]): Promise<void> {
  const folder = join(tmpdir(), `stiction-pictures-${process.pid}`);
  await buildEmbed(folder);
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  try {
    const tab = await openTab(browser, join(folder, "stiction-scene.js"));
    for (const plan of plans) {
      const start = performance.now();
      const note = await takePicture(tab, plan);
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(`${plan.name}: ${statSync(fileOf(plan.name)).size} B, ${seconds} s${note}`);
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openTab(browser: Browser, script: string): Promise<Page> {
  const tab = await browser.newPage({ viewport: SIZE, reducedMotion: "reduce", colorScheme: "dark" });
  tab.on("pageerror", (error) => console.error(error.message));
  await tab.route("http://pictures.test/**", (route) => route.fulfill({ contentType: "text/html", body: page }));
  // tsx marks functions with this helper of its own, which the page does not have
  await tab.addInitScript("globalThis.__name = (f) => f");
  await tab.goto("http://pictures.test/");
  await tab.addScriptTag({ path: script });
  await tab.evaluate(() => document.body.append(document.createElement("stiction-scene")));
  return tab;
}

async function takePicture(tab: Page, { name, steps }: PicturePlan): Promise<string> {
  const made = await tab.evaluate(
    async ({ name, steps, patience }) => {
      const element = document.querySelector("stiction-scene") as StictionScene;
      const settled = new Promise<void>((resolve, reject) => {
        element.addEventListener("ready", () => resolve(), { once: true });
        element.addEventListener("problem", (event) => reject(new Error((event as CustomEvent).detail.message)), {
          once: true,
        });
      });
      element.setAttribute("src", name);
      await settled;
      const { player } = element;
      if (!player?.view) throw new Error("there is no view");
      const end = performance.now() + patience;
      let made = 0;
      while (made < steps && performance.now() < end) {
        const count = Math.min(steps - made, Math.max(1, Math.ceil(steps / 50)));
        await player.simulation.step(count);
        made += count;
      }
      // until the last pose is drawn, and drawn as well as can be; frames tell their time in single precision
      const { view } = player;
      const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
      const before = view.drawn;
      view.fixQuality(0);
      while (view.drawn === before || Math.abs(view.time - element.time) > 1e-4) {
        player.simulation.pause(); // a frame may have been left out; this brings the last one again
        await pause();
      }
      for (let still = 0, drawn = view.drawn; still < 5; await pause()) {
        still = view.settled && view.drawn === drawn ? still + 1 : 0;
        drawn = view.drawn;
      }
      return made;
    },
    { name, steps, patience: PATIENCE },
  );
  const png = await tab.locator("stiction-scene").screenshot();
  const webp = await tab.evaluate(
    async ({ url, max }) => {
      const image = await createImageBitmap(await (await fetch(url)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      let blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.6 });
      for (let quality = 0.54; blob.size > max && quality > 0.05; quality -= 0.06)
        blob = await canvas.convertToBlob({ type: "image/webp", quality });
      let text = "";
      for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
      return btoa(text);
    },
    { url: `data:image/png;base64,${png.toString("base64")}`, max: MAX_BYTES },
  );
  writeFileSync(fileOf(name), Buffer.from(webp, "base64"));
  return made < steps ? `, after ${made} of ${steps} steps` : "";
}

const args = process.argv.slice(2);
await main(
  args.filter((name) => !name.startsWith("--")),
  args.includes("--all"),
);
// vite keeps timers
process.exit();
