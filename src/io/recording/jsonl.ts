/**
 * .jsonl: one JSON object per line — a header with the scene, then `sensors`, `poses` and `event` lines as they come,
 * and a footer with step count, hash and counts. Numbers are exact, see `exactJson`. The last key of every line,
 * `check`, is the checksum of the bytes before it, with the previous line's as seed: a changed, missing or swapped line
 * does not agree.
 */
import { checksum, checksumText } from "../../data/checksum.js";
import { exactJson, exactNumberText } from "../exact-json.js";
import {
  NO_CHECKSUMS,
  type RecordingDraft,
  readEvent,
  readFooter,
  readHeader,
  readNumber,
  startDraft,
} from "./read-parts.js";
import type { RecordingEncoder, RecordingSink } from "./recorder.js";
import { RecordingError } from "./recording.js";
import { createTextSink } from "./text-sink.js";

export function createJsonlEncoder(sink: RecordingSink): RecordingEncoder {
  const text = createTextSink(sink);
  let columns: string[] = [];
  let bodies: string[] = [];
  const utf8 = new TextEncoder();
  let check = 0;
  /** Adds a JSON object as a line. */
  const addLine = (object: string) => {
    const line = object.slice(0, -1);
    check = checksum(utf8.encode(line), check);
    text.add(`${line},"check":"${checksumText(check)}"}\n`);
  };
  return {
    async start(header) {
      columns = header.columns.map(({ name }) => JSON.stringify(name));
      bodies = header.bodies.map((name) => JSON.stringify(name));
      addLine(exactJson({ type: "header", ...header }));
    },
    sensors(step, time, values) {
      const pairs = columns.map((name, k) => `${name}:${exactNumberText(values[k])}`).join(",");
      addLine(`{"type":"sensors","step":${step},"time":${exactNumberText(time)},"values":{${pairs}}}`);
    },
    poses(step, time, values) {
      const pairs = bodies.map((name, k) => `${name}:${exactJson(values.subarray(7 * k, 7 * k + 7))}`).join(",");
      addLine(`{"type":"poses","step":${step},"time":${exactNumberText(time)},"bodies":{${pairs}}}`);
    },
    event(_time, event) {
      addLine(exactJson({ type: "event", ...event }));
    },
    waiting: text.waiting,
    flush: text.flush,
    async finish(footer) {
      addLine(exactJson({ type: "footer", ...footer }));
      await text.flush();
    },
  };
}

/** Reads a .jsonl recording. A last line that ends in its middle is where the recording was cut off. */
export function readJsonl(bytes: Uint8Array, name: string): RecordingDraft {
  const utf8 = new TextDecoder();
  let draft: RecordingDraft | undefined;
  let check: number | undefined = 0;
  let number = 0;
  for (let at = 0; at < bytes.length; ) {
    const found = bytes.indexOf(0x0a, at);
    const end = found < 0 ? bytes.length : found;
    const line = bytes.subarray(at, end);
    const where = `${name}:${++number}`;
    const cut = found < 0 && draft !== undefined && draft.footer === undefined;
    const begin = at;
    at = end + 1;
    const text = utf8.decode(line);
    if (text.trim() === "") continue;
    let entry: Record<string, unknown>;
    try {
      entry = parseLine(text, where);
      check = draft === undefined && entry.check === undefined ? undefined : checkLine(line, entry, check, where);
    } catch (error) {
      if (!cut || !(error instanceof RecordingError)) throw error;
      draft?.notices.push(`was cut off in line ${number}, at byte ${begin}`);
      return draft!;
    }
    if (entry.type === "header") {
      if (draft !== undefined) throw new RecordingError(where, "a second header");
      draft = startDraft(readHeader(entry, where));
      if (check === undefined && draft.header.formatVersion >= 2)
        throw new RecordingError(where, "expected a checksum");
      if (check === undefined) draft.notices.push(NO_CHECKSUMS);
      continue;
    }
    if (draft === undefined) throw new RecordingError(where, "expected a header with the scene in the first line");
    if (draft.footer !== undefined) throw new RecordingError(where, "expected nothing after the footer");
    addLine(draft, entry, where);
  }
  if (draft === undefined) throw new RecordingError(name, "is empty");
  if (draft.footer === undefined) draft.notices.push(`was cut off after line ${number}`);
  return draft;
}

/** The checksum of a line, which must agree with what it says; undefined in recordings without. */
function checkLine(
  line: Uint8Array,
  entry: Record<string, unknown>,
  before: number | undefined,
  where: string,
): number | undefined {
  if (before === undefined) return undefined;
  const text = new TextDecoder().decode(line);
  const end = /,"check":"([0-9a-f]{8})"\}\r?$/.exec(text);
  if (end === null) throw new RecordingError(where, "is damaged: expected a checksum at the end of the line");
  // the ending is of one byte per character
  const check = checksum(line.subarray(0, line.length - end[0].length), before);
  if (checksumText(check) !== end[1] || entry.check !== end[1])
    throw new RecordingError(where, "does not agree with its checksum: it is damaged, or lines before it are missing");
  return check;
}

function parseLine(line: string, where: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // said below
  }
  throw new RecordingError(where, "expected a JSON object");
}

function addLine(draft: RecordingDraft, entry: Record<string, unknown>, where: string): void {
  const { columns, bodies } = draft.header;
  switch (entry.type) {
    case "sensors": {
      const values = (entry.values ?? {}) as Record<string, unknown>;
      draft.addSensors(readNumber(entry.step, where), readNumber(entry.time, where), where, (k) =>
        readNumber(values[columns[k].name], where),
      );
      return;
    }
    case "poses": {
      const poses = (entry.bodies ?? {}) as Record<string, unknown[] | undefined>;
      const at = (k: number) => readNumber(poses[bodies[Math.floor(k / 7)]]?.[k % 7], where);
      draft.addPoses(readNumber(entry.step, where), readNumber(entry.time, where), where, at);
      return;
    }
    case "event":
      draft.events.push(readEvent(entry, where));
      return;
    case "footer":
      draft.footer = readFooter(entry, where, draft.header.formatVersion);
      return;
    default:
      throw new RecordingError(where, `unknown kind of line ${JSON.stringify(entry.type)?.slice(0, 40)}`);
  }
}
