/** Environments in Chromium: what is above and below, shadows without grain, the choice of the view, and the levels of quality. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EnvironmentChoice } from "../../studio/viewport/environments.js";
import { type Bench, openBench, openPage, type Picture, sceneShown, takePicture } from "./studio-page.js";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench?.close();
});

/** A box of 1 m on level ground, seen from its lit side, a little from above. */
const BOX = {
  name: "one-box",
  gravity: [0, 0, 0],
  contact: "none",
  bodies: [
    { name: "floor", type: "static", shapes: [{ type: "plane" }] },
    { name: "box", position: [0, 0, 0.5], color: "#d9d6cc", shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }] },
  ],
  view: { eye: [-2.2, -8, 2.4], target: [0, 0, 0.6] },
};

/** Opens the box with a level of quality that stays, and waits for its picture. */
async function openBox(
  environment: EnvironmentChoice,
  level = 0,
  spec: object = BOX,
): Promise<{ page: Page; complaints: string[] }> {
  const options = { reducedMotion: "reduce", viewport: { width: 640, height: 480 } } as const;
  const opened = await openPage(bench, "#/scene/free-fall", options);
  await sceneShown(opened.page, "free-fall");
  await opened.page.evaluate(
    async ([choice, value]) => {
      studio.environments.chosen.value = choice;
      await studio.simulation.load({ kind: "spec", spec: value }, false);
    },
    [environment, spec] as const,
  );
  await opened.page.waitForFunction(() => studio.scene.value?.description.name === "one-box");
  await fix(opened.page, level);
  return opened;
}

async function fix(page: Page, level: number): Promise<void> {
  await page.evaluate((wanted) => studio.viewport?.fixQuality(wanted), level);
  await page.waitForFunction(() => studio.viewport?.settled);
}

async function choose(page: Page, environment: "void" | "lab" | "site"): Promise<void> {
  await page.evaluate((wanted) => {
    studio.environments.chosen.value = wanted;
  }, environment);
  await page.waitForFunction(() => studio.viewport?.settled);
}

/** Where points of the world are in the picture, px from its upper left corner. */
function places(page: Page, points: readonly (readonly number[])[]): Promise<number[][]> {
  return page.evaluate((all) => {
    const view = studio.viewport as unknown as {
      camera: {
        current: {
          position: { clone(): { set(...p: number[]): void; project(c: unknown): void; x: number; y: number } };
        };
      };
      canvas: HTMLCanvasElement;
    };
    const { clientWidth, clientHeight } = view.canvas;
    return all.map((point) => {
      const at = view.camera.current.position.clone();
      at.set(...point);
      at.project(view.camera.current);
      return [((at.x + 1) / 2) * clientWidth, ((1 - at.y) / 2) * clientHeight];
    });
  }, points);
}

/** Mean and standard deviation of red, green and blue over a square of `2 half + 1` px. */
function patch({ pixels, width }: Picture, [x, y]: readonly number[], half: number) {
  const values: number[][] = [[], [], []];
  for (let j = Math.round(y) - half; j <= Math.round(y) + half; j++)
    for (let i = Math.round(x) - half; i <= Math.round(x) + half; i++)
      for (let k = 0; k < 3; k++) values[k].push(pixels[4 * (j * width + i) + k]);
  const mean = values.map((all) => all.reduce((a, b) => a + b, 0) / all.length);
  const deviation = values.map((all, k) => Math.sqrt(all.reduce((a, b) => a + (b - mean[k]) ** 2, 0) / all.length));
  return { mean, deviation };
}

const brightness = (rgb: readonly number[]) => rgb[0] + rgb[1] + rgb[2];

/**
 * The light stands at azimuth −0.9 and elevation 0.84: at (−0.55, 0.55), just behind the corner that is turned away, the
 * ground does not see it; 3 m to the right it does.
 */
const SHADED = [-0.62, 0.35, 0];
const LIT = [-2.2, -1, 0];

describe("environments", () => {
  test("a box throws a shadow on the ground, in a void, a lab and a site", async () => {
    const { page, complaints } = await openBox("void");
    const [shaded, lit] = await places(page, [SHADED, LIT]);
    for (const type of ["void", "lab", "site"] as const) {
      await choose(page, type);
      const picture = await takePicture(page);
      const [dark, bright] = [patch(picture, shaded, 2), patch(picture, lit, 2)];
      // measured 0.82 in the lab, where light from all around is as strong as the lamp, and less elsewhere; without a
      // shadow both places have the same light, and the texture of the site differs by some hundredths
      expect(brightness(dark.mean), type).toBeLessThan(0.9 * brightness(bright.mean));
    }
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("a site has blue sky above, brown ground below and no grid; a lab is light; a void shows the page", async () => {
    // looking up a little, so that the horizon is below the middle
    const view = { eye: [-2.2, -8, 1.2], target: [0, 0, 1.6] };
    const { page, complaints } = await openBox("site", 0, { ...BOX, view });
    const look = async (type: "void" | "lab" | "site") => {
      await choose(page, type);
      const picture = await takePicture(page);
      return {
        above: patch(picture, [picture.width * 0.3, picture.height * 0.33], 4).mean,
        below: patch(picture, [picture.width * 0.6, picture.height * 0.9], 4).mean,
      };
    };
    const site = await look("site");
    expect(site.above[2]).toBeGreaterThan(site.above[0]);
    expect(site.below[0]).toBeGreaterThan(site.below[2] + 20);
    await expect.poll(() => page.getByText(/^Grid/).count()).toBe(0);
    const lab = await look("lab");
    for (const value of [...lab.above, ...lab.below]) expect(value).toBeGreaterThan(150);
    const empty = await look("void");
    for (const value of [...empty.above, ...empty.below]) expect(value).toBeLessThan(80);
    await expect.poll(() => page.getByText(/^Grid/).count()).toBe(1);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("a lit face is as even with shadow maps as without", async () => {
    const { page } = await openBox("void", 3);
    const [face] = await places(page, [[0, -0.5, 0.5]]);
    const clean = patch(await takePicture(page), face, 12);
    await fix(page, 1);
    const shadowed = patch(await takePicture(page), face, 12);
    // the same face without any shadow is the measure; rounding to whole numbers of 0 … 255 adds less than one
    for (let k = 0; k < 3; k++) expect(shadowed.deviation[k]).toBeLessThan(clean.deviation[k] + 1);
    expect(brightness(shadowed.mean)).toBeGreaterThan(0.85 * brightness(clean.mean));
    await page.close();
  });

  test("occlusion darkens the ground in front of a wall, and only there", async () => {
    const { page } = await openBox("lab", 1);
    const [foot, open] = await places(page, [[0, -0.56, 0], LIT]);
    const without = await takePicture(page);
    await fix(page, 0);
    const occluded = await takePicture(page);
    const change = (at: readonly number[]) =>
      brightness(patch(occluded, at, 1).mean) / brightness(patch(without, at, 1).mean);
    expect(change(foot)).toBeLessThan(0.97);
    expect(change(open)).toBeGreaterThan(0.98);
    await page.close();
  });
});

describe("the choice", () => {
  test("by the menu; the address and the next visit have it; chunks come when they are needed", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/dominoes", { reducedMotion: "reduce", anew: true });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await sceneShown(page, "dominoes");
    await page.waitForFunction(() => studio.viewport?.settled);
    expect(asked.filter((url) => /backdrop-/.test(url))).toEqual([]);
    const button = page.getByRole("button", { name: "Environment" });
    await button.click();
    await page.getByRole("menuitemcheckbox", { name: "Lab" }).click();
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("#/scene/dominoes?environment=lab");
    await expect.poll(() => asked.filter((url) => /backdrop-/.test(url)).length).toBe(1);
    await expect.poll(() => button.getAttribute("aria-pressed")).toBe("true");

    // another scene, without a word in the address
    await page.goto(`${bench.address}#/scene/pyramid`);
    await page.reload();
    await sceneShown(page, "pyramid");
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("#/scene/pyramid?environment=lab");
    await button.click();
    await page.getByRole("menuitemcheckbox", { name: "As the scene has it: Void" }).click();
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("#/scene/pyramid");
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("a planar scene has none", async () => {
    const { page } = await openPage(bench, "#/scene/stack?environment=site", { reducedMotion: "reduce" });
    await sceneShown(page, "stack");
    expect(await page.getByRole("button", { name: "Environment" }).count()).toBe(0);
    const picture = await takePicture(page);
    for (const value of patch(picture, [picture.width * 0.75, 100], 5).mean) expect(value).toBeLessThan(80);
    await page.close();
  });
});

test("a still picture ends at the level of still pictures; one that moves begins without shadows", async () => {
  const { page } = await openPage(bench, "#/scene/dominoes", { reducedMotion: "reduce", quality: "measured" });
  await sceneShown(page, "dominoes");
  const levels = () =>
    page.evaluate(() => {
      const view = studio.viewport as unknown as { level: number; quality: { level: number; still: number } };
      return { drawn: view.level, moving: view.quality.level, still: view.quality.still };
    });
  await page.waitForFunction(() => studio.viewport?.settled);
  const rest = await levels();
  expect(rest.drawn).toBe(rest.still);
  expect(rest.moving).toBeGreaterThanOrEqual(3);
  // what moves is drawn without shadows, however soon the run is over
  await page.evaluate(() => {
    const view = studio.viewport as unknown as { level: number; watchPictures(watcher: () => void): void };
    const seen = new Set<number>();
    view.watchPictures(() => seen.add(view.level));
    Object.assign(globalThis, { seenLevels: seen });
    // a busy machine may draw nothing until the run is over: it begins again
    studio.status.subscribe((status) => {
      if (!status?.ended) return;
      studio.restart();
      studio.simulation.play();
    });
    studio.toggle();
  });
  await page.waitForFunction(() => {
    const { seenLevels } = globalThis as unknown as { seenLevels: Set<number> };
    return [...seenLevels].some((level) => level >= 3);
  });
  await page.close();
});
