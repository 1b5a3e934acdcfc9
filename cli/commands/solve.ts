import type { Command } from "commander";
import { addExamples, collect, countFromOne, numberAbove } from "../options.js";
import type { SolveCommandOptions } from "../solve-problem.js";

/** `stiction solve <problem>` */
export function addSolve(program: Command): void {
  const command = program
    .command("solve")
    .argument("<problem>", "problem file: JSON as Stiction exports it, or plain numbers (LCP, MLCP, friction)")
    .summary("solve a complementarity problem, or compare all solvers on it")
    .description(
      "Solve 0 ≤ z ⟂ A z + b ≥ 0 with free rows, bounds and friction cones, read from a file. Prints status, natural-map residual, iterations, time and the solution. Exit code 1 if it is not solved.",
    )
    .option("--solver <name>", "name of a solver, or all for a table that compares them", "active-set")
    .option("--tolerance <number>", "largest residual that counts as solved, times max(1, |b|)", numberAbove(0))
    .option("--set <name=value>", "a setting of the solver, such as maxIterations=500 (repeatable)", collect)
    .option(
      "--format <name>",
      "json, lcp, mlcp, friction or global-friction (default: recognised from the beginning of the file)",
    )
    .option("--repeat <count>", "solve this many times and print the shortest time", countFromOne, 1)
    .option("--out <file>", "write the problem with its solution: .json, or .h5 for HDF5")
    .option("--json", "one JSON object on stdout, numbers at full precision")
    .action(async (file: string, options: SolveCommandOptions) => {
      const { solveProblem } = await import("../solve-problem.js");
      await solveProblem(file, options);
    });
  addExamples(command, [
    "stiction solve problem.json",
    "stiction solve problem.dat --solver all",
    "stiction solve problem.json --solver psor --set relaxation=1.2 --tolerance 1e-6 --json",
  ]);
}
