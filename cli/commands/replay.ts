import type { Command } from "commander";
import { addExamples } from "../options.js";

interface ReplayOptions {
  readonly simulate: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** `stiction replay <recording>` */
export function addReplay(program: Command): void {
  const command = program
    .command("replay")
    .argument("<recording>", "file that run --out made: .mcap, .csv (with its .csv.json) or .jsonl")
    .summary("show a recording and check that its bits come out again")
    .description(
      "Show what a recording holds, simulate its scene again for the same steps, and compare final state, sensors, poses and events bit for bit. Exits with 1 when they differ.",
    )
    .option("--no-simulate", "only show it")
    .option("--json", "one JSON object on stdout, numbers at full precision")
    .option("--quiet", "no progress; only the verdict")
    .action(async (recording: string, options: ReplayOptions) => {
      const { replay } = await import("../replay-recording.js");
      process.exitCode = await replay(recording, options);
    });
  addExamples(command, ["stiction replay run.mcap", "stiction replay run.csv --no-simulate"]);
}
