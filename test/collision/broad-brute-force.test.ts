import { describe, expect, test } from "vitest";
import {
  brutePairs,
  createSwarm,
  expectSame,
  kinds,
  large,
  pairsOf,
  randomSource,
  withSceneries,
} from "./broad-scenes.js";

const FULL = Boolean(process.env.STICTION_FULL);

/** Moves a swarm, of which one in `staticRatio` stands still, and compares all broad phases with brute force in every step. */
function follow(
  chosen: typeof kinds,
  [count, steps, speed, density]: readonly [number, number, number, number],
  seed: number,
  staticRatio = Number.POSITIVE_INFINITY,
): void {
  const swarm = createSwarm(count, speed, density, seed);
  const boxes = swarm.boxes.slice();
  const isStatic = (i: number) => (i + 1) % staticRatio === 0;
  const broads = chosen.map(([, create]) => create());
  for (const broad of broads) for (let i = 0; i < count; i++) broad.add(i, boxes, 6 * i, { static: isStatic(i) });
  let total = 0;
  for (let k = 0; k < steps; k++) {
    const expected = brutePairs(boxes, null, (a, b) => !isStatic(a) || !isStatic(b));
    total += expected.length / 2;
    broads.forEach((broad, i) => {
      for (let p = 0; p < count; p++) if (!isStatic(p)) broad.move(p, boxes, 6 * p);
      expectSame(pairsOf(broad), expected, `${chosen[i][0]}, step ${k}`);
    });
    swarm.step();
    for (let p = 0; p < count; p++) if (!isStatic(p)) boxes.set(swarm.boxes.subarray(6 * p, 6 * p + 6), 6 * p);
  }
  expect(total).toBeGreaterThan(0.1 * count * steps);
}

describe("pairs equal brute force in every step", () => {
  // displacement per step: slow against the margin, a fifth of a box, a box, and many boxes at once
  const steps = FULL ? 1000 : 10;
  test.each([
    ["V13, slow", [1000, steps, 0.02, 0.1]],
    ["V13, quick", [1000, steps, 0.3, 0.3]],
    ["V13, leaping", [1000, FULL ? 1000 : 6, 1.5, 0.3]],
    ["V13, from anywhere to anywhere", [1000, FULL ? 200 : 5, 15, 0.3]],
  ] as const)("%s", (_, scene) => follow(kinds, scene, 13));

  test("1,000 boxes, one in three of them scenery, in every structure", () =>
    follow(
      [...kinds.filter(([name]) => !name.includes("static in")), ...withSceneries],
      [1000, FULL ? 1000 : 10, 0.1, 0.3],
      33,
      3,
    ));

  test("10,000 boxes", () => follow(large, [10_000, FULL ? 1000 : 2, 0.2, 0.1], 10_000));

  test.each([
    ...kinds.map(([name, create]) => [name, create, 0] as const),
    ...withSceneries.map(([name, create]) => [`${name}, half of all static`, create, 0.5] as const),
  ])("%s: 1,000 bodies leave and 1,000 come in every step", (_, create, staticShare) => {
    const swarm = createSwarm(FULL ? 5000 : 3000, 0.1, 0.3, 7);
    const random = randomSource(8);
    const broad = create();
    // who comes back may have become static, or have ceased to be
    const isStatic = new Uint8Array(swarm.count);
    const enter = (proxy: number, box: number) => {
      isStatic[proxy] = random() < staticShare ? 1 : 0;
      broad.add(proxy, swarm.boxes, 6 * box, { static: isStatic[proxy] === 1 });
    };
    for (let k = 0; k < (FULL ? 40 : 4); k++) {
      // a random third is there; numbers are used again at once
      for (let changes = 0; changes < 2000; ) {
        const proxy = Math.floor(random() * swarm.count);
        if (broad.has(proxy)) {
          broad.remove(proxy);
          // some come back in the same step, some of those leave again
          if (random() < 0.2) enter(proxy, Math.floor(random() * swarm.count));
          if (broad.has(proxy) && random() < 0.2) broad.remove(proxy);
          if (!broad.has(proxy)) changes++;
        } else {
          enter(proxy, proxy);
          changes++;
        }
      }
      swarm.step();
      const there = Array.from({ length: swarm.count }, (_, i) => i).filter((i) => broad.has(i));
      for (const i of there) broad.move(i, swarm.boxes, 6 * i);
      expect(broad.stats.proxies).toBe(there.length);
      const expected = brutePairs(swarm.boxes, there, (a, b) => isStatic[a] === 0 || isStatic[b] === 0);
      expect(expected.length).toBeGreaterThan(100);
      expectSame(pairsOf(broad), expected);
    }
  });
});
