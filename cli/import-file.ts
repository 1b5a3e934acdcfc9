/** Work of `stiction import`. */
import { readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type FileSource, type Imported, importModel } from "../import/index.js";
import type { ImportCommandOptions } from "./commands/import.js";
import { EXIT, FailedError, InputError, systemReason } from "./errors.js";
import { writeOutput } from "./output-file.js";
import { formatBytes, formatCount, formatNumber } from "./text/numbers.js";
import { createStageProgress } from "./text/progress.js";
import { style } from "./text/style.js";
import { formatFields } from "./text/table.js";

/** Notes that are printed before the rest is counted. */
const MAX_NOTES = 30;
/** Larger files are not read, bytes. */
const MAX_BYTES = 2 ** 30;

/** Imports and writes; returns the exit code. */
export async function importFile(argument: string, options: ImportCommandOptions): Promise<number> {
  const path = argument.replaceAll("\\", "/");
  const begin = performance.now();
  if ((await stat(path).catch(() => undefined))?.isFile() !== true)
    throw new InputError(`cannot read ${argument}: not a file`);
  const progress = options.quiet || options.json ? undefined : createStageProgress();
  const { package: packages, ...rest } = options;
  let imported: Imported;
  try {
    imported = await importModel(path, diskSource(), {
      ...rest,
      packages,
      progress: (done, what) => progress?.show(done, what),
    });
  } finally {
    progress?.end();
  }
  const output = options.output ?? `${String(imported.spec.name)}.yaml`;
  if (!options.force && (await stat(output).catch(() => undefined)) !== undefined)
    throw new InputError(`${output} exists already; --force overwrites it`);
  const written = await writeAll(output, imported);
  const seconds = (performance.now() - begin) / 1000;
  if (options.json)
    process.stdout.write(`${JSON.stringify(jsonOf(argument, output, imported, written, seconds), null, 2)}\n`);
  else if (!options.quiet) process.stdout.write(`${summaryLines(output, imported, written, seconds).join("\n")}\n`);
  return EXIT.ok;
}

function diskSource(): FileSource {
  return {
    read: async (path) => {
      const found = await stat(path).catch(() => undefined);
      if (found?.isFile() !== true) return undefined;
      if (found.size > MAX_BYTES)
        throw new FailedError(`${path}: expected a file of at most ${formatBytes(MAX_BYTES)}`);
      return readFile(path).catch((error) => {
        throw new FailedError(`cannot read ${path}: ${systemReason(error)}`);
      });
    },
  };
}

/** Longest text that is read as YAML; JSON may be longer. */
const MAX_YAML = 8 * 1024 * 1024;

async function writeAll(output: string, { yaml, spec, files }: Imported): Promise<readonly string[]> {
  const json = /\.json$/i.test(output);
  if (!json && yaml.length > MAX_YAML)
    throw new InputError(
      `${output}: the scene is longer than the ${formatBytes(MAX_YAML)} that are read as YAML; write it as JSON (-o ${output.replace(/\.ya?ml$/i, "")}.json), or let meshes collide as their hulls (--convex hull)`,
    );
  await writeOutput(output, json ? `${JSON.stringify(spec)}\n` : yaml);
  const written = [output];
  for (const [name, bytes] of files) {
    const path = join(dirname(output), name);
    await writeOutput(path, bytes);
    written.push(path);
  }
  return written;
}

function jsonOf(file: string, scene: string, imported: Imported, written: readonly string[], seconds: number) {
  const { format, summary, notes } = imported;
  return { file, format, scene, written, seconds, ...summary, notes };
}

const HEADINGS = { "left-out": "not supported, and left out", changed: "changed", mended: "mended" } as const;

function summaryLines(
  output: string,
  { format, summary, notes }: Imported,
  written: readonly string[],
  seconds: number,
): string[] {
  const { bold, dim, yellow } = style(process.stdout);
  const joints = Object.entries(summary.joints).map(([kind, n]) => `${formatCount(n)} ${kind}`);
  const { mesh } = summary;
  return [
    bold(output),
    ...formatFields(
      [
        [
          "read",
          `${format}: ${formatCount(summary.links)} links${joints.length > 0 ? `, joints: ${joints.join(", ")}` : ""}`,
        ],
        [
          "scene",
          `${formatCount(summary.bodies)} bodies, ${formatCount(summary.shapes)} shapes, ${formatCount(summary.visuals)} visuals, ${formatNumber(summary.mass)} kg`,
        ],
        ...(mesh === undefined
          ? []
          : [
              [
                "mesh",
                `${formatCount(mesh.triangles)} triangles, ${formatCount(mesh.points)} points, ${mesh.closed ? "closed" : "open"}, ${formatNumber(mesh.volume)} m³`,
              ] as [string, string],
            ]),
        ["written", written.join(", ")],
        ["time", `${formatNumber(Number(seconds.toFixed(2)))} s`],
      ],
      2,
      dim,
    ),
    ...(Object.keys(HEADINGS) as (keyof typeof HEADINGS)[]).flatMap((kind) => {
      const own = notes.filter((note) => note.kind === kind);
      if (own.length === 0) return [];
      const shown = own
        .slice(0, MAX_NOTES)
        .map(({ file, line, text }) => `    ${file}${line > 0 ? `:${line}` : ""} ${text}`);
      const more = own.length > MAX_NOTES ? [dim(`    … and ${own.length - MAX_NOTES} more (--json lists all)`)] : [];
      return [yellow(`  ${HEADINGS[kind]}: ${own.length}`), ...shown, ...more];
    }),
  ];
}
