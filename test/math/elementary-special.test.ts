import { describe, expect, test } from "vitest";
import * as el from "../../src/math/elementary.js";

/** The functions by name. */
const functions = { ...el } as unknown as Record<string, (...x: number[]) => number>;

const inf = Number.POSITIVE_INFINITY;
const nan = Number.NaN;
const max = Number.MAX_VALUE;
const min = Number.MIN_VALUE;
const pi = Math.PI;

/** [arguments, result], compared with Object.is, so the sign of zero counts. From ECMAScript 2024 §21.3.2 and C99 F.9. */
const table: Record<string, [number[], number][]> = {
  sin: [
    [[0], 0],
    [[-0], -0],
    [[inf], nan],
    [[-inf], nan],
    [[nan], nan],
    [[min], min],
    [[-min], -min],
    [[pi / 6], 0.49999999999999994],
    [[pi], 1.2246467991473532e-16],
  ],
  cos: [
    [[0], 1],
    [[-0], 1],
    [[inf], nan],
    [[-inf], nan],
    [[nan], nan],
    [[min], 1],
    [[pi], -1],
    [[pi / 2], 6.123233995736766e-17],
  ],
  tan: [
    [[0], 0],
    [[-0], -0],
    [[inf], nan],
    [[-inf], nan],
    [[nan], nan],
    [[-min], -min],
    [[pi / 2], 16331239353195370],
  ],
  asin: [
    [[0], 0],
    [[-0], -0],
    [[1], pi / 2],
    [[-1], -pi / 2],
    [[1.0000000000000002], nan],
    [[-2], nan],
    [[inf], nan],
    [[nan], nan],
    [[min], min],
  ],
  acos: [
    [[1], 0],
    [[-1], pi],
    [[0], pi / 2],
    [[-0], pi / 2],
    [[1.0000000000000002], nan],
    [[-inf], nan],
    [[nan], nan],
    [[0.5], 1.0471975511965979],
  ],
  atan: [
    [[0], 0],
    [[-0], -0],
    [[inf], pi / 2],
    [[-inf], -pi / 2],
    [[nan], nan],
    [[1], pi / 4],
    [[-1], -pi / 4],
    [[-min], -min],
    [[max], pi / 2],
  ],
  exp: [
    [[0], 1],
    [[-0], 1],
    [[inf], inf],
    [[-inf], 0],
    [[nan], nan],
    [[1], Math.E],
    [[709.782712893384], 1.7976931348622732e308],
    [[709.7827128933841], inf],
    [[-745.1332191019411], min],
    [[-745.1332191019412], 0],
    [[-max], 0],
    [[min], 1],
  ],
  expm1: [
    [[0], 0],
    [[-0], -0],
    [[inf], inf],
    [[-inf], -1],
    [[nan], nan],
    [[min], min],
    [[-40], -1],
    [[-max], -1],
    [[1e-300], 1e-300],
  ],
  log: [
    [[0], -inf],
    [[-0], -inf],
    [[1], 0],
    [[-1], nan],
    [[-min], nan],
    [[inf], inf],
    [[-inf], nan],
    [[nan], nan],
    [[Math.E], 1],
    [[max], 709.782712893384],
    [[min], -744.4400719213812],
  ],
  log1p: [
    [[0], 0],
    [[-0], -0],
    [[-1], -inf],
    [[-1.5], nan],
    [[inf], inf],
    [[-inf], nan],
    [[nan], nan],
    [[min], min],
    [[-min], -min],
  ],
  sinh: [
    [[0], 0],
    [[-0], -0],
    [[inf], inf],
    [[-inf], -inf],
    [[nan], nan],
    [[min], min],
    [[711], inf],
    [[-711], -inf],
  ],
  cosh: [
    [[0], 1],
    [[-0], 1],
    [[inf], inf],
    [[-inf], inf],
    [[nan], nan],
    [[min], 1],
    [[711], inf],
    [[-711], inf],
  ],
  tanh: [
    [[0], 0],
    [[-0], -0],
    [[inf], 1],
    [[-inf], -1],
    [[nan], nan],
    [[min], min],
    [[30], 1],
    [[-30], -1],
  ],
  cbrt: [
    [[0], 0],
    [[-0], -0],
    [[inf], inf],
    [[-inf], -inf],
    [[nan], nan],
    [[27], 3],
    [[-8], -2],
    [[1e-300], 1e-100],
    [[1e300], 1e100],
  ],
  hypot: [
    [[3, 4], 5],
    [[0, -0], 0],
    [[-0, -0], 0],
    [[inf, nan], inf],
    [[nan, -inf], inf],
    [[nan, 1], nan],
    [[0, nan], nan],
    [[3 * 2 ** 600, 4 * 2 ** 600], 5 * 2 ** 600],
    [[3 * 2 ** -1060, 4 * 2 ** -1060], 5 * 2 ** -1060],
    [[min, 0], min],
    [[0, -max], max],
    [[max, max], inf],
  ],
  hypot3: [
    [[1, 2, 2], 3],
    [[-0, -0, -0], 0],
    [[nan, nan, -inf], inf],
    [[nan, 1, 1], nan],
    [[0, 0, -min], min],
    [[max, 0, 0], max],
  ],
  atan2: [
    [[0, 0], 0],
    [[-0, 0], -0],
    [[0, -0], pi],
    [[-0, -0], -pi],
    [[0, -1], pi],
    [[-0, -1], -pi],
    [[0, 1], 0],
    [[-0, 1], -0],
    [[1, 0], pi / 2],
    [[1, -0], pi / 2],
    [[-1, 0], -pi / 2],
    [[-1, -0], -pi / 2],
    [[1, inf], 0],
    [[-1, inf], -0],
    [[1, -inf], pi],
    [[-1, -inf], -pi],
    [[inf, 1], pi / 2],
    [[-inf, -1], -pi / 2],
    [[inf, inf], pi / 4],
    [[inf, -inf], 2.356194490192345],
    [[-inf, inf], -pi / 4],
    [[-inf, -inf], -2.356194490192345],
    [[1, 1], pi / 4],
    [[1, -1], 2.356194490192345],
    [[-1, -1], -2.356194490192345],
    [[nan, 1], nan],
    [[1, nan], nan],
    [[0, nan], nan],
    [[min, max], 0],
    [[-min, max], -0],
    [[max, min], pi / 2],
    [[min, -max], pi],
  ],
  pow: [
    [[nan, 0], 1],
    [[nan, -0], 1],
    [[0, 0], 1],
    [[inf, 0], 1],
    [[1, nan], nan],
    [[nan, 1], nan],
    [[1, inf], nan],
    [[1, -inf], nan],
    [[-1, inf], nan],
    [[-1, -inf], nan],
    [[2, inf], inf],
    [[-2, inf], inf],
    [[2, -inf], 0],
    [[0.5, inf], 0],
    [[-0.5, inf], 0],
    [[0.5, -inf], inf],
    [[0, inf], 0],
    [[-0, -inf], inf],
    [[inf, 2], inf],
    [[inf, 0.5], inf],
    [[inf, -1], 0],
    [[-inf, 3], -inf],
    [[-inf, 2], inf],
    [[-inf, 0.5], inf],
    [[-inf, -3], -0],
    [[-inf, -2], 0],
    [[-inf, -0.5], 0],
    [[0, 1.5], 0],
    [[0, -1.5], inf],
    [[-0, 1], -0],
    [[-0, 2], 0],
    [[-0, 3], -0],
    [[-0, 0.5], 0],
    [[-0, 1.5], 0],
    [[-0, -1], -inf],
    [[-0, -2], inf],
    [[-0, -0.5], inf],
    [[-8, 1 / 3], nan],
    [[-8, 3], -512],
    [[-8, 2], 64],
    [[-2, 9007199254740991], -inf],
    [[-2, 9007199254740992], inf],
    [[-0.5, 9007199254740991], -0],
    [[-1, 9007199254740991], -1],
    [[-1, 1e300], 1],
    [[1, 1e300], 1],
    [[2, 1023], 8.98846567431158e307],
    [[2, 1024], inf],
    [[2, -1074], min],
    [[2, -1075], 0],
    [[10, 308], 1e308],
    [[10, -5], 1e-5],
    [[3, 20], 3486784401],
    [[9, 0.5], 3],
    [[0.25, -0.5], 2],
  ],
};

describe("special values", () => {
  for (const [name, rows] of Object.entries(table)) {
    const f = functions[name];
    test(name, () => {
      for (const [x, y] of rows)
        expect(f(...x), `${name}(${x.map((v) => (Object.is(v, -0) ? "-0" : v)).join(", ")})`).toBe(y);
    });
  }
});

describe("in-place and plain forms", () => {
  const samples = [0, -0, 1, -1, 0.3, -0.3, 1e-9, 2.5, 40, -700, 1e6, 1e22, 1e300, min, inf, -inf, nan];
  const names = Object.keys(table);
  test.each(names)("%sAt leaves what the plain form returns, and nothing else changed", (name) => {
    const plain = functions[name];
    const inPlace = functions[`${name}At`] as unknown as (a: Float64Array, i: number) => void;
    for (const x of samples) {
      for (const y of samples) {
        const a = new Float64Array([7, x, y, 2, 8]);
        inPlace(a, 1);
        expect(a[1]).toBe(plain(x, y, 2));
        expect([a[0], a[2], a[3], a[4]]).toEqual([7, y, 2, 8]);
      }
    }
  });

  test("sinCos and sinCosAt give the bits of sin and cos", () => {
    const a = new Float64Array(4);
    for (let k = 0; k < 20_000; k++) {
      const x = (k - 10_000) * 0.00137 * (k % 5 === 0 ? 1e15 : 1);
      el.sinCos(x, a, 1);
      if (!Object.is(a[1], el.sin(x)) || !Object.is(a[2], el.cos(x))) expect.fail(`sinCos(${x}) differs`);
    }
    for (const x of samples) {
      a[0] = x;
      el.sinCosAt(a, 0);
      expect(a[0]).toBe(el.sin(x));
      expect(a[1]).toBe(el.cos(x));
    }
  });
});

describe("identities that rounding must not break", () => {
  test("odd and even functions are so bit for bit", () => {
    for (let k = 1; k < 5_000; k++) {
      const x = k * 0.0371;
      for (const f of [el.sin, el.tan, el.atan, el.sinh, el.tanh, el.cbrt]) {
        if (f(-x) !== -f(x)) expect.fail(`${f.name} is not odd at ${x}`);
      }
      if (el.asin(-x / 200) !== -el.asin(x / 200)) expect.fail(`asin is not odd at ${x / 200}`);
      for (const f of [el.cos, el.cosh]) if (f(-x) !== f(x)) expect.fail(`${f.name} is not even at ${x}`);
    }
  });

  test("powers that are representable are exact", () => {
    for (let base = 2; base <= 40; base++) {
      for (let n = 1, exact = base; exact < 2 ** 53; n++, exact *= base) {
        expect(el.pow(base, n)).toBe(exact);
        expect(el.pow(-base, n)).toBe(n % 2 === 0 ? exact : -exact);
      }
      expect(el.cbrt(base ** 3)).toBe(base);
    }
    for (let n = -1074; n < 1024; n++) expect(el.pow(2, n)).toBe(n < -1022 ? min * 2 ** (n + 1074) : 2 ** n);
  });
});

describe("monotonicity", () => {
  // Errors below 1 ulp allow neighbours to be out of order only where the function moves by less than 2 ulp from one
  // argument to the next. So: around every break point of the algorithms, in steps that move the result by ≥ 2.5 ulp,
  // each value must be strictly above the one before.
  const rising: [string, (x: number) => number, (x: number) => number, number[]][] = [
    ["sin", el.sin, Math.cos, [7.450580596923828e-9, 0.3, 0.7853981633974483, 1.2, -0.7853981633974483, 6.28, 99997]],
    ["tan", el.tan, (x) => 1 / Math.cos(x) ** 2, [7.450580596923828e-9, 0.7853981633974483, 1.5, -0.7853981633974483]],
    ["asin", el.asin, (x) => 1 / Math.sqrt(1 - x * x), [7.450580596923828e-9, 0.5, -0.5, 0.9, -0.9]],
    ["atan", el.atan, (x) => 1 / (1 + x * x), [7.450580596923828e-9, 0.4375, 0.6875, 1.1875, 2.4375, 1, -0.4375]],
    ["exp", el.exp, Math.exp, [0.34657359, -0.34657359, 1.0397207, 100, -100, 700, -700]],
    ["expm1", el.expm1, Math.exp, [5.551115123125783e-17, 0.34657359, -0.34657359, 1, -3, 59.999999]],
    ["log", el.log, (x) => 1 / x, [1, Math.SQRT1_2, Math.SQRT2, 2, 4, 1e10, 1e-10, 2.2250738585072014e-308]],
    ["log1p", el.log1p, (x) => 1 / (1 + x), [1e-16, Math.SQRT2 - 1, Math.SQRT1_2 - 1, -0.9, 3, 1e10]],
    ["sinh", el.sinh, Math.cosh, [3.725290298461914e-9, 0.34657359, 1, 22, 50]],
    ["tanh", el.tanh, (x) => 1 / Math.cosh(x) ** 2, [3.725290298461914e-9, 0.34657359, 1, 2]],
    ["cbrt", el.cbrt, (x) => Math.cbrt(x) / (3 * x), [1, 8, 1e-200, 1e200, 0.1]],
    ["pow 1.5", (x) => el.pow(x, 1.5), (x) => 1.5 * Math.sqrt(x), [1, Math.SQRT1_2, Math.SQRT2, 1e-100, 1e100]],
  ];
  test.each(rising)("%s", (_name, f, slope, places) => {
    for (const place of places) {
      const size = Math.abs(f(place));
      const ulp = Math.max(2 ** -1074, size * 2 ** -52);
      const step = Math.max((2.5 * ulp) / slope(place), Math.abs(place) * 2 ** -51, 2 ** -1073);
      let previous = f(place - 501 * step);
      for (let k = -500; k <= 500; k++) {
        const y = f(place + k * step);
        if (!(y > previous)) expect.fail(`${y} after ${previous} at ${place + k * step}`);
        previous = y;
      }
    }
  });
});
