/** The page's end of the worker. */
import { type FrameReader, SharedFrames, TransferReader } from "./channel.js";
import type { EventNote, Reply, Request, RunStatus, SceneDescription, SceneEntry, SceneSource } from "./protocol.js";

/** What the page wants to hear. */
export interface Listener {
  ready(scenes: readonly SceneEntry[]): void;
  loaded(scene: SceneDescription, frames: FrameReader): void;
  samples(rows: Float64Array, restart: boolean): void;
  events(events: readonly EventNote[]): void;
  status(status: RunStatus): void;
  /** The worker itself has failed. */
  broken(message: string): void;
}

export interface StateHash {
  readonly hash: string;
  readonly steps: number;
  /** s */
  readonly time: number;
}

/** A scene that could not be loaded: one line per problem, with its path. */
export class LoadError extends Error {
  readonly problems: readonly { readonly path: string; readonly message: string }[];

  constructor(problems: LoadError["problems"]) {
    super(problems.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join("\n"));
    this.problems = problems;
  }
}

type Answer = Extract<Reply, { id: number }>;

export class SimulationClient {
  private readonly worker: Worker;
  private readonly listener: Listener;
  private readonly waiting = new Map<number, { resolve(reply: Answer): void; reject(error: Error): void }>();
  private reader: TransferReader | null = null;
  private generation = 0;
  private nextId = 1;

  constructor(listener: Listener) {
    this.listener = listener;
    this.worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "simulation" });
    this.worker.onmessage = ({ data }: MessageEvent<Reply>) => this.receive(data);
    this.worker.onerror = ({ message }) => listener.broken(message);
  }

  /** Opens a scene; throws a LoadError when that fails, and the old one goes on. */
  async load(source: SceneSource, play: boolean): Promise<void> {
    await this.ask((id) => ({ type: "load", id, source, play }));
  }

  play(): void {
    this.send({ type: "play" });
  }

  pause(): void {
    this.send({ type: "pause" });
  }

  reset(): void {
    this.send({ type: "reset" });
  }

  speed(factor: number): void {
    this.send({ type: "speed", factor });
  }

  /** Pauses and makes `count` steps; resolves when they are made. */
  async step(count: number): Promise<void> {
    await this.ask((id) => ({ type: "step", id, count }));
  }

  /** Hash of the present state. */
  async hash(): Promise<StateHash> {
    const reply = await this.ask((id) => ({ type: "hash", id }));
    if (reply.type !== "hash") throw new Error(`unexpected ${reply.type}`);
    return { hash: reply.hash, steps: reply.steps, time: reply.time };
  }

  private ask(make: (id: number) => Request): Promise<Answer> {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send(make(id));
    });
  }

  private send(request: Request, transfer: Transferable[] = []): void {
    this.worker.postMessage(request, transfer);
  }

  private receive(reply: Reply): void {
    if ("generation" in reply && reply.type !== "loaded" && reply.generation !== this.generation) return;
    if (reply.type === "ready") this.listener.ready(reply.scenes);
    else if (reply.type === "samples") this.listener.samples(reply.rows, reply.restart);
    else if (reply.type === "events") this.listener.events(reply.events);
    else if (reply.type === "status") this.listener.status(reply.status);
    else if (reply.type === "frame") this.reader?.receive(reply.buffer);
    else this.answer(reply);
  }

  private answer(reply: Answer): void {
    if (reply.type === "loaded") {
      this.generation = reply.generation;
      this.listener.loaded(reply.scene, this.openFrames(reply));
    }
    const asked = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if (reply.type === "failed") asked?.reject(new LoadError(reply.problems));
    else asked?.resolve(reply);
  }

  private openFrames({ frames }: Extract<Reply, { type: "loaded" }>): FrameReader {
    this.reader = null;
    if (frames.kind === "shared") return new SharedFrames(frames.bodies, frames);
    this.reader = new TransferReader(frames.bodies, (buffer) => this.send({ type: "recycle", buffer }, [buffer]));
    return this.reader;
  }
}
