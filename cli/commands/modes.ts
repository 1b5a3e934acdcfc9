import type { Command } from "commander";
import { addExamples, addSceneOptions, countFromOne } from "../options.js";
import type { ModesCommandOptions } from "../statics.js";

/** `stiction modes <scene>` */
export function addModes(program: Command): void {
  const command = program
    .command("modes")
    .argument("<scene>", "scene file, module, or name of a shipped scene")
    .summary("natural frequencies, damping ratios and mode shapes of a scene")
    .description(
      "Linearise a scene about its static equilibrium, or about its start, and print natural frequencies, damping ratios and the bodies that move most in each mode.",
    );
  addSceneOptions(command)
    .option("--at-start", "linearise about the start as placed, without looking for the equilibrium")
    .option("--count <modes>", "print so many modes, the slowest first (default: 20; --json prints all)", countFromOne)
    .option("--json", "one JSON object on stdout, numbers at full precision, with all shapes")
    .action(async (scene: string, options: ModesCommandOptions) => {
      const { modesOfScene } = await import("../statics.js");
      await modesOfScene(scene, options);
    });
  addExamples(command, ["stiction modes scene.yaml", "stiction modes scene.yaml --at-start --json"]);
}
