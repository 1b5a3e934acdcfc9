/** Scenes as environments for learning: the same seed, the same episode; rewards and ends by formula; the shipped examples learn. */
import type { UntypedSpec } from "stiction";
import { createEnvironment, createEnvironmentBatch, type EnvironmentOptions } from "stiction/studies";
import { describe, expect, test } from "vitest";
import { learnLevelling } from "../../examples/learn-levelling.js";
import { learnSwingUp } from "../../examples/learn-swing-up.js";

/** A cart of 1 kg on a line, without gravity. */
const scene: UntypedSpec = {
  timestep: 0.01,
  duration: 1,
  gravity: [0, 0, 0],
  formulation: { type: "forces", integrator: "semi-implicit-euler" },
  contact: "none",
  bodies: [{ name: "cart", mass: 1, shapes: [{ type: "box", halfExtents: [0.1, 0.1, 0.1] }] }],
};
const options: EnvironmentOptions = {
  observations: ["[body/cart/position.x]", "[body/cart/velocity.x]"],
  actions: [{ drives: "bodies.cart.force.x", low: -2, high: 2 }],
  reward: "-abs([body/cart/position.x] - 1)",
  done: "[body/cart/position.x] > 0.05",
  interval: 0.1,
};

describe("an environment", () => {
  test("moves as the closed form says, is rewarded by its formula, and ends by its condition", () => {
    const cart = createEnvironment(scene, options);
    expect([...cart.reset(1)]).toEqual([0, 0]);
    // 2 N on 1 kg in steps of 10 ms, velocity first: v = 2 t, x = t (t + h)
    for (let k = 1; k <= 3; k++) {
      const { observation, reward, done, truncated } = cart.step([1]);
      const t = 0.1 * k;
      expect(observation[0]).toBeCloseTo(t * (t + 0.01), 12);
      expect(observation[1]).toBeCloseTo(2 * t, 12);
      expect(reward).toBeCloseTo(-0.1 * (1 - t * (t + 0.01)), 12);
      expect([done, truncated]).toEqual([k === 3, false]);
    }
    expect(() => cart.step([1])).toThrow(/the episode has ended; call reset/);
    expect(() => createEnvironment(scene, { ...options, interval: 0.015 })).toThrow(/a whole number of steps/);
  });

  test("ends by its duration, cuts actions to −1 … 1, and refuses what is no number", () => {
    const cart = createEnvironment(scene, { ...options, duration: 0.2 });
    cart.reset(1);
    expect(cart.step([-7]).observation[1]).toBeCloseTo(-0.2, 12);
    expect(() => cart.step([Number.NaN])).toThrow(/expected a number for action 0, got NaN/);
    expect(cart.step([0])).toMatchObject({ done: false, truncated: true });
  });

  test("draws its settings by the seed, and a batch is so many single ones", () => {
    const random = [{ path: "bodies.cart.mass", distribution: { type: "uniform", low: 0.5, high: 2 } as const }];
    const one = createEnvironment(scene, { ...options, random });
    const first = (seed: number) => {
      one.reset(seed);
      return [...one.step([1]).observation];
    };
    expect(first(5)).toEqual(first(5));
    expect(first(5)).not.toEqual(first(6));
    const batch = createEnvironmentBatch(scene, { ...options, random }, 3);
    batch.reset(5);
    const together = batch.step([[1], [1], [1]]).map((transition) => [...(transition?.observation ?? [])]);
    expect(together).toEqual([first(5), first(6), first(7)]);
  });
});

/** The same seeds give the same numbers on every machine, so the full counts repeat the figures of the manual. */
describe.skipIf(!process.env.STICTION_FULL)("the examples", () => {
  test("learn to swing up: at least half of the largest reward, of which the way up alone costs a third", async () => {
    expect(await learnSwingUp(3000)).toBeGreaterThan(0.5);
  });

  test("learn to level: more than a metre, within a centimetre of its height", async () => {
    const { pulled, error } = await learnLevelling(1500);
    expect(pulled).toBeGreaterThan(1);
    expect(error).toBeLessThan(0.01);
  });
});

test("80 episodes teach the arm to pull", async () => {
  // an arm that does not move has way 0; a random one drops its tooth by decimetres
  const { pulled, error } = await learnLevelling(80);
  expect(pulled).toBeGreaterThan(0.2);
  expect(error).toBeLessThan(0.1);
});
