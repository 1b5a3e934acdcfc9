/** The proof page in a real browser: an experiment runs, its rows come in, and other engines run the same scene beside ours. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { experiments, resultHash, runExperiment } from "../../proof/index.js";
import { type Bench, openBench, openPage } from "./studio-page.js";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

describe("the proof page", () => {
  test("runs an experiment: rows with verdict, expected and measured, the hash of Node, a curve", async () => {
    const { page, complaints } = await openPage(bench, "#/proof/own.free-fall");
    await page.getByRole("heading", { name: "Free fall" }).waitFor();
    // a short one runs by itself
    await page.getByText("5 of 5 hold").waitFor();
    const row = page.locator('tr[data-row="own.free-fall.height"]');
    expect(await row.locator(".quantity").textContent()).toBe("height after 2 s, RK4");
    expect(await row.getByRole("img", { name: "Holds", exact: true }).count()).toBe(1);
    const measured = Number(await row.locator(".measured").getAttribute("title"));
    // z₀ + v t − ½ g t²
    expect(Math.abs(measured - (1 + 8 * 2 - 9.81 * 2))).toBeLessThan(1e-11);
    expect(await row.getByRole("img", { name: "Measured value within the limit" }).count()).toBe(1);
    expect(await row.locator("td").nth(6).getAttribute("title")).toContain("round-off");

    const rows = [];
    const experiment = experiments.find(({ id }) => id === "own.free-fall");
    if (experiment) for await (const one of runExperiment(experiment)) rows.push(one);
    const shown = (await page.locator(".copyable.hash code").textContent()) ?? "";
    expect(shown.replace(/^hash|\s/g, "")).toBe(resultHash(rows));
    expect(await page.locator(".copyable.command").textContent()).toContain("stiction verify own.free-fall");

    await page.getByText(/^largest .* limit/).waitFor();
    expect(await page.locator(".proof-phase path.measured").getAttribute("d")).toMatch(/^M.*L/);

    // the list: filter, and another experiment by its link
    await page.getByLabel("Filter experiments").fill("inertia of a cube");
    await page.getByRole("link", { name: "Inertia of a cube" }).click();
    await page.getByText("1 of 1 hold").waitFor();
    expect(page.url()).toContain("#/proof/moisio.v32");
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("a heavy experiment is stopped, the page stays awake, and what was not measured is empty", async () => {
    const { page, complaints } = await openPage(bench, "#/proof/vilela.t-13");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText(/^running, /).waitFor();
    // the page's own timers run while the worker computes: a blocked page would come to the first one after the experiment
    const running = await page.evaluate(async () => {
      for (let k = 0; k < 10; k++) await new Promise((resolve) => setTimeout(resolve, 20));
      return document.body.textContent?.includes("running, ");
    });
    expect(running).toBe(true);
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("stopped", { exact: true }).waitFor();
    const last = page.locator(".proof-rows tbody tr").last();
    expect(await last.locator(".measured").textContent()).toBe("");
    // it can be run again: the worker is a new one
    await page.goto(`${bench.address}#/proof/moisio.v32`);
    await page.getByText("1 of 1 hold").waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("other engines run the same scene with linked time; one that cannot says why", async () => {
    const { page, complaints } = await openPage(bench, "#/proof/own.bounce");
    await page.getByRole("button", { name: "Run side by side" }).click();
    const times = () => page.locator(".proof-engine output").allTextContents();
    await page.waitForFunction(() => {
      const shown = [...document.querySelectorAll(".proof-engine output")].map((one) =>
        Number.parseFloat(one.textContent),
      );
      return shown.length === 3 && shown.every((time) => time > 0.3);
    });
    const before = (await times()).map(Number.parseFloat);
    // no engine is ahead of another by more than the lead of a tick
    expect(Math.max(...before) - Math.min(...before)).toBeLessThan(0.25);
    await page.waitForFunction(
      (time) => Number.parseFloat(document.querySelector(".proof-engine output")?.textContent ?? "0") > time + 0.2,
      before[0],
    );
    const mujoco = page.locator('[data-engine="mujoco"]');
    expect(await mujoco.textContent()).toContain("MuJoCo has no coefficient of restitution");
    for (const [name, version] of [
      ["stiction", /0\.\d/],
      ["rapier", /0\.20/],
      ["cannon", /0\.20/],
    ] as const) {
      const card = page.locator(`[data-engine="${name}"]`);
      expect(await card.locator("header span").textContent()).toMatch(version);
      expect(await card.locator("dd").first().textContent()).not.toBe("");
      expect(await card.locator(".mini-curve path.measured").getAttribute("d")).toMatch(/^M.*L/);
      // the picture is not empty
      const ink = await card.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
        let count = 0;
        for (let k = 3; k < data.length; k += 4) if (data[k] > 0) count++;
        return (4 * count) / data.length;
      });
      expect(ink, name).toBeGreaterThan(0.02);
    }
    expect(complaints).toEqual([]);
    await page.close();
  });
});
