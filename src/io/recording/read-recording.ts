import { readCsv } from "./csv.js";
import { readJsonl } from "./jsonl.js";
import { readMcap } from "./mcap-reader.js";
import type { RecordingDraft } from "./read-parts.js";
import {
  RECORDING_FORMATS,
  type Recording,
  RecordingError,
  type RecordingFormat,
  recordingFormatOf,
} from "./recording.js";

/**
 * Reads a recording; the ending of its name tells the format. A .csv recording needs `beside`, the bytes of the file
 * that has the same name with .json added. Throws a `RecordingError` for anything that is no recording or a damaged
 * one.
 */
export async function readRecording(bytes: Uint8Array, name: string, beside?: Uint8Array): Promise<Recording> {
  const format = recordingFormatOf(name);
  if (format === undefined) {
    throw new RecordingError(
      name,
      `expected a recording that ends in ${RECORDING_FORMATS.map((f) => `.${f}`).join(", ")}`,
    );
  }
  if (format === "mcap") return finish(await readMcap(bytes, name), format);
  return finish(format === "csv" ? readCsv(bytes, name, beside) : readJsonl(bytes, name), format);
}

function finish(draft: RecordingDraft, format: RecordingFormat): Recording {
  const width = draft.header.columns.length;
  const n = draft.times.length;
  const columns = draft.header.columns.map((_, k) =>
    Float64Array.from({ length: n }, (_, i) => draft.rows[i * width + k]),
  );
  return {
    format,
    header: draft.header,
    footer: draft.footer,
    steps: draft.steps,
    times: Float64Array.from(draft.times),
    columns,
    poses: { steps: draft.poseSteps, times: draft.poseTimes, values: Float64Array.from(draft.poses) },
    events: draft.events,
  };
}
