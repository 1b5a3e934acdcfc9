import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { closeSync, constants, openSync } from "node:fs";
import { connect, type Socket, Socket as SocketOf } from "node:net";
import { isatty, ReadStream } from "node:tty";
import type { DeviceBridge } from "../devices/bridge.js";
import type { MapEntry, SourceSpec } from "../devices/input-map.js";
import { type AxisValue, LineReader, MAX_LINE, parseLine, parseWords } from "../devices/lines.js";

/** A device that is listened to. */
export interface OpenSource {
  close(): Promise<void>;
}

/** Time until a device that was lost is tried again, ms. */
const RETRY = 500;

/** Opens a device of the map. Nothing here blocks: what a device sends comes as events. */
export function openSource(bridge: DeviceBridge, spec: SourceSpec, map: readonly MapEntry[]): Promise<OpenSource> {
  if (spec.type === "udp") return openUdp(bridge, spec);
  if (spec.type === "mqtt") return openMqtt(bridge, spec, map);
  if (spec.type === "tcp") return reopening(bridge, spec.name, async () => connect(spec.port, spec.host));
  return reopening(bridge, spec.name, () => openSerial(spec));
}

async function openUdp(bridge: DeviceBridge, spec: Extract<SourceSpec, { type: "udp" }>): Promise<OpenSource> {
  const socket = createSocket(spec.host.includes(":") ? "udp6" : "udp4");
  socket.on("message", (bytes) => {
    if (bytes.length > MAX_LINE) return;
    bridge.take(
      spec.name,
      spec.format === "u16" ? parseWords(bytes) : bytes.toString("utf8").split("\n").flatMap(parseLine),
    );
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.bind(spec.port, spec.host, () => resolve());
  });
  socket.on("error", () => undefined);
  return { close: () => new Promise((resolve) => socket.close(() => resolve())) };
}

/** Lines from a connection that is opened again when it ends. */
async function reopening(bridge: DeviceBridge, name: string, open: () => Promise<Socket>): Promise<OpenSource> {
  let closed = false;
  let current: Socket | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const again = (reason: string) => {
    current = null;
    if (closed) return;
    bridge.lost(name, reason);
    timer = setTimeout(start, RETRY);
  };
  const start = () => {
    open().then(
      (socket) => {
        if (closed) {
          socket.destroy();
          return;
        }
        current = socket;
        const lines = new LineReader();
        let reason = "the connection ended";
        socket.on("data", (bytes) => {
          const values = lines.take(bytes as Uint8Array).flatMap(parseLine);
          if (values.length > 0) bridge.take(name, values);
        });
        socket.on("error", (error) => {
          reason = error.message;
        });
        socket.on("close", () => again(reason));
      },
      (error: Error) => again(error.message),
    );
  };
  start();
  return {
    async close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      current?.destroy();
    },
  };
}

/** A serial line, or a named pipe in its place. Opened for both ways, so that a pipe without a writer does not end. */
async function openSerial({ path, baud }: Extract<SourceSpec, { type: "serial" }>): Promise<Socket> {
  const file = openSync(path, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
  try {
    if (isatty(file)) {
      await setLine(path, baud);
      return new ReadStream(file);
    }
    return new SocketOf({ fd: file, readable: true, writable: false });
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Raw bytes at a rate, by stty: Node has no call for it. */
function setLine(path: string, baud: number | undefined): Promise<void> {
  const flag = process.platform === "darwin" ? "-f" : "-F";
  const args = [flag, path, ...(baud === undefined ? [] : [String(baud)]), "raw", "-echo"];
  return new Promise((resolve, reject) => {
    const child = spawn("stty", args, { stdio: ["ignore", "ignore", "pipe"] });
    let text = "";
    child.stderr.on("data", (chunk) => {
      text += chunk;
    });
    child.once("error", () => reject(new Error(`cannot set ${path}: there is no stty`)));
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(text.trim() || `stty ended with ${code}`)),
    );
  });
}

async function openMqtt(
  bridge: DeviceBridge,
  spec: Extract<SourceSpec, { type: "mqtt" }>,
  map: readonly MapEntry[],
): Promise<OpenSource> {
  const mqtt = await import("mqtt").catch(() => {
    throw new Error(`source ${spec.name} needs the package mqtt: npm install mqtt`);
  });
  const topics = [...new Set(map.filter(({ source }) => source === spec.name).flatMap(({ topic }) => topic ?? []))];
  const client = mqtt.connect(spec.url, { reconnectPeriod: RETRY });
  client.on("connect", () => client.subscribe(topics, () => undefined));
  client.on("message", (topic, payload) => {
    const text = payload.subarray(0, MAX_LINE).toString("utf8");
    const values: AxisValue[] = parseLine(text);
    if (values.length > 0) bridge.take(spec.name, values, topic);
  });
  client.on("close", () => bridge.lost(spec.name, "the broker does not answer"));
  client.on("error", () => undefined);
  return { close: () => client.endAsync(true) };
}
