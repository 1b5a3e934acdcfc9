/** A warm step with compliant contact allocates nothing, explicit or implicit. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AllocationJudge, BOXED, createAllocationJudge, STEPS } from "../judges/scene-allocation.js";

/** Not yet: corner-spheres in augmented-lagrangian, 40 bytes per step where couples of many shapes are looked up. */
const cases: readonly (readonly [string, string])[] = [
  ["tilting-table", "forces"],
  ["tilting-table", "augmented-lagrangian"],
  ...(process.env.STICTION_FULL
    ? ([
        ["corner-spheres", "forces"],
        ["pinched-capsule", "forces"],
        ["pinched-capsule", "augmented-lagrangian"],
      ] as const)
    : []),
];

let judge: AllocationJudge;
beforeAll(async () => {
  judge = await createAllocationJudge({
    spec: "buildScene(sceneByName(name), { formulation: choice })",
    warm: 6000,
    looks: 1,
  });
});
afterAll(() => judge.close());

test("the judge finds one boxed number per step", () => {
  expect(judge.measure("tilting-table", "forces", true)).toBeGreaterThan(BOXED * STEPS);
}, 120_000);

test.each(cases)(
  "%s, %s: allocates less than one boxed number per step when warm",
  (name, formulation) => {
    expect(judge.measure(name, formulation)).toBeLessThan(BOXED * STEPS);
  },
  600_000,
);
