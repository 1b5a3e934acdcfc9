/**
 * A client of rosbridge (protocol v2, JSON): publishes the run to ROS 2 as `/tf`, `/tf_static`, `/clock` and, of every
 * sensor, `/stiction/sensors` with names beside the numbers.
 */
import type { LiveListener, TopicMessage } from "stiction/io";
import type { WebSocket } from "ws";

/** Bytes that may wait for a slow peer; beyond, messages are dropped, since newer ones follow. */
const MAX_WAITING = 4_000_000;

/** Topics of ROS and their types. */
const TYPES = {
  "/tf": "tf2_msgs/msg/TFMessage",
  "/tf_static": "tf2_msgs/msg/TFMessage",
  "/clock": "rosgraph_msgs/msg/Clock",
  "/stiction/sensors": "sensor_msgs/msg/JointState",
} as const;

interface Transforms {
  readonly transforms: readonly {
    readonly timestamp: { readonly sec: number; readonly nsec: number };
    readonly parent_frame_id: string;
    readonly child_frame_id: string;
    readonly translation: object;
    readonly rotation: object;
  }[];
}

export interface LiveConnection extends LiveListener {
  close(): Promise<void>;
}

/** Connects to `ws://host:9090`, rosbridge's port. */
export async function connectRosbridge(url: string): Promise<LiveConnection> {
  const { WebSocket } = await import("ws").catch(() => {
    throw new Error("--rosbridge needs the package ws: npm install ws");
  });
  const socket: WebSocket = new WebSocket(url);
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", (error: Error) => reject(new Error(`no rosbridge at ${url}: ${error.message}`)));
  });
  socket.on("error", () => undefined);
  const say = (message: object) => {
    if (socket.readyState === socket.OPEN && socket.bufferedAmount < MAX_WAITING)
      socket.send(JSON.stringify(message), () => undefined);
  };
  const publish = (topic: keyof typeof TYPES, msg: object) => say({ op: "publish", topic, msg });
  return {
    start() {
      for (const [topic, type] of Object.entries(TYPES)) say({ op: "advertise", topic, type });
    },
    message({ topic, time, text }: TopicMessage) {
      if (topic === "/tf" || topic === "/tf_static") {
        publish(topic, { transforms: (JSON.parse(text) as Transforms).transforms.map(rosTransform) });
        if (topic === "/tf") publish("/clock", { clock: rosTime(time) });
      } else if (topic === "/sensors") {
        const { values } = JSON.parse(text) as { values: Readonly<Record<string, number>> };
        // a state of joints is names with numbers, which tools of ROS plot
        const numbers = { name: Object.keys(values), position: Object.values(values), velocity: [], effort: [] };
        publish("/stiction/sensors", { header: { stamp: rosTime(time), frame_id: "world" }, ...numbers });
      }
    },
    async close() {
      for (const topic of Object.keys(TYPES)) say({ op: "unadvertise", topic });
      const closed = new Promise((resolve) => socket.once("close", resolve));
      socket.close();
      const timer = setTimeout(() => socket.terminate(), 500);
      await closed;
      clearTimeout(timer);
    },
  };
}

function rosTransform(from: Transforms["transforms"][number]): object {
  const { timestamp, parent_frame_id, child_frame_id, translation, rotation } = from;
  const stamp = { sec: timestamp.sec, nanosec: timestamp.nsec };
  return { header: { stamp, frame_id: parent_frame_id }, child_frame_id, transform: { translation, rotation } };
}

function rosTime(time: number): { sec: number; nanosec: number } {
  const ns = Math.round(time * 1e9);
  return { sec: Math.floor(ns / 1e9), nanosec: ns % 1e9 };
}
