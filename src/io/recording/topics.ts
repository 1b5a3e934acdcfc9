/**
 * A run as messages on topics, in JSON with a JSON Schema, as Foxglove shows them with nothing to configure;
 * .mcap files and live connections have the same ones.
 *
 *   /scene      foxglove.SceneUpdate       the shapes, once
 *   /tf_static  foxglove.FrameTransforms   bodies that stand, once
 *   /tf         foxglove.FrameTransforms   bodies that can move, at the pose rate
 *   /contacts   foxglove.SceneUpdate       arrows along the contact forces, at the pose rate
 *   /sensors    stiction.Sensors           { time, step, values: { "body/ball/position.z": … } }, every recorded step
 *   /events     stiction.Event
 */
import type { Model } from "../../model/model.js";
import { exactJson, exactNumberText } from "../exact-json.js";
import { loadPackage } from "../package.js";
import { arrowScale, contactUpdate } from "./contact-arrows.js";
import { frameTransforms, sceneUpdate, staticPoses } from "./foxglove-scene.js";
import type { RecordingEncoder } from "./recorder.js";
import type { RecordingHeader } from "./recording.js";

/** Names of the topics. */
export type TopicName = "/scene" | "/tf_static" | "/tf" | "/contacts" | "/sensors" | "/events";

/** What a topic carries. */
export interface Topic {
  readonly name: TopicName;
  readonly schemaName: string;
  /** JSON Schema. */
  readonly schema: object;
  /** Said once at the beginning: who comes later receives it then. */
  readonly once: boolean;
}

/** One message: simulated time in s, text in JSON. */
export interface TopicMessage {
  readonly topic: TopicName;
  readonly step: number;
  readonly time: number;
  readonly text: string;
}

/** The topics of a run. */
export async function topicsOf(header: RecordingHeader): Promise<readonly Topic[]> {
  const { FrameTransforms, SceneUpdate } = await loadPackage(
    "@foxglove/schemas",
    "Messages for Foxglove",
    () => import("@foxglove/schemas/jsonschema.js"),
  );
  const scene = { schemaName: "foxglove.SceneUpdate", schema: SceneUpdate as object };
  const transforms = { schemaName: "foxglove.FrameTransforms", schema: FrameTransforms as object };
  return [
    { name: "/scene", ...scene, once: true },
    { name: "/tf_static", ...transforms, once: true },
    { name: "/tf", ...transforms, once: false },
    { name: "/contacts", ...scene, once: false },
    { name: "/sensors", schemaName: "stiction.Sensors", schema: sensorsSchema(header), once: false },
    { name: "/events", schemaName: "stiction.Event", schema: EVENT_SCHEMA, once: false },
  ];
}

/** The part of an encoder that makes messages of what it is given. */
export function createTopicEncoder(
  model: Model,
  send: (message: TopicMessage) => void,
): Required<Pick<RecordingEncoder, "sensors" | "poses" | "contacts" | "event">> & {
  start(head: RecordingHeader): void;
} {
  let bodies: readonly string[] = [];
  let columns: string[] = [];
  let touching = false;
  const scale = arrowScale(model);
  const add = (topic: TopicName, step: number, time: number, text: string) => send({ topic, step, time, text });
  return {
    start(head) {
      bodies = head.bodies;
      columns = head.columns.map(({ name }) => JSON.stringify(name));
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
    contacts(step, time, contacts) {
      // where nothing touches, one message says so
      if (contacts.length === 0 && !touching) return;
      touching = contacts.length > 0;
      add("/contacts", step, time, exactJson(contactUpdate(model, time, contacts, scale)));
    },
    event(time, event) {
      add("/events", event.step, time, exactJson(event));
    },
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
