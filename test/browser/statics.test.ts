/** Modes, equilibrium and warnings in the page. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bench, openBench, openPage, sceneShown } from "./studio-page.js";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench?.close();
});

/** Steps far too long for the contact of a light ball: warnings of `compile`, and of the run. */
const WARNED = `name: warned
timestep: 0.01
formulation: forces
bodies:
  - { name: floor, type: static, shapes: [ { type: plane } ] }
  - { name: bead, mass: 1.0e-4, position: [0, 0, 0.05], shapes: [ { type: sphere, radius: 0.05 } ] }
`;

test("modes are listed, shown and hidden by keyboard without touching the run; settle puts the scene to rest; warnings unfold and stay closed", async () => {
  // with reduced motion scenes wait for Play, and shapes stand still
  const { page, complaints } = await openPage(bench, "#/scene/pendulum", { reducedMotion: "reduce" });
  await sceneShown(page, "pendulum");
  const hash = () => page.evaluate(async () => (await studio.simulation.hash()).hash);
  const start = await hash();
  await page.evaluate(() => studio.dock.value?.show("modes"));
  await page.getByRole("button", { name: "Find modes" }).click();
  // g = 9.81 m/s² and 1 m
  const swing = page.getByRole("button", { name: /^Show mode 2: 0\.498/ });
  await swing.waitFor();
  expect(await swing.getAttribute("aria-pressed")).toBe("true");
  await swing.press("Enter");
  expect(await swing.getAttribute("aria-pressed")).toBe("false");
  await swing.press("Enter");
  await page.getByLabel("Amplitude").press("End");
  expect(await page.evaluate(() => studio.viewport?.time)).toBe(0);
  expect(await hash()).toBe(start);

  await page.getByRole("button", { name: "Settle", exact: true }).click();
  await page.getByText("At the static equilibrium").waitFor();
  expect(await hash()).not.toBe(start);
  await page.evaluate(() => studio.restart());
  await page.waitForFunction(async (wanted) => (await studio.simulation.hash()).hash === wanted, start);

  await page.evaluate((text) => studio.open({ kind: "text", fileName: "warned.yaml", text }), WARNED);
  await sceneShown(page, "warned");
  const notice = page.locator(".notice.warning");
  await notice.getByText("timestep:").first().waitFor();
  await notice.getByRole("button", { name: /more warnings/ }).click();
  expect(await notice.getByRole("listitem").count()).toBeGreaterThan(0);
  await notice.getByRole("button", { name: "Close" }).click();
  expect(await page.evaluate(() => studio.notice.value)).toBeNull();
  expect(complaints).toEqual([]);
  await page.close();
});
