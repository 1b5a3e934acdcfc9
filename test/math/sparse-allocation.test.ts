import { beforeAll, describe, expect, test } from "vitest";
import { denseLuFactor, denseLuSolve } from "../../src/math/dense-lu.js";
import {
  analyzeSparse,
  createSparseLdlt,
  createSparseLu,
  factorSparseLdlt,
  factorSparseLu,
  solveSparseLdlt,
  solveSparseLu,
} from "../../src/math/sparse/index.js";
import { denseLdltFactor, denseLdltSolve } from "../judges/dense-ldlt.js";
import { CATALOGUE, dense, quasiDefinite, rightHandSide, unsymmetric } from "./sparse-matrices.js";

/*
 * How allocation is measured. `process.memoryUsage().heapUsed` counts every object on V8's heap, garbage included, until
 * a collection; so with a forced collection before, and none in between, the difference is what the calls allocated.
 * Two things blur it: memoryUsage itself makes an object of about 250 bytes, and V8 may at any moment put compiled
 * code and feedback on the heap while it warms up (numbers are boxed until a function is optimised). Both only add, so
 * the least growth of several rounds counts, and nothing is subtracted: a kernel that allocates does so in every round. One boxed number per call shows as 100 × 16 = 1600 bytes. A kernel that filled the young generation
 * (16 MB) would provoke a collection and hide itself, so the same is measured over four calls.
 */
const CALLS = 100;
const FEW = 4;
const ROUNDS = 6;
/** Bytes: an empty loop shows 0 or 256, from memoryUsage; one boxed number per call would show 1600. */
const NOISE = 600;

function leastGrowth(run: () => void, calls: number): number {
  const gc = globalThis.gc;
  if (!gc) throw new Error("this test needs node --expose-gc");
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    gc();
    const before = process.memoryUsage().heapUsed;
    for (let k = 0; k < calls; k++) run();
    least = Math.min(least, process.memoryUsage().heapUsed - before);
  }
  return least;
}

/** Bytes allocated by a number of calls, after enough of them for the optimising compiler. */
function allocated(run: () => void): number {
  for (let k = 0; k < 300; k++) run();
  return Math.max(leastGrowth(run, CALLS), leastGrowth(run, FEW));
}

describe("the numeric phase allocates nothing", () => {
  // the meter warms up too
  beforeAll(() => {
    for (let k = 0; k < 3; k++) allocated(() => {});
  });

  test("the meter sees one boxed number per call, and nothing in an empty one", () => {
    expect(allocated(() => {})).toBeLessThan(NOISE);
    const sink: { value: unknown } = { value: null };
    let k = 0;
    expect(
      allocated(() => {
        sink.value = k++ + 0.5;
      }),
    ).toBeGreaterThanOrEqual(CALLS * 16);
  });

  const symmetric = quasiDefinite(CATALOGUE["kkt-300"](), 1, 0.1);
  const b = rightHandSide(symmetric.n, 2);
  const x = b.slice();

  test.each([0, 2])("sparse LDLᵀ, refine %i", (refine) => {
    const f = createSparseLdlt(analyzeSparse(symmetric.n, symmetric.colPtr, symmetric.rowInd), { refine });
    expect(
      allocated(() => {
        factorSparseLdlt(f, symmetric.values);
        x.set(b);
        solveSparseLdlt(f, x, 0);
      }),
    ).toBeLessThan(NOISE);
  });

  test.each([0, 2])("sparse LU, refine %i", (refine) => {
    const a = unsymmetric(symmetric, 0.2, 3);
    const f = createSparseLu(analyzeSparse(a.n, a.colPtr, a.rowInd, { triangle: "full" }), { refine });
    expect(
      allocated(() => {
        factorSparseLu(f, a.values);
        x.set(b);
        solveSparseLu(f, x, 0);
      }),
    ).toBeLessThan(NOISE);
  });

  test("dense LDLᵀ and LU", () => {
    const n = 60;
    const small = quasiDefinite({ n, primal: n, bits: new Uint8Array(n * n).fill(1) }, 4, 1);
    const full = dense(small, true);
    const work = new Float64Array(n * n);
    const y = new Float64Array(n);
    const pivots = new Int32Array(n);
    expect(
      allocated(() => {
        work.set(full);
        denseLdltFactor(n, work, 0);
        denseLdltSolve(n, work, 0, y, 0);
        work.set(full);
        denseLuFactor(n, work, 0, pivots, 0);
        denseLuSolve(n, work, 0, pivots, 0, y, 0);
      }),
    ).toBeLessThan(NOISE);
  });
});
