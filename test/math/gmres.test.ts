/** GMRES against systems whose solutions are known. */
import { describe, expect, test } from "vitest";
import { createGmres, solveGmres } from "../../src/math/gmres.js";

/** A x for a dense matrix by rows. */
const times = (A: readonly (readonly number[])[]) => (v: Float64Array, out: Float64Array) => {
  A.forEach((row, i) => {
    out[i] = row.reduce((sum, a, j) => sum + a * v[j], 0);
  });
};

describe("GMRES", () => {
  test("solves an unsymmetric system to the digits asked for", () => {
    const n = 12;
    const A = Array.from({ length: n }, (_, i) =>
      Array.from({ length: n }, (_, j) => (i === j ? 3 + i : 1 / (1 + i + 2 * j))),
    );
    const solution = Float64Array.from({ length: n }, (_, i) => i - 5);
    const x = new Float64Array(n);
    times(A)(solution, x);
    const left = solveGmres(createGmres(n, n), times(A), x, 1e-12);
    expect(left).toBeLessThanOrEqual(1e-12);
    // condition number below 10, residual 1e-12
    for (let i = 0; i < n; i++) expect(Math.abs(x[i] - solution[i])).toBeLessThan(1e-11);
  });

  test("a matrix near the identity takes few products", () => {
    const n = 50;
    let products = 0;
    const multiply = (v: Float64Array, out: Float64Array) => {
      products++;
      for (let i = 0; i < n; i++) out[i] = v[i] + 1e-4 * v[(i * 7 + 1) % n];
    };
    const x = Float64Array.from({ length: n }, (_, i) => 1 + i);
    const b = x.slice();
    expect(solveGmres(createGmres(n, n), multiply, x, 1e-10)).toBeLessThanOrEqual(1e-10);
    // each product gains the four digits of the disturbance; the right-hand side is of length 200
    expect(products).toBeLessThanOrEqual(4);
    const check = new Float64Array(n);
    multiply(x, check);
    for (let i = 0; i < n; i++) expect(Math.abs(check[i] - b[i])).toBeLessThan(1e-9);
  });

  test("singular: consistent systems are solved, the others say what is left", () => {
    const A = [
      [1, 0, 0],
      [0, 2, 0],
      [0, 0, 0],
    ];
    const x = Float64Array.of(3, 4, 0);
    expect(solveGmres(createGmres(3, 3), times(A), x, 1e-14)).toBeLessThan(1e-13);
    expect([...x].map((v) => Math.round(v * 1e12) / 1e12)).toEqual([3, 2, 0]);
    const y = Float64Array.of(3, 4, 1);
    // nothing reaches the third row: a residual of 1 stays
    expect(solveGmres(createGmres(3, 3), times(A), y, 1e-14)).toBeGreaterThan(0.99);
  });

  test("what is small enough already is left, and numbers that are none are noticed", () => {
    const nothing = Float64Array.of(1e-20, 0);
    expect(solveGmres(createGmres(2, 2), () => expect.unreachable(), nothing, 1e-15)).toBe(1e-20);
    expect([...nothing]).toEqual([0, 0]);
    const x = Float64Array.of(1, 1);
    expect(solveGmres(createGmres(2, 2), (_v, out) => out.fill(Number.NaN), x, 1e-15)).toBeNaN();
  });
});
