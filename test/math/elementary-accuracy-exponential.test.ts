import { describe, expect, test } from "vitest";
import * as el from "../../src/math/elementary.js";
import * as big from "../judges/bigfloat.js";
import { report, worstOfMany, worstOfOne } from "../judges/elementary-accuracy.js";
import { mix, near, positive, type Random, scales, subnormal, uniform } from "../judges/elementary-points.js";

// Bounds are those the library promises (1 or 2 ulp), not fitted ones; STICTION_REPORT=1 prints the errors observed.
// A million points take up to half a minute per function.
describe("exponential family against big integers", () => {
  const table = mix(
    [4, uniform(-2, 2)],
    [4, uniform(-30, 30)],
    [3, uniform(-709, 709)],
    [2, uniform(-746, -700)],
    [1, uniform(700, 711)],
    [3, scales(-30, 0)],
    [2, scales(-1022, -30)],
    [1, subnormal],
  );
  const functions = [
    ["exp", el.exp, big.expBig, 1],
    ["expm1", el.expm1, big.expm1Big, 2],
    ["sinh", el.sinh, big.sinhBig, 2],
    ["cosh", el.cosh, big.coshBig, 2],
    ["tanh", el.tanh, big.tanhBig, 2],
  ] as const;
  test.each(functions)("%s", (name, f, exact, bound) => {
    const worst = report(name, worstOfOne(f, exact, 201, table));
    expect(worst.ulp, `${name}(${worst.at}) = ${worst.result}`).toBeLessThanOrEqual(bound);
  });
});

describe("logarithms against big integers", () => {
  test("log", () => {
    const table = mix(
      [4, uniform(0, 4)],
      [5, near(1)],
      [2, near(Math.SQRT1_2)],
      [1, near(Math.SQRT2)],
      [3, scales(-30, 30)],
      [3, scales(-1022, 1023)],
      [2, subnormal],
    ).map(positive);
    const worst = report(
      "log",
      worstOfOne(el.log, big.logBig, 202, table, (x) => x > 0),
    );
    expect(worst.ulp, `log(${worst.at}) = ${worst.result}`).toBeLessThanOrEqual(1);
  });

  test("log1p", () => {
    const table = mix(
      [5, uniform(-1, 1)],
      [3, near(-1)],
      [2, near(Math.SQRT2 - 1)],
      [2, near(Math.SQRT1_2 - 1)],
      [4, scales(-60, 10)],
      [3, scales(-1022, 1023)],
      [1, subnormal],
    );
    const worst = report(
      "log1p",
      worstOfOne(el.log1p, big.log1pBig, 203, table, (x) => x > -1),
    );
    expect(worst.ulp, `log1p(${worst.at}) = ${worst.result}`).toBeLessThanOrEqual(2);
  });
});

describe("power against big integers", () => {
  const base = mix(
    [6, uniform(0, 10)],
    [5, near(1)],
    [4, scales(-30, 30)],
    [3, scales(-1022, 1023)],
    [2, subnormal],
  ).map(positive);
  const exponents = [1.5, -0.5, 2.5, 3, -1, 1 / 3, 0.1, -2, 10, 0.2];

  // The exponent is drawn so that y log x covers the finite range, the subnormal results, and everyday exponents.
  const draw = (random: Random, k: number): number[] | undefined => {
    const x = base[k % 20](random);
    const target =
      k % 4 === 0 ? uniform(-745, -707)(random) : k % 4 === 1 ? uniform(-1, 1)(random) : uniform(-708, 709.7)(random);
    const y = k % 5 === 0 ? exponents[Math.floor(random() * exponents.length)] : target / Math.log(x);
    const p = y * Math.log(x);
    return Number.isFinite(y) && x > 0 && p > -745 && p < 709.7 ? [x, y] : undefined;
  };

  test("pow", () => {
    const worst = report("pow", worstOfMany(el.pow, big.powBig, 204, draw));
    expect(worst.ulp, `pow(${worst.at}) = ${worst.result}`).toBeLessThanOrEqual(2);
  });

  test("negative base: the same size as for the positive one, sign by the parity of the exponent", () => {
    const limit = process.env.STICTION_FULL ? 100_000 : 1_000;
    const random = (() => {
      let k = 0;
      return () => (k = (k + 0.6180339887498949) % 1);
    })();
    for (let k = 0; k < limit; k++) {
      const x = base[k % 20](random);
      const y = Math.floor(random() * 41) - 20;
      const odd = y % 2 !== 0;
      expect(el.pow(-x, y)).toBe(odd ? -el.pow(x, y) : el.pow(x, y));
      expect(el.pow(-x, y + 0.5)).toBeNaN();
    }
  });
});
