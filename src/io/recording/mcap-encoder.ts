/**
 * .mcap, the container format of Foxglove (mcap.dev), which opens it: the topics of topics.ts.
 *
 * Log time is simulated time in nanoseconds and never runs backwards: an event has the log time of the step that
 * noticed it and its own in the message. The sequence number of a message is the step. A metadata record `stiction`
 * at the beginning carries the header with the scene, `stiction-end` the footer with hash and counts. Chunks are not
 * compressed: the format knows lz4 and zstd only.
 */
import type { McapWriter } from "@mcap/core";
import type { Model } from "../../model/model.js";
import { exactJson } from "../exact-json.js";
import { loadPackage } from "../package.js";
import { nanoseconds } from "./foxglove-scene.js";
import type { RecordingEncoder, RecordingSink } from "./recorder.js";
import type { RecordingHeader } from "./recording.js";
import { createTopicEncoder, type TopicMessage, type TopicName, topicsOf } from "./topics.js";

/** Name of our metadata record at the beginning: header with the scene. */
export const MCAP_METADATA = "stiction";
/** Name of our metadata record at the end: the footer. */
export const MCAP_END = "stiction-end";

export function createMcapEncoder(model: Model, sink: RecordingSink): RecordingEncoder {
  const utf8 = new TextEncoder();
  let queue: TopicMessage[] = [];
  let length = 0;
  let writer: McapWriter;
  let channels: ReadonlyMap<TopicName, number>;
  const messages = createTopicEncoder(model, (message) => {
    queue.push(message);
    length += message.text.length;
  });
  const flush = async () => {
    const batch = queue;
    queue = [];
    length = 0;
    for (const { topic, step, time, text } of batch) {
      const logTime = nanoseconds(time);
      const channelId = channels.get(topic) as number;
      await writer.addMessage({ channelId, sequence: step, logTime, publishTime: logTime, data: utf8.encode(text) });
    }
  };
  return {
    ...messages,
    async start(head) {
      writer = await openWriter(sink, head.program);
      await writer.addMetadata({ name: MCAP_METADATA, metadata: texts(head) });
      channels = await registerChannels(writer, head);
      messages.start(head);
    },
    waiting: () => length,
    flush,
    async finish(footer) {
      await flush();
      await writer.addMetadata({ name: MCAP_END, metadata: texts(footer) });
      await writer.end();
    },
  };
}

/** Entries as the texts of a metadata record; lists and objects as JSON. */
function texts(entries: object): Map<string, string> {
  return new Map(
    Object.entries(entries).map(([key, value]) => [key, typeof value === "object" ? exactJson(value) : String(value)]),
  );
}

async function openWriter(sink: RecordingSink, program: string): Promise<McapWriter> {
  const { McapWriter } = await loadPackage("@mcap/core", "Writing .mcap", () => import("@mcap/core"));
  let position = 0n;
  const writable = {
    position: () => position,
    async write(bytes: Uint8Array) {
      if (bytes.length > 0) await sink.write(bytes);
      position += BigInt(bytes.length);
    },
  };
  const writer = new McapWriter({ writable });
  await writer.start({ profile: "", library: program });
  return writer;
}

/** Channel of every topic. */
async function registerChannels(writer: McapWriter, header: RecordingHeader): Promise<Map<TopicName, number>> {
  const utf8 = new TextEncoder();
  const schemas = new Map<string, number>();
  const channels = new Map<TopicName, number>();
  for (const { name, schemaName, schema } of await topicsOf(header)) {
    const data = () => utf8.encode(JSON.stringify(schema));
    const schemaId =
      schemas.get(schemaName) ??
      (await writer.registerSchema({ name: schemaName, encoding: "jsonschema", data: data() }));
    schemas.set(schemaName, schemaId);
    const metadata = new Map<string, string>();
    channels.set(name, await writer.registerChannel({ schemaId, topic: name, messageEncoding: "json", metadata }));
  }
  return channels;
}
