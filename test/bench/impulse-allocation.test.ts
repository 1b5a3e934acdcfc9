/** A warm step of the impulse formulation allocates nothing. */
import { buildScene } from "stiction";
import { scenes } from "stiction/scenes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AllocationJudge, BOXED, createAllocationJudge, STEPS } from "../judges/scene-allocation.js";

const QUICK = ["card-house", "dominoes", "conveyor", "ragdoll-planar"];
const impulse = scenes.filter((scene) => JSON.stringify(buildScene(scene).formulation ?? "").includes("impulse"));
const names = process.env.STICTION_FULL ? impulse.map((scene) => scene.name) : QUICK;

let judge: AllocationJudge;
beforeAll(async () => {
  judge = await createAllocationJudge({ spec: "buildScene(sceneByName(name))", warm: 6000, looks: 1 });
});
afterAll(() => judge.close());

test("the judge finds one boxed number per step", () => {
  expect(judge.measure("card-house", "", true)).toBeGreaterThan(BOXED * STEPS);
}, 120_000);

test.each(names)(
  "%s allocates less than one boxed number per step when warm",
  (name) => {
    expect(judge.measure(name, "")).toBeLessThan(BOXED * STEPS);
  },
  600_000,
);
