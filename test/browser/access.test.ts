/** Access: axe-core finds nothing on any page in either theme, the focus goes by regions, Escape closes one thing at a time. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { violations } from "./axe.js";
import { type Bench, openBench, openPage, sceneShown } from "./studio-page.js";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench?.close();
});

const PANELS = ["model", "source", "library", "inspector", "solver", "controls", "compare", "modes", "plots"];

/**
 * All rules in one theme, and those on colours in the other one: a theme is a set of colours, and a run of all rules takes a second of processor time.
 */
const THEMES = [
  ["dark", undefined],
  ["light", process.env.STICTION_FULL ? undefined : ["color-contrast", "link-in-text-block"]],
] as const;

describe.each(THEMES)("axe-core, %s", (colorScheme, rules) => {
  const options = { colorScheme, reducedMotion: "reduce" } as const;

  test("gallery and proof", async () => {
    const { page } = await openPage(bench, "", options);
    await page.locator(".card").first().waitFor();
    expect(await violations(page, rules)).toEqual([]);
    await page.goto(`${bench.address}#/proof/luaces.v20`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.locator(".experiment table, table").first().waitFor();
    expect(await violations(page, rules)).toEqual([]);
    await page.close();
  });

  test("workspace with each panel, a selection, menus, palette and keys", async () => {
    const { page } = await openPage(bench, "#/scene/servo", options);
    await sceneShown(page, "servo");
    for (const id of PANELS) {
      await page.evaluate((panel) => studio.dock.value?.show(panel), id);
      // its code is loaded when it is first shown
      await expect
        .poll(() => page.locator(".dv-groupview .dock-content:visible > *").count())
        .toBeGreaterThan(id === "plots" ? 2 : 3);
      expect(await violations(page, rules), id).toEqual([]);
    }
    await page.evaluate(() => {
      studio.touch.selectAll();
      studio.dock.value?.show("inspector");
      studio.overlays.menu.value = true;
      studio.touch.tool.value = "joint";
    });
    await page.locator(".several").waitFor();
    expect(await violations(page, rules), "selection").toEqual([]);
    await page.keyboard.press("?");
    await page.locator("dialog.help[open]").waitFor();
    expect(await violations(page, rules), "keys").toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.locator("dialog.palette input").fill("stick");
    await page.locator("dialog.palette [role=option]").first().waitFor();
    expect(await violations(page, rules), "palette").toEqual([]);
    await page.close();
  });
});

describe("keys of the window", () => {
  const region = (page: Page) =>
    page.evaluate(() => {
      const here = document.activeElement;
      if (here?.closest(".top")) return "top";
      if (here?.closest(".viewport")) return "view";
      return here?.closest(".dv-groupview")?.querySelector("[role=tabpanel]")?.getAttribute("aria-label") ?? "";
    });

  test("F6 goes round the regions in visual order, also out of a field; Tab reaches the view third", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/servo", { reducedMotion: "reduce" });
    await sceneShown(page, "servo");
    // panels are loaded after the picture
    await page.locator(".plot-card").first().waitFor();
    await page.locator(".model-panel").first().waitFor();
    const seen: string[] = [];
    for (let k = 0; k < 6; k++) {
      await page.keyboard.press("F6");
      seen.push(await region(page));
    }
    expect(seen).toEqual(["top", "Model", "view", "Inspector", "Plot", "top"]);
    await page.keyboard.press("Shift+F6");
    expect(await region(page)).toBe("Plot");
    await page.locator("#model-filter").focus();
    await page.keyboard.press("F6");
    expect(await region(page)).toBe("view");

    // by Tab: the bar, the panel on the left, then the view
    await page.locator(".top .brand").focus();
    const order = [await region(page)];
    while (!order.includes("view") && order.length < 9) {
      await page.keyboard.press("Tab");
      const next = await region(page);
      if (next !== order.at(-1)) order.push(next);
    }
    expect(order).toEqual(["top", "Model", "view"]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("Escape closes what was opened last: palette, keys, menus, tool", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/servo", { reducedMotion: "reduce" });
    await sceneShown(page, "servo");
    const open = () =>
      page.evaluate(() => ({
        palette: studio.palette.value,
        help: studio.help.value,
        overlays: studio.overlays.menu.value,
        share: document.querySelector("[role=menu]") !== null,
        tool: studio.touch.tool.value,
      }));
    const none = { palette: false, help: false, overlays: false, share: false, tool: "hand" };
    await page.locator(".viewport").focus();
    await page.keyboard.press("b");
    await page.evaluate(() => {
      studio.overlays.menu.value = true;
    });
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await page.locator("[role=menu]").waitFor();
    // the focus is elsewhere, and the menu closes first all the same
    await page.locator(".viewport").evaluate((element: HTMLElement) => element.focus());
    await expect.poll(open).toEqual({ ...none, overlays: true, share: true, tool: "body" });
    await page.keyboard.press("Escape");
    await expect.poll(open).toEqual({ ...none, overlays: true, tool: "body" });
    await page.keyboard.press("Escape");
    await expect.poll(open).toEqual({ ...none, tool: "body" });
    await page.keyboard.press("Escape");
    await expect.poll(open).toEqual(none);
    for (const key of ["?", "Control+k"]) {
      await page.keyboard.press(key);
      await page.locator("dialog[open]").waitFor();
      await page.keyboard.press("Escape");
      await expect.poll(open).toEqual(none);
    }
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("a coarse pointer", () => {
  test("everything that can be touched in the bars and panels is at least 44 px high", async () => {
    const { page } = await openPage(bench, "#/scene/servo", {
      hasTouch: true,
      isMobile: true,
      viewport: { width: 900, height: 1100 },
      reducedMotion: "reduce",
    });
    await sceneShown(page, "servo");
    const small = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>(".page button, .page select, .page [role=treeitem], .page a")]
          .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]"))
          .filter((element) => element.getBoundingClientRect().height < 43.5)
          .map((element) => element.outerHTML.slice(0, 120)),
      );
    await expect.poll(small).toEqual([]);
    await page.evaluate(() => {
      studio.scenesOpen.value = true;
    });
    await expect.poll(small).toEqual([]);
    await page.close();
  });
});
