import type { Command } from "commander";
import { addExamples, addSceneOptions } from "../options.js";
import type { SceneOptions } from "../scene-settings.js";

/** `stiction info <scene>` */
export function addInfo(program: Command): void {
  const command = program
    .command("info")
    .argument("[scene]", "scene file, module, or name of a shipped scene; without one, the shipped scenes are listed")
    .summary("what a scene holds and what will be used to simulate it")
    .description(
      "Show bodies, joints, degrees of freedom, redundant constraints, sensors, and what will be used to simulate a scene.",
    );
  addSceneOptions(command)
    .option("--json", "one JSON object on stdout, numbers at full precision")
    .action(async (scene: string | undefined, options: SceneOptions & { json?: boolean }) => {
      const { info, listScenes } = await import("../scene-info.js");
      if (scene === undefined) await listScenes(options.json === true);
      else await info(scene, options);
    });
  addExamples(command, ["stiction info", "stiction info pendulum", "stiction info scene.yaml --json"]);
}
