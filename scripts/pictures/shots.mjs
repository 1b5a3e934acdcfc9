// @ts-check
/**
 * The pictures of the studio that README and manual show, docs/public/studio-<name>.png or .webp. `scripts/screenshots.mjs` takes them for the docs;
 * `test/browser/pictures.test.ts` takes them smaller and looks at them. Another picture is an entry of SHOTS.
 */

/**
 * @typedef {import("playwright-core").Page} Page
 *
 * @typedef {object} Shot
 * @property {string} name
 * @property {string} address after the `#`
 * @property {"dark" | "light"} theme
 * @property {number} [height] of the window in the docs, px; `SIZE.height` where it says nothing
 * @property {boolean} [photo] kept as WebP, for views of which a PNG is several times as large
 * @property {number} [time] simulated, s, at which the picture is taken; only in the workspace
 * @property {(page: Page) => Promise<unknown>} [prepare] opens menus, starts what is to be seen, waits for it
 */

/** Window of the pictures in the docs, px. */
export const SIZE = { width: 1440, height: 900 };

/** Time at which the proof page shows the engines, s. */
const ENGINES_AT = 2;

/** @type {readonly Shot[]} */
export const SHOTS = [
  { name: "dark", address: "/scene/flipping-body", theme: "dark", time: 6 },
  { name: "light", address: "/scene/slider-crank", theme: "light", time: 2 },
  { name: "plots", address: "/scene/newtons-cradle", theme: "dark", time: 8, prepare: addSpectrum },
  {
    name: "overlays",
    address: "/scene/dominoes?overlays=points,forces",
    theme: "dark",
    time: 1.2,
    prepare: (page) => page.getByRole("button", { name: /^Overlays/ }).click(),
  },
  { name: "site", address: "/scene/construction-site", theme: "dark", time: 0.5 },
  { name: "excavator", address: "/scene/excavator", theme: "dark", time: 6.6, photo: true },
  { name: "lab", address: "/scene/truck?environment=lab", theme: "light", time: 1 },
  { name: "modes", address: "/scene/bridge", theme: "dark", time: 0.2, prepare: modeShown },
  { name: "looks", address: "/scene/machine-arm", theme: "dark", time: 1 },
  { name: "gallery", address: "/", theme: "dark", prepare: cardsShown },
  { name: "proof", address: "/proof/iftomm.a01", theme: "dark", height: 1000, prepare: enginesShown },
];

/** The page that a shot is taken of: its theme, English, and nothing that moves by itself. @param {Shot} shot */
export function pageOptions({ theme }) {
  return /** @type {const} */ ({ colorScheme: theme, locale: "en", reducedMotion: "reduce" });
}

/** Brings a page that has been opened at the shot's address to what the picture shows. @param {Page} page @param {Shot} shot */
export async function pose(page, { time, prepare }) {
  if (time === undefined) {
    await prepare?.(page);
    return;
  }
  // until the page has started, `studio` is the element of that id
  await page.waitForFunction("globalThis.studio?.scene?.value && studio.viewport?.drawn > 0 && studio.status.value");
  await prepare?.(page);
  await page.evaluate(`studio.step(Math.round(${time} / studio.scene.value.description.timestep))`);
  await page.waitForFunction(`studio.viewport.time > ${time} - 0.01`);
  await page.evaluate("studio.viewport.fixQuality(0)");
  await stillness(page);
}

/** Waits until no other picture has been wanted for half a second: the last one is drawn in full. @param {Page} page */
export async function stillness(page) {
  await page.evaluate(async () => {
    const { viewport } = /** @type {any} */ (globalThis).studio;
    for (let still = 0; still < 5; still = viewport.settled ? still + 1 : 0)
      await new Promise((resolve) => setTimeout(resolve, 100));
  });
}

/** @param {Page} page */
async function addSpectrum(page) {
  await page.evaluate(() => {
    const { plots } = /** @type {any} */ (globalThis).studio;
    plots.add("spectrum", [plots.columns.value[0].name]);
  });
}

/** The shape of a mode over the scene. @param {Page} page */
async function modeShown(page) {
  await page.waitForFunction("studio.dock.value !== null");
  await page.evaluate("studio.dock.value.show('modes')");
  await page.getByRole("button", { name: "Find modes" }).click();
  await page.getByRole("button", { name: /^Show mode 4:/ }).click();
  await page.getByLabel("Amplitude").press("End");
}

/** Until every picture within the window is there. @param {Page} page */
async function cardsShown(page) {
  await page.locator(".card img").first().waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll("img")].every(
      (image) => image.getBoundingClientRect().top > innerHeight || (image.complete && image.naturalWidth > 0),
    ),
  );
}

/** A pendulum that was measured, its curve, and the other engines beside it. @param {Page} page */
async function enginesShown(page) {
  await page.getByText("5 of 5 hold").waitFor();
  await page.getByText(/^measured in/).waitFor();
  // by the event alone: a click would scroll the page to the button
  await page.getByRole("button", { name: "Run side by side" }).dispatchEvent("click");
  await page.waitForFunction((time) => {
    const shown = [...document.querySelectorAll(".proof-engine output")].map(({ textContent }) =>
      Number.parseFloat(textContent ?? ""),
    );
    return shown.length === 4 && shown.every((t) => t > time);
  }, ENGINES_AT);
  await page.getByRole("button", { name: "Pause" }).dispatchEvent("click");
  // the cards draw their last picture after the engines have stopped
  await page.waitForTimeout(500);
}
