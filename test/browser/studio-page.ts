/** The built studio in a real Chromium, for the tests of this folder. */
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { CHROMIUM_FLAGS } from "../../scripts/pictures/chromium.mjs";
import { serveFolder } from "../../scripts/serve.mjs";
import { buildStudio, studioIsStale } from "../../scripts/studio.mjs";
import type { Studio } from "../../studio/state.js";
import type { Theme } from "../../studio/theme.js";
import { PATIENCE_MS } from "../support/patience.js";

declare global {
  /** The handle that the page offers to the console and to tests. */
  var studio: Studio;
}

/** Small, because pictures are made by the processor. */
const WINDOW = { width: 1100, height: 700 };

/**
 * The page is put together without OpenGL: where that is done by the processor, a picture of the page costs four times
 * as much through it. The pictures of the view itself are made as always.
 */
const TEST_FLAGS = ["--disable-gpu-compositing"];

export interface Bench {
  readonly browser: Browser;
  /** Where the studio is served, ending in a slash. */
  readonly address: string;
  close(): Promise<void>;
}

const shared: { bench?: Promise<Bench> } = {};

/** The studio, served, and the browser: one of each for all files that run in this process. They end with it. */
export async function openBench(): Promise<Bench> {
  shared.bench ??= startBench();
  return { ...(await shared.bench), close: async () => {} };
}

/** Builds the studio when its sources changed, serves it as `npm start` does, and starts the browser. */
async function startBench(): Promise<Bench> {
  if (studioIsStale()) await buildStudio();
  const folder = fileURLToPath(new URL("../../dist/studio", import.meta.url));
  const server = await serveFolder(folder, { port: 5390 });
  const address = server.url;
  const executablePath = process.env.CHROMIUM;
  if (!executablePath) throw new Error("needs a served studio and Chromium (npm test sees to both)");
  const args = [...CHROMIUM_FLAGS, ...TEST_FLAGS];
  const browser = await chromium.launch({ executablePath, args, timeout: PATIENCE_MS });
  return {
    browser,
    address,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

export interface OpenPage {
  readonly page: Page;
  /** Everything that should not have happened: errors in the console, failed requests, requests to elsewhere. */
  readonly complaints: string[];
}

export interface PageOptions extends BrowserContextOptions {
  /** Quality of every picture (see `askedQuality`), or `measured`: what the page finds that the machine can. */
  readonly quality?: string;
  /** Nothing is in its cache, as at the first visit. */
  readonly fresh?: boolean;
  /** Its scripts start with this test; else a page of an earlier one may be taken again (`openAgain`). */
  readonly anew?: boolean;
}

/**
 * Quality of pictures that no test looks at closely: all pixels, but no shadows and no light from an image, four in a second. Pictures are made by the
 * processor: the best ones take a second each, after every change of a view that stands still, and a view that moves keeps a processor busy.
 */
const PLAIN = "3/4";

/** A page that waits for as long as the machine needs. Nothing that an earlier page stored is there. */
export async function newPage(
  bench: Bench,
  { quality = PLAIN, fresh = false, anew: _, ...options }: PageOptions = {},
): Promise<Page> {
  const { viewport, colorScheme = "light", reducedMotion = "no-preference", ...rest } = options;
  await takeWaiting("");
  const context = await freeContext(bench, fresh, rest);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  lookSeldom(page);
  await clearStores(bench, page);
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion });
  if (quality !== "measured") await page.addInitScript(keepQuality, quality);
  return page;
}

/** Conditions are looked at twenty times in a second, and not at every picture of the screen, which a page would make for that alone. */
function lookSeldom(page: Page): void {
  const wait = page.waitForFunction.bind(page) as (...all: unknown[]) => Promise<unknown>;
  const seldom = (test: unknown, value?: unknown, options?: object) =>
    wait(test, value, { polling: LOOK_MS, ...options });
  page.waitForFunction = seldom as typeof page.waitForFunction;
}

/** Contexts so far, by their options. */
const contexts: { key: string; context: BrowserContext }[] = [];

/** What pages store, except for the cache of files. */
const STORES = "cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage";

async function clearStores(bench: Bench, page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin: new URL(bench.address).origin, storageTypes: STORES });
  await session.detach();
}

/**
 * A context that has no open page. Contexts of the same options are used again: scripts that are in a context's cache, compiled, halve
 * what the start of a page costs.
 */
async function freeContext(bench: Bench, fresh: boolean, options: BrowserContextOptions): Promise<BrowserContext> {
  const key = JSON.stringify(options);
  const free = fresh ? undefined : contexts.find((known) => known.key === key && known.context.pages().length === 0);
  if (free) return free.context;
  const context = await bench.browser.newContext(options);
  contexts.push({ key, context });
  return context;
}

/** Runs in the page, before its own scripts; pages without an origin have no storage. */
export function keepQuality(quality: string): void {
  try {
    localStorage.setItem("stiction.quality", quality);
  } catch {}
}

/**
 * Opens a page and watches it. Nothing is kept for working offline, unless the options ask for it: that would load everything for every test. To
 * close it leaves it to the next test.
 */
export async function openPage(bench: Bench, path = "", options: PageOptions = {}): Promise<OpenPage> {
  const used = await takeWaiting(kindOf(options));
  if (used) {
    await openAgain(bench, used, path, options);
    return used;
  }
  const page = await newPage(bench, {
    viewport: WINDOW,
    colorScheme: "dark",
    serviceWorkers: "block",
    ...options,
  });
  const complaints: string[] = [];
  page.on("console", (message) => {
    // what the test itself brings about: no worker for working offline, and pages put together by reading pictures back
    const own = /Service Worker registration blocked|GPU stall due to ReadPixels/.test(message.text());
    if ((message.type() === "error" || message.type() === "warning") && !own)
      complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("requestfailed", (request) => {
    // what was still on its way when another page was opened
    if (request.failure()?.errorText !== "net::ERR_ABORTED") complaints.push(`failed: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  page.on("request", (request) => {
    const local = request.url().startsWith(bench.address) || /^(data|blob):/.test(request.url());
    if (!local) complaints.push(`remote: ${request.url()}`);
  });
  await page.goto(bench.address + path);
  await started(page);
  const opened = { page, complaints };
  if (!options.fresh && (options.quality ?? PLAIN) === PLAIN) {
    const close = page.close.bind(page);
    page.close = () => leave({ ...opened, kind: kindOf(options), close });
  }
  return opened;
}

/** A page that its test has closed: it waits, paused, for a test that wants one of the same kind. */
interface ClosedPage extends OpenPage {
  readonly kind: string;
  /** Closes it for good. */
  close(): Promise<void>;
}

/** One at most: to take a picture of a page takes seconds while there are others. */
let waiting: ClosedPage | null = null;

/** What cannot be changed in an open page. A window that becomes narrow or wide would make its view anew. */
function kindOf({ viewport = WINDOW, colorScheme: _, reducedMotion: __, anew: ___, ...rest }: PageOptions): string {
  return JSON.stringify({ ...rest, narrow: (viewport?.width ?? 0) < 1024 });
}

async function leave(one: ClosedPage): Promise<void> {
  await waiting?.close();
  await one.page.evaluate(() => globalThis.studio?.simulation?.pause());
  waiting = one;
}

/** The page that waits, if it is of the kind; else it is closed, and there is none. */
async function takeWaiting(kind: string): Promise<ClosedPage | null> {
  const found = waiting;
  waiting = null;
  if (found?.kind === kind) return found;
  await found?.close();
  return null;
}

/** Whether a scene is open in the page, so that another one can be without loading it. */
const showsScene = (page: Page) =>
  page.evaluate(
    () => globalThis.studio?.page?.value === "workspace" && studio.scene.value !== null && studio.viewport !== null,
  );

/**
 * A page that waits, with what the options ask for. It loads anew, or where it shows a scene and shall show one, that is opened, with nothing stored,
 * shown or chosen that a new page has not: to compile the scripts and to make the first picture takes four times as much processor time.
 */
async function openAgain(
  bench: Bench,
  { page, complaints }: OpenPage,
  path: string,
  options: PageOptions,
): Promise<void> {
  const { viewport = WINDOW, colorScheme = "dark", reducedMotion = "no-preference" } = options;
  const [, name] = /^#\/scene\/([\w-]+)$/.exec(path) ?? [];
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion });
  await page.mouse.move(0, 0);
  if (name === undefined || options.anew || !(await showsScene(page))) {
    await page.goto("about:blank");
    await clearStores(bench, page);
    complaints.length = 0;
    await page.goto(bench.address + path);
    await started(page);
    return;
  }
  await page.keyboard.press("Escape"); // an open menu
  complaints.length = 0;
  const drawn = await page.evaluate(openScene, { name, theme: colorScheme as Theme, quality: PLAIN });
  await page.waitForFunction(
    (before) => (studio.viewport?.drawn ?? 0) > before && (studio.viewport?.settled || studio.status.value?.running),
    drawn,
  );
}

/** Runs in the page: everything as in a new page, with this scene; returns how many pictures there were before. */
async function openScene({ name, theme, quality }: { name: string; theme: Theme; quality: string }): Promise<number> {
  const { simulation, ghost, controls, touch, overlays, cameras, environments, recordings, dock, viewport } = studio;
  simulation.pause();
  if (ghost.variant.value) await ghost.stop();
  controls.armed.value = false;
  touch.tool.value = "hand";
  overlays.clear();
  for (const dialog of [overlays.menu, studio.help, studio.palette, studio.scenesOpen]) dialog.value = false;
  for (const inset of cameras.insets.value) cameras.toggleInset(inset);
  if (cameras.cut.value) cameras.toggleCut();
  cameras.set("orbit");
  environments.chosen.value = "scene";
  recordings.list.value = [];
  studio.theme.value = theme;
  studio.notice.value = null;
  studio.setSpeed(1);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  const [level, rate] = quality.split("/").map(Number);
  viewport?.fixQuality(level, rate);
  localStorage.clear();
  localStorage.setItem("stiction.quality", quality);
  dock.value?.reset();
  history.replaceState(null, "", `#/scene/${name}`);
  const drawn = viewport?.drawn ?? 0;
  await studio.open({ kind: "shipped", name, params: {} });
  return drawn;
}

/**
 * Waits until the page has started. `goto` and `reload` end when its first script has run, which then waits for the page's language; until then
 * `studio` is the element of that id.
 */
async function started(page: Page): Promise<void> {
  await page.waitForFunction(() => !(globalThis.studio instanceof Element));
}

/**
 * Waits until the gallery is there: by its first card, since how many cards of a group are shown follows from the width
 * of the window, which is measured after the first picture.
 */
export async function galleryShown(page: Page): Promise<void> {
  await page.locator(".card").first().waitFor();
}

/** Waits until a scene is open and its picture is on the screen. */
export async function sceneShown(page: Page, name: string): Promise<void> {
  await started(page);
  try {
    await shown(page, name, STARTING_MS);
  } catch {
    // not seen in 60 pages of a busy machine since tests wait for the start (`started`): the page says what it waits for, and starts again
    const state = await page.evaluate(() => ({
      scene: studio.scene.value?.description.name,
      drawn: studio.viewport?.drawn,
      status: studio.status.value !== null,
      dock: studio.dock.value !== null,
      notice: studio.notice.value,
    }));
    console.warn(`${name} is not shown after ${STARTING_MS / 1000} s`, state);
    await page.reload();
    await shown(page, name, PATIENCE_MS);
  }
}

/** How often a page that starts is asked whether it has, ms: at every picture of the screen it would have less time for it. */
const LOOK_MS = 50;

/** Time after which a page is taken to hang, ms: starting takes a second, on a busy machine ten. */
const STARTING_MS = 150_000;

function shown(page: Page, name: string, timeout: number): Promise<unknown> {
  return page.waitForFunction(
    (wanted) =>
      studio.scene.value?.description.name === wanted &&
      (studio.viewport?.drawn ?? 0) > 0 &&
      studio.status.value &&
      // panels come after the picture, and then the view has its place; a narrow window has no dock
      (innerWidth < 1024 || studio.dock.value !== null),
    name,
    { timeout },
  );
}

/** The simulated time that the top bar shows, s. */
export async function shownTime(page: Page): Promise<number> {
  const text = await page.getByLabel("Simulated time").textContent();
  return Number((text ?? "").replace("−", "-").replace(/[^0-9.-]/g, ""));
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of every pixel. */
  readonly pixels: Uint8Array;
}

/** What the viewport shows. */
export async function takePicture(page: Page): Promise<Picture> {
  return readPicture(page, await page.locator(".viewport canvas").screenshot());
}

/** The pixels of a PNG file, which the browser decodes. */
export async function readPicture(page: Page, png: Buffer): Promise<Picture> {
  const { width, height, base64 } = await page.evaluate(
    async (data) => {
      const image = await createImageBitmap(await (await fetch(data)).blob());
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
      if (!context) throw new Error("no canvas");
      context.drawImage(image, 0, 0);
      const { data: bytes } = context.getImageData(0, 0, image.width, image.height);
      let text = "";
      for (let k = 0; k < bytes.length; k += 8192) text += String.fromCharCode(...bytes.subarray(k, k + 8192));
      return { width: image.width, height: image.height, base64: btoa(text) };
    },
    `data:image/png;base64,${png.toString("base64")}`,
  );
  return { width, height, pixels: new Uint8Array(Buffer.from(base64, "base64")) };
}

/** Part of the picture that has the colour of the first body (sand): clearly more red than blue. */
export function shareOfBody({ pixels }: Picture): number {
  let count = 0;
  for (let k = 0; k < pixels.length; k += 4) if (pixels[k] - pixels[k + 2] > 24) count++;
  return (4 * count) / pixels.length;
}

/** Part of the pixels that differ clearly between two pictures of the same size. */
export function difference(a: Picture, b: Picture): number {
  let count = 0;
  for (let k = 0; k < a.pixels.length; k += 4) {
    const d = [0, 1, 2].some((i) => Math.abs(a.pixels[k + i] - b.pixels[k + i]) > 24);
    if (d) count++;
  }
  return (4 * count) / a.pixels.length;
}

/** Pixels of a colour given as #rrggbb; lines have edges between it and what is beneath. */
export function pixelsOf({ pixels }: Picture, colour: string): number {
  const wanted = [1, 3, 5].map((k) => Number.parseInt(colour.slice(k, k + 2), 16));
  let count = 0;
  for (let k = 0; k < pixels.length; k += 4) if (wanted.every((c, i) => Math.abs(pixels[k + i] - c) < 24)) count++;
  return count;
}

/** A colour of the theme, as #rrggbb. */
export function token(page: Page, name: string): Promise<string> {
  return page.evaluate((key) => getComputedStyle(document.documentElement).getPropertyValue(key).trim(), `--${name}`);
}
