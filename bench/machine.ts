import { appendFileSync, existsSync, mkdirSync } from "node:fs";
import { cpus } from "node:os";
import { dirname } from "node:path";
import type { BenchRow } from "./run.js";

/** Machine data, without which a timing is worthless. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly node: string;
  readonly platform: string;
}

export function thisMachine(): Machine {
  const list = cpus();
  return {
    cpu: (list[0]?.model ?? "unknown CPU").replace(/\s+/g, " ").trim(),
    cores: list.length,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  };
}

export function machineLine({ cpu, cores, node, platform }: Machine): string {
  return `${cpu}, ${cores} cores, ${platform}, Node ${node}`;
}

/** Name of the file with the results of a machine: `amd-epyc-2-linux-x64.csv`. */
export function machineSlug({ cpu, cores, platform }: Machine): string {
  return `${cpu} ${cores} ${platform}`
    .toLowerCase()
    .replace(/\((r|tm)\)/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

const COLUMNS = [
  "date",
  "node",
  "scene",
  "engine",
  "version",
  "steps",
  "cpuMsMean",
  "cpuMsP99",
  "ratio",
  "figures",
  "hash",
];

/** Appends results as CSV; a new file gets a header. */
export function saveResults(file: string, rows: readonly BenchRow[], machine: Machine, date: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const cell = (value: unknown) => {
    const text = value === null || value === undefined ? "" : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = rows
    .filter((row) => row.error === undefined)
    .map((row) =>
      [
        date,
        machine.node,
        row.scene,
        row.engine,
        row.version,
        row.steps,
        row.cpuMsMean,
        row.cpuMsP99,
        row.ratio,
        JSON.stringify(row.figures),
        row.hash,
      ]
        .map(cell)
        .join(","),
    );
  const header = existsSync(file) ? [] : [COLUMNS.join(",")];
  appendFileSync(file, `${[...header, ...lines].join("\n")}\n`);
}
