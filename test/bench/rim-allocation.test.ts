/** A warm step with contact from the rim allocates nothing. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AllocationJudge, BOXED, createAllocationJudge, STEPS } from "../judges/scene-allocation.js";

const cases: readonly (readonly [string, string])[] = [
  ["cube-tower", "{}"],
  ...(process.env.STICTION_FULL
    ? ([
        ["friction-grasp", "{}"],
        ["mixed-objects", "{}"],
        ["head-heap", '{"count":6,"detail":6}'],
      ] as const)
    : []),
];

let judge: AllocationJudge;
beforeAll(async () => {
  judge = await createAllocationJudge({
    spec: "buildScene(sceneByName(name), JSON.parse(choice))",
    warm: 4000,
    looks: 3,
  });
});
afterAll(() => judge.close());

test("the judge finds one boxed number per step", () => {
  expect(judge.measure("cube-tower", "{}", true)).toBeGreaterThan(BOXED * STEPS);
}, 120_000);

test.each(cases)(
  "%s %s: allocates less than one boxed number per step when warm",
  (name, params) => {
    expect(judge.measure(name, params)).toBeLessThan(BOXED * STEPS);
  },
  600_000,
);
