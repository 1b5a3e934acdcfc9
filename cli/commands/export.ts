import { type Command, Option } from "commander";
import { addExamples, addSceneOptions, countFromOne } from "../options.js";
import type { SceneOptions } from "../scene-settings.js";

export interface ExportOptions extends SceneOptions {
  readonly format: "paraview";
  readonly out: string;
  readonly every?: number;
  readonly ascii?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** `stiction export <scene>` */
export function addExport(program: Command): void {
  const command = program
    .command("export")
    .argument("<scene>", "scene file (.yaml, .json), module (.ts, .mjs), or the name of a shipped scene")
    .summary("simulate a scene and write its states for ParaView")
    .description(
      "Simulate a scene and write states for ParaView: a .pvd collection of .vtp files with the shapes and, where contact is volumetric, colliding, clipped and inner triangles, contours, volumes, normals, forces, and the pressure over footprints.",
    );
  addSceneOptions(command)
    .requiredOption("--out <folder>", "folder for the files; created if it does not exist")
    .addOption(new Option("--format <name>", "program to write for").choices(["paraview"]).default("paraview"))
    .option("--every <n>", "write every n-th step (default: 50 states per simulated second)", countFromOne)
    .option("--ascii", "numbers as text instead of base64: longer, but readable")
    .option("--json", "one JSON object on stdout")
    .option("--quiet", "no progress and no summary")
    .action(async (scene: string, options: ExportOptions) => {
      const { exportScene } = await import("../export-scene.js");
      process.exitCode = await exportScene(scene, options);
    });
  addExamples(command, [
    "stiction export footprint-disk --out disk",
    "stiction export footprint-block --param angle=20 --duration 1 --every 10 --out block",
  ]);
}
