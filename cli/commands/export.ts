import { type Command, Option } from "commander";
import { addExamples, addSceneOptions, countFromOne } from "../options.js";
import type { SceneOptions } from "../scene-settings.js";

export interface ExportOptions extends SceneOptions {
  readonly format: "paraview" | "glb" | "parquet" | "hdf5" | "mjcf" | "urdf";
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
    .summary("write a scene or its run for another program")
    .description(
      "Write a scene or its run for another program. paraview: a folder with a .pvd collection of .vtp files with the shapes and, where contact is volumetric, colliding, clipped and inner triangles, contours, volumes, normals, forces, and the pressure over footprints. glb: a binary glTF file with the bodies and their motion. parquet: the sensors as a table. hdf5: poses and velocities of bodies, and sensors. mjcf, urdf: the scene itself, as far as it can be expressed; the rest is listed.",
    );
  addSceneOptions(command)
    .requiredOption("--out <path>", "file to write; of paraview, a folder, created if it does not exist")
    .addOption(
      new Option("--format <name>", "program to write for")
        .choices(["paraview", "glb", "parquet", "hdf5", "mjcf", "urdf"])
        .default("paraview"),
    )
    .option("--every <n>", "write every n-th step (default: 50 states per simulated second)", countFromOne)
    .option("--ascii", "numbers as text instead of base64: longer, but readable")
    .option("--json", "one JSON object on stdout")
    .option("--quiet", "no progress and no summary")
    .action(async (scene: string, options: ExportOptions) => {
      if (options.format === "paraview") {
        const { exportScene } = await import("../export-scene.js");
        process.exitCode = await exportScene(scene, options);
      } else {
        const { exportFile } = await import("../export-file.js");
        process.exitCode = await exportFile(scene, options);
      }
    });
  addExamples(command, [
    "stiction export footprint-disk --out disk",
    "stiction export ragdoll --format glb --duration 2 --out ragdoll.glb",
    "stiction export ragdoll --format hdf5 --every 10 --out ragdoll.h5",
    "stiction export ragdoll --format mjcf --out ragdoll.xml",
    "stiction export footprint-block --param angle=20 --duration 1 --every 10 --out block",
  ]);
}
