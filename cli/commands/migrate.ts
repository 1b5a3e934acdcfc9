/** `stiction migrate`: scene files with the names of today. */
import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { EXIT, InputError, systemReason } from "../errors.js";
import { addExamples } from "../options.js";
import { print } from "../text/print.js";

export function addMigrate(program: Command): void {
  const command = program
    .command("migrate")
    .argument("<file...>", "scene files (.yaml, .json)")
    .summary("rewrite scene files to the present format")
    .description(
      "Replaces keys that have another name now, in place; comments and layout stay. A file that is up to date stays as it is.",
    )
    .option("--check", "change nothing; exit with 1 if a file is not up to date")
    .action(async (files: string[], { check }: { check?: boolean }) => {
      let old = 0;
      for (const file of files) if (await migrate(file, check === true)) old++;
      if (check && old > 0) process.exitCode = EXIT.failed;
    });
  addExamples(command, ["stiction migrate scene.yaml", "stiction migrate --check scenes/*.yaml"]);
}

/** Rewrites one file; returns whether it was of an older format. */
async function migrate(file: string, check: boolean): Promise<boolean> {
  if (!/\.(ya?ml|json)$/i.test(file)) throw new InputError(`${file}: expected a scene file (.yaml, .json)`);
  const { migrateSceneText, SceneTextError } = await import("stiction/io");
  const before = await readFile(file, "utf8").catch((error) => {
    throw new InputError(`cannot read ${file}: ${systemReason(error)}`);
  });
  const { text, changes } = await migrateSceneText(before, file).catch((error) => {
    throw error instanceof SceneTextError ? new InputError(error.message) : error;
  });
  for (const { path, to } of changes) print(`${file}: ${path} ${check ? "is called" : "is now called"} ${to}`);
  if (changes.length === 0) {
    print(`${file}: up to date`);
    return false;
  }
  if (!check) {
    const { writeOutput } = await import("../output-file.js");
    await writeOutput(file, text);
  }
  return true;
}
