/** What clients of Foxglove's protocol, rosbridge and a broker of MQTT get of a run. */
import { once } from "node:events";
import { createServer } from "node:net";
import { Aedes } from "aedes";
import { connectAsync } from "mqtt";
import { compileUntyped, createData, step } from "stiction";
import { attachRecorder, createLiveRecorder, type LiveListener } from "stiction/io";
import { afterEach, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { serveFoxglove } from "../../live/foxglove-server.js";
import { connectMqtt } from "../../live/mqtt-publisher.js";
import { connectRosbridge } from "../../live/rosbridge.js";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A ball of 2 kg that rests on a plank; the force between them is its weight. */
const scene = {
  name: "rest",
  formulation: "impulse",
  timestep: 1 / 100,
  sensors: ["body/ball/position.z"],
  bodies: [
    { name: "plank", type: "static", shapes: [{ type: "box", halfExtents: [1, 1, 0.1] }] },
    { name: "ball", mass: 2, position: [0, 0, 0.35], shapes: [{ type: "sphere", radius: 0.25 }] },
  ],
};

/** Runs the scene for a listener. */
async function runFor(listener: LiveListener, steps: number): Promise<void> {
  const model = compileUntyped(scene);
  const data = createData(model);
  const recorder = await createLiveRecorder(model, listener, { poseRate: 10 });
  attachRecorder(data, recorder);
  for (let k = 0; k < steps; k++) step(model, data);
  recorder.record(data);
  await recorder.close(data);
}

/** Messages of a socket, in their order. */
function messagesOf(socket: WebSocket): { texts: Record<string, unknown>[]; data: Buffer[] } {
  const found = { texts: [] as Record<string, unknown>[], data: [] as Buffer[] };
  socket.on("message", (wire, binary) => {
    if (binary) found.data.push(wire as Buffer);
    else found.texts.push(JSON.parse(String(wire)));
  });
  return found;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

interface Advertised {
  readonly id: number;
  readonly topic: string;
  readonly encoding: string;
  readonly schemaName: string;
  readonly schema: string;
  readonly schemaEncoding: string;
}

test.each(["foxglove.sdk.v1", "foxglove.websocket.v1"])("a client of Foxglove by %s", async (protocol) => {
  const server = await serveFoxglove({ name: "test", port: 0 });
  closing.push(() => server.close());
  const socket = new WebSocket(server.url, [protocol]);
  const got = messagesOf(socket);
  await once(socket, "open");
  expect(socket.protocol).toBe(protocol);
  await until(() => got.texts.length > 0);
  expect(got.texts[0]).toMatchObject({ op: "serverInfo", name: "test", capabilities: ["time"] });

  await runFor(server, 100);
  await until(() => got.texts.length > 1);
  const { op, channels } = got.texts[1] as { op: string; channels: Advertised[] };
  expect(op).toBe("advertise");
  expect(channels.map(({ topic, schemaName }) => [topic, schemaName])).toEqual([
    ["/scene", "foxglove.SceneUpdate"],
    ["/tf_static", "foxglove.FrameTransforms"],
    ["/tf", "foxglove.FrameTransforms"],
    ["/contacts", "foxglove.SceneUpdate"],
    ["/sensors", "stiction.Sensors"],
    ["/events", "stiction.Event"],
  ]);
  for (const { encoding, schemaEncoding, schema } of channels) {
    expect([encoding, schemaEncoding]).toEqual(["json", "jsonschema"]);
    expect(JSON.parse(schema).type).toBe("object");
  }

  // who comes after the beginning is told what was said once
  const ids = new Map(channels.map(({ topic, id }) => [topic, id]));
  const wanted = ["/scene", "/tf", "/contacts"];
  const subscriptions = wanted.map((topic, k) => ({ id: 70 + k, channelId: ids.get(topic) }));
  socket.send(JSON.stringify({ op: "subscribe", subscriptions }));
  const messages = () => got.data.filter((wire) => wire[0] === 1);
  await until(() => messages().length > 0);
  const first = decode(messages()[0]);
  expect(first).toMatchObject({ opcode: 1, subscription: 70, time: 0n });
  expect(first.message.entities.map(({ id }: { id: string }) => id)).toEqual(["plank", "ball"]);

  got.data.length = 0;
  await runFor(server, 100);
  await until(() => got.data.length >= 3 * 11);
  const times = got.data.filter((wire) => wire[0] === 2).map((wire) => wire.readBigUInt64LE(1));
  expect(times.length).toBe(11);
  const contacts = messages()
    .filter((wire) => wire.readUInt32LE(1) === 72)
    .map(decode);
  const { entities, deletions } = contacts[contacts.length - 1].message;
  expect(deletions).toMatchObject([{ type: 1 }]);
  expect(entities.length).toBe(1);
  const values = Object.fromEntries(entities[0].metadata.map(({ key, value }: Record<string, string>) => [key, value]));
  expect([values.bodyA, values.bodyB].sort()).toEqual(["ball", "plank"]);
  // the ball rests: its weight, within what is left of the first impact after a second
  expect(Number(values["normalForce, N"]) / (2 * 9.81)).toBeCloseTo(1, 2);

  // what it cannot do is said
  socket.send(JSON.stringify({ op: "fetchAsset", uri: "x" }));
  await until(() => got.texts.some((text) => text.op === "status"));
  socket.close();
});

/** [opcode u8, subscription u32, time u64, JSON], little-endian, as the protocol has it. */
function decode(wire: Buffer) {
  const message = JSON.parse(wire.subarray(13).toString("utf8"));
  return { opcode: wire.readUInt8(0), subscription: wire.readUInt32LE(1), time: wire.readBigUInt64LE(5), message };
}

test("a client that asks for another protocol is refused", async () => {
  const server = await serveFoxglove({ name: "test", port: 0 });
  closing.push(() => server.close());
  const socket = new WebSocket(server.url, ["other"]);
  const [error] = await once(socket, "error");
  expect(String(error)).toMatch(/subprotocol/i);
});

test("rosbridge gets transforms, the clock and sensors", async () => {
  const bridge = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  closing.push(() => new Promise((resolve) => bridge.close(resolve)));
  await once(bridge, "listening");
  const said: { op: string; topic: string; type?: string; msg?: Record<string, never> }[] = [];
  bridge.on("connection", (socket) => socket.on("message", (wire) => said.push(JSON.parse(String(wire)))));
  const connection = await connectRosbridge(`ws://127.0.0.1:${(bridge.address() as { port: number }).port}`);
  await runFor(connection, 10);
  await connection.close();
  await until(() => said.filter(({ op }) => op === "unadvertise").length === 4);
  expect(said.filter(({ op }) => op === "advertise").map(({ topic, type }) => [topic, type])).toEqual([
    ["/tf", "tf2_msgs/msg/TFMessage"],
    ["/tf_static", "tf2_msgs/msg/TFMessage"],
    ["/clock", "rosgraph_msgs/msg/Clock"],
    ["/stiction/sensors", "sensor_msgs/msg/JointState"],
  ]);
  const [tf] = said.filter(({ op, topic }) => op === "publish" && topic === "/tf");
  expect(tf.msg).toMatchObject({
    transforms: [
      {
        header: { stamp: { sec: 0, nanosec: 0 }, frame_id: "world" },
        child_frame_id: "ball",
        transform: { translation: { x: 0, y: 0, z: 0.35 }, rotation: { x: 0, y: 0, z: 0, w: 1 } },
      },
    ],
  });
  const clocks = said.filter(({ op, topic }) => op === "publish" && topic === "/clock");
  expect(clocks[clocks.length - 1].msg).toEqual({ clock: { sec: 0, nanosec: 100_000_000 } });
  const sensors = said.filter(({ op, topic }) => op === "publish" && topic === "/stiction/sensors");
  expect(sensors.length).toBe(11);
  expect(sensors[0].msg).toMatchObject({ name: ["body/ball/position.z"], position: [0.35] });
  await expect(connectRosbridge("ws://127.0.0.1:1")).rejects.toThrow(/no rosbridge at ws:\/\/127\.0\.0\.1:1: /);
});

test("a broker of MQTT gets the topics, and keeps what is said once", async () => {
  const broker = await Aedes.createBroker();
  const server = createServer(broker.handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    broker.close();
    server.close();
  });
  const url = `mqtt://127.0.0.1:${(server.address() as { port: number }).port}`;
  const early = await connectAsync(url);
  const heard: string[] = [];
  early.on("message", (topic) => heard.push(topic));
  await early.subscribeAsync("stiction/#");
  const connection = await connectMqtt(url, "rest");
  await runFor(connection, 10);
  await connection.close();
  await until(() => heard.filter((topic) => topic === "stiction/rest/sensors").length === 11);
  const late = await connectAsync(url);
  const retained: string[] = [];
  late.on("message", (topic) => retained.push(topic));
  await late.subscribeAsync("stiction/#");
  await until(() => retained.length === 2);
  expect(retained.sort()).toEqual(["stiction/rest/scene", "stiction/rest/tf_static"]);
  await early.endAsync();
  await late.endAsync();
  await expect(connectMqtt("mqtt://127.0.0.1:1", "rest")).rejects.toThrow(/no MQTT broker/);
});
