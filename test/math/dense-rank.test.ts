import { describe, expect, test } from "vitest";
import { denseRank } from "../../src/math/dense-rank.js";
import { rightHandSide } from "./sparse-matrices.js";

const FULL = process.env.STICTION_FULL === "1";

function rank(m: number, n: number, a: ArrayLike<number>, tolerance: number): number {
  return denseRank(m, n, Float64Array.from(a), 0, tolerance, new Int32Array(n), new Float64Array(2 * n));
}

describe("dense rank", () => {
  test("finds the rank of a product of thin random factors, at any scale", () => {
    const count = FULL ? 1000 : 20;
    for (let c = 0; c < count; c++) {
      const m = 1 + ((c * 7) % 23);
      const n = 1 + ((c * 5) % 19);
      const r = c % (Math.min(m, n) + 1);
      const u = rightHandSide(m * r, c + 1);
      const v = rightHandSide(r * n, c + 50_000);
      const a = new Float64Array(m * n);
      for (let i = 0; i < m; i++)
        for (let j = 0; j < n; j++) for (let k = 0; k < r; k++) a[i * n + j] += u[i * r + k] * v[k * n + j];
      for (const scale of [1, 1e-200, 1e200]) {
        const scaled = a.map((e) => e * scale);
        // rounding leaves about n ε ≈ 1e-14; a random r × r factor has its smallest singular value well above 1e-9
        expect(rank(m, n, scaled, 1e-11)).toBe(r);
      }
    }
  });

  test("names independent columns", () => {
    // column 1 = 2 · column 0, column 3 = column 0 + column 2
    const a = Float64Array.of(1, 2, 0, 1, 0, 0, 3, 3, 1, 2, 1, 2);
    const columns = new Int32Array(4);
    expect(denseRank(3, 4, a, 0, 1e-12, columns, new Float64Array(8))).toBe(2);
    const chosen = new Set(columns.slice(0, 2));
    expect(chosen.has(0) && chosen.has(1)).toBe(false);
    expect(Array.from(columns).sort()).toEqual([0, 1, 2, 3]);
  });

  /*
   *      B ●────── c2 ──────● C        Spatial four-bar: three moving bodies, four revolute joints about z.
   *       c1                c3         Grübler: 3·6 − 4·5 = −2, yet the linkage moves with 1 degree of freedom,
   *   ▨ A ●                 ● D ▨      so the 20 rows have rank 18 − 1 = 17 and three of them are redundant.
   */
  test("counts the three redundant rows of a spatial four-bar", () => {
    const joint = [
      [0, 0],
      [0.3, 1],
      [2.1, 1.4],
      [2.5, 0],
    ];
    const center = [
      [0.15, 0.5],
      [1.2, 1.2],
      [2.3, 0.7],
    ];
    const J = new Float64Array(20 * 18);
    const put = (row: number, body: number, sign: number, p: number[]) => {
      if (body < 0 || body > 2) return;
      const at = (r: number, c: number, v: number) => {
        J[(row + r) * 18 + 6 * body + c] += sign * v;
      };
      // body columns [ω; v]; velocity of the joint point is v + ω × s with s from the centre, in the plane z = 0
      const sx = p[0] - center[body][0];
      const sy = p[1] - center[body][1];
      for (let k = 0; k < 3; k++) at(k, 3 + k, 1);
      at(0, 2, -sy);
      at(1, 2, sx);
      at(2, 0, sy);
      at(2, 1, -sx);
      at(3, 0, 1);
      at(4, 1, 1);
    };
    for (let k = 0; k < 4; k++) {
      put(5 * k, k - 1, -1, joint[k]);
      put(5 * k, k, 1, joint[k]);
    }
    expect(rank(20, 18, J, 1e-10)).toBe(17);
    // the transposed question names rows
    const T = new Float64Array(18 * 20);
    for (let i = 0; i < 20; i++) for (let j = 0; j < 18; j++) T[j * 20 + i] = J[i * 18 + j];
    expect(rank(18, 20, T, 1e-10)).toBe(17);
  });

  test("obeys its tolerance", () => {
    const a = [1, 0, 0, 0, 1e-6, 0, 0, 0, 1e-12];
    expect(rank(3, 3, a, 1e-15)).toBe(3);
    expect(rank(3, 3, a, 1e-9)).toBe(2);
    expect(rank(3, 3, a, 1e-3)).toBe(1);
  });

  test("is not misled by cancellation in the running column lengths", () => {
    // After the first step column 1 is noise and column 2 has 1e-9 left; both squares, 1 − 1, are lost in downdating.
    // Choosing column 1 would end the count at 1.
    for (let c = 0; c < 20; c++) {
      const u = rightHandSide(5, c + 1);
      const a: number[] = [];
      for (let i = 0; i < 5; i++) a.push(u[i], 0.7 * u[i], 0.3 * u[i] + (i === c % 5 ? 1e-9 : 0));
      expect(rank(5, 3, a, 1e-13)).toBe(2);
    }
  });

  test("handles empty, zero and non-finite matrices", () => {
    expect(rank(0, 3, [], 1e-12)).toBe(0);
    expect(rank(3, 0, [], 1e-12)).toBe(0);
    expect(rank(2, 2, [0, 0, 0, 0], 1e-12)).toBe(0);
    expect(rank(1, 1, [5e-324], 1e-12)).toBe(1);
    expect(rank(2, 2, [1, Number.NaN, 0, 1], 1e-12)).toBe(-1);
    expect(rank(2, 2, [1, 0, Number.POSITIVE_INFINITY, 1], 1e-12)).toBe(-1);
  });
});
