/**
 * `stiction optimise` and `stiction identify`: parameters of a scene that are best for a purpose, or that a trace
 * tells.
 */
import type { Command } from "commander";
import { addExamples, countFromOne } from "../options.js";

interface OptimiseCommandOptions {
  readonly out?: string;
  readonly threads?: number;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** `stiction optimise <file>` */
export function addOptimise(program: Command): void {
  const command = program
    .command("optimise")
    .argument("<file>", "what to optimise (.yaml, .json): scene, parameters with bounds, metrics, objective")
    .summary("find parameters of a scene that make a metric least or largest")
    .description(
      "Varies parameters of a scene within bounds until an objective is least (or largest): by CMA-ES, by the simplex method, or along the gradient. Prints the best parameters, and with --out writes every evaluation as CSV.",
    )
    .option("--out <file>", "every evaluation as CSV")
    .option("--threads <n>", "threads (default: all cores)", countFromOne)
    .option("--json", "print the result as JSON")
    .option("--quiet", "no progress")
    .action(async (file: string, options: OptimiseCommandOptions) => {
      const { optimiseCommand } = await import("../study/optimise.js");
      process.exitCode = await optimiseCommand(file, options);
    });
  addExamples(command, ["stiction optimise pendulum-length.yaml", "stiction optimise crane.yaml --out crane.csv"]);
}

/** `stiction identify <file>` */
export function addIdentify(program: Command): void {
  const command = program
    .command("identify")
    .argument("<file>", "what to identify (.yaml, .json): scene, parameters with bounds, recorded trace, sensors")
    .summary("fit parameters of a scene to a recorded trace")
    .description(
      "Fits parameters of a scene to columns of a CSV trace by least squares. Prints each with its 95 % interval, and says what the trace cannot tell.",
    )
    .option("--json", "print the result as JSON")
    .option("--quiet", "no progress")
    .action(async (file: string, options: { readonly json?: boolean; readonly quiet?: boolean }) => {
      const { identifyCommand } = await import("../study/identify.js");
      process.exitCode = await identifyCommand(file, options);
    });
  addExamples(command, ["stiction identify slide.yaml", "stiction identify slide.yaml --json"]);
}
