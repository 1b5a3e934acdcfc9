import { describe, expect, test } from "vitest";
import {
  heightFieldBounds,
  heightFieldMesh,
  inspectHeightField,
  sampleHeightField,
} from "../../src/geometry/height-field.js";
import { inspectMesh } from "../../src/geometry/mesh.js";
import type { HeightField } from "../../src/geometry/types.js";
import { random } from "./random.js";

function field(nx: number, ny: number, dx: number, dy: number, h: (x: number, y: number) => number): HeightField {
  const heights = new Float64Array(nx * ny);
  for (let j = 0; j < ny; j++) {
    for (let i = 0; i < nx; i++) heights[j * nx + i] = h((i - (nx - 1) / 2) * dx, (j - (ny - 1) / 2) * dy);
  }
  return { nx, ny, dx, dy, heights };
}

function sample(f: HeightField, x: number, y: number): number[] | null {
  const out = new Float64Array(5);
  return sampleHeightField(f, Float64Array.of(9, x, y), 1, out, 1) ? [...out.subarray(1)] : null;
}

describe("sampling", () => {
  test("an inclined plane is reproduced everywhere, with its normal", () => {
    const f = field(7, 5, 0.5, 0.25, (x, y) => 1 + 2 * x - 3 * y);
    const rnd = random(1);
    const n = [-2, 3, 1].map((c) => c / Math.sqrt(14));
    for (let i = 0; i < 200; i++) {
      const [x, y] = [(rnd() - 0.5) * 3, (rnd() - 0.5) * 1];
      const s = sample(f, x, y)!;
      expect(s[0]).toBeCloseTo(1 + 2 * x - 3 * y, 13);
      for (let k = 0; k < 3; k++) expect(s[1 + k]).toBeCloseTo(n[k], 13);
    }
  });

  test("agrees with the triangles of its mesh, height and normal", () => {
    const rnd = random(2);
    const f = field(6, 9, 0.3, 0.7, () => rnd());
    const { vertices: v, triangles } = heightFieldMesh(f);
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
      // a random point strictly inside the triangle
      let [p, q, r] = [rnd() + 0.01, rnd() + 0.01, rnd() + 0.01];
      const total = p + q + r;
      [p, q, r] = [p / total, q / total, r / total];
      const at = [0, 1, 2].map((k) => p * v[a + k] + q * v[b + k] + r * v[c + k]);
      const u = [0, 1, 2].map((k) => v[b + k] - v[a + k]);
      const w = [0, 1, 2].map((k) => v[c + k] - v[a + k]);
      const n = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
      const length = Math.hypot(...n);
      const s = sample(f, at[0], at[1])!;
      expect(s[0]).toBeCloseTo(at[2], 13);
      for (let k = 0; k < 3; k++) expect(s[1 + k]).toBeCloseTo(n[k] / length, 12);
      expect(n[2]).toBeGreaterThan(0);
    }
  });

  test("hits the grid points, ends at the border", () => {
    const rnd = random(3);
    const f = field(4, 3, 1, 2, () => rnd());
    for (let j = 0; j < 3; j++)
      for (let i = 0; i < 4; i++) expect(sample(f, i - 1.5, 2 * j - 2)![0]).toBe(f.heights[j * 4 + i]);
    expect(sample(f, 1.500001, 0)).toBeNull();
    expect(sample(f, 0, -2.000001)).toBeNull();
    expect(sample(f, NaN, 0)).toBeNull();
  });

  test("converges to a smooth surface with order 2", () => {
    const h = (x: number, y: number) => Math.sin(2 * x) * Math.cos(3 * y);
    const errors = [17, 33, 65].map((n) => {
      const f = field(n, n, 2 / (n - 1), 2 / (n - 1), h);
      const rnd = random(4);
      let sum = 0;
      for (let i = 0; i < 4000; i++) {
        const [x, y] = [2 * rnd() - 1, 2 * rnd() - 1];
        sum += (sample(f, x, y)![0] - h(x, y)) ** 2;
      }
      return Math.sqrt(sum / 4000);
    });
    expect(Math.log2(errors[0] / errors[1])).toBeCloseTo(2, 1);
    expect(Math.log2(errors[1] / errors[2])).toBeCloseTo(2, 1);
  });
});

test("bounds and mesh", () => {
  const f = field(3, 4, 2, 0.5, (x, y) => x * y);
  expect([...heightFieldBounds(f)]).toEqual([-2, -0.75, -1.5, 2, 0.75, 1.5]);
  const mesh = heightFieldMesh(f);
  expect([mesh.vertices.length / 3, mesh.triangles.length / 3]).toEqual([12, 12]);
  const report = inspectMesh(mesh);
  expect(report.problems.map((p) => p.kind)).toEqual(["open-edge"]);
  expect([report.oriented, report.components, report.problems[0].elements.length]).toEqual([true, 1, 2 * (2 + 3)]);
});

test("problems in words", () => {
  const good = field(3, 3, 1, 1, () => 0);
  expect(inspectHeightField(good)).toBeNull();
  expect(inspectHeightField({ ...good, nx: 1 })?.message).toBe("expected at least 2 × 2 heights, got 1 × 3");
  expect(inspectHeightField({ ...good, dy: 0 })?.message).toBe("expected a grid spacing > 0 m, got 1 × 0");
  expect(inspectHeightField({ ...good, nx: 4 })?.message).toBe("expected 4 × 3 = 12 heights, got 9");
  const bad = { ...good, heights: good.heights.slice() };
  bad.heights[5] = NaN;
  expect(inspectHeightField(bad)).toEqual({
    kind: "non-finite-height",
    message: "height 5 (column 2, row 1) is NaN, not a finite number",
    elements: [5],
  });
});
