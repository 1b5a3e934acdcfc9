import { describe, expect, test } from "vitest";
import { denseEigen } from "../../src/math/dense-eigen.js";

function solve(n: number, entries: readonly number[]) {
  const [re, im, vectors] = [new Float64Array(n), new Float64Array(n), new Float64Array(n * n)];
  expect(denseEigen(n, Float64Array.from(entries), re, im, vectors)).toBe(true);
  return { re, im, vectors };
}

/** Largest entry of A v − λ v over all pairs, relative to the largest entries of A and v. */
function worstResidual(n: number, a: readonly number[], { re, im, vectors }: ReturnType<typeof solve>): number {
  const norm = Math.max(...a.map(Math.abs));
  let worst = 0;
  for (let k = 0; k < n; k++) {
    if (im[k] < 0) continue;
    const x = Array.from({ length: n }, (_, i) => vectors[i * n + k]);
    const y = Array.from({ length: n }, (_, i) => (im[k] > 0 ? vectors[i * n + k + 1] : 0));
    const size = Math.max(...x.map(Math.abs), ...y.map(Math.abs));
    expect(size).toBeGreaterThan(0);
    for (let i = 0; i < n; i++) {
      let [u, v] = [0, 0];
      for (let j = 0; j < n; j++) {
        u += a[i * n + j] * x[j];
        v += a[i * n + j] * y[j];
      }
      worst = Math.max(
        worst,
        Math.abs(u - re[k] * x[i] + im[k] * y[i]) / (norm * size),
        Math.abs(v - re[k] * y[i] - im[k] * x[i]) / (norm * size),
      );
    }
  }
  return worst;
}

describe("closed forms", () => {
  test("a rotation has e^{±iφ} and 1", () => {
    const [c, s] = [Math.cos(0.7), Math.sin(0.7)];
    const { re, im } = solve(3, [c, -s, 0, s, c, 0, 0, 0, 1]);
    const list = [...re].map((x, k) => [x, im[k]]).sort((p, q) => q[1] - p[1]);
    // round-off of three rotations
    expect(Math.abs(list[0][0] - c) + Math.abs(list[0][1] - s)).toBeLessThan(1e-15);
    expect(Math.abs(list[1][0] - 1)).toBeLessThan(1e-15);
  });

  test("a chain of springs has 2 − 2 cos(kπ/(n + 1))", () => {
    const n = 12;
    const a = Array.from({ length: n * n }, (_, p) => {
      const d = Math.abs(Math.floor(p / n) - (p % n));
      return d === 0 ? 2 : d === 1 ? -1 : 0;
    });
    const found = [...solve(n, a).re].sort((x, y) => x - y);
    // symmetric: absolute error of n ε ‖A‖
    found.forEach((x, k) => {
      expect(Math.abs(x - (2 - 2 * Math.cos(((k + 1) * Math.PI) / (n + 1))))).toBeLessThan(4 * n * 2.3e-16);
    });
  });

  test("a companion matrix has the roots of its polynomial", () => {
    // (x − 1)(x + 2)(x − 3)((x + 1)² + 16)
    const multiply = (p: number[], q: number[]) => {
      const out = new Array(p.length + q.length - 1).fill(0);
      p.forEach((x, i) => {
        q.forEach((y, j) => {
          out[i + j] += x * y;
        });
      });
      return out as number[];
    };
    const p = [
      [1, -1],
      [1, 2],
      [1, -3],
      [1, 2, 17],
    ].reduce(multiply, [1]);
    const n = 5;
    const a = new Array(n * n).fill(0);
    for (let j = 0; j < n; j++) a[j] = -p[j + 1];
    for (let i = 1; i < n; i++) a[i * n + i - 1] = 1;
    const { re, im } = solve(n, a);
    // condition of the roots of a polynomial of degree five
    expect(Math.abs(Math.max(...im) - 4)).toBeLessThan(1e-12);
    const reals = [...re].filter((_, k) => im[k] === 0).sort((x, y) => y - x);
    [3, 1, -2].forEach((x, k) => {
      expect(Math.abs(reals[k] - x)).toBeLessThan(1e-12);
    });
  });
});

test("random matrices: A v = λ v, and the trace is the sum", () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647 - 0.5;
  };
  for (const n of [1, 2, 3, 4, 7, 16, 33]) {
    const a = Array.from({ length: n * n }, random);
    const result = solve(n, a);
    const trace = a.filter((_, p) => Math.floor(p / n) === p % n).reduce((x, y) => x + y, 0);
    // backward stability: some n ε
    expect(Math.abs(result.re.reduce((x, y) => x + y, 0) - trace)).toBeLessThan(1e-13 * n);
    expect(worstResidual(n, a, result)).toBeLessThan(1e-12);
  }
});

test("a zero matrix has n vectors, and NaN is refused", () => {
  expect([...solve(4, new Array(16).fill(0)).re]).toEqual([0, 0, 0, 0]);
  const z = new Float64Array(4);
  expect(denseEigen(2, Float64Array.of(1, Number.NaN, 0, 1), z.slice(2), z.slice(2), z)).toBe(false);
});
