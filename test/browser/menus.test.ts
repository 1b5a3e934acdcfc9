/** Menus under buttons: keys, and where the focus is. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bench, openBench, openPage, sceneShown } from "./studio-page.js";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench?.close();
});

const has = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);
const focused = (locator: Locator) => expect.poll(() => has(locator));

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

describe("menus", () => {
  test.each(["Share", "Layout"])("%s: arrows go round, Escape gives the focus back", async (name) => {
    const { page, complaints } = await openPage(bench, "#/scene/free-fall", { reducedMotion: "reduce" });
    await sceneShown(page, "free-fall");
    const button = page.getByRole("button", { name, exact: true });
    const items = page.getByRole("menu", { name }).locator("[role^=menuitem]");
    await button.focus();
    await press(page, "Enter");
    await focused(items.first()).toBe(true);
    const last = items.nth((await items.count()) - 1);
    await press(page, "ArrowDown");
    expect(await has(items.nth(1))).toBe(true);
    await press(page, "ArrowUp", "ArrowUp");
    expect(await has(last)).toBe(true);
    await press(page, "ArrowDown");
    expect(await has(items.first())).toBe(true);
    await press(page, "End");
    expect(await has(last)).toBe(true);
    await press(page, "Home");
    expect(await has(items.first())).toBe(true);
    await press(page, "Escape");
    await expect.poll(() => items.count()).toBe(0);
    expect([await has(button), await button.getAttribute("aria-expanded")]).toEqual([true, "false"]);
    // a press elsewhere closes it too
    await press(page, "Enter");
    await focused(items.first()).toBe(true);
    await page.locator(".clock").click();
    await expect.poll(() => items.count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("of a plot: a dialog keeps its keys; Escape and a saved file give the focus back", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/free-fall", { reducedMotion: "reduce" });
    await sceneShown(page, "free-fall");
    const plot = page.locator(".plot-card").first();
    const button = plot.getByRole("button", { name: /Menu of plot/ });
    const search = plot.getByRole("searchbox");
    await button.click();
    await search.focus();
    await press(page, "ArrowDown", "Home");
    expect(await has(search)).toBe(true);
    await press(page, "Escape");
    await expect.poll(() => search.count()).toBe(0);
    expect(await has(button)).toBe(true);
    await button.click();
    const saved = page.waitForEvent("download");
    await plot.getByRole("button", { name: "CSV" }).click();
    await saved;
    await expect.poll(() => search.count()).toBe(0);
    expect(await has(button)).toBe(true);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
