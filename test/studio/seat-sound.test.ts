/** Sound of the operator's seat: Doppler, loudness, and how soon an impact is known. */
import { describe, expect, test } from "vitest";
import { dopplerFactor, SPEED_OF_SOUND } from "../../studio/sound/doppler.js";
import { digGain, engineFrequency, engineGain, impactGain } from "../../studio/sound/pitch.js";
import type { Reply } from "../../studio/worker/protocol.js";
import { Simulation } from "../../studio/worker/simulation.js";

const ZERO = [0, 0, 0] as const;

describe("Doppler", () => {
  test("source or listener along the line: c / (c ∓ v) and (c ± v) / c", () => {
    const c = SPEED_OF_SOUND;
    const at = [100, 0, 0] as const;
    for (const v of [3, 30, 100]) {
      expect(dopplerFactor(ZERO, ZERO, at, [-v, 0, 0])).toBeCloseTo(c / (c - v), 12);
      expect(dopplerFactor(ZERO, ZERO, at, [v, 0, 0])).toBeCloseTo(c / (c + v), 12);
      expect(dopplerFactor(ZERO, [v, 0, 0], at, ZERO)).toBeCloseTo((c + v) / c, 12);
    }
  });

  test("across the line, and together, nothing is heard of it; extremes are clamped", () => {
    expect(dopplerFactor(ZERO, ZERO, [0, 50, 0], [80, 0, 0])).toBe(1);
    expect(dopplerFactor(ZERO, [20, 0, 0], [9, 0, 0], [20, 0, 0])).toBeCloseTo(1, 12);
    expect(dopplerFactor(ZERO, ZERO, [10, 0, 0], [-400, 0, 0])).toBe(2);
    expect(dopplerFactor(ZERO, [-300, 0, 0], [10, 0, 0], ZERO)).toBe(0.5);
    expect(dopplerFactor(ZERO, [5, 0, 0], ZERO, ZERO)).toBe(1);
  });

  test("obliquely only the part along the line counts", () => {
    const source = [30, 40, 0] as const;
    const v = [12, -5, 7] as const;
    const along = (12 * 30 - 5 * 40) / 50;
    expect(dopplerFactor(ZERO, ZERO, source, v)).toBeCloseTo(SPEED_OF_SOUND / (SPEED_OF_SOUND + along), 12);
  });
});

test("pitch and loudness follow their signals", () => {
  expect(engineFrequency(2000)).toBe(100);
  expect(engineGain(0, 1)).toBe(0);
  expect(engineGain(0.9, 0.8)).toBeGreaterThan(engineGain(0.9, 0.1));
  expect(impactGain(5)).toBe(0);
  expect(impactGain(500)).toBeCloseTo(0.5, 12);
  expect(impactGain(1e9)).toBe(1);
  expect(digGain(0, 1)).toBe(0);
  expect(digGain(30_000, 0.3)).toBeGreaterThan(digGain(10_000, 0.3));
});

test("an impact is with the page less than 50 ms after the step in which it happens", async () => {
  const heard: { readonly at: number; readonly time: number; readonly energy: number }[] = [];
  const replies: Reply[] = [];
  let now = 0;
  const queue: (() => void)[] = [];
  const simulation = new Simulation({
    post(reply) {
      replies.push(reply);
      if (reply.type !== "seat") return;
      for (const { time, energy } of reply.impacts) heard.push({ at: now / 1000, time, energy });
    },
    clock: () => now,
    later: (work) => queue.push(work),
    shared: false,
  });
  const spec = {
    name: "fall",
    timestep: 0.005,
    duration: 100,
    bodies: [
      { name: "ball", mass: 20, position: [0, 0, 1.5], shapes: [{ type: "sphere", radius: 0.2 }] },
      { name: "ground", type: "static", shapes: [{ type: "plane" }] },
    ],
  };
  simulation.handle({ type: "load", id: 1, source: { kind: "spec", spec }, play: false });
  for (let k = 0; k < 100 && replies.length === 0; k++) await new Promise((resolve) => setTimeout(resolve, 2));
  simulation.handle({ type: "seat-watch", manned: true, camera: "" });
  simulation.handle({ type: "play" });
  // real time in ticks of 8 ms; it falls for √(2 · 1.3 / 9.81) = 0.515 s
  for (let k = 0; k < 100; k++) {
    now += 8;
    queue.shift()?.();
  }
  expect(heard.length).toBeGreaterThan(0);
  const [first] = heard;
  expect(first.time).toBeCloseTo(0.515, 1);
  expect(first.at - first.time).toBeLessThan(0.05);
  // at most m g h = 255 J; a step of 5 ms before the touch it has 2 % less
  expect(first.energy).toBeGreaterThan(245);
  expect(first.energy).toBeLessThan(256);
});
