import { complementarity } from "stiction";
import type { Context } from "../context.js";
import { atLeast, atMost, defineExperiment } from "../experiment.js";
import { buildConeProblem, buildProblem } from "../reference/complementarity-problems.js";

/** Residual that counts as solved, times max(1, ‖b‖∞). */
const TOLERANCE = 1e-9;

type Problem = complementarity.ComplementarityProblem;
type Solvers = Context["complementarity"];

/** Solves with the context's solvers, judges with the library's own residual. */
function judge(solvers: Solvers, problem: Problem, solver: string, work: complementarity.ComplementarityWorkspace) {
  const z = new Float64Array(problem.size);
  const settings = solvers.solverSettings({ solver, tolerance: TOLERANCE });
  const { status } = solvers.solveComplementarity(problem, settings, work, z);
  const w = new Float64Array(problem.size);
  const residual = complementarity.naturalResidual(problem, z, w);
  const good = residual <= TOLERANCE * complementarity.problemScale(problem);
  return { z, good, honest: good === (status === complementarity.SOLVE_STATUS.solved) };
}

const ASKED = "goal: at least 99.9 % of 10,000";

export const solverSuite = defineExperiment({
  id: "own.solver-suite",
  title: "Complementarity problems built around a known solution",
  reference:
    "b = w − A z for chosen complementary z, w: P-matrices, contact with friction, degenerate, cyclic, masses 1:1e6, PEG, mixed; 10,000 with --full, 200 otherwise.",
  rows: {
    lemke: atLeast("part solved by Lemke's method to 1e-9 max(1, ‖b‖)", "1", 0.999, ASKED),
    default: atLeast("part solved by the default solver to 1e-9 max(1, ‖b‖)", "1", 0.999, ASKED),
    cones: atLeast(
      "part of 1,000 (30) problems with quadratic cones solved by the default",
      "1",
      0.999,
      "as for the others",
    ),
    honest: atMost("solves whose status and residual disagree", "1", 0, "solved means solved"),
  },
  *measure({ complementarity: solvers, full }) {
    const work = solvers.createWorkspace();
    const count = full ? 10_000 : 200;
    const coneCount = full ? 1000 : 30;
    let dishonest = 0;
    const part = (solver: string, total: number, build: (index: number) => Problem) => {
      let solved = 0;
      for (let index = 0; index < total; index++) {
        const { good, honest } = judge(solvers, build(index), solver, work);
        if (good) solved++;
        if (!honest) dishonest++;
      }
      return solved / total;
    };
    yield ["lemke", part("lemke", count, (index) => buildProblem(index).problem)];
    yield ["default", part(solvers.DEFAULT_SOLVER, count, (index) => buildProblem(index).problem)];
    yield ["cones", part(solvers.DEFAULT_SOLVER, coneCount, (index) => buildConeProblem(index).problem)];
    yield ["honest", dishonest];
  },
});

/** The worked examples of the PEG spec: matrix, vector, the whole set of solutions. */
const EXAMPLES: readonly (readonly [rows: number[][], vector: number[], solutions: number[][]])[] = [
  ...(
    [
      [[-0.5, 4.5], [[0.5, 0]]],
      [[-1.2, -1.7], [[0, 1.7]]],
      [[-0.8, -1], [[0, 1]]],
      [[0.2, 1], [[0, 0]]],
      [[-5, -4.5], [[5, 0]]],
      [[-0.8, 0], [[0.8, 0]]],
    ] as [number[], number[][]][]
  ).map(
    ([vector, solutions]) =>
      [
        [
          [1, 1],
          [1, 1],
        ],
        vector,
        solutions,
      ] as [number[][], number[], number[][]],
  ),
  [
    [
      [2.5, 1],
      [4, 1],
    ],
    [-0.8, -1.1],
    [
      [0, 1.1],
      [0.32, 0],
      [0.2, 0.3],
    ],
  ],
  [
    [
      [1, 1],
      [1.5, 1],
    ],
    [-1, -1.2],
    [
      [0, 1.2],
      [1, 0],
      [0.4, 0.6],
    ],
  ],
  [
    [
      [2.5, -0.5],
      [-0.5, 2.5],
    ],
    [-0.0981, -0.0981],
    [[0.04905, 0.04905]],
  ],
  [
    [
      [1, 0, 0, 0],
      [0, 1, -1, 1],
      [0, -1, 1, 1],
      [0.5, -1, -1, 0],
    ],
    [-0.981, 1, -1, 0],
    [[0.981, 0, 0.4905, 0.5095]],
  ],
];

const distance = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.max(...Array.from(a, (x, i) => Math.abs(x - b[i])));

export const solverExamples = defineExperiment({
  id: "own.solver-examples",
  title: "Worked examples of exact geometry and of Stewart–Trinkle stepping",
  reference:
    "Solution sets of the PEG spec, sections 15.2, 15.5, 15.6: landing on a corner, multiple solutions, friction.",
  rows: {
    sets: atMost(
      "worst distance of enumerated solutions from the sets, either way",
      "1",
      1e-12,
      "round-off of a few operations",
    ),
    solvers: atMost(
      "worst distance of Lemke's and the default solution from the set",
      "1",
      1e-12,
      "round-off of a few operations",
    ),
    physical: atMost(
      "impulse of the default solver where p = 0 is the physical of three solutions",
      "N s",
      0,
      "worked example of a square near a corner",
    ),
  },
  *measure({ complementarity: solvers }) {
    const work = solvers.createWorkspace();
    let sets = 0;
    let found = 0;
    let impulse = 0;
    for (const [rows, vector, solutions] of EXAMPLES) {
      const n = rows.length;
      const problem = { size: n, matrix: Float64Array.from(rows.flat()), vector: Float64Array.from(vector) };
      const all = solvers.enumerateSolutions(n, problem.matrix, problem.vector).solutions;
      for (const z of all) sets = Math.max(sets, Math.min(...solutions.map((s) => distance(s, z))));
      for (const s of solutions) sets = Math.max(sets, Math.min(...all.map((z) => distance(s, z))));
      for (const solver of ["lemke", solvers.DEFAULT_SOLVER]) {
        const { z } = judge(solvers, problem, solver, work);
        found = Math.max(found, Math.min(...solutions.map((s) => distance(s, z))));
        if (solver === solvers.DEFAULT_SOLVER && solutions.length === 3) impulse = Math.max(impulse, z[0]);
      }
    }
    yield ["sets", sets];
    yield ["solvers", found];
    yield ["physical", impulse];
  },
});
