/**
 * .mcap, the container format of Foxglove (mcap.dev), which opens it. Topics, all in JSON with a JSON Schema:
 *
 *   /scene      foxglove.SceneUpdate       the shapes, once
 *   /tf_static  foxglove.FrameTransforms   bodies that stand, once
 *   /tf         foxglove.FrameTransforms   bodies that can move, at the pose rate
 *   /sensors    stiction.Sensors           { time, step, values: { "body/ball/position.z": … } }, every recorded step
 *   /events     stiction.Event
 *
 * Log time is simulated time in nanoseconds and never runs backwards: an event has the log time of the step that
 * noticed it and its own in the message. The sequence number of a message is the step. A metadata record `stiction`
 * at the beginning carries the header with the scene, `stiction-end` the footer with hash and counts. Chunks are not
 * compressed: the format knows lz4 and zstd only.
 */
import type { McapWriter } from "@mcap/core";
import type { Model } from "../../model/model.js";
import { exactJson, exactNumberText } from "../exact-json.js";
import { loadPackage } from "../package.js";
import { frameTransforms, nanoseconds, sceneUpdate, staticPoses } from "./foxglove-scene.js";
import type { RecordingEncoder, RecordingSink } from "./recorder.js";
import type { RecordingHeader } from "./recording.js";

/** Name of our metadata record at the beginning: header with the scene. */
export const MCAP_METADATA = "stiction";
/** Name of our metadata record at the end: the footer. */
export const MCAP_END = "stiction-end";

type Topic = "/scene" | "/tf_static" | "/tf" | "/sensors" | "/events";

interface Waiting {
  readonly topic: Topic;
  readonly step: number;
  readonly time: number;
  readonly text: string;
}

export function createMcapEncoder(model: Model, sink: RecordingSink): RecordingEncoder {
  const utf8 = new TextEncoder();
  let queue: Waiting[] = [];
  let length = 0;
  let bodies: readonly string[] = [];
  let columns: string[] = [];
  let writer: McapWriter;
  let channels: Record<Topic, number>;

  const add = (topic: Topic, step: number, time: number, text: string) => {
    queue.push({ topic, step, time, text });
    length += text.length;
  };
  const flush = async () => {
    const batch = queue;
    queue = [];
    length = 0;
    for (const { topic, step, time, text } of batch) {
      const logTime = nanoseconds(time);
      const channelId = channels[topic];
      await writer.addMessage({ channelId, sequence: step, logTime, publishTime: logTime, data: utf8.encode(text) });
    }
  };
  return {
    async start(head) {
      bodies = head.bodies;
      columns = head.columns.map(({ name }) => JSON.stringify(name));
      writer = await openWriter(sink, head.program);
      await writer.addMetadata({ name: MCAP_METADATA, metadata: texts(head) });
      channels = await registerChannels(writer, head);
      const { names, poses } = staticPoses(model);
      add("/scene", 0, 0, exactJson(sceneUpdate(model)));
      if (names.length > 0) add("/tf_static", 0, 0, exactJson(frameTransforms(0, names, poses)));
    },
    sensors(step, time, values) {
      const pairs = columns.map((name, k) => `${name}:${exactNumberText(values[k])}`).join(",");
      add("/sensors", step, time, `{"time":${exactNumberText(time)},"step":${step},"values":{${pairs}}}`);
    },
    poses(step, time, values) {
      add("/tf", step, time, exactJson(frameTransforms(time, bodies, values)));
    },
    event(time, event) {
      add("/events", event.step, time, exactJson(event));
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

async function registerChannels(writer: McapWriter, header: RecordingHeader): Promise<Record<Topic, number>> {
  const { FrameTransforms, SceneUpdate } = await loadPackage(
    "@foxglove/schemas",
    "Writing .mcap",
    () => import("@foxglove/schemas/jsonschema.js"),
  );
  const utf8 = new TextEncoder();
  const schema = (name: string, definition: object) =>
    writer.registerSchema({ name, encoding: "jsonschema", data: utf8.encode(JSON.stringify(definition)) });
  const channel = (topic: Topic, schemaId: number) =>
    writer.registerChannel({ schemaId, topic, messageEncoding: "json", metadata: new Map() });
  const transforms = await schema("foxglove.FrameTransforms", FrameTransforms);
  return {
    "/scene": await channel("/scene", await schema("foxglove.SceneUpdate", SceneUpdate)),
    "/tf_static": await channel("/tf_static", transforms),
    "/tf": await channel("/tf", transforms),
    "/sensors": await channel("/sensors", await schema("stiction.Sensors", sensorsSchema(header))),
    "/events": await channel("/events", await schema("stiction.Event", EVENT_SCHEMA)),
  };
}

function sensorsSchema(header: RecordingHeader): object {
  const values = Object.fromEntries(
    header.columns.map(({ name, unit }) => [name, { type: "number", description: unit }]),
  );
  return {
    title: "stiction.Sensors",
    type: "object",
    properties: {
      time: { type: "number", description: "s" },
      step: { type: "integer" },
      values: { type: "object", properties: values },
    },
  };
}

const EVENT_SCHEMA = {
  title: "stiction.Event",
  type: "object",
  properties: {
    step: { type: "integer", description: "step after which it was noticed" },
    time: { type: "number", description: "when it happened, s" },
    code: { type: "integer" },
    kind: { type: "string" },
    name: { type: "string" },
    who: { type: "array", items: { type: "string" } },
    value: { type: "number" },
  },
};
