/** Curves of experiments against their closed forms, and the hash of what was measured. */
import { describe, expect, test } from "vitest";
import { type Curve, createContext, experiments, resultHash, SAMPLE, traceCurve } from "../../proof/index.js";

const full = process.env.STICTION_FULL === "1";
/** Bowden–Leben runs 42 s in steps of 1 ms: through its first slip here, in full with STICTION_FULL. */
const QUICK: Readonly<Record<string, number>> = { "luaces.v21": 16.5 };

const withCurves = experiments.flatMap((e) => (e.curve === undefined ? [] : [[e.id, e.curve] as const]));

function trace(curve: Curve, change = createContext()): Float64Array[] {
  const rows: Float64Array[] = [];
  for (const batch of traceCurve(curve, change)) {
    for (let k = 0; k < batch.length; k += SAMPLE.size) rows.push(batch.slice(k, k + SAMPLE.size));
  }
  return rows;
}

describe("curves", () => {
  test("pendulum, spring, fall, incline, stick–slip and bounce have one", () => {
    expect(withCurves.map(([id]) => id).sort()).toEqual([
      "gribel.v06",
      "iftomm.a01",
      "luaces.v20",
      "luaces.v21",
      "own.free-fall",
      "own.slide-30",
      "own.spring-mass",
    ]);
  });

  test.each(withCurves)("%s stays within its limit at every step, and covers its time", (id, curve) => {
    const duration = full ? curve.duration : (QUICK[id] ?? curve.duration);
    const rows = trace({ ...curve, duration });
    const times = rows.map((row) => row[SAMPLE.time]);
    expect(times.every((t, k) => k === 0 || t > times[k - 1])).toBe(true);
    expect(times.at(-1)).toBeCloseTo(duration, 6);
    expect(rows.length).toBeGreaterThan(200);
    expect(Math.max(...rows.map((row) => row[SAMPLE.worst]))).toBeLessThanOrEqual(curve.limit);
    // the closed form moves by far more than the limit, so that a wrong one would be seen
    const values = rows.map((row) => row[SAMPLE.exact]);
    expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(4 * curve.limit);
  });

  test("the rate of a closed form is its derivative", () => {
    for (const [id, curve] of withCurves) {
      for (const part of [0.11, 0.37, 0.61]) {
        const t = part * curve.duration;
        const d = 1e-6;
        const slope = (curve.exact(t + d).value - curve.exact(t - d).value) / (2 * d);
        // central difference: d² times the third derivative, and round-off of 1e-16/d
        expect(Math.abs(slope - (curve.exact(t).rate ?? Number.NaN)), `${id} at ${t} s`).toBeLessThan(1e-8);
      }
    }
  });

  test("a wrong scene leaves the limit", () => {
    const fall = withCurves.find(([id]) => id === "own.free-fall")?.[1] as Curve;
    const heavier = createContext({ change: (spec) => ({ ...spec, gravity: [0, 0, -9.811] }) });
    expect(Math.max(...trace(fall, heavier).map((row) => row[SAMPLE.worst]))).toBeGreaterThan(fall.limit);
  });
});

describe("hash of what was measured", () => {
  const rows = [
    { id: "b", measured: 2 },
    { id: "a", measured: 1 },
  ];

  test("does not depend on the order, but on every bit and every name", () => {
    const hash = resultHash(rows);
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
    expect(resultHash([...rows].reverse())).toBe(hash);
    expect(resultHash([rows[0], { id: "a", measured: 1 + 2 ** -52 }])).not.toBe(hash);
    expect(resultHash([rows[0], { id: "c", measured: 1 }])).not.toBe(hash);
    expect(resultHash([rows[0], { id: "a", measured: Number.NaN }])).toBe(
      resultHash([rows[0], { id: "a", measured: 0 / 0 }]),
    );
  });
});
