/**
 * .csv: the sensors as a table that any program opens [Shafranovich2005], full precision, nothing else in it. What a
 * table cannot hold — the scene, events, step count, hash and checksums — stands in a file beside it, `run.csv.json`.
 * Values that are not finite are written NaN, Infinity and -Infinity.
 */
import { checkText } from "../../model/arguments.js";
import { exactJson } from "../exact-json.js";
import { brokenSeal, createLineSeal, damagedLines, linesOf, sealJson } from "../sealed-lines.js";
import { NO_CHECKSUMS, type RecordingDraft, readEvent, readFooter, readHeader, startDraft } from "./read-parts.js";
import type { RecordingEncoder, RecordingSink } from "./recorder.js";
import { RECORDING_FORMAT, type RecordedEvent, RecordingError, type RecordingHeader } from "./recording.js";
import { createTextSink } from "./text-sink.js";

/** Added to the name of the .csv file. */
export const CSV_COMPANION = ".json";

/** The file beside a .csv recording, also of one that was being written when its program ended: `run.csv.part`. */
export function csvCompanionOf(name: string): string {
  checkText("name of a recording", name);
  return name.replace(/(\.part)?$/, `${CSV_COMPANION}$1`);
}

export function createCsvEncoder(sink: RecordingSink): RecordingEncoder {
  const text = createTextSink(sink);
  const events: RecordedEvent[] = [];
  const utf8 = new TextEncoder();
  const seal = createLineSeal();
  let head: RecordingHeader | undefined;
  const addLine = (line: string) => {
    seal.add(line);
    text.add(`${line}\r\n`);
  };
  return {
    async start(header) {
      head = header;
      addLine(titleLine(header));
      // without an end yet, so that a recording that is cut off has its scene
      await sink.writeBeside?.(CSV_COMPANION, utf8.encode(sealJson(exactJson(header, 2))));
    },
    sensors(_step, time, values) {
      let line = csvNumber(time);
      for (let k = 0; k < values.length; k++) line += `,${csvNumber(values[k])}`;
      addLine(line);
    },
    poses() {
      // sensors only
    },
    event(_time, event) {
      events.push(event);
    },
    waiting: text.waiting,
    flush: text.flush,
    async finish(footer) {
      await text.flush();
      const table = { lines: seal.lines, checksums: seal.done() };
      const beside = sealJson(exactJson({ ...head, footer, events, table }, 2));
      await sink.writeBeside?.(CSV_COMPANION, utf8.encode(beside));
    },
  };
}

function titleLine({ columns }: RecordingHeader): string {
  const titles = columns.map(({ name, unit }) => quote(unit === "" || unit === "1" ? name : `${name} [${unit}]`));
  // a name with a line break would take two lines, and lines are counted
  return ["time [s]", ...titles].join(",").replaceAll(/[\r\n]+/g, " ");
}

function csvNumber(x: number): string {
  return Object.is(x, -0) ? "-0" : String(x);
}

/** A field with commas, quotes or line breaks in it stands in quotes, and its own quotes are doubled. */
function quote(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** Reads a .csv recording with the file beside it. */
export function readCsv(bytes: Uint8Array, name: string, beside: Uint8Array | undefined): RecordingDraft {
  const companion = csvCompanionOf(name);
  if (beside === undefined)
    throw new RecordingError(name, `the scene of this recording is expected beside it, in ${companion}`);
  const entry = readCompanion(beside, companion);
  const draft = startDraft(readHeader(entry, companion));
  const { every, columns, formatVersion } = draft.header;
  const complete = entry.footer !== undefined || formatVersion < 2;
  if (complete) draft.footer = readFooter((entry.footer ?? {}) as Record<string, unknown>, companion, formatVersion);
  for (const event of Array.isArray(entry.events) ? entry.events : []) {
    draft.events.push(readEvent((event ?? {}) as Record<string, unknown>, companion));
  }
  const lines = linesOf(new TextDecoder().decode(bytes));
  if (complete && formatVersion >= 2) checkTable(lines, entry.table, name);
  if (formatVersion < 2) draft.notices.push(NO_CHECKSUMS);
  if (lines[0] !== titleLine(draft.header))
    throw new RecordingError(`${name}:1`, "expected the names of the sensors as the titles of the columns");
  lines.slice(1).forEach((line, i) => {
    const where = `${name}:${i + 2}`;
    // the last line of a recording that was cut off may end anywhere, also within a number
    if (!complete && i === lines.length - 2) return;
    if (line === "" && !complete) return;
    const fields = line.split(",");
    if (fields.length !== columns.length + 1) {
      throw new RecordingError(where, `expected ${columns.length + 1} fields, got ${fields.length}`);
    }
    const step = Math.min(draft.steps.length * every, draft.footer?.steps ?? Number.POSITIVE_INFINITY);
    draft.addSensors(step, csvValue(fields[0], where), where, (k) => csvValue(fields[k + 1], where));
  });
  if (!complete) draft.notices.push(`was cut off in line ${lines.length}`);
  return draft;
}

/** The file beside the table; of version 2 on its checksums are compared. */
function readCompanion(bytes: Uint8Array, companion: string): Record<string, unknown> {
  const text = new TextDecoder().decode(bytes);
  let entry: unknown;
  try {
    entry = JSON.parse(text);
  } catch {
    throw new RecordingError(companion, "expected a JSON object; it is cut or damaged");
  }
  if (typeof entry !== "object" || entry === null || Array.isArray(entry))
    throw new RecordingError(companion, "expected a JSON object");
  const object = entry as Record<string, unknown>;
  if (object.formatVersion !== 1 || object.checksums !== undefined) {
    const broken = object.format === RECORDING_FORMAT ? brokenSeal(text) : undefined;
    if (broken !== undefined) throw new RecordingError(companion, `is damaged: ${broken}`);
  }
  return object;
}

/** Compares the table with the number of lines and the checksums that stand beside it. */
function checkTable(lines: readonly string[], table: unknown, name: string): void {
  const { lines: count, checksums } = (table ?? {}) as Record<string, unknown>;
  if (typeof count !== "number" || !Array.isArray(checksums))
    throw new RecordingError(csvCompanionOf(name), "expected number of lines and checksums of the table");
  if (lines.length < count)
    throw new RecordingError(`${name}:${Math.max(1, lines.length)}`, `ends here; expected ${count} lines`);
  if (lines.length > count) throw new RecordingError(`${name}:${count + 1}`, `expected the end after ${count} lines`);
  const damaged = damagedLines(lines, checksums);
  if (damaged !== undefined) throw new RecordingError(name, `is damaged: ${damaged} do not agree with their checksum`);
}

function csvValue(field: string, where: string): number {
  const value = Number(field);
  if (field.trim() === "" || (Number.isNaN(value) && field !== "NaN")) {
    throw new RecordingError(where, `expected a number, got ${JSON.stringify(field.slice(0, 40))}`);
  }
  return value;
}
