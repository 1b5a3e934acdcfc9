/** What a Lighthouse run would look at: names, width of the page, weight of the scripts. */
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bench, galleryShown, newPage, openBench, openPage, sceneShown } from "./studio-page.js";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench?.close();
});

/** Controls without a name that a screen reader could say, and pictures without a text. */
function nameless(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const named = (element: HTMLElement): boolean => {
      const labels = (element as HTMLInputElement).labels;
      const by = element.getAttribute("aria-labelledby");
      const text = [
        element.getAttribute("aria-label"),
        by
          ?.split(" ")
          .map((id) => document.getElementById(id)?.textContent)
          .join(""),
        element.textContent,
        labels && [...labels].map((label) => label.textContent).join(""),
      ];
      return text.some((part) => part?.trim());
    };
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        "button, a, input, select, textarea, [tabindex], [role=img], [role=toolbar], [role=menu], [role=tablist], dialog, nav",
      ),
    ];
    const pictures = [...document.querySelectorAll<HTMLImageElement>("img:not([alt])")];
    return [...controls.filter((element) => !named(element)), ...pictures].map((element) =>
      element.outerHTML.slice(0, 100),
    );
  });
}

/** Parts that stick out of the window sideways. */
function widest(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth));
}

describe.each(["dark", "light"] as const)("%s", (colorScheme) => {
  test("gallery: every control has a name; nothing is wider than a telephone", async () => {
    const { page, complaints } = await openPage(bench, "", { colorScheme, viewport: { width: 390, height: 720 } });
    await galleryShown(page);
    expect(await nameless(page)).toEqual([]);
    expect(await widest(page)).toBe(390);
    await page.setViewportSize({ width: 1100, height: 700 });
    expect(await nameless(page)).toEqual([]);
    expect(await widest(page)).toBe(1100);
    // one heading of the first rank, and none that skips a rank
    expect(await page.locator("h1").count()).toBe(1);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

test("workspace: every control has a name, also in the menu that shares; nothing is wider than a telephone", async () => {
  const { page } = await openPage(bench, "#/scene/servo", {
    reducedMotion: "reduce",
    viewport: { width: 390, height: 720 },
  });
  await sceneShown(page, "servo");
  expect(await nameless(page)).toEqual([]);
  expect(await widest(page)).toBe(390);
  await page.setViewportSize({ width: 1100, height: 700 });
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("menuitem", { name: "Copy link" }).waitFor();
  expect(await nameless(page)).toEqual([]);
  expect(await widest(page)).toBe(1100);
  await page.close();
});

const GALLERIES = [
  ["es-ES", "Mecanismos", "Péndulo simple"],
  ["fi-FI", "Mekanismit", "Yksinkertainen heiluri"],
  ["sv-SE", "Mekanismer", "Enkel pendel"],
] as const;

test(`${process.env.STICTION_FULL ? "each language" : "Spanish"} has its gallery, Swedish its scene, and Finnish outlasts the visit`, async () => {
  for (const [locale, text, scene] of process.env.STICTION_FULL ? GALLERIES : GALLERIES.slice(0, 1)) {
    const { page, complaints } = await openPage(bench, "", { locale });
    await page.getByRole("heading", { name: text }).waitFor();
    await page.getByRole("link", { name: `${scene} (IFToMM A01)`, exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale.slice(0, 2));
    expect(complaints).toEqual([]);
    await page.close();
  }
  // an open scene has its title, and numbers their comma
  const { page: open } = await openPage(bench, "#/scene/pendulum", { locale: "sv-SE" });
  await sceneShown(open, "pendulum");
  await open.waitForFunction(() => document.title.includes("Enkel pendel"));
  await open
    .locator(".clock-aside", { hasText: /t = \d+,\d{3} s/ })
    .first()
    .waitFor();
  await open.close();
  // a choice outlasts the visit
  const { page } = await openPage(bench);
  await page.getByLabel("Language").selectOption("fi");
  await page.getByRole("heading", { name: "Mekanismit" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Mekanismit" }).waitFor();
  await page.close();
});

/** Compressed size of the scripts that a page asks for, bytes, workers included; three.js and what follows `last` do not count. */
async function weight(
  hash: string,
  last: RegExp,
  ready: (page: Page) => Promise<void>,
): Promise<{ before: number; files: string[] }> {
  const page = await newPage(bench, {
    fresh: true,
    serviceWorkers: "block",
    reducedMotion: "reduce",
    quality: "measured",
  });
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/\.js$/.test(new URL(request.url()).pathname)) asked.push(request.url());
  });
  await page.goto(bench.address + hash);
  await ready(page);
  await page.waitForLoadState("networkidle");
  await page.close();
  const end = asked.findIndex((url) => last.test(url));
  let before = 0;
  const files: string[] = [];
  for (const url of end < 0 ? asked : asked.slice(0, end)) {
    if (/\/three-/.test(url)) continue;
    const size = gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer()), { level: 9 }).length;
    before += size;
    files.push(`${url.split("/").at(-1)} ${Math.round(size / 1000)} kB`);
  }
  return { before, files };
}

test("the gallery loads less than 120 kB of compressed script", async () => {
  const { before, files } = await weight("", /\/three-/, async (page) => {
    await galleryShown(page);
  });
  expect(before, files.join(", ")).toBeGreaterThan(10_000);
  expect(before, files.join(", ")).toBeLessThan(120_000);
});

test("a link to an impulse scene loads less than 400 kB before its picture, and no other formulation or contact model", async () => {
  // What comes after the first picture: trees for picking, better light, and the docking of panels.
  const after = /\/(picking|image-light|occlusion|docking)/;
  const { before, files } = await weight("#/scene/stack", after, (page) => sceneShown(page, "stack"));
  expect(files.some((name) => name.startsWith("worker-"))).toBe(true);
  expect(files.some((name) => name.startsWith("impulse-"))).toBe(true);
  expect(
    files.filter((name) => /^(models|augmented-lagrangian|complementarity|forces|rim|volume)-/.test(name)),
  ).toEqual([]);
  if (process.env.STICTION_PRINT) console.log(`${before} bytes: ${files.join(", ")}`);
  expect(before, files.join(", ")).toBeLessThan(400_000);
});
