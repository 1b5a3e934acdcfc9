/** The log of a study, as `stiction study` writes it, and the scene of one of its runs. */
import type { UntypedSpec } from "stiction";
import {
  createSpecBuilder,
  designOf,
  type PackedRow,
  type Row,
  readStudy,
  type SceneSource,
  type Study,
  studyReport,
  tableOf,
  unpackRow,
} from "stiction/studies";
import { texts } from "../../texts/study.js";

/** What the first line of a log says of the study. */
interface Head {
  readonly version: string;
  readonly hash: string;
  readonly metrics?: readonly string[];
  readonly package: {
    readonly name: string;
    readonly study: Study;
    readonly scene:
      | { readonly kind: "shipped"; readonly name: string }
      | { readonly kind: "written"; readonly spec: UntypedSpec }
      | { readonly kind: "module" };
  };
}

/** The results of a study. */
export interface Results {
  readonly head: Head;
  readonly study: Study;
  readonly rows: readonly Row[];
}

/** Characters of the checksum and the blank before each line. */
const SEAL = 9;

/** Reads a log, which may still grow: a last line that was cut is left out. */
export function readResults(text: string): Results {
  const lines = text.split("\n");
  // what follows the last line break was cut
  lines.pop();
  const content = (k: number): unknown => {
    try {
      return JSON.parse(lines[k].slice(SEAL));
    } catch {
      throw new Error(texts.notRead(k + 1));
    }
  };
  const head = lines.length > 0 ? (content(0) as Head & { readonly stiction?: string }) : undefined;
  if (head?.stiction !== "study") throw new Error(texts.notStudy);
  const rows = new Map<number, Row>();
  for (let k = 1; k < lines.length; k++) {
    const row = unpackRow(content(k) as PackedRow);
    if (!rows.has(row.row)) rows.set(row.row, row);
  }
  return {
    head,
    study: readStudy(head.package.study),
    rows: [...rows.values()].sort((a, b) => a.row - b.row),
  };
}

/** The page of the study, as `stiction study report` writes it. */
export async function reportOf({ head, study, rows }: Results): Promise<string> {
  const names = head.metrics ?? Object.keys(study.metrics);
  const { html } = studyReport(
    {
      name: head.package.name,
      hash: head.hash,
      program: `Stiction ${head.version}`,
      date: "",
      planned: designOf(study).count,
    },
    await tableOf(study, names, rows),
  );
  return html;
}

/** The scene of a run with its values in it. */
export async function sceneOfRun({ head, study }: Results, number: number): Promise<UntypedSpec> {
  const design = designOf(study);
  if (!(Number.isInteger(number) && number >= 0 && number < design.count))
    throw new Error(texts.noRun(number, design.count));
  const { scene } = head.package;
  if (scene.kind === "module") throw new Error(texts.ofModule);
  const source: SceneSource =
    scene.kind === "written" ? scene : { kind: "built", scene: await shippedScene(scene.name) };
  return createSpecBuilder(source, study).spec(design.run(number));
}

async function shippedScene(name: string) {
  const { sceneByName } = await import("stiction/scenes");
  const scene = sceneByName(name);
  if (scene === undefined) throw new Error(texts.ofModule);
  return scene;
}
