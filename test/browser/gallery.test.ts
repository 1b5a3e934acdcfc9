/** The gallery: the first page of the studio, and the way to every scene. */
import { buildScene, compile, createData, stateHash } from "stiction";
import { scenes } from "stiction/scenes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bench, galleryShown, openBench, openPage, sceneShown } from "./studio-page.js";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench?.close();
});

describe("the first page", () => {
  test("shows scenes with pictures, without an error, before any simulation or 3D code is asked for", async () => {
    const { page, complaints } = await openPage(bench);
    await galleryShown(page);
    await page.waitForLoadState("networkidle");
    const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    expect((await loaded()).filter((name) => /worker-|three-|viewport-|dockview/.test(name))).toEqual([]);
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>(".card img")]
        .slice(0, 6)
        .every((image) => image.complete && image.naturalWidth === 450),
    );
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("en");
    // pointing at a card asks for the worker
    await page.locator(".card").first().hover();
    await expect.poll(async () => (await loaded()).some((name) => /worker-/.test(name))).toBe(true);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("searches, filters, and has every state in its address", async () => {
    const { page, complaints } = await openPage(bench);
    await galleryShown(page);
    // keys are listened to after the first picture of the page
    const searching = () => page.evaluate(() => document.activeElement?.getAttribute("type") === "search");
    await expect
      .poll(async () => {
        if (!(await searching())) await page.keyboard.press("/");
        return searching();
      })
      .toBe(true);
    await page.keyboard.type("flipping");
    const cards = page.locator(".card");
    await expect.poll(() => cards.count()).toBe(1);
    expect(new URL(page.url()).hash).toBe("#/?q=flipping");

    await page.getByRole("searchbox").fill("flippping bdy");
    await page.getByText("No scene matches").waitFor();
    await page.getByRole("link", { name: "Flipping body" }).waitFor(); // the nearest name
    await page.getByRole("button", { name: "Clear filters" }).click();
    expect(new URL(page.url()).hash).toBe("#/");

    await page.getByRole("link", { name: /^Piles/ }).click();
    const piles = scenes.filter(({ group }) => group === "piles").length;
    await expect.poll(() => cards.count()).toBe(piles);
    await page.getByLabel(/^Augmented Lagrangian/).uncheck({ force: true });
    await expect.poll(() => cards.count()).toBeLessThan(piles);
    const address = page.url();
    const shown = await cards.count();
    await page.goto("about:blank");
    await page.goto(address);
    await expect.poll(() => cards.count()).toBe(shown);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("a scene that is left waits; the gallery offers to continue it", async () => {
    const { page } = await openPage(bench, "#/scene/pendulum");
    await sceneShown(page, "pendulum");
    await page.waitForFunction(() => (studio.status.value?.time ?? 0) > 0.2);
    await page.getByRole("link", { name: "Stiction: to the gallery" }).click();
    await page.waitForFunction(() => studio.status.value?.running === false);
    const time = await page.evaluate(() => studio.status.value?.time ?? 0);
    expect(time).toBeGreaterThan(0.2);
    await page.keyboard.press("Space"); // moves nothing here
    await page.getByRole("link", { name: /^Resume/ }).click();
    await page.waitForFunction((t) => (studio.status.value?.time ?? 0) > t && studio.status.value?.running, time);
    expect(new URL(page.url()).hash).toBe("#/scene/pendulum");
    await page.close();
  });

  test("a card runs its scene after the pointer has rested on it", async () => {
    const { page, complaints } = await openPage(bench, "#/?q=flipping");
    await page.locator(".card").hover();
    const live = page.locator(".card .live");
    await live.locator("canvas").waitFor({ state: "attached" });
    await expect.poll(() => live.evaluate((element) => element.style.opacity)).toBe("1");
    await page.mouse.move(5, 5);
    await expect.poll(() => live.count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("opens a file and a new scene; a bad file is told here", async () => {
    const { page } = await openPage(bench);
    const chooser = page.locator("input[type=file]");
    await chooser.setInputFiles({ name: "bad.yaml", mimeType: "text/yaml", buffer: Buffer.from("bodies: 3") });
    await expect.poll(() => page.getByRole("alert").textContent()).toContain("bad.yaml");
    expect(new URL(page.url()).hash).toBe("");
    await page.getByRole("button", { name: "New scene" }).click();
    await sceneShown(page, "new-scene");
    expect(new URL(page.url()).hash).toBe("#/local");
    // an address that names nothing leads back
    await page.reload();
    await galleryShown(page);
    await page.close();
  });
});

const groups = [...new Set(scenes.map(({ group }) => group))];
/** In quick form the first scene of the first and of the last group. */
const opened = process.env.STICTION_FULL
  ? scenes
  : [groups[0], groups.at(-1)].flatMap((group) => scenes.find((scene) => scene.group === group) ?? []);

describe(process.env.STICTION_FULL ? "every shipped scene" : "a scene of the first and the last group", () => {
  test("opens from the gallery and moves, without an error", async () => {
    const { page, complaints } = await openPage(bench, "", { viewport: { width: 1024, height: 420 } });
    for (const scene of opened) {
      const { name, group } = scene;
      await page.goto(`${bench.address}#/?group=${encodeURIComponent(group)}`);
      const drawn = await page.evaluate(() => studio.viewport?.drawn ?? 0);
      await page.locator(`.card a[href="#/scene/${name}"]`).click();
      await page.waitForFunction((wanted) => studio.scene.value?.description.name === wanted, name);
      const before = stateHash(createData(compile(buildScene(scene))));
      const hash = () => page.evaluate(async () => (await studio.simulation.hash()).hash);
      await expect.poll(hash, { message: `${name} moves` }).not.toBe(before);
      await page.waitForFunction((n) => (studio.viewport?.drawn ?? 0) > n, drawn);
      expect(new URL(page.url()).hash).toBe(`#/scene/${name}`);
      expect((await page.getByRole("alert").allTextContents()).filter(Boolean), name).toEqual([]);
      expect(complaints, name).toEqual([]);
    }
    await page.close();
  });
});
