import type { Command } from "commander";
import { addExamples } from "../options.js";

interface SchemaOptions {
  readonly out?: string;
  readonly json?: boolean;
  readonly list?: boolean;
}

/** `stiction schema [item]` */
export function addSchema(program: Command): void {
  const command = program
    .command("schema")
    .argument(
      "[item]",
      "a kind of shape, joint, force, controller, contact or friction law, formulation or integrator; or scene, body, event; or study, optimise, identify",
    )
    .summary("the formats of scenes and studies: JSON Schema, or the parameters of one item")
    .description(
      "Print the JSON Schema of scene files, for editors (of the files of study, optimise and identify with --json or --out); or, for one item, a table of its parameters with units, defaults and ranges.",
    )
    .option("--list", "list all items")
    .option("--json", "JSON Schema of the one item")
    .option("--out <file>", "write the JSON Schema to a file")
    .action(async (item: string | undefined, options: SchemaOptions) => {
      const { schema } = await import("../scene-schema.js");
      await schema(item, options);
    });
  addExamples(command, [
    "stiction schema --out stiction.schema.json",
    "stiction schema study --out study.schema.json",
    "stiction schema spring",
    "stiction schema --list",
  ]);
}
