import type { Command } from "commander";
import { addExamples, addSceneOptions } from "../options.js";
import type { SceneOptions } from "../scene-settings.js";

/** `stiction info <scene>` */
export function addInfo(program: Command): void {
  const command = program
    .command("info")
    .argument("[scene]", "scene file, module, or name of a shipped scene; without one, the shipped scenes are listed")
    .summary("show the contents of a scene and how it will be simulated")
    .description(
      "Show bodies, joints, degrees of freedom, redundant constraints and sensors of a scene, and the formulation, step and memory of its simulation.",
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
