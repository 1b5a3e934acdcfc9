/** Time in the studio: back along the history by mouse and by key, and on again to the same bits. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bench, difference, openBench, openPage, sceneShown, takePicture } from "./studio-page.js";

let bench: Bench;
/** A machine that draws by its processor may owe a picture for seconds. */
const poll = <T>(look: () => T) => expect.poll(look);

beforeAll(async () => {
  bench = await openBench();
});

/**
 * Drags along the timeline, from one part of its length to another, and keeps the button down. A line that has just moved, since a panel came late,
 * is missed: the hand tries again where the line is then.
 */
async function dragAlong(page: Page, from: number, to: number, isThere: () => Promise<boolean>): Promise<void> {
  const line = page.getByRole("slider", { name: "Time" });
  for (let tries = 0; tries < 30; tries++) {
    const box = (await line.boundingBox())!;
    await page.mouse.move(box.x + from * box.width, box.y + 28);
    await page.mouse.down();
    await page.mouse.move(box.x + to * box.width, box.y + 28, { steps: 4 });
    for (let looks = 0; looks < 50; looks++) if (await isThere()) return;
    await page.mouse.up();
  }
  throw new Error("the timeline does not follow the pointer");
}
afterAll(async () => {
  await bench?.close();
});

describe("the timeline", () => {
  test("500 steps, dragged back, played again to 500: the same hash", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/slider-crank", { reducedMotion: "reduce" });
    await sceneShown(page, "slider-crank");
    const state = () => page.evaluate(() => studio.simulation.hash());
    await page.evaluate(() => studio.step(500));
    const first = await state();
    expect(first.steps).toBe(500);
    await page.waitForFunction(() => Math.abs((studio.viewport?.time ?? 0) - 0.5) < 1e-6);
    const picture = await takePicture(page);

    // the scene lasts 5 s, so step 200 is at 4 % of the line
    await page.waitForFunction(() => studio.time.stored.value?.lastStep === 500);
    await dragAlong(page, 0.1, 0.04, () => page.evaluate(() => Math.abs(studio.time.now.step - 200) < 12));
    // the picture is of then; the simulation goes there when the pointer rests, and what came after is kept
    await page.waitForFunction(() => Math.abs((studio.viewport?.time ?? 0) - 0.2) < 0.02);
    await poll(async () => Math.abs((await state()).steps - 200)).toBeLessThan(12);
    expect(await page.evaluate(() => studio.time.stored.value?.lastStep)).toBe(500);
    await expect.poll(async () => difference(picture, await takePicture(page))).toBeGreaterThan(0.005);

    await page.mouse.up();
    await page.waitForFunction(() => studio.time.shown.value === null && (studio.status.value?.steps ?? 500) < 500);
    const back = await state();
    expect(Math.abs(back.steps - 200)).toBeLessThan(12);
    expect(back.hash).not.toBe(first.hash);

    // what came after is still there until new steps are made
    await page.keyboard.press("End");
    await poll(state).toEqual(first);
    await page.evaluate((step) => studio.time.goTo(step), back.steps);
    expect(await state()).toEqual(back);

    await page.evaluate((count) => studio.step(count), 500 - back.steps);
    expect(await state()).toEqual(first);
    expect(await page.evaluate(() => studio.time.stored.value?.lastStep)).toBe(500);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("one step back and forth by key and button, start, end, next event; plots are cut when the run goes on", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/free-fall", { reducedMotion: "reduce" });
    await sceneShown(page, "free-fall");
    const steps = () => page.evaluate(async () => (await studio.simulation.hash()).steps);
    await page.evaluate(() => studio.step(1200));
    const hash = await page.evaluate(() => studio.simulation.hash());
    await page.keyboard.press(",");
    await poll(steps).toBe(1199);
    await page.getByRole("button", { name: "Step back" }).click();
    await poll(steps).toBe(1198);
    await page.keyboard.press(";");
    await poll(steps).toBe(1188);
    await page.keyboard.press(">");
    await poll(steps).toBe(1198);
    await page.keyboard.press(".");
    await page.keyboard.press(".");
    await poll(() => page.evaluate(() => studio.simulation.hash())).toEqual(hash);

    await page.keyboard.press("Home");
    await poll(steps).toBe(0);
    // the apex is reached at v / g; its event is noticed at the step after that
    const event = await page.evaluate(() => studio.events.value.find(({ code }) => code === 1)?.time ?? 0);
    expect(event).toBeGreaterThan(0);
    await page.keyboard.press("n");
    await poll(steps).toBe(Math.ceil(event / 0.001 - 1e-6));
    await page
      .locator(".timeline-clock")
      .getByText(`step ${Math.ceil(event / 0.001 - 1e-6)}`)
      .waitFor();
    await page.keyboard.press("n");
    await poll(steps).toBe(1200);
    await page.keyboard.press("Shift+N");
    await poll(steps).toBe(Math.ceil(event / 0.001 - 1e-6));

    await page.keyboard.press("Home");
    await poll(steps).toBe(0);
    const rows = () => page.evaluate(() => studio.history.column(0).at(-1) ?? 0);
    expect(await rows()).toBeCloseTo(1.2, 2);
    await page.evaluate(() => studio.step(100));
    await poll(rows).toBeCloseTo(0.1, 6);
    expect(await page.evaluate(() => studio.time.stored.value?.lastStep)).toBe(100);
    expect(await page.evaluate(() => studio.events.value.length)).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("a parameter that was edited on the way", () => {
  test("has its value of then when one goes back, in the model and in the form; the end has the edit again", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/spring-mass", { reducedMotion: "reduce" });
    await sceneShown(page, "spring-mass");
    const state = () => page.evaluate(() => studio.simulation.hash());
    const gravity = () =>
      page.evaluate(async () => {
        const reply = await studio.simulation.ask((id) => ({ type: "form", id, subject: { kind: "solver" } }));
        return reply.type === "form" ? reply.form.fields.find(({ path }) => path === "gravity")?.value : null;
      });
    await page.evaluate(() => studio.step(50));
    const early = await state();
    await page.evaluate(() => studio.step(50));
    await page.evaluate(() => studio.edits.set("gravity.z", -3));
    await page.evaluate(() => studio.step(100));
    const late = await state();
    expect(await page.evaluate(() => studio.edits.changed.value.size)).toBe(1);

    await page.evaluate(() => studio.time.goTo(50));
    expect(await state()).toEqual(early);
    expect(await gravity()).toEqual([0, 0, -9.81]);
    await poll(() => page.evaluate(() => studio.edits.changed.value.size)).toBe(0);
    expect(await page.evaluate(() => studio.edits.canRedo.value)).toBe(true);
    await page.keyboard.press("End");
    await poll(state).toEqual(late);
    expect(await gravity()).toEqual([0, 0, -3]);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("plots", () => {
  test("come back as they were left, without sensors that are gone, until they are reset", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/flipping-body", { reducedMotion: "reduce" });
    await sceneShown(page, "flipping-body");
    const shown = () => page.evaluate(() => studio.plots.list.value.map(({ kind, series }) => [kind, ...series]));
    await poll(async () => (await shown()).length).toBeGreaterThan(0);
    const scenes = await shown();
    const reset = page.getByRole("button", { name: "Reset to the plots of the scene" });
    expect(await reset.count()).toBe(0);
    await page.evaluate(async () => {
      const { plots } = studio;
      await plots.offer();
      plots.remove(plots.list.value[0].id);
      const plot = plots.add("spectrum")!;
      plots.toggle(plot.id, "body/box/position.z"); // not among the scene's own
    });
    const left = await shown();
    expect(left.at(-1)).toEqual(["spectrum", "body/box/position.z"]);

    // a sensor that no longer exists, beside one that does
    await page.evaluate(() => {
      const key = "stiction.plots";
      const text = localStorage.getItem(key)!;
      localStorage.setItem(key, text.replace('"body/box/position.z"', '"body/box/position.z","body/nobody/speed"'));
    });
    await page.reload();
    await sceneShown(page, "flipping-body");
    await poll(shown).toEqual(left);
    await page.evaluate(() => studio.step(40));
    const last = () => page.evaluate(() => studio.plots.live.values("body/box/position.z").at(-1) ?? Number.NaN);
    await poll(async () => Number.isFinite(await last())).toBe(true);

    // another scene has its own
    await page.evaluate(() => {
      location.hash = "#/scene/free-fall";
    });
    await sceneShown(page, "free-fall");
    await poll(async () => JSON.stringify(await shown())).not.toContain("body/box");
    await page.goBack();
    await sceneShown(page, "flipping-body");
    await poll(shown).toEqual(left);

    await reset.click();
    expect(await shown()).toEqual(scenes);
    await poll(() => reset.count()).toBe(0);
    await page.reload();
    await sceneShown(page, "flipping-body");
    await poll(shown).toEqual(scenes);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("show the scene's sensors with units, others when chosen or dropped, and refuse a third unit", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/flipping-body", { reducedMotion: "reduce" });
    await sceneShown(page, "flipping-body");
    const first = page.locator(".plot-card").first();
    const values = first.locator(".values li");
    // sensors are known before the first step: the box spins at 8 rad/s about y
    await poll(() => values.allInnerTexts()).toEqual([expect.stringMatching(/box spin y\s*8\.0+\s*rad\/s/)]);
    await page.evaluate(() => studio.step(2000));
    await poll(() => page.evaluate(() => studio.history.length)).toBeGreaterThan(300);

    await first.getByRole("button", { name: /Menu of plot/ }).click();
    await first.getByLabel("system/all/kineticEnergy").check({ force: true });
    await poll(() => values.count()).toBe(2);
    expect(await first.getByLabel("body/box/angularMomentum.x").isDisabled()).toBe(true);
    await first.getByLabel("body/box/spin.y").uncheck({ force: true });
    await poll(() => values.count()).toBe(1);
    // a quantity that the scene does not name: found by its words, sampled from now on
    await first.getByRole("searchbox").fill("position.z box");
    await first.getByLabel("body/box/position.z").check({ force: true });
    await poll(() => values.count()).toBe(2);
    await page.evaluate(() => studio.step(100));
    const known = () =>
      page.evaluate(() => {
        const z = studio.plots.live.values("body/box/position.z");
        return [z.length, z.filter((value) => !Number.isNaN(value)).length];
      });
    await poll(async () => (await known())[1]).toBeGreaterThan(10);
    await page.keyboard.press("Escape");
    await poll(() => first.getByRole("searchbox").count()).toBe(0);

    // from one plot to another
    const second = page.locator(".plot-card").nth(1);
    const before = await second.locator(".values li").count();
    await values.nth(1).dragTo(second);
    await poll(() => second.locator(".values li").count()).toBe(before + 1);
    // a third unit is refused, and that is said
    await page.evaluate(() => studio.plots.add("time", ["body/box/spin.y"]));
    await page.locator(".plot-card").last().locator(".values li").dragTo(second);
    await second.getByText("two units").waitFor();
    expect(await second.locator(".values li").count()).toBe(before + 1);
    // a vector comes with its components
    const vector = await page.evaluate(async () => {
      const plot = studio.plots.add()!;
      const taken = await studio.plots.drop(plot.id, "body/box/velocity");
      return [taken, studio.plots.list.value.at(-1)?.series];
    });
    expect(vector).toEqual([true, ["x", "y", "z"].map((axis) => `body/box/velocity.${axis}`)]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("a formula over sensors is plotted, a mistake in it is named, and the peak of a spectrum is marked", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/spring-mass", { reducedMotion: "reduce" });
    await sceneShown(page, "spring-mass");
    await page.evaluate(() => studio.step(4000));
    await page.waitForFunction(() => studio.status.value?.steps === 4000);
    const card = page.locator(".plot-card").first();
    await card.getByRole("button", { name: /Menu of plot/ }).click();
    const add = async (formula: string) => {
      await page.getByLabel("Formula").fill(formula);
      await page.getByRole("button", { name: "Add formula" }).click();
    };
    await add("hypto(1, 2)");
    await page.getByRole("alert").filter({ hasText: 'did you mean "hypot"' }).waitFor();
    await page.getByLabel("Unit").fill("mm");
    await add("1000 * [body/mass/position.z]");
    const row = card.locator(".values li").filter({ hasText: "1000 * mass position z" });
    await row.waitFor();
    const height = await page.evaluate(() => studio.plots.live.values("body/mass/position.z").at(-1)!);
    // the legend shows a thousandth of the scale, which spans less than a metre
    await poll(
      async () => Math.abs(Number((await row.locator("b").textContent())?.replace("−", "-")) - 1000 * height) < 1,
    ).toBe(true);
    await page.keyboard.press("Escape");
    await page.evaluate(() => studio.plots.add("spectrum", ["body/mass/position.z"]));
    const peak = page.locator(".plot-card").last().locator(".values b").last();
    // ω = √(k/m) = √(200/2) rad/s; 4 s hold six periods, so that the mean, 11 times the swing, shifts the peak by some 1e-3
    const frequency = 10 / (2 * Math.PI);
    await poll(
      async () => Math.abs(Number.parseFloat((await peak.textContent())!.replace("at ", "")) / frequency - 1) < 0.01,
    ).toBe(true);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("share cursor and zoom with each other; phase portrait, spectrum, table and files", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/spring-mass", { reducedMotion: "reduce" });
    await sceneShown(page, "spring-mass");
    await page.evaluate(() => studio.step(4000));
    await page.waitForFunction(() => studio.status.value?.steps === 4000);
    const cards = page.locator(".plot-card");
    const over = cards.first().locator(".u-over");
    const box = (await over.boundingBox())!;
    const { duration } = await page.evaluate(() => studio.scene.value!.description);

    // the cursor of one plot is the cursor of all and of the timeline
    const cursor = async () => {
      // again and again: a plot that gets its rows later takes no notice of a pointer that rests; one pixel aside, so that it moves
      await page.mouse.move(box.x + 0.5 * box.width + 1, box.y + 30);
      await page.mouse.move(box.x + 0.5 * box.width, box.y + 30);
      return page.evaluate(() => studio.time.cursor.value ?? -1);
    };
    await poll(cursor).toBeCloseTo(0.5 * duration, 1);
    expect(await page.locator(".timeline-cursor").count()).toBe(1);
    const other = cards.nth(1).locator(".u-cursor-x");
    const [x0, x1] = [(await cards.nth(1).locator(".u-over").boundingBox())!, (await other.boundingBox())!];
    expect((x1.x - x0.x) / x0.width).toBeCloseTo(0.5, 1);

    // dragging zooms all of them, a double click shows all again
    await page.mouse.down();
    await page.mouse.move(box.x + 0.75 * box.width, box.y + 30, { steps: 4 });
    await page.mouse.up();
    const zoom = () => page.evaluate(() => studio.plots.zoom.value);
    await poll(async () => (await zoom())?.min ?? 0).toBeCloseTo(0.5 * duration, 1);
    expect((await zoom())!.max).toBeCloseTo(0.75 * duration, 1);
    await over.dblclick();
    await poll(zoom).toBeNull();

    // the spectrum's peak is the frequency of the oscillation, as rows crossing their mean tell it
    const found = await page.evaluate(async () => {
      const { plots } = studio;
      const name = plots.list.value[0].series[0];
      const spectrum = plots.add("spectrum", [name])!;
      const phase = plots.add("phase", [name])!;
      plots.change(phase.id, { x: "system/all/kineticEnergy" });
      plots.change(spectrum.id, { table: true });
      return name;
    });
    expect(found).toBeTruthy();
    await page.getByRole("columnheader", { name: "frequency (Hz)" }).waitFor();
    expect(await page.locator(".plot-table tbody tr").count()).toBeGreaterThan(50);

    const save = async (kind: string) => {
      await cards
        .first()
        .getByRole("button", { name: /Menu of plot/ })
        .click();
      const waiting = page.waitForEvent("download");
      await page.getByRole("button", { name: kind, exact: true }).click();
      const file = await waiting;
      const stream = await file.createReadStream();
      const parts: Buffer[] = [];
      for await (const part of stream) parts.push(part as Buffer);
      return { name: file.suggestedFilename(), bytes: Buffer.concat(parts) };
    };
    const csv = await save("CSV");
    expect(csv.name).toMatch(/^spring-mass-.*\.csv$/);
    const lines = csv.bytes.toString().trimEnd().split("\n");
    const rows = await page.evaluate(
      (name) => [studio.history.column(0).at(-1), studio.plots.live.values(name).at(-1)],
      found,
    );
    expect(lines.at(-1)?.split(",").slice(0, 2).map(Number)).toEqual(rows);
    expect((await save("SVG")).bytes.toString()).toMatch(/^<svg .*<path d="M/);
    const png = (await save("PNG")).bytes;
    expect([...png.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    expect(png.readUInt32BE(16)).toBe(1440); // twice 720
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("recordings", () => {
  test("a run is saved, dropped on the page, replayed along the slider, and compared with another", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/free-fall", { reducedMotion: "reduce" });
    await sceneShown(page, "free-fall");
    await page.evaluate(() => studio.step(800));
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save recording" }).first().click();
    const file = await waiting;
    expect(file.suggestedFilename()).toBe("free-fall.mcap");
    const parts: Buffer[] = [];
    for await (const part of await file.createReadStream()) parts.push(part as Buffer);
    const base64 = Buffer.concat(parts).toString("base64");

    // another run meanwhile; slowly, so that a slow machine sees the replay before it ends
    await page.evaluate(() => studio.setSpeed(0.1));
    await page.evaluate(() => studio.restart());
    await page.evaluate(() => studio.step(100));
    const live = await page.evaluate(() => studio.simulation.hash());

    await page.evaluate((text) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], "free-fall.mcap"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }, base64);
    await page.getByText("Replay: free-fall.mcap").waitFor();
    await page.waitForFunction(() => (studio.viewport?.time ?? 0) > 0.01); // it plays
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    // the scene lasts 2 s; the recording 0.8 s
    await dragAlong(page, 0.1, 0.25, () => page.evaluate(() => Math.abs((studio.viewport?.time ?? 0) - 0.5) < 0.05));
    await page.mouse.up();
    await poll(() => page.evaluate(() => studio.viewport?.time ?? 0)).toBeCloseTo(0.5, 1);
    expect(await page.evaluate(() => studio.simulation.hash())).toEqual(live); // the run waits
    await page.getByRole("button", { name: "End the replay" }).click();
    await poll(() => page.evaluate(() => studio.viewport?.time ?? 0)).toBeCloseTo(0.1, 6);

    // the same run: no difference where both have rows; with another gravity there is one, and it is plotted
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByText("the same to the last bit").waitFor();
    const name = await page.evaluate(
      () => studio.recordings.list.value[0].columns.find((c) => c.name.endsWith("z"))!.name,
    );
    await page.locator(`.compare-table button[title*="${name}"]`).click();
    await page.locator(".plot-card").filter({ hasText: "Difference of" }).waitFor();
    const biggest = await page.evaluate((sensor) => {
      const { values } = studio.recordings.list.value[0];
      values(sensor)[50] += 1; // as if it had been another run
      return studio.plots.pair.value?.b.name;
    }, name);
    expect(biggest).toBe("free-fall.mcap");
    await page.evaluate(() => studio.step(1)); // runs that go on are compared again
    await page.getByText("Largest difference").waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });
});
