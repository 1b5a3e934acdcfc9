/** `stiction bench compare <ref>` and `bench against <engines>`: two programs in turn, from one settled state. */
import type { Command } from "commander";
import type { Duel } from "../bench/interleave.js";
import { InputError } from "./errors.js";
import { addExamples, countFromOne } from "./options.js";
import { formatNumber } from "./text/numbers.js";
import { print, printJson } from "./text/print.js";
import { style } from "./text/style.js";
import { formatTable } from "./text/table.js";

interface DuelCommandOptions {
  readonly engine: string;
  readonly steps: number;
  readonly json?: boolean;
}

/** A line of the table. */
interface Row {
  readonly scene: string;
  readonly other: string;
  readonly duel?: Duel;
  readonly error?: string;
}

/** Scenes that show each part of a step. */
const DEFAULT_SCENES = "pyramid,pile,pile2,hulls,ragdolls,bridge,planar-pyramid,planar-pile,free-bodies,mesh-rings";

/** Flags of Node: as in `run.ts`, WebAssembly is optimised before the first step. */
const FLAGS = ["--no-liftoff", "--no-wasm-tier-up", "--no-wasm-lazy-compilation", "--expose-gc"];

const HOW =
  "in two processes whose blocks of steps alternate, from one settled state. The ratio is the time of the first over that of the second: the median over pairs of blocks, with the range of the middle 80 %.";

/** Adds the two subcommands. */
export function addDuels(bench: Command): void {
  const duelCommand = (name: string, argument: string, help: string, summary: string, description: string) =>
    bench
      .command(name)
      .summary(summary)
      .description(`${description}, ${HOW}`)
      .argument(argument, help)
      .argument("[scenes]", "names separated by commas", DEFAULT_SCENES)
      .option("--engine <name>", "stiction or stiction-precise", "stiction")
      .option("--steps <n>", "timed steps of each", countFromOne, 120)
      .option("--json", "print rows with full precision");
  const compare = duelCommand(
    "compare",
    "<ref>",
    "commit, branch or tag",
    "compare the sources as they are with a commit",
    "For a checkout of the repository: runs scenes with the library as it is and as it was at a commit",
  ).action((ref: string, scenes: string, options: DuelCommandOptions) => compareVersions(ref, scenes, options));
  addExamples(compare, [
    "stiction bench compare main",
    "stiction bench compare v1.2 pile,hulls --engine stiction-precise",
  ]);
  const against = duelCommand(
    "against",
    "<engines>",
    "other engines, separated by commas",
    "compare with other engines in turn",
    "Runs scenes here and in each of the other engines",
  ).action((engines: string, scenes: string, options: DuelCommandOptions) => compareEngines(engines, scenes, options));
  addExamples(against, ["stiction bench against rapier,jolt pyramid,pile"]);
}

async function compareVersions(ref: string, scenes: string, options: DuelCommandOptions): Promise<void> {
  const { duelOfVersions, versionAt } = await import("../bench/versions.js");
  const names = await scenesOf(scenes);
  const root = new URL("..", import.meta.url).pathname;
  let then: Awaited<ReturnType<typeof versionAt>>;
  try {
    then = await versionAt(root, ref);
  } catch (error) {
    throw new InputError(`${ref}: ${(error as Error).message.trim().split("\n").pop()}`);
  }
  const now = await versionAt(root, null);
  const rows: Row[] = [];
  for (const scene of names) {
    note(scene, options);
    const { engine, steps } = options;
    rows.push({ scene, other: then.name, duel: await duelOfVersions(now, then, { scene, engine, steps }) });
  }
  await printRows(rows, options);
}

async function compareEngines(engines: string, scenes: string, options: DuelCommandOptions): Promise<void> {
  const { duel, DuelError } = await import("../bench/interleave.js");
  const { settle } = await import("../bench/settled.js");
  const { onlySceneOf } = await import("../bench/block-worker.js");
  const known = (await import("../bench/engines/index.js")).engines.map(({ name }) => name);
  const others = engines.split(",");
  const unknown = others.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new InputError(`no engine named "${unknown}"; known: ${known.join(", ")}`);
  const rows: Row[] = [];
  for (const scene of await scenesOf(scenes)) {
    const found = onlySceneOf(scene);
    const states = found === undefined ? null : settle(found);
    for (const other of others) {
      note(`${scene}: ${other}`, options);
      const side = (engine: string) => ({ entry: process.argv[1], arguments: ["bench-blocks"], engine });
      try {
        const sides = [side(options.engine), side(other)] as const;
        rows.push({ scene, other, duel: await duel(sides, { scene, states, steps: options.steps, flags: FLAGS }) });
      } catch (error) {
        if (!(error instanceof DuelError)) throw error;
        rows.push({ scene, other, error: error.message });
      }
    }
  }
  await printRows(rows, options);
}

async function scenesOf(list: string): Promise<string[]> {
  const { onlySceneOf } = await import("../bench/block-worker.js");
  const names = list.split(",");
  const unknown = names.find((name) => onlySceneOf(name) === undefined);
  if (unknown !== undefined) throw new InputError(`no scene "${unknown}" to compare; see stiction bench --list`);
  return names;
}

function note(what: string, { json }: DuelCommandOptions): void {
  if (process.stderr.isTTY && !json) process.stderr.write(`\r\u001b[K${style(process.stderr).dim(`${what} …`)}`);
}

async function printRows(rows: readonly Row[], { engine, json }: DuelCommandOptions): Promise<void> {
  note("", { engine, steps: 0, json: json ?? false });
  if (json) {
    await printJson({ engine, rows });
    return;
  }
  const figure = (x: number | undefined) => (x === undefined ? "–" : formatNumber(Number(x.toPrecision(3))));
  const done = rows.flatMap((row) => (row.duel === undefined ? [] : [{ ...row, duel: row.duel }]));
  const keys = [...new Set(done.flatMap(({ duel }) => Object.keys(duel.sides[0].figures)))];
  const right = [
    "ms",
    "theirs",
    "ratio",
    "middle 80 %",
    "kB/body",
    "theirs",
    ...keys.flatMap((key) => [key, "theirs"]),
  ];
  const columns = [
    { title: "scene" },
    { title: "against" },
    ...right.map((title) => ({ title, align: "right" as const })),
  ];
  const cells = done.map(({ scene, other, duel: { ms, ratio, low, high, sides } }) => [
    scene,
    other,
    figure(ms[0]),
    figure(ms[1]),
    ratio.toFixed(3),
    `${low.toFixed(2)}–${high.toFixed(2)}`,
    ...sides.map(({ bytesPerBody }) => figure(bytesPerBody / 1000)),
    ...keys.flatMap((key) => sides.map(({ figures }) => figure(figures[key]))),
  ]);
  const { bold, dim } = style(process.stdout);
  for (const line of formatTable(columns, cells, { titleStyle: bold })) print(line);
  for (const { scene, other, error } of rows) if (error !== undefined) print(dim(`${scene}, ${other}: ${error}`));
}
