/**
 * .csv: the sensors as a table that any program opens [Shafranovich2005], full precision, nothing else in it. What a
 * table cannot hold — the scene, events, step count and hash — stands in a file beside it, `run.csv.json`. Values that
 * are not finite are written NaN, Infinity and -Infinity.
 */
import { exactJson } from "../exact-json.js";
import { type RecordingDraft, readEvent, readFooter, readHeader, startDraft } from "./read-parts.js";
import type { RecordingEncoder, RecordingSink } from "./recorder.js";
import { type RecordedEvent, RecordingError, type RecordingHeader } from "./recording.js";
import { createTextSink } from "./text-sink.js";

/** Added to the name of the .csv file. */
export const CSV_COMPANION = ".json";

export function createCsvEncoder(sink: RecordingSink): RecordingEncoder {
  const text = createTextSink(sink);
  const events: RecordedEvent[] = [];
  let head: RecordingHeader | undefined;
  return {
    async start(header) {
      head = header;
      const titles = header.columns.map(({ name, unit }) =>
        quote(unit === "" || unit === "1" ? name : `${name} [${unit}]`),
      );
      text.add(`${["time [s]", ...titles].join(",")}\r\n`);
    },
    sensors(_step, time, values) {
      let line = csvNumber(time);
      for (let k = 0; k < values.length; k++) line += `,${csvNumber(values[k])}`;
      text.add(`${line}\r\n`);
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
      const beside = `${exactJson({ ...head, footer, events }, 2)}\n`;
      await sink.writeBeside?.(CSV_COMPANION, new TextEncoder().encode(beside));
    },
  };
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
  const companion = `${name}${CSV_COMPANION}`;
  if (beside === undefined)
    throw new RecordingError(name, `the scene of this recording is expected beside it, in ${companion}`);
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(new TextDecoder().decode(beside)) as Record<string, unknown>;
  } catch {
    throw new RecordingError(companion, "expected a JSON object");
  }
  const draft = startDraft(readHeader(entry ?? {}, companion));
  draft.footer = readFooter((entry.footer ?? {}) as Record<string, unknown>, companion);
  for (const event of Array.isArray(entry.events) ? entry.events : []) {
    draft.events.push(readEvent((event ?? {}) as Record<string, unknown>, companion));
  }
  const { every, columns } = draft.header;
  const lines = new TextDecoder().decode(bytes).split(/\r?\n/);
  lines.slice(1).forEach((line, i) => {
    if (line === "") return;
    const where = `${name}:${i + 2}`;
    const fields = line.split(",");
    if (fields.length !== columns.length + 1) {
      throw new RecordingError(where, `expected ${columns.length + 1} fields, got ${fields.length}`);
    }
    const step = Math.min(draft.steps.length * every, draft.footer!.steps);
    draft.addSensors(step, csvValue(fields[0], where), (k) => csvValue(fields[k + 1], where));
  });
  return draft;
}

function csvValue(field: string, where: string): number {
  const value = Number(field);
  if (field.trim() === "" || (Number.isNaN(value) && field !== "NaN")) {
    throw new RecordingError(where, `expected a number, got ${JSON.stringify(field.slice(0, 40))}`);
  }
  return value;
}
