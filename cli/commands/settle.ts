import type { Command } from "commander";
import { addExamples, addSceneOptions, countFromOne, numberAbove } from "../options.js";
import type { SettleCommandOptions } from "../statics.js";

/** `stiction settle <scene>` */
export function addSettle(program: Command): void {
  const command = program
    .command("settle")
    .argument("<scene>", "scene file, module, or name of a shipped scene")
    .summary("find the static equilibrium of a scene, with the reactions of its joints")
    .description(
      "Move the bodies of a scene to a static equilibrium near their start, and print poses and reactions at rest. Exit code 1 if there is none, with the body that keeps moving.",
    );
  addSceneOptions(command)
    .option("--tolerance <m/s^2>", "largest acceleration that counts as rest", numberAbove(0))
    .option("--iterations <count>", "most iterations of Newton's method", countFromOne)
    .option("--time <seconds>", "longest relaxation of scenes in which bodies can touch", numberAbove(0))
    .option("--json", "one JSON object on stdout, numbers at full precision")
    .action(async (scene: string, options: SettleCommandOptions) => {
      const { settleScene } = await import("../statics.js");
      await settleScene(scene, options);
    });
  addExamples(command, ["stiction settle scene.yaml", "stiction settle scene.yaml --json"]);
}
