/** The table of a study as Parquet and CSV, in the order of its runs, in constant memory. */
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { exactJson } from "stiction/io";
import { type Design, factorName, type Row } from "stiction/studies";
import { FailedError, systemReason } from "../errors.js";
import { openOutput } from "../output-file.js";
import type { StudyPackage } from "./study-package.js";

/** Rows that are held at once. */
const GROUP = 10_000;

interface Column {
  readonly name: string;
  readonly type: "DOUBLE" | "INT32" | "STRING";
  readonly unit: string;
  of(row: Row): unknown;
}

/** The columns of the results: number, factors, repetition and seed, outcome, metrics. */
export function columnsOf({ study }: StudyPackage, design: Design, metricNames: readonly string[]): Column[] {
  const numeric = study.factors.map(
    ({ values }, i) => values === undefined || values.every((value) => typeof value === "number") || design.sampled[i],
  );
  const text = (value: unknown) => (typeof value === "string" ? value : exactJson(value));
  return [
    { name: "row", type: "INT32", unit: "", of: (row) => row.row },
    ...study.factors.map(
      (factor, i): Column => ({
        name: factorName(factor),
        type: numeric[i] ? "DOUBLE" : "STRING",
        unit: factor.unit,
        of: (row) => (numeric[i] ? row.values[i] : text(row.values[i])),
      }),
    ),
    { name: "repetition", type: "INT32", unit: "", of: (row) => row.repetition },
    { name: "seed", type: "DOUBLE", unit: "", of: (row) => row.seed },
    { name: "state", type: "STRING", unit: "", of: (row) => row.state },
    { name: "message", type: "STRING", unit: "", of: (row) => row.message },
    { name: "steps", type: "INT32", unit: "", of: (row) => row.steps },
    { name: "time", type: "DOUBLE", unit: "s", of: (row) => row.time },
    { name: "status", type: "STRING", unit: "", of: (row) => row.status },
    { name: "wall", type: "DOUBLE", unit: "s", of: (row) => row.wall },
    { name: "hash", type: "STRING", unit: "", of: (row) => row.hash },
    ...metricNames.map(
      (name, k): Column => ({
        name,
        type: "DOUBLE",
        unit: study.metrics[name]?.unit ?? "",
        of: (row) => row.metrics[k] ?? null,
      }),
    ),
  ];
}

/** Writes results.parquet and results.csv; returns their paths. */
export async function writeResults(
  folder: string,
  packed: StudyPackage,
  columns: readonly Column[],
  rows: AsyncIterable<Row>,
): Promise<{ readonly parquet: string; readonly csv: string }> {
  const parquet = join(folder, "results.parquet");
  const csv = join(folder, "results.csv");
  const { fileWriter, ParquetWriter, schemaFromColumnData } = await import("hyparquet-writer");
  const text = await openOutput(csv);
  const utf8 = new TextEncoder();
  try {
    const draft = `${parquet}.part`;
    const sources = (group: readonly Row[]) =>
      columns.map(({ name, type, of }) => ({ name, type, data: group.map(of), nullable: true }));
    const writer = new ParquetWriter({
      writer: fileWriter(draft),
      schema: schemaFromColumnData({ columnData: sources([]) }),
      kvMetadata: [
        { key: "stiction.study", value: exactJson(packed) },
        { key: "stiction.version", value: packed.version },
        ...columns.filter(({ unit }) => unit !== "").map(({ name, unit }) => ({ key: `unit:${name}`, value: unit })),
      ],
    });
    await text.write(utf8.encode(`${columns.map(({ name, unit }) => cell(withUnit(name, unit))).join(",")}\n`));
    const put = async (group: readonly Row[]) => {
      await writer.write({ columnData: sources(group) });
      await text.write(
        utf8.encode(group.map((row) => `${columns.map(({ of }) => cell(of(row))).join(",")}\n`).join("")),
      );
    };
    let group: Row[] = [];
    for await (const row of rows) {
      group.push(row);
      if (group.length < GROUP) continue;
      await put(group);
      group = [];
    }
    if (group.length > 0) await put(group);
    await writer.finish();
    await rename(draft, parquet);
    await text.commit();
    return { parquet, csv };
  } catch (error) {
    await text.discard();
    if (error instanceof FailedError) throw error;
    throw new FailedError(`cannot write ${parquet}: ${systemReason(error)}`, { cause: error });
  }
}

const withUnit = (name: string, unit: string) => (unit === "" || unit === "1" ? name : `${name} [${unit}]`);

/** A cell of CSV (RFC 4180); nothing is an empty cell. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
