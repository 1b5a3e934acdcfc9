/**
 * `node --conditions=source --import tsx scripts/pictures/models.ts <folder of models>`: imports every model of a folder,
 * takes a picture of each, and writes docs/guide/imported-models.md with what was imported, what was not, and how long it
 * took.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import type { RenderOptions } from "../../cli/commands/render.js";
import { renderScene } from "../../cli/render/render-scene.js";
import { type Imported, importModel } from "../../import/index.js";
import { root } from "../setup.mjs";

const PICTURES = join(root, "docs", "public", "models");
const PAGE = join(root, "docs", "guide", "imported-models.md");

/** Scenes that only put another model of the folder on a floor, and files that models name. */
const LEFT_OUT = [
  /\/scene\.xml$/,
  /model-1_2\.sdf$/,
  /\/(meshes|assets|visual|collision)\//,
  /^obj\/|^stl\/|^ply\//,
  /Embedded|Binary/,
];
/** Of the mesh files, those that a page can show. */
const MESHES = ["stl/trimesh/featuretype.STL", "obj/trimesh/wallhole.obj"];
const ENDING = /\.(urdf|xml|sdf|gltf|glb)$/i;

const disk = {
  read: async (path: string) => (existsSync(path) && statSync(path).isFile() ? readFileSync(path) : undefined),
};

interface Model {
  readonly path: string;
  readonly name: string;
  readonly imported: Imported;
  /** Processor time of the import, s. */
  readonly seconds: number;
  readonly size: number;
}

function modelsIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const models = files.filter((path) => ENDING.test(path) && !LEFT_OUT.some((pattern) => pattern.test(path)));
  return [...models, ...MESHES.filter((path) => files.includes(path))];
}

/** A short name that no other model has. */
function nameOf(path: string): string {
  const folder = basename(dirname(path));
  const [format] = path.split("/");
  const own = folder === "glTF" ? basename(dirname(dirname(path))) : folder;
  return `${format}-${own === "trimesh" ? basename(path).replace(/\.\w+$/, "") : own}`.toLowerCase().replace(/_/g, "-");
}

async function importOne(folder: string, path: string): Promise<Model> {
  const begin = process.cpuUsage();
  const imported = await importModel(join(folder, path), disk);
  const { user, system } = process.cpuUsage(begin);
  return {
    path,
    name: nameOf(path),
    imported,
    seconds: (user + system) / 1e6,
    size: statSync(join(folder, path)).size,
  };
}

async function takePicture({ name, imported }: Model): Promise<void> {
  const folder = join(tmpdir(), "stiction-models", name);
  mkdirSync(folder, { recursive: true });
  const scene = join(folder, "scene.json");
  writeFileSync(scene, JSON.stringify(imported.spec));
  for (const [file, bytes] of imported.files) writeFileSync(join(folder, file), bytes);
  const options: RenderOptions = {
    output: join(PICTURES, `${name}.webp`),
    width: 480,
    height: 320,
    fps: 1,
    speed: 1,
    bitrate: 1,
    from: 0,
    theme: "dark",
    quiet: true,
  };
  await renderScene(scene, options);
}

function entry({ path, name, imported, seconds }: Model): string {
  const { summary, notes, format } = imported;
  const joints = Object.entries(summary.joints).map(([kind, n]) => `${n} ${kind}`);
  const kinds = [
    ["left-out", "Not supported, and left out"],
    ["changed", "Changed"],
  ] as const;
  const told = kinds.flatMap(([kind, heading]) => {
    const counts = new Map<string, number>();
    for (const { text } of notes.filter((note) => note.kind === kind)) counts.set(text, (counts.get(text) ?? 0) + 1);
    if (counts.size === 0) return [];
    const lines = [...counts].map(
      ([text, n]) => `- ${text.replace(/[<>{}]/g, (c) => `\\${c}`)}${n > 1 ? ` (${n} times)` : ""}`,
    );
    return ["", `${heading}:`, "", ...lines];
  });
  return [
    `## ${name}`,
    "",
    `![${name}, as imported](/models/${name}.webp)`,
    "",
    `\`${path}\` (${format}): ${summary.links} links${joints.length > 0 ? `, joints: ${joints.join(", ")}` : ""}. The scene has ${summary.bodies} bodies, ${summary.shapes} shapes and ${summary.visuals} visuals; ${Number(summary.mass.toPrecision(6))} kg move. ${seconds.toFixed(2)} s of processor time.`,
    ...told,
    "",
  ].join("\n");
}

const HEAD = `# Models that were imported

Models that other people made and published, as \`stiction import\` reads them: MuJoCo and its menagerie, Bullet, Gazebo,
Khronos, trimesh, and the excavator ZX120 of PWRI. Pictures show the scene at its beginning; times are of one import in
a process that had imported the models before it. What has no counterpart is listed by the importer with file and line;
here equal lines are counted. The page and its pictures are made by \`scripts/pictures/models.ts\`.

`;

const [folder, ...wanted] = process.argv.slice(2);
mkdirSync(PICTURES, { recursive: true });
const models: Model[] = [];
for (const path of modelsIn(folder)) {
  try {
    models.push(await importOne(folder, path));
  } catch (error) {
    console.error(`${relative(folder, join(folder, path))}: ${(error as Error).message}`);
  }
}
writeFileSync(PAGE, HEAD + models.map(entry).join("\n"));
console.log(`${models.length} models, ${PAGE}`);
for (const model of models) {
  if (wanted.length > 0 ? !wanted.includes(model.name) : existsSync(join(PICTURES, `${model.name}.webp`))) continue;
  try {
    await takePicture(model);
    console.log(`${model.name}: picture`);
  } catch (error) {
    console.error(`${model.name}: ${(error as Error).message}`);
  }
}
