/** The contest of `stiction bench broad-phase` on few boxes: everybody takes part and finds the same pairs. */
import { expect, test } from "vitest";
import { motions, raceBroadPhases } from "../../bench/broad-phase.js";

const FULL = process.env.STICTION_FULL === "1";

test.each(motions)("$name", async (motion) => {
  const results = await raceBroadPhases(FULL ? 10_000 : 500, motion, 5);
  const names = results.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(["brute force", "flatbush", "Hilbert R-tree", "sweep-and-prune", "all-pairs"]),
  );
  expect(names.filter((name) => name.startsWith("tree")).length).toBe(motion.scenery ? 4 : 1);
  for (const { name, differentSteps } of results) expect(differentSteps, name).toBe(0);
});
