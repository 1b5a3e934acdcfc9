/** Publishes a run to an MQTT broker: `stiction/<scene>/tf`, `…/sensors`, `…/contacts`, `…/events`, in JSON. */
import type { LiveListener } from "stiction/io";
import type { LiveConnection } from "./rosbridge.js";

/** Connects to a broker: `mqtt://host:1883`. Topics that are said once are retained, for those who come later. */
export async function connectMqtt(url: string, scene: string): Promise<LiveConnection> {
  const mqtt = await import("mqtt").catch(() => {
    throw new Error("--mqtt needs the package mqtt: npm install mqtt");
  });
  const client = await mqtt.connectAsync(url, { reconnectPeriod: 0 }).catch((error: Error) => {
    throw new Error(`no MQTT broker at ${url}: ${error.message}`);
  });
  client.on("error", () => undefined);
  const retained = new Set<string>();
  // these have a meaning in names of topics
  const prefix = `stiction/${scene.replace(/[+#/\s]/g, "-")}`;
  const listener: LiveListener = {
    start(topics) {
      for (const { name, once } of topics) if (once) retained.add(name);
    },
    message({ topic, text }) {
      client.publish(`${prefix}${topic}`, text, { qos: 0, retain: retained.has(topic) }, () => undefined);
    },
  };
  return { ...listener, close: () => client.endAsync() };
}
