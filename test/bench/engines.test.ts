/** What the shipped scenes do not use: each adapter's frames of shapes and joints, against closed forms. */
import { describe, expect, test } from "vitest";
import { boxBody, solid, staticBox } from "../../bench/bodies.js";
import { engines } from "../../bench/engines/index.js";
import { hullBody } from "../../bench/hull-body.js";
import { type BenchBody, type BenchJoint, type BenchScene, STATE, type Vector } from "../../bench/scene.js";
import { turn } from "../../bench/vectors.js";

const STEP = 1 / 60;
const spatial = engines
  .filter(({ name, family }) => family !== "stiction" && name !== "box2d3")
  .map(({ name }) => name);

function sceneOf(bodies: readonly BenchBody[], joints: readonly BenchJoint[]): BenchScene {
  return {
    name: "test",
    gravity: [0, 0, -9.81],
    timestep: STEP,
    steps: 1,
    block: 1,
    observeEvery: 1,
    contact: joints.length === 0,
    bodies,
    joints,
    observer: () => ({ observe() {}, figures: () => ({}) }),
  };
}

/** States of the moving bodies after a time, or why the engine will not. */
async function runFor(name: string, scene: BenchScene, seconds: number): Promise<Float64Array[] | string> {
  const engine = await engines.find((candidate) => candidate.name === name)?.load();
  if (engine === undefined) throw new Error(name);
  const reason = engine.refuse?.(scene);
  if (reason !== undefined) return reason;
  const world = engine.create(scene);
  for (let k = 0; k < Math.round(seconds / STEP); k++) world.step();
  const states = scene.bodies.flatMap((body, k) => {
    const state = new Float64Array(STATE.size);
    if (body.mass === 0) return [];
    world.read(k, state);
    return [state];
  });
  world.dispose();
  return states;
}

const CUBE: Vector[] = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [
  k & 1 ? 1.25 : 0.75,
  k & 2 ? 0.25 : -0.25,
  k & 4 ? 0.5 : 0,
]);

/** What lies on the ground, its height, and the body. */
const lying: readonly [string, number, BenchBody][] = [
  ["box", 0.1, boxBody([0.3, 0.2, 0.1], [0, 0, 0.1])],
  ["sphere", 0.15, solid({ type: "sphere", radius: 0.15 }, 1, { position: [0, 1, 0.15] })],
  ["standing cylinder", 0.4, solid({ type: "cylinder", radius: 0.3, halfLength: 0.4 }, 1, { position: [0, 3, 0.4] })],
  // the points are not around the origin, the body is
  ["hull", 0.25, hullBody(CUBE, 1, { position: [0, 4, 0.25] })],
  [
    "compound",
    0.2,
    {
      shape: {
        type: "compound",
        parts: [-0.5, 0.5].map((x) => ({ shape: { type: "box", halfExtents: [0.2, 0.2, 0.2] }, position: [x, 0, 0] })),
      },
      mass: 1,
      inertia: [0.03, 0.28, 0.28],
      position: [0, 5, 0.2],
    },
  ],
  [
    "lying capsule",
    0.2,
    solid({ type: "capsule", radius: 0.2, halfLength: 0.3 }, 1, {
      position: [0, 2, 0.2],
      orientation: turn([0, 1, 0], Math.PI / 2),
    }),
  ],
];

describe.each(spatial)("%s", (name) => {
  test("shapes rest where they were put", async () => {
    const known = lying.filter(([what]) => name !== "cannon" || what !== "lying capsule");
    const ground = staticBox([10, 10, 1], [0, 0, -1]);
    const states = await runFor(name, sceneOf([ground, ...known.map(([, , body]) => body)], []), 1);
    if (typeof states === "string") throw new Error(states);
    known.forEach(([what, height], k) => {
      // soft contacts sink by millimetres; a wrong axis or place would be off by 100
      expect(Math.abs(states[k][2] - height), what).toBeLessThan(0.02);
      expect(Math.hypot(...states[k].subarray(STATE.velocity)), what).toBeLessThan(0.05);
    });
  });

  test("slider at 45°: falls along its axis with g/√2, without turning", async () => {
    const s = Math.SQRT1_2;
    const box = boxBody([0.1, 0.2, 0.3], [1, 0, 0]);
    const scene = sceneOf([box], [{ type: "slider", b: 0, at: [1, 0.1, 0], axis: [s, 0, -s] }]);
    const states = await runFor(name, scene, 0.5);
    if (typeof states === "string") {
      expect(states).toBe("cannon has no slider");
      return;
    }
    const [x, y, z, , , , w] = states[0];
    const along = s * (x - 1) - s * z;
    // ½ a t² = 0.867 m; semi-implicit Euler adds ½ a h t = 0.029 m
    expect(Math.abs(along - 0.5 * 9.81 * s * 0.25)).toBeLessThan(0.035);
    expect(Math.hypot(s * (x - 1) + s * z, y)).toBeLessThan(0.01);
    expect(Math.abs(w)).toBeGreaterThan(0.9999);
  });

  test("fixed joint: a body out on an arm stays", async () => {
    const box = boxBody([0.5, 0.1, 0.1], [0.5, 0, 0]);
    const states = await runFor(name, sceneOf([box], [{ type: "fixed", b: 0, at: [0, 0, 0] }]), 0.5);
    if (typeof states === "string") throw new Error(states);
    const [x, y, z, , , , w] = states[0];
    // soft joints sag by a few millimetres
    expect(Math.hypot(x - 0.5, y, z)).toBeLessThan(0.02);
    expect(Math.abs(w)).toBeGreaterThan(0.999);
  });
});
