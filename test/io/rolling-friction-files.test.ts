/** Problems with rolling friction, 5 rows per contact, are read and solved. */
import { complementarity } from "stiction";
import { parseProblemText } from "stiction/io";
import { expect, test } from "vitest";

const MU = 0.6;
const MU_ROLLING = 0.1;

/** z of a contact from a diagonal matrix and q: every component on its own, apart from the bounds. */
function solve(text: string, format: string, first: number): number[] {
  const read = parseProblemText(text, "p.dat");
  expect(read.format).toBe(format);
  const settings = complementarity.solverSettings({ solver: "cone-newton" });
  const z = new Float64Array(read.problem.size);
  const work = complementarity.createWorkspace();
  const { status } = complementarity.solveComplementarity(read.problem, settings, work, z);
  expect(complementarity.SOLVE_STATUS_NAMES[status]).toBe("solved");
  // without y, which is z_n
  expect(z[first + 3]).toBeCloseTo(z[first], 8);
  return [...z.subarray(first, first + 3), ...z.subarray(first + 4)];
}

const diagonal = [2, 3, 3, 5, 5];
const dense = (n: number, at: (i: number, j: number) => number) =>
  `0 ${n} ${n}\n${n} ${n}\n${Array.from({ length: n * n }, (_, k) => at(k % n, Math.floor(k / n))).join(" ")}`;
const local = (q: readonly number[]) =>
  `5\n1\n${dense(5, (i, j) => (i === j ? diagonal[i] : 0))}\n${q.join(" ")}\n${MU}\n${MU_ROLLING}\n`;

// z_n = 4/2; beyond the bounds, friction and torque are against the velocity, of size μ z_n = 1.2 and μ_r z_n = 0.2
test.each([
  ["open", [1, 5, 0, 3, 0], [0, 0, 0, 0, 0]],
  ["sticking", [-4, 0.6, -0.9, 0.5, -0.25], [2, -0.2, 0.3, -0.1, 0.05]],
  ["sliding without rolling", [-4, 6, 8, 0, 0.5], [2, -0.72, -0.96, 0, -0.1]],
  ["rolling without sliding", [-4, 0.6, -0.9, 3, -4], [2, -0.2, 0.3, -0.12, 0.16]],
  ["sliding and rolling", [-4, -6, 8, -4, -3], [2, 0.72, -0.96, 0.16, 0.12]],
])("%s", (_, q, expected) => {
  const z = solve(local(q), "friction", 0);
  // residual 1e-9 · ‖b‖∞
  for (const [k, value] of expected.entries()) expect(z[k]).toBeCloseTo(value, 7);
});

test("with the velocities of bodies", () => {
  // M = 1/diagonal, H = 1: u = v + b, v = M⁻¹ (q + r), so that the matrix of the contact is the diagonal
  const mass = dense(5, (i, j) => (i === j ? 1 / diagonal[i] : 0));
  const identity = dense(5, (i, j) => (i === j ? 1 : 0));
  const text = `5\n1\n${mass}\n${identity}\n0 0 0 0 0\n-4 -6 8 -4 -3\n${MU}\n${MU_ROLLING}\n`;
  const z = solve(text, "global-friction", 5);
  for (const [k, value] of [2, 0.72, -0.96, 0.16, 0.12].entries()) expect(z[k]).toBeCloseTo(value, 7);
});

test("a negative length of rolling is named", () => {
  expect(() => parseProblemText(local([1, 0, 0, 0, 0]).trimEnd().replace(/\S+$/, "-0.1"), "p.dat")).toThrow(
    /mu_r of contact 0: expected a number >= 0, got -0.1/,
  );
});
