/** Designs: what makes a sample even, and that any row can be made without the others. */
import { SpecError } from "stiction";
import {
  designOf,
  fitOrder,
  mainEffect,
  normalQuantile,
  readStudy,
  sobolCoordinate,
  sobolIndices,
  studentQuantile,
  summarize,
  uniform,
} from "stiction/studies";
import { describe, expect, test } from "vitest";

const metrics = { out: { final: "t" } };
const study = (more: object) => readStudy({ study: 1, scene: "stack", metrics, ...more });
const factor = (name: string) => ({ path: name, uniform: { low: 0, high: 1 } });

describe("random numbers by place", () => {
  test("are uniform: mean, variance and correlation of neighbours within five standard errors", () => {
    const n = 20_000;
    const x = Array.from({ length: n }, (_, i) => uniform(3, 1, i));
    const mean = x.reduce((a, b) => a + b, 0) / n;
    expect(Math.abs(mean - 0.5)).toBeLessThan((5 * Math.sqrt(1 / 12)) / Math.sqrt(n));
    const square = x.reduce((a, b) => a + (b - 0.5) ** 2, 0) / n;
    expect(Math.abs(square - 1 / 12)).toBeLessThan((5 * Math.sqrt(1 / 180)) / Math.sqrt(n));
    const serial = x.slice(1).reduce((sum, b, i) => sum + (b - 0.5) * (x[i] - 0.5), 0) / n;
    expect(Math.abs(serial)).toBeLessThan(5 / 12 / Math.sqrt(n));
    expect(uniform(3, 1, 17)).toBe(x[17]);
    expect(uniform(4, 1, 17)).not.toBe(x[17]);
    expect(uniform(3, 2, 17)).not.toBe(x[17]);
  });

  test("quantiles of the normal and of Student's distribution agree with tables", () => {
    // Abramowitz and Stegun, tables 26.1 and 26.10
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 14);
    expect(normalQuantile(1e-10)).toBeCloseTo(-6.361340902404056, 12);
    expect(studentQuantile(0.975, 1)).toBeCloseTo(12.706204736432095, 9);
    expect(studentQuantile(0.975, 2)).toBeCloseTo(4.30265272974946, 12);
    expect(studentQuantile(0.975, 10)).toBeCloseTo(2.2281388519649385, 10);
    expect(studentQuantile(0.975, 1000)).toBeCloseTo(1.9623390808264078, 9);
  });
});

test("points of Sobol's sequence: one in each of 2^k intervals, on every axis, from any multiple of 2^k on", () => {
  for (let axis = 0; axis < 21; axis++) {
    for (const begin of [0, 64, 192]) {
      for (const shift of [0, 0x9e3779b9]) {
        const cells = new Set<number>();
        for (let i = 0; i < 64; i++) cells.add(Math.floor(64 * sobolCoordinate(axis, begin + i, shift)));
        expect(cells.size).toBe(64);
      }
    }
  }
  // two axes: one point in each of 8 × 8 boxes among 64 for the first pair of axes, a (0, 2)-sequence
  const boxes = new Set(
    Array.from({ length: 64 }, (_, i) => [0, 1].map((axis) => Math.floor(8 * sobolCoordinate(axis, i))).join()),
  );
  expect(boxes.size).toBe(64);
});

describe("designs", () => {
  test("lists and grids form all combinations, the last factor and then samples and repetitions fastest", () => {
    const design = designOf(
      study({
        factors: [
          { path: "a", values: ["x", "y"] },
          { path: "b", grid: { from: 1, to: 100, count: 3, scale: "log" } },
          factor("c"),
        ],
        samples: 4,
        repetitions: 2,
      }),
    );
    expect(design.count).toBe(2 * 3 * 4 * 2);
    const rows = Array.from({ length: design.count }, (_, row) => design.run(row));
    expect(rows.map(({ values }) => values[0]).join("")).toBe("x".repeat(24) + "y".repeat(24));
    expect([...new Set(rows.map(({ values }) => values[1]))]).toEqual([1, 10, 100]);
    // the same draws in every combination
    expect(rows.slice(0, 8).map(({ values }) => values[2])).toEqual(rows.slice(8, 16).map(({ values }) => values[2]));
    expect(rows[0].values).toEqual(rows[1].values);
    expect(rows[0].seed).not.toBe(rows[1].seed);
    expect(design.run(31)).toEqual(rows[31]);
  });

  test("a Latin hypercube has one point in each interval of each axis", () => {
    const design = designOf(study({ factors: [factor("a"), factor("b")], design: "latin-hypercube", samples: 50 }));
    for (const axis of [0, 1]) {
      const cells = new Set(
        Array.from({ length: 50 }, (_, row) => Math.floor(50 * Number(design.run(row).values[axis]))),
      );
      expect(cells.size).toBe(50);
    }
  });

  test("saltelli: the third row of a block is A with one column of B", () => {
    const design = designOf(study({ factors: [factor("a"), factor("b")], design: "saltelli", samples: 8 }));
    expect(design.count).toBe(8 * 4);
    for (let block = 0; block < 8; block++) {
      const [a, b, ab0, ab1] = [0, 1, 2, 3].map((k) => design.run(4 * block + k).values);
      expect(ab0).toEqual([b[0], a[1]]);
      expect(ab1).toEqual([a[0], b[1]]);
    }
  });
});

test("Sobol's indices of Ishigami's function agree with their closed forms", () => {
  // f = sin x + 7 sin² y + 0.1 z⁴ sin x on (−π, π)³; V = 7²/8 + 0.1 π⁴/5 + 0.1² π⁸/18 + ½
  const design = designOf(
    study({
      factors: ["x", "y", "z"].map((path) => ({ path, uniform: { low: -Math.PI, high: Math.PI } })),
      design: "saltelli",
      samples: 4096,
    }),
  );
  const values = Array.from({ length: design.count }, (_, row) => {
    const [x, y, z] = design.run(row).values as number[];
    return Math.sin(x) + 7 * Math.sin(y) ** 2 + 0.1 * z ** 4 * Math.sin(x);
  });
  const pi4 = Math.PI ** 4;
  const v = 49 / 8 + (0.1 * pi4) / 5 + (0.01 * pi4 * pi4) / 18 + 0.5;
  const first = [(0.5 * (1 + (0.1 * pi4) / 5) ** 2) / v, 49 / 8 / v, 0];
  const third = (0.01 * pi4 * pi4 * (1 / 18 - 1 / 50)) / v;
  const total = [first[0] + third, first[1], third];
  const indices = sobolIndices(values, 3);
  // the error of a quasi-random mean of 4096 points is about 1/√4096 at most
  indices?.forEach((index, i) => {
    expect(Math.abs(index.first - first[i])).toBeLessThan(1 / 64);
    expect(Math.abs(index.total - total[i])).toBeLessThan(1 / 64);
    expect(index.totalInterval[0]).toBeLessThanOrEqual(total[i] + 1e-3);
    expect(index.totalInterval[1]).toBeGreaterThanOrEqual(total[i] - 1e-3);
  });
  expect(indices).toHaveLength(3);
});

test("summaries, effects and orders", () => {
  const { mean, deviation, median, quartiles, interval } = summarize([1, 2, 3, 4, Number.NaN]);
  expect([mean, median, ...quartiles]).toEqual([2.5, 2.5, 1.75, 3.25]);
  expect(deviation).toBeCloseTo(Math.sqrt(5 / 3), 14);
  // t(0.975, 3) = 3.182446305284263
  expect(interval[1] - 2.5).toBeCloseTo((3.182446305284263 * Math.sqrt(5 / 3)) / 2, 9);
  const effect = mainEffect(["a", "b", "a", "b"], [1, 10, 3, null], false);
  expect(effect.map(({ value, summary }) => [value, summary.mean, summary.count])).toEqual([
    ["a", 2, 2],
    ["b", 10, 1],
  ]);
  const h = [0.1, 0.05, 0.025, 0.0125];
  expect(
    fitOrder(
      h,
      h.map((x) => 3 * x ** 2),
    )?.order,
  ).toBeCloseTo(2, 12);
  expect(fitOrder([0.1], [1])).toBeUndefined();
});

test.each([
  [{ factors: [{ path: "a" }] }, "factors[0]", "expected exactly one of values, grid"],
  [{ factors: [{ path: "a", values: [] }] }, "factors[0].values", "at least one value"],
  [{ factors: [{ path: "a", uniform: { low: 2, high: 1 } }] }, "factors[0].uniform", "low < high"],
  [
    {
      factors: [
        { path: "a", values: [1] },
        { path: "b", name: "a", values: [1] },
      ],
    },
    "factors[1]",
    "is that of factors[0] too",
  ],
  [{ factors: [{ path: "a", values: [1] }], samples: 4 }, "samples", "no factor is random"],
  [{ repetitions: 3 }, "repetitions", "repetitions would be equal"],
  [{ metrics: {} }, "metrics", "at least one metric"],
  [{ metrics: { "a b": { final: "t" } } }, "metrics.a b", "letters, digits"],
  [{ metrics: { a: { final: "t", max: "t" } } }, "metrics.a", "got final and max"],
  [{ metricz: {} }, "", 'unknown key "metricz"'],
  [{ precision: [{ factor: "dt", metric: "outt" }] }, "precision[0].metric", 'did you mean "out"?'],
  [
    {
      factors: [
        { path: "a", grid: { from: 1, to: 2, count: 100_000 } },
        { path: "b", grid: { from: 1, to: 2, count: 100_000 } },
      ],
    },
    "factors",
    "at most 10000000 runs",
  ],
])("a study with %j is refused at %s", (more, path, message) => {
  let problems: SpecError["problems"] = [];
  try {
    study(more);
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    problems = error.problems;
  }
  expect(problems.map((problem) => problem.path)).toContain(path);
  expect(problems.map((problem) => problem.message).join("\n")).toContain(message);
});
