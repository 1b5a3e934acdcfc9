/** `stiction studio`: the web studio, which is a package of its own. */
import type { Command } from "commander";
import { FailedError } from "../errors.js";
import { addExamples } from "../options.js";

export function addStudio(program: Command): void {
  const command = program
    .command("studio")
    .summary("serve the web studio on this computer")
    .description(
      "Serves the web studio. It is the package stiction-studio: an installed one is used, else npx fetches the one of this version.",
    )
    .option("--port <n>", "port to serve on; the next free one if it is taken (5173)")
    .option("--host <name>", "address to listen on; 0.0.0.0 lets other computers in (localhost)")
    .option("--open", "open the page in the browser")
    .action(async (options: { port?: string; host?: string; open?: boolean }) => {
      const { runStudio } = await import("../run-studio.js");
      const args = Object.entries(options).flatMap(([name, value]) =>
        value === true ? [`--${name}`] : [`--${name}`, value],
      );
      const code = await runStudio(args as string[]);
      if (code !== 0) throw new FailedError("the studio did not start; to install it: npm install stiction-studio");
    });
  addExamples(command, ["stiction studio", "stiction studio --port 8080 --open"]);
}
