import { checkText } from "../../model/arguments.js";
import { show } from "../../model/errors.js";
import { readCsv } from "./csv.js";
import { readJsonl } from "./jsonl.js";
import { readMcap } from "./mcap-reader.js";
import { checkAgainstFooter, type RecordingDraft } from "./read-parts.js";
import {
  RECORDING_FORMATS,
  type Recording,
  RecordingError,
  type RecordingFormat,
  recordingFormatOf,
} from "./recording.js";

/**
 * Reads a recording; the ending of its name tells the format. A .csv recording needs `beside`, the bytes of the file
 * that has the same name with .json added. Throws a `RecordingError`, with the line or byte, for anything that is no
 * recording or a damaged one. One that was cut off, by a full disk or the end of its program, is read up to the cut: it
 * has no footer, and a notice says where it ends.
 */
export async function readRecording(bytes: Uint8Array, name: string, beside?: Uint8Array): Promise<Recording> {
  checkText("name of a recording", name);
  for (const given of beside === undefined ? [bytes] : [bytes, beside])
    if (!(given instanceof Uint8Array))
      throw new RangeError(`expected the bytes of a recording, a Uint8Array, got ${show(given)}`);
  // a recording that was being written when its program ended is still called .part
  const format = recordingFormatOf(name.replace(/\.part$/, ""));
  if (format === undefined) {
    throw new RecordingError(
      name,
      `expected a recording that ends in ${RECORDING_FORMATS.map((f) => `.${f}`).join(", ")}`,
    );
  }
  const draft =
    format === "mcap"
      ? await readMcap(bytes, name)
      : format === "csv"
        ? readCsv(bytes, name, beside)
        : readJsonl(bytes, name);
  checkAgainstFooter(draft, name);
  return finish(draft, format);
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
    notices: draft.notices,
  };
}
