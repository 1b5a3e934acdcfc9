/** Who listens to a run while it runs: --foxglove, --rosbridge, --mqtt. */
import type { Model } from "stiction";
import { createLiveRecorder, type LiveListener, type Recorder } from "stiction/io";
import { FailedError } from "./errors.js";
import { program } from "./version.js";

export interface LiveOptions {
  readonly foxglove?: number;
  readonly rosbridge?: string;
  readonly mqtt?: string;
  readonly recordEvery: number;
  readonly quiet?: boolean;
}

export interface LiveRun {
  readonly recorders: readonly Recorder[];
  close(): Promise<void>;
}

/** Connects before the first step; a peer that is not there is one line. */
export async function openLive(model: Model, options: LiveOptions): Promise<LiveRun> {
  const listeners: (LiveListener & { close(): Promise<void> })[] = [];
  const close = async () => {
    for (const listener of listeners.splice(0)) await listener.close();
  };
  try {
    if (options.foxglove !== undefined) {
      const { serveFoxglove } = await import("../live/foxglove-server.js");
      const server = await serveFoxglove({ name: `${program}: ${model.name}`, port: options.foxglove });
      listeners.push(server);
      if (!options.quiet) process.stderr.write(`Foxglove: Open connection → ${server.url}\n`);
    }
    if (options.rosbridge !== undefined) {
      const { connectRosbridge } = await import("../live/rosbridge.js");
      listeners.push(await connectRosbridge(options.rosbridge));
    }
    if (options.mqtt !== undefined) {
      const { connectMqtt } = await import("../live/mqtt-publisher.js");
      listeners.push(await connectMqtt(options.mqtt, model.name));
    }
    const settings = { program, every: options.recordEvery };
    const recorders: Recorder[] = [];
    for (const listener of listeners) recorders.push(await createLiveRecorder(model, listener, settings));
    return { recorders, close };
  } catch (error) {
    await close();
    throw new FailedError((error as Error).message, { cause: error });
  }
}
