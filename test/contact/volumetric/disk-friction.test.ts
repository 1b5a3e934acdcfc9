import { describe, expect, test } from "vitest";
import { completeElliptic, diskFriction } from "../../../src/contact/volumetric/disk-friction.js";

const OUT = new Float64Array(3);
function disk(ratio: number): { f: number; t: number; slope: number } {
  diskFriction(Float64Array.of(ratio), 0, OUT);
  return { f: OUT[0], t: OUT[1], slope: OUT[2] };
}

/** Force and torque of a unit disk of uniform pressure with v = ε, ω = 1, by the midpoint rule over rings and angles. */
function summed(ratio: number, n: number): { f: number; t: number } {
  let f = 0;
  let t = 0;
  for (let i = 0; i < n; i++) {
    const r = (i + 0.5) / n;
    for (let j = 0; j < n; j++) {
      const angle = (2 * Math.PI * (j + 0.5)) / n;
      const [x, y] = [r * Math.cos(angle), r * Math.sin(angle)];
      // slip (ε − y, x)
      const speed = Math.hypot(ratio - y, x);
      const w = (2 * r) / (n * n);
      f += (w * (ratio - y)) / speed;
      t += (w * (x * x - y * (ratio - y))) / speed;
    }
  }
  return { f, t };
}

describe("friction of a disk that slides and spins", () => {
  test("complete elliptic integrals: Legendre's relation, and K, E of modulus 1/√2", () => {
    const out = new Float64Array(2);
    const other = new Float64Array(2);
    for (const k of [0.01, 0.3, 0.6, 0.9, 0.999]) {
      completeElliptic(k, out);
      completeElliptic(Math.sqrt(1 - k * k), other);
      // E K′ + E′ K − K K′ = π/2; round-off of three products of numbers up to 10
      expect(out[1] * other[0] + other[1] * out[0] - out[0] * other[0]).toBeCloseTo(Math.PI / 2, 13);
    }
    completeElliptic(Math.SQRT1_2, out);
    expect(out[0]).toBeCloseTo(1.8540746773013719, 14);
    expect(out[1]).toBeCloseTo(1.3506438810476755, 14);
  });

  test("the table of disk friction, to its 1e-5 (`verify vilela.t-12`)", () => {
    const table = [
      [0, 0, 0.66667],
      [0.1, 0.09988, 0.66168],
      [0.5, 0.48384, 0.54775],
      [1, 0.84883, 0.28294],
      [2, 0.96769, 0.12781],
      [5, 0.99497, 0.05017],
      [10, 0.99875, 0.02502],
    ];
    for (const [ratio, f, t] of table) {
      // five printed digits
      expect(Math.abs(disk(ratio).f - f)).toBeLessThan(1e-5);
      expect(Math.abs(disk(ratio).t - t)).toBeLessThan(1e-5);
    }
  });

  test("sums over the disk", () => {
    for (const ratio of [0.05, 0.29, 0.31, 0.7, 0.98, 1.02, 1.5, 3.3, 3.4, 20]) {
      const { f, t } = disk(ratio);
      const sum = summed(ratio, 800);
      // the midpoint rule errs by the square of its step, and near the point without slip by about 1/n² log n
      expect(Math.abs(f - sum.f)).toBeLessThan(2e-5);
      expect(Math.abs(t - sum.t)).toBeLessThan(2e-5);
    }
  });

  test("slopes: df/dε by differences, dt/dε = −ε df/dε; series and closed form meet", () => {
    for (const ratio of [1e-3, 0.1, 0.299, 0.301, 0.6, 0.95, 1.05, 2, 3.3, 3.4, 50]) {
      const d = 1e-5 * ratio;
      const [lower, upper] = [disk(ratio - d), disk(ratio + d)];
      const { slope } = disk(ratio);
      // second-order differences: ε² 1e-10 times the third derivative, and round-off 1e-16/1e-5
      expect((upper.f - lower.f) / (2 * d)).toBeCloseTo(slope, 8);
      expect((upper.t - lower.t) / (2 * d)).toBeCloseTo(-ratio * slope, 8);
    }
    for (const at of [0.3, 1 / 0.3]) {
      const [one, other] = [disk(at * (1 - 1e-12)), disk(at * (1 + 1e-12))];
      for (const key of ["f", "t", "slope"] as const) expect(Math.abs(one[key] - other[key])).toBeLessThan(1e-11);
    }
  });

  test("limits: pure spin, pure sliding, all the same rate", () => {
    expect(disk(1e-9)).toMatchObject({ f: expect.closeTo(1e-9, 20), t: expect.closeTo(2 / 3, 15) });
    expect(disk(Number.POSITIVE_INFINITY).f).toBe(1);
    expect(disk(1e6).t * 1e6).toBeCloseTo(0.25, 10);
    expect(disk(1).f).toBeCloseTo(disk(1 - 1e-13).f, 10);
  });
});
