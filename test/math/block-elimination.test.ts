import { describe, expect, test } from "vitest";
import {
  createBlockSystem,
  eliminateBlocks,
  openBlock,
  startBlocks,
  substituteBlocks,
} from "../../src/math/block-elimination.js";
import { denseLuFactor, denseLuSolve } from "../../src/math/dense-lu.js";

/** Numbers between −1 and 1, the same every time. */
function numbers(seed: number): () => number {
  let x = seed;
  return () => {
    x = (Math.imul(x, 1103515245) + 12345) & 0x7fffffff;
    return x / 0x40000000 - 1;
  };
}

/** A system of n nodes with the given couples, as dense matrix and as blocks. */
function build(n: number, kept: number, couples: readonly (readonly [number, number])[], seed: number) {
  const random = numbers(seed);
  const system = createBlockSystem();
  startBlocks(system, n, kept);
  const size = 6 * n;
  const dense = new Float64Array(size * size);
  const b = new Float64Array(size);
  const put = (i: number, j: number, diagonal: number) => {
    const at = openBlock(system, i, j);
    for (let r = 0; r < 6; r++) {
      for (let c = 0; c < 6; c++) {
        const v = random() + (r === c ? diagonal : 0);
        system.blocks[at + 6 * r + c] += v;
        dense[(6 * i + r) * size + 6 * j + c] += v;
      }
    }
  };
  for (let i = 0; i < n; i++) put(i, i, 12);
  for (const [i, j] of couples) {
    put(i, j, 0);
    put(j, i, 0);
  }
  for (let k = 0; k < size; k++) b[k] = system.rhs[k] = random();
  return { system, dense, b, size };
}

function solveDense({ dense, b, size }: { dense: Float64Array; b: Float64Array; size: number }): Float64Array {
  const pivots = new Int32Array(size);
  const x = b.slice();
  expect(denseLuFactor(size, dense.slice(), 0, pivots, 0)).toBe(0);
  const a = dense.slice();
  denseLuFactor(size, a, 0, pivots, 0);
  denseLuSolve(size, a, 0, pivots, 0, x, 0);
  return x;
}

const RING = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i, (i + 1) % 8] as const);

describe("elimination of 6 × 6 blocks", () => {
  test("solves what a dense factorisation solves, not symmetric, with fill", () => {
    const problem = build(8, 0, [...RING, [0, 4], [2, 6]], 7);
    const x = solveDense(problem);
    expect(eliminateBlocks(problem.system)).toBe(true);
    substituteBlocks(problem.system);
    // well conditioned: round-off of 48 unknowns
    for (let k = 0; k < problem.size; k++) expect(problem.system.rhs[k]).toBeCloseTo(x[k], 12);
  });

  test("leaves the Schur complement on the nodes that are kept", () => {
    const problem = build(8, 1, RING, 3);
    const x = solveDense(problem);
    const { system } = problem;
    expect(eliminateBlocks(system)).toBe(true);
    const own = system.at[7 * 8 + 7];
    const last = system.blocks.slice(own, own + 36);
    const t = system.rhs.slice(42, 48);
    const pivots = new Int32Array(6);
    denseLuFactor(6, last, 0, pivots, 0);
    denseLuSolve(6, last, 0, pivots, 0, t, 0);
    for (let k = 0; k < 6; k++) expect(t[k]).toBeCloseTo(x[42 + k], 12);
    system.rhs.set(t, 42);
    substituteBlocks(system);
    for (let k = 0; k < 48; k++) expect(system.rhs[k]).toBeCloseTo(x[k], 12);
  });

  test("a chain costs in proportion to its length: least degree finds the ends", () => {
    const products = (n: number) => {
      const { system } = build(
        n,
        0,
        Array.from({ length: n - 1 }, (_, i) => [i, i + 1] as const),
        5,
      );
      eliminateBlocks(system);
      return system.products;
    };
    expect(products(80) - products(40)).toBe(40 * (products(41) - products(40)));
    expect(products(81) - products(80)).toBe(products(41) - products(40));
  });

  test("a singular block is reported", () => {
    const { system } = build(2, 0, [[0, 1]], 9);
    const at = system.at[0];
    system.blocks.fill(0, at, at + 36);
    expect(eliminateBlocks(system)).toBe(false);
  });
});
