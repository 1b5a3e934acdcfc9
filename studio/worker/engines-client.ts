/** The page's end of one engine's worker. */
import type { AdvancedEngine, EngineName, EngineReply, EngineRequest, OpenedEngine } from "./engines-protocol.js";

export interface EngineListener {
  opened(reply: OpenedEngine): void;
  advanced(reply: AdvancedEngine): void;
  /** The engine cannot run the scene, or has stopped. */
  ended(reply: Extract<EngineReply, { type: "refused" | "failed" | "absent" }>): void;
}

export class EngineClient {
  private readonly worker: Worker;
  /** Whether a request has not been answered yet. */
  private waiting = true;

  constructor(engine: EngineName, test: string, listener: EngineListener) {
    this.worker = new Worker(new URL("./engines.ts", import.meta.url), { type: "module", name: `engine ${engine}` });
    this.worker.onmessage = ({ data }: MessageEvent<EngineReply>) => {
      this.waiting = false;
      if (data.type === "opened") listener.opened(data);
      else if (data.type === "advanced") listener.advanced(data);
      else listener.ended(data);
    };
    this.worker.onerror = ({ message }) => listener.ended({ type: "failed", message });
    this.send({ type: "open", engine, test });
  }

  /** Whether it accepts requests. */
  get idle(): boolean {
    return !this.waiting;
  }

  /** Goes on to a time, s; not while it is still at the last one. */
  advance(until: number): void {
    if (this.idle) this.send({ type: "advance", until });
  }

  restart(): void {
    this.send({ type: "restart" });
  }

  dispose(): void {
    this.worker.terminate();
  }

  private send(request: EngineRequest): void {
    this.waiting = true;
    this.worker.postMessage(request);
  }
}
