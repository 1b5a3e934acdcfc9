import type { McapIndexedReader } from "@mcap/core";
import { exactNumber } from "../exact-json.js";
import { loadPackage } from "../package.js";
import { MCAP_METADATA } from "./mcap-encoder.js";
import { type RecordingDraft, readEvent, readFooter, readHeader, readNumber, startDraft } from "./read-parts.js";
import { RecordingError } from "./recording.js";

/** Reads an .mcap recording of ours. The format's own checksums are tested on the way. */
export async function readMcap(bytes: Uint8Array, name: string): Promise<RecordingDraft> {
  const { McapIndexedReader } = await loadPackage("@mcap/core", "Reading .mcap", () => import("@mcap/core"));
  try {
    const reader = await McapIndexedReader.Initialize({ readable: readableOf(bytes) });
    const draft = await readMetadata(reader, name);
    await readMessages(reader, draft, name);
    return draft;
  } catch (error) {
    if (error instanceof RecordingError) throw error;
    const reason = error instanceof Error ? error.message.split("\n")[0].slice(0, 200) : String(error);
    throw new RecordingError(name, `is no readable .mcap file: ${reason}`);
  }
}

function readableOf(bytes: Uint8Array): {
  size(): Promise<bigint>;
  read(offset: bigint, size: bigint): Promise<Uint8Array>;
} {
  return {
    size: async () => BigInt(bytes.length),
    async read(offset, size) {
      const end = offset + size;
      if (end > BigInt(bytes.length)) throw new RangeError("it ends too early");
      return bytes.subarray(Number(offset), Number(end));
    },
  };
}

async function readMetadata(reader: McapIndexedReader, name: string): Promise<RecordingDraft> {
  for await (const { metadata } of reader.readMetadata({ name: MCAP_METADATA })) {
    const entry: Record<string, unknown> = Object.fromEntries(metadata);
    for (const key of ["formatVersion", "timestep", "every", "steps", "time"])
      entry[key] = exactNumber(Number(entry[key]));
    for (const key of ["columns", "bodies", "spec"]) entry[key] = parse(String(entry[key]), name);
    const draft = startDraft(readHeader(entry, name));
    draft.footer = readFooter(entry, name);
    return draft;
  }
  throw new RecordingError(name, `has no metadata "${MCAP_METADATA}", so it is no recording of Stiction`);
}

async function readMessages(reader: McapIndexedReader, draft: RecordingDraft, name: string): Promise<void> {
  const utf8 = new TextDecoder();
  const { columns, bodies } = draft.header;
  for await (const message of reader.readMessages({ topics: ["/sensors", "/tf", "/events"] })) {
    const entry = parse(utf8.decode(message.data), name) as Record<string, unknown>;
    const topic = reader.channelsById.get(message.channelId)?.topic;
    if (topic === "/events") draft.events.push(readEvent(entry, name));
    else if (topic === "/sensors") {
      const values = (entry.values ?? {}) as Record<string, unknown>;
      draft.addSensors(message.sequence, readNumber(entry.time, name), (k) =>
        readNumber(values[columns[k].name], name),
      );
    } else {
      const poses = posesByName(entry, name);
      const time = Number(message.logTime) / 1e9;
      draft.addPoses(message.sequence, time, (k) => readNumber(poses.get(bodies[Math.floor(k / 7)])?.[k % 7], name));
    }
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
