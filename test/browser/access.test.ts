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

/** Rules on colours: a theme is a set of them, and a run of all rules takes a second of processor time. */
const COLOURS = process.env.STICTION_FULL ? undefined : ["color-contrast", "link-in-text-block"];
/** A dialog is looked at by itself: what is beneath has not changed. */
const DIALOG = "dialog[open]";

describe("axe-core", () => {
  test("gallery and proof, in both themes", async () => {
    const { page } = await openPage(bench, "", { reducedMotion: "reduce" });
    const inBoth = async (name: string) => {
      for (const theme of ["dark", "light"] as const) {
        await page.evaluate((value) => {
          studio.theme.value = value;
        }, theme);
        expect(await violations(page, theme === "dark" ? undefined : COLOURS), `${name}, ${theme}`).toEqual([]);
      }
    };
    await page.locator(".card").first().waitFor();
    await inBoth("gallery");
    await page.goto(`${bench.address}#/proof/luaces.v20`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.locator(".experiment table, table").first().waitFor();
    await inBoth("proof");
    await page.close();
  });

  test.each([
    ["dark", undefined],
    ["light", COLOURS],
  ] as const)("workspace, %s, with each panel, a selection, menus, palette and keys", async (colorScheme, rules) => {
    const { page } = await openPage(bench, "#/scene/servo", { colorScheme, reducedMotion: "reduce" });
    await sceneShown(page, "servo");
    const content = page.locator(".dv-groupview .dock-content:visible > *");
    await expect.poll(() => content.count()).toBeGreaterThan(3);
    expect(await violations(page, rules)).toEqual([]);
    for (const id of PANELS) {
      const group = await page.evaluate((panel) => {
        const seen = new Set(document.querySelectorAll(".dock-content"));
        studio.dock.value?.show(panel);
        const found = [...document.querySelectorAll(".dock-content")].find((element) => !seen.has(element));
        for (const element of document.querySelectorAll("[data-anew]")) element.removeAttribute("data-anew");
        found?.closest(".dv-groupview")?.setAttribute("data-anew", "");
        return found !== undefined;
      }, id);
      // its code is loaded when it is first shown
      await expect.poll(() => content.count()).toBeGreaterThan(id === "plots" ? 2 : 3);
      // those that were open are in the whole page
      if (group) expect(await violations(page, rules, "[data-anew]"), id).toEqual([]);
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
    expect(await violations(page, rules, DIALOG), "keys").toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.locator("dialog.palette input").fill("stick");
    await page.locator("dialog.palette [role=option]").first().waitFor();
    expect(await violations(page, rules, DIALOG), "palette").toEqual([]);
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
