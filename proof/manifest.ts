/** Every numbered acceptance row of the theses, and the experiments that cover it. */
import type { Experiment, Source } from "./experiment.js";
import { gribel } from "./manifest/gribel.js";
import { luaces, luacesFacts } from "./manifest/luaces.js";
import { moisio } from "./manifest/moisio.js";
import { vilela } from "./manifest/vilela.js";
import { williams } from "./manifest/williams.js";

/** A numbered acceptance row. */
export interface ManifestRow {
  readonly source: Source;
  /** Number: "V07", "T-09". */
  readonly number: string;
  readonly title: string;
  /** A figure that the source prints, tested by another row, rather than an experiment. */
  readonly fact: boolean;
}

const table = (source: Source, rows: readonly (readonly [string, string])[], fact = false): ManifestRow[] =>
  rows.map(([number, title]) => ({ source, number, title, fact }));

export const manifest: readonly ManifestRow[] = [
  ...table("gribel", gribel),
  ...table("luaces", luaces),
  ...table("luaces", luacesFacts, true),
  ...table("williams", williams),
  ...table("moisio", moisio),
  ...table("vilela", vilela),
];

/** The id that an experiment for the row has: `gribel.v07`, `vilela.t-09`. */
export function manifestId({ source, number }: Pick<ManifestRow, "source" | "number">): string {
  return `${source}.${number.toLowerCase()}`;
}

/** A row without an experiment, or with one that realises a part of it. */
export interface Gap {
  readonly row: ManifestRow;
  /** What is still missing when there is an experiment; undefined when there is none. */
  readonly partial?: string;
}

/** Rows of the manifest that the given experiments do not realise, or not wholly. */
export function missingRows(experiments: readonly Experiment[]): Gap[] {
  return manifest.flatMap((row): Gap[] => {
    const id = manifestId(row);
    const realised = experiments.filter((e) => e.id === id || e.id.startsWith(`${id}.`));
    if (realised.length === 0) return [{ row }];
    const partial = realised.every((e) => e.partial !== undefined) ? realised[0].partial : undefined;
    return partial === undefined ? [] : [{ row, partial }];
  });
}
