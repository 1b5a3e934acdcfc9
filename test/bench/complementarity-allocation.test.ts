/** A warm step of complementarity time-stepping allocates nothing: contact models, assembly, solver. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AllocationJudge, BOXED, createAllocationJudge, STEPS } from "../judges/scene-allocation.js";

let judge: AllocationJudge;
beforeAll(async () => {
  judge = await createAllocationJudge({
    spec: "buildScene(sceneByName(name), JSON.parse(choice))",
    warm: 4000,
    looks: 3,
  });
});
afterAll(() => judge.close());

test.each([
  ["staggered-stack", "{}"],
  ["polyhedron-box", "{}"],
  ["planar-gripper", `{"friction":0.1}`],
])(
  "%s %s: allocates less than one boxed number per step when warm",
  (name, params) => {
    expect(judge.measure(name, params)).toBeLessThan(BOXED * STEPS);
  },
  600_000,
);
