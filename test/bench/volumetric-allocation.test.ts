/** A warm step with volumetric contact allocates nothing. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AllocationJudge, BOXED, createAllocationJudge, STEPS } from "../judges/scene-allocation.js";

const cases: readonly (readonly [string, string])[] = [
  ["footprint-block", "{}"],
  ["footprint-disk", "{}"],
  ["footprint-cylinder", `{"angle":1}`],
  ["footprint-block", `{"geometry":"spheres","spheres":100}`],
  ["footprint-cylinder", `{"angle":1,"geometry":"spheres","spheres":200}`],
];

let judge: AllocationJudge;
beforeAll(async () => {
  judge = await createAllocationJudge({
    spec: "buildScene(sceneByName(name), JSON.parse(choice))",
    warm: 6000,
    looks: 3,
  });
});
afterAll(() => judge.close());

test("the judge finds one boxed number per step", () => {
  expect(judge.measure("footprint-block", "{}", true)).toBeGreaterThan(BOXED * STEPS);
}, 120_000);

test.each(cases)(
  "%s %s: allocates less than one boxed number per step when warm",
  (name, params) => {
    expect(judge.measure(name, params)).toBeLessThan(BOXED * STEPS);
  },
  600_000,
);
