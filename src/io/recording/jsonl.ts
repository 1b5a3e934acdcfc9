/**
 * .jsonl: one JSON object per line — a header with the scene, then `sensors`, `poses` and `event` lines as they come,
 * and a footer with step count and hash. Numbers are exact, see `exactJson`.
 */
import { exactJson, exactNumberText } from "../exact-json.js";
import { type RecordingDraft, readEvent, readFooter, readHeader, readNumber, startDraft } from "./read-parts.js";
import type { RecordingEncoder, RecordingSink } from "./recorder.js";
import { RecordingError } from "./recording.js";
import { createTextSink } from "./text-sink.js";

export function createJsonlEncoder(sink: RecordingSink): RecordingEncoder {
  const text = createTextSink(sink);
  let columns: string[] = [];
  let bodies: string[] = [];
  return {
    async start(header) {
      columns = header.columns.map(({ name }) => JSON.stringify(name));
      bodies = header.bodies.map((name) => JSON.stringify(name));
      text.add(`${exactJson({ type: "header", ...header })}\n`);
    },
    sensors(step, time, values) {
      const pairs = columns.map((name, k) => `${name}:${exactNumberText(values[k])}`).join(",");
      text.add(`{"type":"sensors","step":${step},"time":${exactNumberText(time)},"values":{${pairs}}}\n`);
    },
    poses(step, time, values) {
      const pairs = bodies.map((name, k) => `${name}:${exactJson(values.subarray(7 * k, 7 * k + 7))}`).join(",");
      text.add(`{"type":"poses","step":${step},"time":${exactNumberText(time)},"bodies":{${pairs}}}\n`);
    },
    event(_time, event) {
      text.add(`${exactJson({ type: "event", ...event })}\n`);
    },
    waiting: text.waiting,
    flush: text.flush,
    async finish(footer) {
      text.add(`${exactJson({ type: "footer", ...footer })}\n`);
      await text.flush();
    },
  };
}

/** Reads a .jsonl recording. */
export function readJsonl(bytes: Uint8Array, name: string): RecordingDraft {
  const lines = new TextDecoder().decode(bytes).split("\n");
  let draft: RecordingDraft | undefined;
  lines.forEach((line, i) => {
    if (line.trim() === "") return;
    const where = `${name}:${i + 1}`;
    const entry = parseLine(line, where);
    if (entry.type === "header") {
      if (draft !== undefined) throw new RecordingError(where, "a second header");
      draft = startDraft(readHeader(entry, where));
      return;
    }
    if (draft === undefined) throw new RecordingError(where, "expected a header with the scene in the first line");
    if (draft.footer !== undefined) throw new RecordingError(where, "expected nothing after the footer");
    addLine(draft, entry, where);
  });
  if (draft === undefined) throw new RecordingError(name, "is empty");
  return draft;
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
      draft.addSensors(readNumber(entry.step, where), readNumber(entry.time, where), (k) =>
        readNumber(values[columns[k].name], where),
      );
      return;
    }
    case "poses": {
      const poses = (entry.bodies ?? {}) as Record<string, unknown[] | undefined>;
      const at = (k: number) => readNumber(poses[bodies[Math.floor(k / 7)]]?.[k % 7], where);
      draft.addPoses(readNumber(entry.step, where), readNumber(entry.time, where), at);
      return;
    }
    case "event":
      draft.events.push(readEvent(entry, where));
      return;
    case "footer":
      draft.footer = readFooter(entry, where);
      return;
    default:
      throw new RecordingError(where, `unknown kind of line ${JSON.stringify(entry.type)?.slice(0, 40)}`);
  }
}
