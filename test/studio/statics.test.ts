/** Statics of the studio without a page: shapes as frames, bodies put at their equilibrium, texts of warnings. */
import { STATUS } from "stiction";
import { expect, test } from "vitest";
import { fullAmplitude, ModeFrames } from "../../studio/statics/mode-frames.js";
import { texts } from "../../studio/texts/common.js";
import { SimulationBench } from "./simulation-bench.js";

/** World and a body that moves along x by 1 and, a quarter later, turns about z by 0.5. */
const shape = new Float64Array(24);
shape[12] = 1;
shape[12 + 6 + 5] = -0.5;
const mode = { kind: "vibration", frequency: 3, dampingRatio: 0, shape } as const;
const rest = {
  positions: Float64Array.from([0, 0, 0, 2, 3, 4]),
  orientations: Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1]),
};

test("a mode swings about the equilibrium", () => {
  let now = 0;
  const frames = new ModeFrames(mode, rest, 0.2, true, () => now);
  const pose = () => Array.from(frames.latest()?.poses.subarray(8, 15) ?? []);
  // poses are single precision
  expect(pose()[0]).toBeCloseTo(2.2, 6);
  expect(pose().slice(1)).toEqual([3, 4, 0, 0, 0, 1]);
  now = 400;
  expect(pose()[0]).toBeCloseTo(2, 6);
  expect(pose()[5]).toBeCloseTo(Math.sin(0.05), 6);
  expect(pose()[6]).toBeCloseTo(Math.cos(0.05), 6);
});

test("where motion is not wanted the shape stands at its largest, until the amplitude changes", () => {
  const frames = new ModeFrames(mode, rest, 0.2, false, () => 400);
  expect(frames.latest()?.poses[8]).toBeCloseTo(2.2, 6);
  expect(frames.latest()).toBeNull();
  frames.amplitude = 0.1;
  expect(frames.latest()?.poses[8]).toBeCloseTo(2.1, 6);
});

test("full amplitude neither moves nor turns bodies too far", () => {
  expect(fullAmplitude(mode, 2)).toBeCloseTo(0.3, 12);
  expect(fullAmplitude(mode, 1000)).toBe(1);
});

test("bodies are put where they are wanted, at rest, and a restart takes them back", async () => {
  const bench = new SimulationBench();
  const spec = {
    name: "fall",
    contact: "none",
    timestep: 0.01,
    bodies: [{ name: "stone", mass: 1, inertia: [1, 1, 1] }],
  };
  await bench.load({ kind: "spec", spec });
  const start = await bench.hash();
  await bench.step(5);
  const { moment } = await bench.ask<"moment">((id) => ({ type: "moment", id }));
  expect(moment?.positions[5]).toBeLessThan(0);
  const positions = moment?.positions.slice() ?? new Float64Array();
  positions[5] = 7;
  const orientations = moment?.orientations ?? new Float64Array();
  await bench.ask<"placed">((id) => ({ type: "place", id, positions, orientations }));
  const placed = await bench.ask<"moment">((id) => ({ type: "moment", id }));
  expect(placed.moment?.positions[5]).toBe(7);
  await bench.step(1);
  const fallen = await bench.ask<"moment">((id) => ({ type: "moment", id }));
  // from rest: less than g h²
  expect(7 - (fallen.moment?.positions[5] ?? 0)).toBeLessThan(9.82e-4);
  bench.send({ type: "reset" });
  expect(await bench.hash()).toBe(start);
});

test("every status bit has a text", () => {
  const bits = Object.values(STATUS).map((bit) => 31 - Math.clz32(bit));
  expect(Object.keys(texts.warnings).map(Number)).toEqual(bits);
});
