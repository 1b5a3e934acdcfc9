/** Model tree, inspector, solver, source and ghost run, as their user has them. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bench, openBench, openPage, sceneShown } from "./studio-page.js";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench?.close();
});

const WIDE = { viewport: { width: 1300, height: 640 }, reducedMotion: "reduce" as const };

const open = async (name: string) => {
  const opened = await openPage(bench, `#/scene/${name}`, WIDE);
  await sceneShown(opened.page, name);
  await opened.page.getByRole("tree", { name: "Model" }).waitFor();
  await opened.page.waitForFunction(() => studio.dock.value !== null);
  return opened;
};

/** Hash of the scene that is open, so many steps from its start. */
const hashAfter = (page: Page, steps: number) =>
  page.evaluate(async (count) => {
    studio.restart();
    await studio.step(count);
    return (await studio.simulation.hash()).hash;
  }, steps);

const pick = (page: Page, name: string) => page.getByRole("treeitem", { name }).first().click();

describe("the inspector", () => {
  test("a parameter edit changes the motion, and survives save and reload", async () => {
    const { page, complaints } = await open("spring-mass");
    const body = await page.evaluate(() => studio.scene.value?.description.bodies.at(-1)?.name ?? "");
    const before = await hashAfter(page, 300);
    await pick(page, body);
    const mass = page.getByRole("textbox", { name: "Mass", exact: true });
    await mass.fill("2.5");
    await mass.press("Enter");
    await expect
      .poll(() => page.evaluate((name) => studio.edits.changed.value.get(`bodies.${name}.mass`)?.to, body))
      .toBe(2.5);
    await page.getByRole("button", { name: /was .* in the file/ }).waitFor();
    const edited = await hashAfter(page, 300);
    expect(edited).not.toBe(before);

    // save by key, as a file
    const saved = page.waitForEvent("download");
    await page.locator(".inspector-head h2").click();
    await page.keyboard.press("Control+s");
    const download = await saved;
    expect(download.suggestedFilename()).toBe("spring-mass.yaml");
    const text = readFileSync(await download.path(), "utf8");
    expect(text).toContain("mass: 2.5");

    // what cannot be stays in the field, in red, and nothing changes
    await mass.fill("-3");
    await mass.press("Enter");
    await expect.poll(() => mass.getAttribute("aria-invalid")).toBe("true");
    await page.getByText("Allowed: > 0").waitFor();
    expect(await mass.inputValue()).toBe("-3");
    expect(await page.evaluate((name) => studio.edits.changed.value.get(`bodies.${name}.mass`)?.to, body)).toBe(2.5);

    // a double click on the dot reverts; undo brings it back
    await page.getByRole("button", { name: /was .* in the file/ }).dblclick();
    await expect.poll(() => page.evaluate(() => studio.edits.changed.value.size)).toBe(0);
    await page.locator(".inspector-head h2").click();
    await page.keyboard.press("Control+z");
    await expect.poll(() => page.evaluate(() => studio.edits.changed.value.size)).toBe(1);
    await page.keyboard.press("Control+Shift+Z");
    await expect.poll(() => page.evaluate(() => studio.edits.changed.value.size)).toBe(0);
    expect(await hashAfter(page, 300)).toBe(before);

    // a drag on the label scrubs
    const label = page.locator("label.scrub", { hasText: "Mass" });
    const box = await label.boundingBox();
    if (!box) throw new Error("no label");
    const [x, y] = [box.x + 20, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 20, y, { steps: 4 });
    await page.mouse.move(x + 40, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => page.evaluate(() => studio.edits.changed.value.size)).toBe(1);
    expect(Number(await mass.inputValue())).toBeGreaterThan(1);
    expect(complaints).toEqual([]);
    await page.close();

    // the saved file in a new page
    const again = await openPage(bench, "#/scene/spring-mass", { ...WIDE, anew: true });
    await sceneShown(again.page, "spring-mass");
    await again.page.evaluate((content) => studio.open({ kind: "text", fileName: "saved.yaml", text: content }), text);
    expect(await hashAfter(again.page, 300)).toBe(edited);
    await again.page.close();
  });

  test("every control has a name; the tree goes by its keys and its filter; a slider drives while running", async () => {
    const { page, complaints } = await open("servo");
    await page.evaluate(() => {
      studio.setSpeed(0.1); // it must not end before the test does
      studio.toggle();
    });
    const tree = page.getByRole("tree", { name: "Model" });
    await tree.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    expect(await page.evaluate(() => studio.selection.value?.kind)).toBe("body");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    expect(await page.locator("[role=treeitem][aria-level='1']").first().getAttribute("aria-expanded")).toBe("false");
    await page.keyboard.press("ArrowRight");

    // live values move while it runs
    const live = page.locator(".live-rows .live-cell b");
    const shown = await live.allTextContents();
    await expect.poll(async () => (await live.allTextContents()).join() !== shown.join()).toBe(true);

    const nameless = await page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          ".inspector button, .inspector input, .inspector select, .model-panel input",
        ),
      ]
        .filter((element) => {
          const label = element.id && document.querySelector(`label[for="${element.id}"]`)?.textContent;
          return !element.getAttribute("aria-label") && !element.textContent?.trim() && !label;
        })
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    expect(nameless).toEqual([]);

    await page.keyboard.press("/");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("model-filter");
    await page.keyboard.type("pd");
    await expect.poll(() => page.getByRole("treeitem").count()).toBe(2); // a group and what it has
    await pick(page, "drive");
    const slider = page.getByRole("slider", { name: "Target, slider" });
    await slider.focus();
    for (let k = 0; k < 5; k++) await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.evaluate(() => [...studio.edits.changed.value.keys()].join())).toContain("target");
    expect(await page.evaluate(() => studio.status.value?.running)).toBe(true);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("the solver", () => {
  test("is switched while the scene runs; what does not go together is refused with what does", async () => {
    const { page, complaints } = await open("pendulum-rigid");
    await page.evaluate(() => studio.step(100));
    const time = await page.evaluate(() => studio.status.value?.time);
    await page.evaluate(() => studio.dock.value?.show("solver"));
    const formulation = page.getByRole("combobox", { name: "Formulation" });
    const first = await formulation.inputValue();
    await formulation.selectOption("forces");
    await page.getByText(/does not solve .* joints/).waitFor();
    expect(await page.evaluate(() => studio.scene.value?.description.formulation)).toBe(first);
    const other = first === "impulse" ? "augmented-lagrangian" : "impulse";
    await page.locator(".alternatives").getByRole("button", { name: other }).click();
    await expect.poll(() => page.evaluate(() => studio.scene.value?.description.formulation)).toBe(other);
    expect(await page.evaluate(() => studio.status.value?.time)).toBe(time);
    await page.evaluate(() => studio.step(100));
    expect(await page.evaluate(() => studio.status.value?.time)).toBeGreaterThan(time as number);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("the source", () => {
  test("a bad scene shows its error at its line, and the old scene keeps running", async () => {
    const { page, complaints } = await open("pendulum");
    await page.evaluate(() => studio.dock.value?.show("source"));
    const line = page.locator(".cm-line", { hasText: "mass: 1" });
    await line.click();
    await page.locator(".cm-focused .cm-activeLine", { hasText: "mass: 1" }).waitFor();
    await page.evaluate(() => {
      studio.setSpeed(0.1);
      studio.toggle();
    });
    await page.keyboard.press("End");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("-1");
    const problem = page.locator(".source-problems button");
    await problem.waitFor();
    const number = await page.evaluate(
      () => [...document.querySelectorAll(".cm-line")].findIndex((l) => l.textContent?.includes("mass: -1")) + 1,
    );
    expect(await problem.textContent()).toMatch(
      new RegExp(`^${number}:\\d+bodies\\[0\\]\\.mass: expected a finite number > 0 kg, got -1`),
    );
    // the squiggle is on that line
    expect(await page.locator(".cm-line", { has: page.locator(".cm-lintRange-error") }).textContent()).toContain(
      "mass: -1",
    );

    // the old scene runs on, as it was
    const time = await page.evaluate(() => studio.status.value?.time ?? 0);
    await page.waitForFunction((t) => (studio.status.value?.time ?? 0) > t + 0.02, time);
    expect(await page.evaluate(() => studio.edits.changed.value.size)).toBe(0);

    // mended, it is applied by itself, with completion on the way
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("2");
    await expect.poll(() => page.evaluate(() => studio.edits.changed.value.get("bodies.bob.mass")?.to)).toBe(2);
    await expect.poll(() => page.locator(".source-problems").count()).toBe(0);
    await page.keyboard.press("Enter");
    await page.keyboard.type("vel", { delay: 30 });
    await page.locator(".cm-tooltip-autocomplete", { hasText: "velocity" }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("of a file keeps its comments when a form edits it, and undo brings the very text back", async () => {
    const { page, complaints } = await open("pendulum");
    const text = `# a ball
bodies:
  - name: ball      # falls
    mass: 2         # kg, weighed
    shapes: [{type: sphere,   radius: 0.1}]
`;
    await page.evaluate(async (given) => {
      await studio.openLocal({ kind: "text", fileName: "ball.yaml", text: given });
      studio.dock.value?.show("source");
      studio.selection.value = { kind: "body", name: "ball", index: 1 };
    }, text);
    const shown = async () => (await page.locator(".cm-line").allTextContents()).join("\n");
    await expect.poll(shown).toBe(text);
    const mass = page.getByRole("textbox", { name: "Mass", exact: true });
    await mass.fill("3.5");
    await mass.press("Enter");
    await expect.poll(shown).toBe(text.replace("mass: 2 ", "mass: 3.5 "));
    await page.evaluate(() => studio.edits.undo());
    await expect.poll(shown).toBe(text);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("a file that does not hold", () => {
  test("is shown at its line, to be mended; then it opens", async () => {
    const { page, complaints } = await open("pendulum");
    const text = "name: mended\nbodies:\n  - name: box\n    mass: -1\n";
    await page.evaluate((content) => studio.openFile(new File([content], "own.yaml")), text);
    await page.locator(".source-problems code", { hasText: "4:5" }).waitFor();
    expect(await page.evaluate(() => studio.scene.value?.description.name)).toBe("pendulum");
    // a click on the problem leads to it
    await page.locator(".source-problems button").click();
    await page.locator(".cm-focused .cm-activeLine", { hasText: "mass: -1" }).waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("5");
    await expect.poll(() => page.evaluate(() => studio.scene.value?.description.name)).toBe("mended");
    await expect.poll(() => page.locator(".source-problems").count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("the ghost run", () => {
  test("goes beside this one from the same state, and says how far it is", async () => {
    const { page, complaints } = await open("pendulum");
    await page.evaluate(() => studio.step(200));
    await page.locator("body").press("g");
    await expect.poll(() => page.evaluate(() => studio.ghost.variant.value?.kind)).toBe("setting");
    // it starts from here
    await expect.poll(() => page.evaluate(() => studio.ghost.values.value?.distance)).toBe(0);
    await page.evaluate(() => studio.step(2000));
    const distance = await page.evaluate(() => studio.ghost.values.value?.distance ?? 0);
    // a quarter of the step: nearly the same motion, and not the same
    expect(distance).toBeGreaterThan(0);
    expect(distance).toBeLessThan(0.01);
    await page.getByRole("table", { name: "Difference of sensors" }).waitFor();

    // against the file: another gravity leaves it far behind
    await page.evaluate(() => studio.edits.set("gravity.y", -3));
    await page.getByRole("combobox", { name: "Differs by" }).selectOption({ label: "As in the file" });
    await expect.poll(() => page.evaluate(() => studio.ghost.variant.value?.kind)).toBe("file");
    await page.evaluate(() => studio.step(1000));
    await expect.poll(() => page.evaluate(() => studio.ghost.values.value?.distance ?? 0)).toBeGreaterThan(0.1);
    await page.locator(".inspector-head h2").click();
    await page.keyboard.press("g");
    await expect.poll(() => page.evaluate(() => studio.ghost.variant.value)).toBeNull();
    expect(complaints).toEqual([]);
    await page.close();
  });
});
