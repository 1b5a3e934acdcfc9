import type { Command } from "commander";
import { addExamples } from "../options.js";

interface NewOptions {
  readonly dir: string;
  readonly planar?: boolean;
  readonly force?: boolean;
}

/** `stiction new <name>` */
export function addNew(program: Command): void {
  const command = program
    .command("new")
    .argument("<name>", "name of the scene; the file is <name>.yaml")
    .summary("write a scene that runs, with comments")
    .description(
      "Write a small scene that runs, with comments, and next to it the JSON Schema with which editors check and complete it.",
    )
    .option("--dir <folder>", "folder to write to", ".")
    .option("--planar", "a planar scene")
    .option("--force", "overwrite a scene of that name")
    .action(async (name: string, options: NewOptions) => {
      const { writeNewScene } = await import("../new-scene.js");
      await writeNewScene(name, options);
    });
  addExamples(command, ["stiction new my-scene", "stiction new my-scene --planar --dir scenes"]);
}
