/** Sweeps in single precision: bits of kernel and twin, the rule of islands, accuracy against double precision. */
import { type BodySpec, compile, createData, type Data, type Model, type Spec, stateHash, step } from "stiction";
import { describe, expect, test } from "vitest";
import { bytesFile, compileKernel, fileOf } from "../../kernels/build.mjs";
import { collisionFields } from "../../src/collision/contact-tables.js";
import { LOAD, LOAD_SIZE } from "../../src/collision/loads.js";
import { createMixedSystem } from "../../src/formulations/impulse/mixed/system.js";
import { readRepositoryFile } from "../support/tree.js";

const HALF = 0.2;
const STEP = 1 / 60;
/** The tolerance of contacts in sweeps, m/s; see `NONE` in cone-residual.ts. */
const NONE = 2e-6;

/** 25 boxes on the ground and 16 on top, each on four: one island of 89 patches. `turned`: by so much, rad. */
function bricks(turned: number, given: Partial<BodySpec> = {}): BodySpec[] {
  let seed = 1;
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32 - 0.5;
  };
  const layer = (side: number, height: number) =>
    Array.from({ length: side * side }, (_, k): BodySpec => {
      const [x, y] = [k % side, Math.floor(k / side)].map((i) => 2.1 * HALF * (i - (side - 1) / 2));
      const position = [x, y, height + Math.abs(turned) * HALF];
      const orientation = { axis: [random(), random(), random()], angle: turned * random() };
      return { name: `b${side}-${k}`, position, orientation, shapes: [box(HALF)], mass: 2, ...given };
    });
  return [...layer(5, HALF), ...layer(4, 3 * HALF + 2 * Math.abs(turned) * HALF)];
}

const box = (half: number) => ({ type: "box" as const, halfExtents: [half, half, half] });

const scene = (bodies: BodySpec[], precision: "double" | "mixed", more: Partial<Spec> = {}): Spec => ({
  timestep: STEP,
  formulation: { type: "impulse", precision },
  ...more,
  bodies: [
    { name: "ground", type: "static", position: [0, 0, -1], shapes: [{ type: "box", halfExtents: [9, 9, 1] }] },
    ...bodies,
  ],
});

/** Patches that were swept in single precision in the last step. */
const patches = (data: Data) => data.systems.impulseMixed?.patches ?? 0;

function run(model: Model, data: Data, steps: number): number {
  let swept = 0;
  for (let k = 0; k < steps; k++) {
    step(model, data);
    swept += patches(data);
  }
  return swept;
}

test("the kernel and its twin in TypeScript have the same bits, while boxes fall, slip and come to rest", () => {
  const model = compile(scene(bricks(0.15), "mixed"));
  const [kernel, twin] = [createData(model), createData(model)];
  Object.assign(twin.systems, { impulseMixed: createMixedSystem(model, false) });
  let swept = 0;
  for (let k = 0; k < 45; k++) {
    swept += run(model, kernel, 1);
    run(model, twin, 1);
    expect(stateHash(kernel), `step ${k}`).toBe(stateHash(twin));
  }
  expect(swept).toBeGreaterThan(45 * 16);
  expect(stateHash(kernel)).toMatch(/^mixed-/);
});

test("a run goes on to the bit in new data", () => {
  const model = compile(scene(bricks(0.1), "mixed"));
  const [first, second] = [createData(model), createData(model)];
  run(model, first, 12);
  // the arrays that stand in the memory of the kernel are another run's
  run(model, second, 12);
  run(model, second, 8);
  run(model, first, 8);
  expect(stateHash(first)).toBe(stateHash(second));
});

describe("islands that stay in double precision", () => {
  const joint = { type: "ball" as const, name: "j", bodyA: "b5-0", bodyB: "b5-1", at: [-0.63, -0.84, HALF] };
  test.each<[string, Spec, boolean]>([
    ["none of a heap of equal boxes", scene(bricks(0), "mixed"), true],
    ["those with a joint", scene(bricks(0), "mixed", { joints: [joint] }), false],
    [
      "those with rolling friction",
      scene(bricks(0, { material: "m" }), "mixed", { materials: { m: { rollingFriction: 0.01 } } }),
      false,
    ],
    [
      "those that rebound",
      scene(bricks(0, { material: "m" }), "mixed", { materials: { m: { restitution: 0.5 } } }),
      false,
    ],
    ["those that are fast", scene(bricks(0, { velocity: [9, 0, 0] }), "mixed"), false],
    ["those of unequal masses", scene([...bricks(0), heavy()], "mixed"), false],
    ["all, unless the scene says mixed", scene(bricks(0), "double"), false],
  ])("%s", (_name, spec, single) => {
    const model = compile(spec);
    const data = createData(model);
    expect(run(model, data, 3) > 0).toBe(single);
  });
});

const heavy = (): BodySpec => ({
  name: "heavy",
  position: [0, 0, 5 * HALF],
  shapes: [box(HALF)],
  mass: 50,
});

test("bricks come to rest at the heights of double precision", () => {
  const [double, mixed] = (["double", "mixed"] as const).map((precision) => {
    const model = compile(scene(bricks(0), precision));
    const data = createData(model);
    expect(run(model, data, 120) > 0).toBe(precision === "mixed");
    return data;
  });
  let most = 0;
  for (let i = 2; i < double.bodyPos.length; i += 3)
    most = Math.max(most, Math.abs(double.bodyPos[i] - mixed.bodyPos[i]));
  if (process.env.STICTION_PRINT) console.log({ most });
  // both are at rest where speeds are right to NONE, and a soft row moves by its rate, 9/s at least, of its depth
  expect(most).toBeLessThan((2 * NONE) / 9);
});

test("the ground bears the weight", () => {
  const model = compile(scene(bricks(0), "mixed"));
  const data = createData(model);
  run(model, data, 60);
  const before = data.bodyVel.slice();
  run(model, data, 1);
  let momentum = 0;
  let weight = 0;
  for (let b = 2; b < model.nb; b++) {
    momentum += model.bodyMass[b] * (data.bodyVel[6 * b + 5] - before[6 * b + 5]);
    weight += model.bodyMass[b] * model.options.gravity[2] * STEP;
  }
  let upward = 0;
  const { loads, loadKey, loadWrench } = collisionFields(data);
  const onGround = (shape: number) => model.shapes[shape].body === 1;
  for (let k = 0; k < loads[0]; k++) {
    const z = loadWrench[LOAD_SIZE * k + LOAD.impulse + 2];
    if (onGround(loadKey[2 * k])) upward += z;
    else if (onGround(loadKey[2 * k + 1])) upward -= z;
  }
  const off = Math.abs(momentum - (upward + weight));
  if (process.env.STICTION_PRINT) console.log({ momentum, weight, upward, off });
  // in each half of 4 sub-steps some 3 passes over up to 8 points round velocities, which are below g h, by 2⁻²⁴
  expect(off).toBeLessThan(4 * 2 * 3 * 8 * 2 ** -24 * -weight);
});

test("the committed kernel is the compiled source", async () => {
  expect(readRepositoryFile(bytesFile.replace(/^.*\/src\//, "src/"))).toBe(fileOf(await compileKernel()));
});
