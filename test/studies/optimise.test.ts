/** The optimisers on functions whose least value is known. */
import type { UntypedSpec } from "stiction";
import {
  cmaEs,
  fitLeastSquares,
  gradientDescent,
  nelderMead,
  objectiveGradient,
  type Problem,
  readStudy,
  type Variable,
} from "stiction/studies";
import { describe, expect, test } from "vitest";

/** A problem in a box of [−low, high] in n variables. */
function problem(f: (x: readonly number[]) => number, variables: readonly Variable[]): Problem {
  return { variables, evaluate: async (points) => points.map((x) => ({ value: f(x), violation: 0 })) };
}

const box = (n: number, low: number, high: number, start: number): Variable[] =>
  Array.from({ length: n }, (_, i) => ({ name: `x${i}`, low, high, start }));

/** Least value 0 at (1, …, 1), along a bent valley. */
const rosenbrock = (x: readonly number[]) =>
  x.slice(1).reduce((sum, b, i) => sum + 100 * (b - x[i] ** 2) ** 2 + (1 - x[i]) ** 2, 0);
/** Axes of an ellipsoid a thousand times as long as others. */
const ellipsoid = (x: readonly number[]) =>
  x.reduce((sum, v, i) => sum + 10 ** ((6 * i) / (x.length - 1)) * (v - 0.3) ** 2, 0);
/** A bowl with a thousand dents in three variables; least value 0 at 0. */
const rastrigin = (x: readonly number[]) => x.reduce((sum, v) => sum + v * v + 10 - 10 * Math.cos(2 * Math.PI * v), 0);

const options = { evaluations: 20_000, tolerance: 1e-12, seed: 1 };

describe("CMA-ES", () => {
  test.each([
    ["the valley of Rosenbrock in 5 variables", rosenbrock, box(5, -2, 2, -1), 1],
    ["an ellipsoid of condition 1e6 in 6 variables", ellipsoid, box(6, -2, 2, 1.5), 0.3],
  ] as const)("finds the least value of %s", async (_, f, variables, at) => {
    const found = await cmaEs(problem(f, variables), options);
    for (const x of found.point) expect(Math.abs(x - at)).toBeLessThan(1e-3); // as asked of users' problems
  });

  test("finds the lowest of a thousand dents with a population of 200", async () => {
    const found = await cmaEs(problem(rastrigin, box(3, -5, 5, 3.3)), { ...options, population: 200 });
    for (const x of found.point) expect(Math.abs(x)).toBeLessThan(1e-3);
  });

  test("stays within bounds when the least value lies beyond, and takes allowed points first", async () => {
    const bowl = problem((x) => (x[0] + 3) ** 2 + x[1] ** 2, box(2, -1, 1, 0.5));
    const found = await cmaEs(bowl, options);
    expect(found.point[0]).toBeGreaterThanOrEqual(-1);
    expect(found.point[0]).toBeLessThan(-0.999);
    const circle: Problem = {
      variables: box(2, -2, 2, 1.5),
      evaluate: async (points) => points.map(([x, y]) => ({ value: x + y, violation: Math.max(0, x * x + y * y - 1) })),
    };
    // least x + y on the disc: −√2 at (−√½, −√½)
    const constrained = await cmaEs(circle, { ...options, evaluations: 4000 });
    expect(constrained.violation).toBe(0);
    expect(constrained.value).toBeCloseTo(-Math.SQRT2, 3);
  });

  test("gives the same numbers for the same seed, and others for another", async () => {
    const run = (seed: number) => cmaEs(problem(rosenbrock, box(3, -2, 2, 0)), { ...options, seed, evaluations: 200 });
    expect(await run(7)).toEqual(await run(7));
    expect((await run(8)).point).not.toEqual((await run(7)).point);
  });
});

test.each([
  ["Nelder–Mead", nelderMead],
  ["gradient descent", gradientDescent],
] as const)("%s finds the least value of the valley in 2 variables, and of a bowl at its bound", async (_, method) => {
  const valley = await method(problem(rosenbrock, box(2, -2, 2, -1)), options);
  for (const x of valley.point) expect(Math.abs(x - 1)).toBeLessThan(1e-3);
  const bowl = await method(
    problem((x) => (x[0] - 5) ** 2 + (x[1] - 0.2) ** 2, box(2, -1, 1, 0)),
    options,
  );
  expect(bowl.point[0]).toBeCloseTo(1, 6);
  expect(bowl.point[1]).toBeCloseTo(0.2, 4);
});

test("the engine's own gradient of an objective is that of the closed form", async () => {
  // a mass on a spring, let go 0.1 m beyond its length: x = 1 + 0.1 cos ωT, v = −0.1 ω sin ωT, ω² = k/m
  // ωT is 2.1 for k = 60 N/m and m = 2.2 kg, away from where the derivatives vanish
  const T = 0.4;
  const scene: UntypedSpec = {
    timestep: 0.002,
    duration: T,
    formulation: "augmented-lagrangian",
    contact: "none",
    gravity: [0, 0, 0],
    bodies: [{ name: "bob", mass: 2, position: [1.1, 0, 0], shapes: [{ type: "sphere", radius: 0.1 }] }],
    forces: [{ type: "spring", name: "k", bodyB: "bob", restLength: 1, stiffness: 50 }],
  };
  const study = readStudy({
    study: 1,
    scene,
    factors: [
      { path: "forces.k.stiffness", name: "k", uniform: { low: 20, high: 200 } },
      { path: "bodies.bob.mass", name: "m", uniform: { low: 1, high: 4 } },
    ],
    metrics: {
      x: { final: "[body/bob/position.x]" },
      v: { final: "[body/bob/velocity.x]" },
      objective: { expression: "(x - 1)^2 * k + 0.5 * m * v^2" },
    },
  });
  const parts = { study, source: { kind: "written" as const, spec: scene } };
  const [k, m] = [60, 2.2];
  const found = await objectiveGradient(parts, "objective")?.([k, m]);
  // f = 0.01 k (cos² + ½ sin²) = 0.01 k (1 − ½ sin² ωT)
  const w = Math.sqrt(k / m);
  const [s, c] = [Math.sin(w * T), Math.cos(w * T)];
  const byK = 0.01 * (1 - 0.5 * s * s) - 0.01 * k * s * c * T * (w / (2 * k));
  const byM = 0.01 * k * s * c * T * (w / (2 * m));
  // the method is of second order: (ω h)² = 1e-4, times the number of radians, 2
  expect(Math.abs((found?.[0] ?? 0) / byK - 1)).toBeLessThan(1e-3);
  expect(Math.abs((found?.[1] ?? 0) / byM - 1)).toBeLessThan(1e-3);
  // a metric over the whole run has none
  const over = readStudy({ study: 1, scene, metrics: { top: { max: "[body/bob/position.x]" } } });
  expect(objectiveGradient({ ...parts, study: over }, "top")).toBeUndefined();
});

describe("least squares", () => {
  const times = Array.from({ length: 60 }, (_, k) => 0.05 * k);
  /** a e^(−b t) with noise of a fixed pattern. */
  const noise = (k: number) => 0.002 * Math.sin(12.9898 * k) * Math.cos(78.233 * k);
  const data = times.map((t, k) => 2 * Math.exp(-1.5 * t) + noise(k));

  test("recovers amplitude and rate, with errors that cover them", async () => {
    const fit = await fitLeastSquares(
      [
        { name: "a", low: 0.1, high: 10, start: 0.5, scale: "log" },
        { name: "b", low: 0, high: 10, start: 5 },
      ],
      async ([a, b]) => Float64Array.from(times, (t, k) => a * Math.exp(-b * t) - data[k]),
      { iterations: 50, tolerance: 1e-9 },
    );
    expect(fit.converged).toBe(true);
    expect(fit.warnings).toEqual([]);
    const [a, b] = fit.parameters;
    // five standard errors: the noise is not random, but as small
    expect(Math.abs(a.value - 2)).toBeLessThan(5 * a.error);
    expect(Math.abs(b.value - 1.5)).toBeLessThan(5 * b.error);
    expect(a.error).toBeLessThan(0.01);
  });

  test("says what the data cannot tell", async () => {
    // only the product of the first two matters, and the third not at all
    const fit = await fitLeastSquares(
      ["p", "q", "idle"].map((name) => ({ name, low: 0.1, high: 10, start: 1.1 })),
      async ([p, q]) => Float64Array.from(times, (t, k) => p * q * Math.exp(-1.5 * t) - data[k]),
      { iterations: 50, tolerance: 1e-9 },
    );
    expect(fit.warnings.join("\n")).toMatch(/idle is not identifiable/);
    expect(fit.warnings.join("\n")).toMatch(/p and q are/);
  });
});
