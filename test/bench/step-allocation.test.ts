/** A warm step makes less than 1 kB of garbage and leaves nothing behind, in every formulation and contact model. */
import { buildScene } from "stiction";
import { scenes } from "stiction/scenes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AllocationCase,
  type AllocationJudge,
  createAllocationJudge,
  LEFT_BYTES,
  STEP_BYTES,
} from "../judges/scene-allocation.js";
import { rotatingSeed } from "../support/rotating-seed.js";

const FULL = process.env.STICTION_FULL === "1";

/**
 * One scene for each formulation and contact model, and for each method that has its own loop. `ragdoll-planar` and `rolling-coin`, whose code V8 compiles
 * only after thousands of steps, are in the full run.
 */
const QUICK: readonly AllocationCase[] = [
  { scene: "spring-mass" },
  { scene: "tilting-table", params: { formulation: "forces" } },
  { scene: "tilting-table", params: { formulation: "augmented-lagrangian" } },
  { scene: "slider-crank", formulation: { method: "index-3" } },
  { scene: "slider-crank", formulation: { method: "index-1" } },
  { scene: "card-house" },
  { scene: "staggered-stack" },
  { scene: "cube-tower" },
  { scene: "footprint-block" },
  { scene: "footprint-block", params: { geometry: "spheres", spheres: 100 } },
];

/** Every shipped scene, and variants of some. Scenes of heaps run with fewer bodies. */
const SMALL: Readonly<Record<string, Record<string, unknown>>> = { "head-heap": { count: 6, detail: 6 } };
const mechanisms = scenes.filter((scene) => {
  const { formulation, contact } = buildScene(scene);
  return contact === "none" && JSON.stringify(formulation ?? "").includes("augmented-lagrangian");
});
const ALL: readonly AllocationCase[] = [
  ...QUICK,
  ...scenes.map((scene) => ({ scene: scene.name, params: SMALL[scene.name] })),
  ...mechanisms.map((scene) => ({ scene: scene.name, formulation: { method: "index-1" } })),
  { scene: "pinched-capsule", params: { formulation: "forces" } },
  { scene: "pinched-capsule", params: { formulation: "augmented-lagrangian" } },
  { scene: "planar-gripper", params: { friction: 0.1 } },
  { scene: "footprint-cylinder", params: { angle: 1 } },
  { scene: "footprint-cylinder", params: { angle: 1, geometry: "spheres", spheres: 200 } },
];

const label = ({ scene, params = {}, formulation = {} }: AllocationCase) =>
  [scene, ...Object.values(params), ...Object.values(formulation)].join(" ");

let judge: AllocationJudge;
beforeAll(async () => {
  judge = await createAllocationJudge();
});
afterAll(() => judge.close());

describe("the judge", () => {
  test("finds one number that is kept per step", () => {
    // long rounds: code that V8 drops in one of them must not hide what is kept
    expect(judge.measure({ scene: "spring-mass" }, { spoil: "keep", steps: 5000 }).left).toBeGreaterThan(LEFT_BYTES);
  });

  test("finds a hundred numbers of garbage per step", () => {
    expect(judge.measure({ scene: "spring-mass" }, { spoil: "litter" }).garbage).toBeGreaterThan(STEP_BYTES);
  });
});

/** Every other one of them runs in the quick set, the rest for another version of the sources. */
const half = rotatingSeed(2);
const CHOSEN = FULL ? ALL : QUICK.filter((_, k) => k % 2 === half);

test.each(CHOSEN.map((which) => [label(which), which] as const))(
  "%s: a warm step makes less than 1 kB of garbage and leaves nothing",
  (_, which) => {
    const { garbage, left } = judge.measure(which);
    expect(garbage).toBeLessThan(STEP_BYTES);
    expect(left).toBeLessThan(LEFT_BYTES);
  },
);

test.runIf(FULL).each(QUICK.map((which) => [label(which), which] as const))(
  "%s: 10,000 steps do not grow the heap",
  (_, which) => {
    // a leak of one object of 24 bytes in a hundred steps would be seen
    expect(judge.measure(which, { steps: 10_000 }).left).toBeLessThan(0.24);
  },
);
