/** The files of --out: opened before the first step; after the last, either complete or removed. */
import { resolve } from "node:path";
import type { Data, Model } from "stiction";
import {
  createRecorder,
  type ExtraColumns,
  RECORDING_FORMATS,
  type Recorder,
  type RecordingFooter,
  recordingFormatOf,
} from "stiction/io";
import { InputError } from "./errors.js";
import { discardDraft, type OutputFile, openOutput, writeDraft, writeOutput } from "./output-file.js";
import { isStandardOutput } from "./output-name.js";
import { program } from "./version.js";

export interface RecordingFiles {
  readonly recorders: readonly Recorder[];
  /** Ends all recordings and renames the files; returns the list of files. */
  close(data: Data): Promise<{ path: string; bytes: number; footer: RecordingFooter }[]>;
  /** Removes recordings that are not closed. */
  discard(): Promise<void>;
}

/** Checks the names before anything is simulated. */
export function checkRecordingNames(paths: readonly string[]): void {
  const seen = new Set<string>();
  for (const path of paths) {
    if (formatOf(path) === undefined) {
      const endings = RECORDING_FORMATS.map((format) => `.${format}`).join(", ");
      throw new InputError(`--out ${path}: expected a file that ends in ${endings}, or -`);
    }
    const target = isStandardOutput(path) ? "-" : resolve(path);
    if (seen.has(target)) throw new InputError(`--out ${path}: given twice`);
    seen.add(target);
  }
}

/** The format of a name; standard output is lines of JSON unless it has an ending. */
function formatOf(path: string) {
  return path === "-" ? "jsonl" : recordingFormatOf(path);
}

export async function openRecordings(
  paths: readonly string[],
  model: Model,
  every: number,
  extra?: ExtraColumns,
): Promise<RecordingFiles> {
  const files: OutputFile[] = [];
  const recorders: Recorder[] = [];
  const beside: string[] = [];
  let closing = false;
  const discard = async () => {
    for (const file of files) await file.discard();
    for (const path of beside.splice(0)) await discardDraft(path);
  };
  try {
    for (const path of paths) {
      const file = await openOutput(path);
      files.push(file);
      const sink = {
        write: (bytes: Uint8Array) => file.write(bytes),
        writeBeside: async (suffix: string, bytes: Uint8Array) => {
          const name = `${path}${suffix}`;
          // what lies beside a stream has no place
          if (isStandardOutput(path)) return;
          if (closing) return writeOutput(name, bytes);
          beside.push(name);
          await writeDraft(name, bytes);
        },
      };
      recorders.push(await createRecorder(formatOf(path)!, model, sink, { program, every, ...(extra && { extra }) }));
    }
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    recorders,
    discard,
    async close(data) {
      const written = [];
      closing = true;
      for (const [k, recorder] of recorders.entries()) {
        const footer = await recorder.close(data);
        await files[k].commit();
        written.push({ path: files[k].path, bytes: files[k].size, footer });
      }
      return written;
    },
  };
}
