import { type Command, InvalidArgumentError, Option } from "commander";
import { addExamples, countFromZero } from "../options.js";

export interface ImportCommandOptions {
  readonly output?: string;
  readonly force?: boolean;
  readonly convex: "hull" | "none";
  readonly fixed: "merge" | "keep";
  readonly base: "auto" | "fixed" | "free";
  readonly unit?: number;
  readonly up?: "x" | "y" | "z";
  readonly density?: number;
  readonly holes?: number;
  readonly package: Record<string, string>;
  readonly ground?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** m per unit by the names of units. */
const UNITS: Readonly<Record<string, number>> = { m: 1, cm: 0.01, mm: 0.001, in: 0.0254, ft: 0.3048 };

function unit(text: string): number {
  const value = UNITS[text] ?? Number(text);
  if (!(value > 0)) throw new InvalidArgumentError(`expected ${Object.keys(UNITS).join(", ")} or metres per unit`);
  return value;
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError("expected a number > 0");
  return value;
}

function folder(text: string, known: Record<string, string>): Record<string, string> {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("expected name=folder");
  return { ...known, [text.slice(0, at)]: text.slice(at + 1) };
}

/** `stiction import <file>` */
export function addImport(program: Command): void {
  const command = program
    .command("import")
    .argument("<file>", "URDF, MJCF or SDFormat model, or a mesh (.stl, .obj, .ply, .poly, .glb, .gltf, .dae, .msh)")
    .summary("write a model of another program as a scene")
    .description(
      "Write a model of another program as a scene: bodies with mass and inertia, joints, shapes that collide, and visuals with their materials, whose meshes go to a .glb file beside the scene. What has no counterpart is listed with its line.",
    )
    .option("-o, --output <scene.yaml>", "scene to write (default: the name of the model, in this folder)")
    .option("--force", "overwrite a scene of that name")
    .addOption(
      new Option("--convex <what>", "what collides for a mesh: its convex hull, or the mesh itself (none)")
        .choices(["hull", "none"])
        .default("hull"),
    )
    .addOption(
      new Option("--fixed <how>", "links behind a fixed joint: one body, or a joint between two")
        .choices(["merge", "keep"])
        .default("merge"),
    )
    .addOption(
      new Option("--base <how>", "the first link stands still or moves; auto: still where it has no mass")
        .choices(["auto", "fixed", "free"])
        .default("auto"),
    )
    .option("--unit <unit>", "unit of a mesh: m, cm, mm, in, ft, or metres per unit", unit)
    .addOption(new Option("--up <axis>", "axis of a mesh that becomes z").choices(["x", "y", "z"]))
    .option("--density <kg/m3>", "density of a mesh, and of links without mass (default: 1000)", positive)
    .option("--holes <edges>", "close holes of a mesh with at most this many edges (default: 16)", countFromZero)
    .option("--package <name=folder>", "where a package of package:// or model:// lies; may be repeated", folder, {})
    .option("--ground", "add a static plane below the model")
    .option("--json", "one JSON object on stdout")
    .option("--quiet", "no progress and no summary")
    .action(async (file: string, options: ImportCommandOptions) => {
      const { importFile } = await import("../import-file.js");
      process.exitCode = await importFile(file, options);
    });
  addExamples(command, [
    "stiction import robot.urdf -o robot.yaml",
    "stiction import part.stl --unit mm --density 7850",
  ]);
}
