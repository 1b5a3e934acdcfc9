/** `stiction worker`: takes part in the studies of a queue. */
import type { Command } from "commander";
import { EXIT } from "../errors.js";
import { addExamples, countFromOne, numberAbove } from "../options.js";

interface WorkerCommandOptions {
  readonly queue: string;
  readonly threads?: number;
  readonly allowScripts?: boolean;
  readonly idle?: number;
}

/** `stiction worker --queue redis://…` */
export function addWorker(program: Command): void {
  const command = program
    .command("worker")
    .summary("run rows of studies that other machines hand out")
    .description(
      "Runs rows of the studies that `stiction study run --queue` hands out, until it is stopped. A worker of another version, or one that makes other bits, refuses a study and says so on both sides.",
    )
    .requiredOption("--queue <url>", "Redis server of the queue: redis://host:6379")
    .option("--threads <n>", "threads (default: all cores)", countFromOne)
    .option("--allow-scripts", "accept studies with a script, which runs with the rights of this process")
    .option("--idle <seconds>", "end when no study has wanted workers for so long (default: never)", numberAbove(0))
    .action(async (options: WorkerCommandOptions) => {
      const { work } = await import("../study/queue/worker.js");
      const { defaultThreads } = await import("../study/run-study.js");
      const { onInterrupt } = await import("../interrupt.js");
      const interrupt = onInterrupt(async () => {});
      try {
        await work(options.queue, {
          threads: options.threads ?? defaultThreads(),
          allowScripts: options.allowScripts === true,
          idle: options.idle ?? Number.POSITIVE_INFINITY,
          stopRequested: () => interrupt.requested,
        });
        process.exitCode = EXIT.ok;
      } finally {
        interrupt.end();
      }
    });
  addExamples(command, ["stiction worker --queue redis://localhost:6379 --threads 2"]);
}
