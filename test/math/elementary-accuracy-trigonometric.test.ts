import { describe, expect, test } from "vitest";
import * as el from "../../src/math/elementary.js";
import * as big from "../judges/bigfloat.js";
import { report, worstOfMany, worstOfOne } from "../judges/elementary-accuracy.js";
import { mix, near, nearMultiple, scales, subnormal, uniform } from "../judges/elementary-points.js";

// Bounds are those the library promises (1 or 2 ulp), not fitted ones; STICTION_REPORT=1 prints the errors observed.
// A million points take up to half a minute per function.
describe("sine, cosine, tangent against big integers", () => {
  const table = mix(
    [6, uniform(-7, 7)],
    [2, uniform(-1000, 1000)],
    [5, nearMultiple],
    [2, scales(-30, 0)],
    [1, scales(-1022, -30)],
    [1, scales(0, 60)],
    [2, scales(60, 1023)],
    [1, subnormal],
  );
  const functions = [
    ["sin", el.sin, big.sinBig, 1],
    ["cos", el.cos, big.cosBig, 1],
    ["tan", el.tan, big.tanBig, 2],
  ] as const;
  test.each(functions)("%s", (name, f, exact, bound) => {
    const worst = report(name, worstOfOne(f, exact, 101, table));
    expect(worst.ulp, `${name}(${worst.at}) = ${worst.result}`).toBeLessThanOrEqual(bound);
  });

  test("where a double comes closest to n π/2, so that reduction cancels most", () => {
    // The 100 multiples with the smallest distance from the double beside them, relative to π/2.
    const limit = process.env.STICTION_FULL ? 2_000_000 : 30_000;
    const halfPi = { m: big.bigPi.m, e: big.bigPi.e - 1 };
    const close: { x: number; distance: number }[] = [];
    for (let n = 1; n <= limit; n++) {
      const exact = { m: halfPi.m * BigInt(n), e: halfPi.e };
      const x = big.toDouble(exact);
      const gap = big.add(big.fromDouble(x), { m: -exact.m, e: exact.e });
      close.push({ x, distance: Math.abs(big.toDouble(gap)) });
    }
    close.sort((a, b) => a.distance - b.distance);
    expect(close[0].distance).toBeLessThan(2 ** -58);
    for (const { x } of close.slice(0, 100)) {
      for (const y of [x, -x]) {
        const exact = big.sinCosBig(big.fromDouble(y));
        expect(big.ulpError(el.sin(y), exact.sin), `sin ${y}`).toBeLessThanOrEqual(1);
        expect(big.ulpError(el.cos(y), exact.cos), `cos ${y}`).toBeLessThanOrEqual(1);
        expect(big.ulpError(el.tan(y), big.tanBig(big.fromDouble(y))), `tan ${y}`).toBeLessThanOrEqual(2);
      }
    }
  });

  test("the double nearest to a multiple of π/2, 6381956970095103 · 2⁷⁹⁷", () => {
    // [Muller2016] ch. 11: |cos x| ≈ 4.69e-19 there, the smallest over all doubles.
    const x = 6381956970095103 * 2 ** 797;
    expect(el.cos(x)).toBe(-4.687165924254628e-19);
    expect(big.ulpError(el.cos(x), big.cosBig(big.fromDouble(x)))).toBeLessThanOrEqual(1);
    expect(big.ulpError(el.sin(x), big.sinBig(big.fromDouble(x)))).toBeLessThanOrEqual(1);
    expect(big.ulpError(el.tan(x), big.tanBig(big.fromDouble(x)))).toBeLessThanOrEqual(2);
  });
});

describe("inverse functions against big integers", () => {
  const unit = mix(
    [8, uniform(-1, 1)],
    [4, near(1)],
    [2, near(-1)],
    [2, near(0.5)],
    [2, scales(-40, -1)],
    [1, scales(-1022, -40)],
    [1, subnormal],
  );
  const line = mix(
    [5, uniform(-4, 4)],
    [2, uniform(-100, 100)],
    [2, near(0.4375)],
    [1, near(0.6875)],
    [1, near(1.1875)],
    [1, near(2.4375)],
    [3, scales(-40, 40)],
    [2, scales(-1022, -40)],
    [2, scales(40, 1023)],
    [1, subnormal],
  );
  const inside = (x: number) => Math.abs(x) <= 1;
  const functions = [
    ["asin", el.asin, big.asinBig, 2, unit],
    ["acos", el.acos, big.acosBig, 2, unit],
    ["atan", el.atan, big.atanBig, 2, line],
  ] as const;
  test.each(functions)("%s", (name, f, exact, bound, table) => {
    const worst = report(name, worstOfOne(f, exact, 102, table, name === "atan" ? undefined : inside));
    expect(worst.ulp, `${name}(${worst.at}) = ${worst.result}`).toBeLessThanOrEqual(bound);
  });

  test("atan2", () => {
    // Ordinary points, scales that differ a little, a lot and beyond overflow of the quotient, and subnormal ones.
    const x = mix([8, uniform(-10, 10)], [4, scales(-20, 20)], [4, scales(-1022, 1023)], [2, near(1)], [2, subnormal]);
    const y = mix([6, uniform(-10, 10)], [6, scales(-20, 20)], [4, scales(-1022, 1023)], [2, near(-1)], [2, subnormal]);
    const worst = report(
      "atan2",
      worstOfMany(el.atan2, big.atan2Big, 103, (random, k) => [y[k % 20](random), x[(k * 7) % 20](random)]),
    );
    expect(worst.ulp, `atan2(${worst.at}) = ${worst.result}`).toBeLessThanOrEqual(2);
  });
});

describe("lengths and cube root against big integers", () => {
  const table = mix(
    [6, uniform(-10, 10)],
    [6, scales(-30, 30)],
    [4, scales(-1022, 1023)],
    [2, near(1)],
    [2, subnormal],
  );

  test("hypot", () => {
    // A second argument of comparable size half of the time, since only then both squares count.
    const worst = report(
      "hypot",
      worstOfMany(el.hypot, big.hypotBig, 104, (random, k) => {
        const x = table[k % 20](random);
        return [x, k % 2 === 0 ? x * uniform(0.1, 10)(random) : table[(k * 3) % 20](random)].map(finite);
      }),
    );
    expect(worst.ulp, `hypot(${worst.at}) = ${worst.result}`).toBeLessThanOrEqual(2);
  });

  test("hypot3", () => {
    const worst = report(
      "hypot3",
      worstOfMany(el.hypot3, big.hypotBig, 105, (random, k) => {
        const x = table[k % 20](random);
        const y = k % 2 === 0 ? x * uniform(0.1, 10)(random) : table[(k * 3) % 20](random);
        return [x, y, x * uniform(0.1, 10)(random)].map(finite);
      }),
    );
    expect(worst.ulp, `hypot3(${worst.at}) = ${worst.result}`).toBeLessThanOrEqual(2);
  });

  test("cbrt", () => {
    const worst = report("cbrt", worstOfOne(el.cbrt, big.cbrtBig, 106, table));
    expect(worst.ulp, `cbrt(${worst.at}) = ${worst.result}`).toBeLessThanOrEqual(2);
  });
});

const finite = (x: number) => Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, x));
