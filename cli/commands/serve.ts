/** `stiction serve`: the classroom's server, which is a package of its own. */
import type { Command } from "commander";
import { FailedError } from "../errors.js";
import { addExamples } from "../options.js";

export function addServe(program: Command): void {
  const command = program
    .command("serve")
    .argument("[backup|restore]", "backup: write the school into a file; restore: put it back")
    .argument("[file]", "file of the backup")
    .summary("serve a school: seats, instructor's console, students, exercises")
    .description(
      "Serves a school on this computer. It is the package stiction-school: an installed one is used, else npx fetches the one of this version.",
    )
    .option("--port <n>", "port to serve on (5780)")
    .option("--host <name>", "address to listen on; 0.0.0.0 lets other computers in (localhost)")
    .option("--data <folder>", "folder of the database (school)")
    .option("--database <address>", "a PostgreSQL server in its place: postgres://user@host/name")
    .option("--exercises <folder>", "folder with exercises besides the shipped ones")
    .option("--public-url <address>", "address that people type, where a reverse proxy stands in front: https://…")
    .option("--trust-proxy", "believe the addresses that the reverse proxy names")
    .option("--demo", "fill an empty school with sample data")
    .option("--replace", "restore: what the school has may be lost")
    .action(async (action: string | undefined, file: string | undefined, options: Record<string, string | boolean>) => {
      const { runSchool } = await import("../run-school.js");
      const given = [action, file].filter((one) => one !== undefined);
      const flags = Object.entries(options).flatMap(([name, value]) => {
        const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
        return value === true ? [flag] : [flag, String(value)];
      });
      const code = await runSchool([...given, ...flags]);
      if (code !== 0) throw new FailedError("the school did not start; to install it: npm install stiction-school");
    });
  addExamples(command, [
    "stiction serve --demo",
    "stiction serve --host 0.0.0.0 --public-url https://school.example --trust-proxy",
    "stiction serve backup friday.backup",
  ]);
}
