/**
 * A server of Foxglove's WebSocket protocol (github.com/foxglove/ws-protocol, subprotocols `foxglove.sdk.v1` and
 * `foxglove.websocket.v1`): Foxglove → Open connection → ws://localhost:8765 shows the run with nothing to configure.
 * The topics are those of .mcap files.
 */
import { createServer } from "node:http";
import type { LiveListener, Topic, TopicMessage, TopicName } from "stiction/io";
import type { WebSocket } from "ws";

const PROTOCOLS = ["foxglove.sdk.v1", "foxglove.websocket.v1"];
/** Opcodes of binary messages to clients. */
const MESSAGE_DATA = 1;
const TIME = 2;
/** Bytes that may wait for a slow client; beyond, messages are dropped, since newer ones follow. */
const MAX_WAITING = 4_000_000;

interface Channel extends Topic {
  readonly id: number;
}

interface Client {
  readonly socket: WebSocket;
  /** Subscription by channel. */
  readonly subscriptions: Map<number, number>;
}

/** What a client asks for. */
interface ClientRequest {
  readonly op?: string;
  readonly subscriptions?: readonly { readonly id: number; readonly channelId: number }[];
  readonly subscriptionIds?: readonly number[];
}

export interface FoxgloveServer extends LiveListener {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Options of `serveFoxglove`. */
export interface FoxgloveOptions {
  /** Name that Foxglove shows. */
  readonly name: string;
  readonly host?: string;
  /** 0: any free one. */
  readonly port?: number;
}

/** Listens; `start` tells it the topics. */
export async function serveFoxglove({
  name,
  host = "127.0.0.1",
  port = 8765,
}: FoxgloveOptions): Promise<FoxgloveServer> {
  const { WebSocketServer } = await import("ws").catch(() => {
    throw new Error("--foxglove needs the package ws: npm install ws");
  });
  const http = createServer((_, response) => {
    response.writeHead(426, { "content-type": "text/plain" });
    response.end("This port speaks Foxglove's WebSocket protocol. In Foxglove: Open connection.\n");
  });
  const clients = new Set<Client>();
  /** The last message of topics that are said once. */
  const kept = new Map<TopicName, TopicMessage>();
  let channels: readonly Channel[] = [];
  let lastTime = -1;
  const server = new WebSocketServer({
    server: http,
    perMessageDeflate: false,
    handleProtocols: (asked) => PROTOCOLS.find((protocol) => asked.has(protocol)) ?? false,
  });
  server.on("error", () => undefined);
  server.on("connection", (socket: WebSocket) => {
    if (!PROTOCOLS.includes(socket.protocol)) {
      socket.close(1002, `expected the subprotocol ${PROTOCOLS.join(" or ")}`);
      return;
    }
    const client: Client = { socket, subscriptions: new Map() };
    clients.add(client);
    socket.on("close", () => clients.delete(client));
    socket.on("error", () => undefined);
    socket.on("message", (wire, binary) => {
      // what a client publishes is binary, and no channel here takes it
      if (!binary) answer(client, String(wire));
    });
    say(client, { op: "serverInfo", name, capabilities: ["time"], supportedEncodings: ["json"], metadata: {} });
    if (channels.length > 0) advertise(client);
  });

  const advertise = (client: Client) =>
    say(client, {
      op: "advertise",
      channels: channels.map(({ id, name, schemaName, schema }) => ({
        id,
        topic: name,
        encoding: "json",
        schemaName,
        schema: JSON.stringify(schema),
        schemaEncoding: "jsonschema",
      })),
    });

  const answer = (client: Client, text: string) => {
    const request = parse(text);
    if (request?.op === "subscribe") {
      for (const { id, channelId } of request.subscriptions ?? []) {
        const channel = channels.find((other) => other.id === channelId);
        if (channel === undefined) {
          status(client, `there is no channel ${channelId}`);
          continue;
        }
        client.subscriptions.set(channelId, id);
        const message = kept.get(channel.name);
        if (message !== undefined) send(client, id, message);
      }
    } else if (request?.op === "unsubscribe") {
      for (const [channelId, id] of [...client.subscriptions])
        if (request.subscriptionIds?.includes(id)) client.subscriptions.delete(channelId);
    } else status(client, `the operation ${JSON.stringify(request?.op ?? text.slice(0, 40))} is not known here`);
  };

  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, host, () => resolve());
  });
  const bound = (http.address() as { port: number }).port;
  return {
    url: `ws://${host.includes(":") ? `[${host}]` : host}:${bound}`,
    port: bound,
    start(topics) {
      channels = topics.map((topic, k) => ({ ...topic, id: k + 1 }));
      for (const client of clients) advertise(client);
    },
    message(message) {
      const channel = channels.find(({ name }) => name === message.topic);
      if (channel === undefined) return;
      if (channel.once) kept.set(channel.name, message);
      for (const client of clients) {
        const id = client.subscriptions.get(channel.id);
        if (message.topic === "/tf" && message.time !== lastTime) sendTime(client, message.time);
        if (id !== undefined) send(client, id, message);
      }
      if (message.topic === "/tf") lastTime = message.time;
    },
    async close() {
      for (const { socket } of clients) socket.close(1001);
      const timer = setTimeout(() => {
        for (const { socket } of clients) socket.terminate();
      }, 200);
      server.close();
      await new Promise((resolve) => http.close(resolve));
      clearTimeout(timer);
    },
  };
}

function parse(text: string): ClientRequest | undefined {
  try {
    return JSON.parse(text) as ClientRequest;
  } catch {
    return undefined;
  }
}

function say({ socket }: Client, message: object): void {
  socket.send(JSON.stringify(message), () => undefined);
}

/** Level 1 is a warning. */
function status(client: Client, message: string): void {
  say(client, { op: "status", level: 1, message });
}

/** [opcode u8, subscription u32, log time u64 in ns, payload], little-endian. */
function send({ socket }: Client, subscription: number, { time, text }: TopicMessage): void {
  if (socket.readyState !== socket.OPEN || socket.bufferedAmount > MAX_WAITING) return;
  const payload = Buffer.from(text, "utf8");
  const head = Buffer.alloc(13);
  head.writeUInt8(MESSAGE_DATA, 0);
  head.writeUInt32LE(subscription, 1);
  head.writeBigUInt64LE(nanoseconds(time), 5);
  socket.send(Buffer.concat([head, payload]), () => undefined);
}

/** [opcode u8, time u64 in ns] */
function sendTime({ socket }: Client, time: number): void {
  if (socket.readyState !== socket.OPEN) return;
  const wire = Buffer.alloc(9);
  wire.writeUInt8(TIME, 0);
  wire.writeBigUInt64LE(nanoseconds(time), 1);
  socket.send(wire, () => undefined);
}

function nanoseconds(time: number): bigint {
  return BigInt(Math.round(time * 1e9));
}
