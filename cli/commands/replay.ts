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
    .argument(
      "<recording>",
      "file written by run --out: .mcap, .csv (with its .csv.json) or .jsonl; or by link --record",
    )
    .summary("show a recording, simulate it again and compare bit for bit")
    .description(
      "Show the contents of a recording, simulate its scene again for the same steps, and compare final state, sensors, poses and events bit for bit. Exits with 1 if they differ.",
    )
    .option("--no-simulate", "only show the recording")
    .option("--json", "one JSON object on stdout, numbers at full precision")
    .option("--quiet", "no progress; only the verdict")
    .action(async (recording: string, options: ReplayOptions) => {
      const { replay } = await import("../replay-recording.js");
      process.exitCode = await replay(recording, options);
    });
  addExamples(command, ["stiction replay run.mcap", "stiction replay run.csv --no-simulate"]);
}
