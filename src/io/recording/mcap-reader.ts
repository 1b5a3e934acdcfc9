import type { McapTypes } from "@mcap/core";
import { exactNumber } from "../exact-json.js";
import { loadPackage } from "../package.js";
import { findCut } from "./mcap-check.js";
import { MCAP_END, MCAP_METADATA } from "./mcap-encoder.js";
import { type RecordingDraft, readEvent, readFooter, readHeader, readNumber, startDraft } from "./read-parts.js";
import { RecordingError } from "./recording.js";

/** Reads an .mcap recording of ours. The checksums of the format are compared first. */
export async function readMcap(bytes: Uint8Array, name: string): Promise<RecordingDraft> {
  const cut = findCut(bytes, name);
  const { McapStreamReader } = await loadPackage("@mcap/core", "Reading .mcap", () => import("@mcap/core"));
  try {
    const reader = new McapStreamReader();
    reader.append(cut === undefined ? bytes : bytes.subarray(0, cut));
    const draft = readRecords(() => reader.nextRecord(), name, cut);
    if (cut !== undefined) {
      draft.footer = undefined;
      draft.notices.push(`was cut off after byte ${cut} of ${bytes.length}`);
    }
    return draft;
  } catch (error) {
    if (error instanceof RecordingError) throw error;
    const reason = error instanceof Error ? error.message.split("\n")[0].slice(0, 200) : String(error);
    throw new RecordingError(name, `is no readable .mcap file: ${reason}`);
  }
}

type NextRecord = () => McapTypes.TypedMcapRecord | undefined;

function readRecords(next: NextRecord, name: string, cut: number | undefined): RecordingDraft {
  const topics = new Map<number, string>();
  const early: McapTypes.TypedMcapRecords["Message"][] = [];
  let draft: RecordingDraft | undefined;
  for (let record = next(); record !== undefined; record = next()) {
    if (record.type === "Channel") topics.set(record.id, record.topic);
    else if (record.type === "Metadata" && record.name === MCAP_METADATA) {
      if (draft !== undefined) throw new RecordingError(name, `has metadata "${MCAP_METADATA}" twice`);
      draft = readMetadata(record.metadata, name);
      // up to version 1 the scene stood behind the messages
      for (const message of early) addMessage(draft, message, topics.get(message.channelId), name);
    } else if (record.type === "Metadata" && record.name === MCAP_END && draft !== undefined) {
      draft.footer = readEnd(record.metadata, draft.header.formatVersion, name);
    } else if (record.type === "Message") {
      if (draft === undefined) early.push(record);
      else addMessage(draft, record, topics.get(record.channelId), name);
    }
  }
  if (draft !== undefined) return draft;
  const lacks = `has no metadata "${MCAP_METADATA}"`;
  throw new RecordingError(
    name,
    cut === undefined
      ? `${lacks}, so it is no recording of Stiction`
      : `${lacks} before byte ${cut}, where it was cut off`,
  );
}

function readMetadata(metadata: ReadonlyMap<string, string>, name: string): RecordingDraft {
  const entry: Record<string, unknown> = Object.fromEntries(metadata);
  for (const key of ["formatVersion", "timestep", "every"]) entry[key] = exactNumber(Number(entry[key]));
  for (const key of ["columns", "bodies", "spec"]) entry[key] = parse(String(entry[key]), name);
  const draft = startDraft(readHeader(entry, name));
  if (draft.header.formatVersion < 2) draft.footer = readEnd(metadata, draft.header.formatVersion, name);
  return draft;
}

function readEnd(metadata: ReadonlyMap<string, string>, version: number, name: string) {
  const entry: Record<string, unknown> = Object.fromEntries(metadata);
  for (const key of ["steps", "time"]) entry[key] = exactNumber(Number(entry[key]));
  entry.counts = typeof entry.counts === "string" ? parse(entry.counts, name) : undefined;
  return readFooter(entry, name, version);
}

function addMessage(
  draft: RecordingDraft,
  message: McapTypes.TypedMcapRecords["Message"],
  topic: string | undefined,
  name: string,
): void {
  if (topic !== "/sensors" && topic !== "/tf" && topic !== "/events") return;
  const { columns, bodies } = draft.header;
  const entry = parse(new TextDecoder().decode(message.data), name) as Record<string, unknown>;
  if (topic === "/events") draft.events.push(readEvent(entry, name));
  else if (topic === "/sensors") {
    const values = (entry.values ?? {}) as Record<string, unknown>;
    draft.addSensors(message.sequence, readNumber(entry.time, name), name, (k) =>
      readNumber(values[columns[k].name], name),
    );
  } else {
    const poses = posesByName(entry, name);
    const time = Number(message.logTime) / 1e9;
    draft.addPoses(message.sequence, time, name, (k) =>
      readNumber(poses.get(bodies[Math.floor(k / 7)])?.[k % 7], name),
    );
  }
}

interface Transform {
  readonly child_frame_id: string;
  readonly translation: Readonly<Record<string, unknown>>;
  readonly rotation: Readonly<Record<string, unknown>>;
}

function posesByName(entry: Readonly<Record<string, unknown>>, name: string): Map<string, readonly unknown[]> {
  if (!Array.isArray(entry.transforms)) throw new RecordingError(name, "expected a list of transforms");
  return new Map(
    (entry.transforms as Transform[]).map(({ child_frame_id, translation: t, rotation: q }) => [
      child_frame_id,
      [t?.x, t?.y, t?.z, q?.x, q?.y, q?.z, q?.w],
    ]),
  );
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new RecordingError(name, "holds a message that is not JSON");
  }
}
