/** A warm step of the augmented Lagrangian allocates nothing, with either method. */
import { buildScene } from "stiction";
import { scenes } from "stiction/scenes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AllocationJudge, BOXED, createAllocationJudge, STEPS } from "../judges/scene-allocation.js";

const QUICK = ["four-bar-windows", "slider-crank"];
/** Scenes with contact have a test of their own (compliant-allocation.test.ts): they are too stiff for the method index-1. */
const mechanisms = scenes.filter((scene) => {
  const { formulation, contact } = buildScene(scene);
  return contact === "none" && JSON.stringify(formulation ?? "").includes("augmented-lagrangian");
});
const names = process.env.STICTION_FULL ? mechanisms.map((scene) => scene.name) : QUICK;
const cases = names.flatMap((name) => ["index-3", "index-1"].map((method) => [name, method] as const));

let judge: AllocationJudge;
beforeAll(async () => {
  judge = await createAllocationJudge({
    spec: "(({ formulation, ...spec }) => ({ ...spec, formulation: { ...formulation, method: choice } }))(buildScene(sceneByName(name)))",
    warm: 4000,
    // joints count their turns only once in a radian
    looks: process.env.STICTION_FULL ? 40 : 12,
  });
});
afterAll(() => judge.close());

test("the judge finds one boxed number per step", () => {
  expect(judge.measure("slider-crank", "index-3", true)).toBeGreaterThan(BOXED * STEPS);
}, 120_000);

test.each(cases)(
  "%s, %s: less than one boxed number per step when warm",
  (name, method) => {
    expect(judge.measure(name, method)).toBeLessThan(BOXED * STEPS);
  },
  600_000,
);
