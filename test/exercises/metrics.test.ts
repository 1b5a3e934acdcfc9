import { describe, expect, test } from "vitest";
import { dimensionlessJerk, sessionMetrics } from "../../exercises/assess/metrics.js";
import { packRecord, unpackRecord } from "../../exercises/record.js";
import { gradeOf, pointsFor } from "../../exercises/script/grade.js";
import { band, cycles, extremes, pathTracker, rectangle, stopwatch } from "../../exercises/script/helpers.js";
import { randomFrom } from "../../exercises/script/random.js";
import type { ExerciseFrame } from "../../exercises/types.js";

/** A straight movement of least jerk: p = L (10 τ³ − 15 τ⁴ + 6 τ⁵). */
const leastJerk = (length: number, duration: number, step: number) =>
  Array.from({ length: Math.round(duration / step) + 1 }, (_, k) => {
    const t = (k * step) / duration;
    return length * (10 * t ** 3 - 15 * t ** 4 + 6 * t ** 5);
  });

const still = (path: readonly number[]) => path.map(() => 0);

describe("dimensionless jerk", () => {
  // ∫ (d³p/dt³)² dt = 720 L² / T⁵ for the movement of least jerk [Hogan2009]
  test("of the movement of least jerk is 720, whatever its length and duration", () => {
    for (const [length, duration] of [
      [1, 1],
      [3, 7],
      [0.02, 40],
    ]) {
      const path = leastJerk(length, duration, duration / 2000);
      // the sum leaves out 3 of 2000 differences, at the ends, where the jerk is largest: 3 · 2000⁻¹ · 60² / 720 = 0.75 %
      expect(dimensionlessJerk([path, still(path), still(path)], duration / 2000) / 720).toBeCloseTo(1, 1.9);
    }
  });

  test("at the rate of frames is that of the movement without its first and last tenth of a second", () => {
    // third differences of n + 1 points stand for τ from 1/n to 1 − 1/n; F is the antiderivative of (1 − 6 τ + 6 τ²)²
    const F = (t: number) => t - 6 * t ** 2 + 16 * t ** 3 - 18 * t ** 4 + 7.2 * t ** 5;
    for (const duration of [3, 8]) {
      const n = 10 * duration;
      const path = leastJerk(4, duration, 0.1);
      const expected = 3600 * (F(1 - 1 / n) - F(1 / n));
      // a difference is the mean over three steps: the error falls with n⁻²; 10/n² is 1.1 % and 0.16 %
      expect(Math.abs(dimensionlessJerk([path, still(path), still(path)], 0.1) / expected - 1)).toBeLessThan(
        10 / n ** 2,
      );
    }
  });

  test("grows when a movement is done in two goes, by 2⁴ · 2 / 2² · 2 = 16", () => {
    // each half: T/2 and L/2, so ∫ is 720 (L/2)² / (T/2)⁵; two of them over 720 L² / T⁵: 2 · 2⁵ / 2² = 16
    const half = leastJerk(0.5, 0.5, 0.0005);
    const path = [...half, ...half.slice(1).map((x) => x + 0.5)];
    const once = leastJerk(1, 1, 0.0005);
    const ratio =
      dimensionlessJerk([path, still(path), still(path)], 0.0005) /
      dimensionlessJerk([once, still(once), still(once)], 0.0005);
    // the ends of the halves are left out of one and not of the other: 1 % as above
    expect(ratio / 16).toBeGreaterThan(0.98);
    expect(ratio / 16).toBeLessThan(1.02);
  });

  test("of what does not move is not a number", () => {
    expect(dimensionlessJerk([[1, 1, 1, 1, 1], still([1, 1, 1, 1, 1])], 0.1)).toBeNaN();
  });
});

/** Frames at 10 Hz of sensors that are given as functions of time. */
function framesOf(duration: number, sensors: Readonly<Record<string, (t: number) => number>>): ExerciseFrame[] {
  return Array.from({ length: Math.round(10 * duration) + 1 }, (_, k) => ({
    time: k / 10,
    sensors: Object.fromEntries(Object.entries(sensors).map(([name, value]) => [name, value(k / 10)])),
    inputs: { boom: Math.sin(k) },
    events: k === 5 ? [{ time: 0.5, kind: "collision", text: "bucket against lorry" }] : [],
  }));
}

test("figures of a session of known sensors", () => {
  const frames = framesOf(10, {
    // a circle of radius 2 in 10 s: 4π m
    tipX: (t) => 2 * Math.cos((Math.PI * t) / 5),
    tipY: (t) => 2 * Math.sin((Math.PI * t) / 5),
    tipZ: () => 1,
    bucket: (t) => (t % 4 > 2 ? 0.5 : 0),
    work: (t) => 30 * t,
    dug: (t) => 0.2 * Math.min(t, 5),
    spilled: (t) => 0.02 * t,
    // what is less than 0 while the bucket cuts is not looked at
    margin: (t) => (t >= 6 && t < 8 ? 0.05 : t < 5 ? -1 : 0.5),
    slope: (t) => t,
    clearance: (t) => (t > 3 && t < 4 ? 1.5 : 10),
  });
  const metrics = sessionMetrics(frames);
  expect(metrics.path).toBeCloseTo(4 * Math.PI, 1);
  expect(metrics).toMatchObject({ time: 10, cycles: 2, effort: 300, collisions: 1, nearMisses: 1, leastMargin: 0.05 });
  expect(metrics.spilled).toBeCloseTo(0.2, 12);
  expect(metrics.unsafe).toBeCloseTo(2, 9);
  expect(metrics.mostSlope).toBe(10);
  // a circle at constant speed: |jerk| = R ω³, J = T⁶ R² ω⁶ / (2 π R)² = (2π)⁶ / (2π)² = (2π)⁴
  expect(metrics.jerk).toBeCloseTo(4 * Math.log(2 * Math.PI), 1);
});

test("a record gives the same frames again, to the bit, and refuses what is none", () => {
  const frames = framesOf(3, { a: (t) => t / 3, b: () => Number.NaN });
  const bytes = packRecord({ exercise: "x", seed: 7, frames });
  expect(unpackRecord(bytes)).toEqual({ exercise: "x", seed: 7, frames });
  for (const broken of [new Uint8Array(3), bytes.slice(0, 50), new TextEncoder().encode("STEXrubbish")])
    expect(() => unpackRecord(broken)).toThrow("this is no record of a session");
});

describe("grades", () => {
  const time = { title: "Time", unit: "s", most: 40, full: 20, none: 60 };
  const load = { title: "Load", unit: "m³", most: 60, full: 1, none: 0 };

  test.each([
    [10, 40],
    [20, 40],
    [40, 20],
    [60, 0],
    [90, 0],
    [Number.NaN, 0],
  ])("%d s are worth %d of 40 points", (value, points) => expect(pointsFor(time, value)).toBe(points));

  test("more can be better", () => expect(pointsFor(load, 0.25)).toBe(15));

  test("events count, the score stays within 0 and 100, and what was not finished is not passed", () => {
    const values = { time: 20, load: 1 };
    const grade = (extra: number, done = true) => gradeOf({ time, load }, values, { extra, done, passMark: 60 });
    expect(grade(0)).toMatchObject({ score: 100, passed: true });
    expect(grade(-45)).toMatchObject({ score: 55, passed: false });
    expect(grade(30).score).toBe(100);
    expect(grade(-300).score).toBe(0);
    expect(grade(0, false)).toMatchObject({ score: 100, passed: false });
  });
});

describe("helpers", () => {
  test("a path of two pieces: distance, mean, part done; never back", () => {
    const path = pathTracker([
      [0, 0],
      [4, 0],
      [4, 4],
    ]);
    path.add(2, 0.5);
    expect(path).toMatchObject({ off: 0.5, along: 0.25 });
    path.add(4, 2);
    expect(path).toMatchObject({ off: 0, mean: 0.25, worst: 0.5, along: 0.75 });
    path.add(3.9, 1.5);
    expect(path.along).toBe(0.75);
  });

  test("stopwatch, extremes, band, cycles, zones", () => {
    const watch = stopwatch();
    for (const so of [true, true, false, true]) watch.tick({ dt: 0.5 }, so);
    expect(watch).toMatchObject({ total: 1.5, lasting: 0.5 });
    const found = extremes();
    for (const value of [3, Number.NaN, 1, 2]) found.add(value);
    expect(found).toMatchObject({ least: 1, largest: 3, mean: 2, count: 3 });
    const within = band(1, 2);
    expect([0.5, 1, 1.5, 4].map((value) => within.add(value))).toEqual([false, true, true, false]);
    expect(within).toMatchObject({ share: 0.5, worst: 2 });
    const count = cycles(0.1, 0.3);
    for (const value of [0, 0.4, 0.2, 0.35, 0.05, 0.2, 0.05, 0.5]) count.add(value);
    expect(count.count).toBe(1);
    const zone = rectangle([3, 1], [1, 2]);
    expect([zone.has(2, 1.5), zone.has(2, 0)]).toEqual([true, false]);
  });

  test("random numbers repeat, and fill the unit interval evenly", () => {
    const [a, b] = [randomFrom(5), randomFrom(5)];
    const values = Array.from({ length: 4000 }, a);
    expect(values.slice(0, 10)).toEqual(Array.from({ length: 10 }, b));
    // mean of 4000: standard deviation 1/√(12 · 4000) = 0.0046; five of them
    expect(Math.abs(values.reduce((x, y) => x + y) / 4000 - 0.5)).toBeLessThan(0.023);
  });
});
