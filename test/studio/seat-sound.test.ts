/** Sound of the operator's seat: Doppler, loudness, and how soon an impact is known. */
import { describe, expect, test } from "vitest";
import { dopplerFactor, SPEED_OF_SOUND } from "../../studio/sound/doppler.js";
import { digGain, engineFrequency, engineGain, impactGain } from "../../studio/sound/pitch.js";
import {
  distanceGain,
  heardFrom,
  layoutFor,
  panGains,
  SURROUND_5_1,
  SURROUND_7_1,
} from "../../studio/sound/surround.js";
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

describe("loudspeakers around the listener", () => {
  const DEGREE = Math.PI / 180;
  const layouts = [SURROUND_5_1, SURROUND_7_1] as const;

  test("from a loudspeaker's direction it sounds alone; from any direction the power is 1, and the subwoofer is silent", () => {
    for (const layout of layouts) {
      for (const { channel, azimuth } of layout.speakers) {
        const gains = panGains(layout, azimuth);
        expect(gains[channel]).toBeCloseTo(1, 12);
        expect(gains.filter((gain) => Math.abs(gain) > 1e-12).length).toBe(1);
      }
      for (let degrees = -720; degrees <= 720; degrees += 7) {
        const gains = panGains(layout, degrees * DEGREE);
        expect(gains.reduce((sum, gain) => sum + gain * gain, 0)).toBeCloseTo(1, 12);
        expect(Math.min(...gains)).toBeGreaterThan(-1e-12);
        expect(gains[layout.low]).toBe(0);
      }
    }
  });

  test("between two loudspeakers the law of tangents holds, and half way both have √½", () => {
    // pair L, C of both layouts: 15° to both sides of 15°
    for (const layout of layouts) {
      for (const degrees of [1, 7, 15, 22, 29]) {
        const gains = panGains(layout, degrees * DEGREE);
        const ratio = (gains[0] - gains[2]) / (gains[0] + gains[2]);
        expect(ratio).toBeCloseTo(Math.tan((degrees - 15) * DEGREE) / Math.tan(15 * DEGREE), 12);
      }
      expect(panGains(layout, 15 * DEGREE)[0]).toBeCloseTo(Math.SQRT1_2, 12);
    }
    // behind, in 7.1 from 135° to 225°
    const behind = panGains(SURROUND_7_1, Math.PI);
    expect(behind[4]).toBeCloseTo(Math.SQRT1_2, 12);
    expect(behind[5]).toBeCloseTo(Math.SQRT1_2, 12);
  });

  test("the vector of the gains points to the sound", () => {
    for (const { speakers, ...layout } of layouts) {
      for (let degrees = 0; degrees < 360; degrees += 11) {
        // a pair that is wider than 180° cannot: there is none
        const gains = panGains({ speakers, ...layout }, degrees * DEGREE);
        const sum = (of: (x: number) => number) =>
          speakers.reduce((total, { channel, azimuth }) => total + gains[channel] * of(azimuth), 0);
        const turned = Math.atan2(sum(Math.sin), sum(Math.cos)) - degrees * DEGREE;
        expect(Math.sin(turned)).toBeCloseTo(0, 12);
        expect(Math.cos(turned)).toBeCloseTo(1, 12);
      }
    }
  });

  test("azimuth and distance from the ears; as many loudspeakers as the device has", () => {
    const up = [0, 0, 1];
    expect(heardFrom([0, 3, 0], ZERO, [1, 0, 0], up)).toEqual({ azimuth: Math.PI / 2, distance: 3 });
    expect(heardFrom([1, 1, 0], [1, 0, 0], [0, 1, 0], up)).toEqual({ azimuth: 0, distance: 1 });
    expect(heardFrom([0, -4, 3], ZERO, [1, 0, 0], up).azimuth).toBeCloseTo(-Math.PI / 2, 12);
    expect([1, 2, 6, 7, 8, 32].map((n) => layoutFor(n)?.channels ?? 2)).toEqual([2, 2, 6, 6, 8, 8]);
    expect([1, 4, 8].map((d) => distanceGain(d, 4))).toEqual([1, 1, 0.5]);
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
