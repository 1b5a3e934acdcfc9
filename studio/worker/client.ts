/** The page's end of the worker. */
import { type FrameReader, SharedFrames, TransferReader } from "./channel.js";
import type { EventNote, Reply, Request, RunStatus, SceneDescription, SceneSource } from "./protocol.js";

/** What the page wants to hear. */
export interface Listener {
  /** `kept`: the same run continues with another model. */
  loaded(scene: SceneDescription, frames: FrameReader, kept: boolean): void;
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

type Answer = Extract<Reply, { id: number | null }>;

/** What is not said to everybody, by type: services' replies. */
function defaultWorker(): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "simulation" });
}

export class SimulationClient {
  private readonly makeWorker: () => Worker;
  private worker: Worker | null = null;
  private readonly listener: Listener;
  private readonly waiting = new Map<number, { resolve(reply: Answer): void; reject(error: Error): void }>();
  private readonly listeners = new Map<Reply["type"], Set<(reply: Reply) => void>>();
  private reader: TransferReader | null = null;
  private generation = 0;
  private nextId = 1;

  constructor(listener: Listener, makeWorker = defaultWorker) {
    this.listener = listener;
    this.makeWorker = makeWorker;
  }

  /** Starts the worker, which the first request does as well; pages that show no scene need none. */
  start(): Worker {
    if (this.worker) return this.worker;
    const worker = this.makeWorker();
    worker.onmessage = ({ data }: MessageEvent<Reply>) => this.receive(data);
    worker.onerror = ({ message }) => this.listener.broken(message);
    this.worker = worker;
    return worker;
  }

  /** Ends the worker; the client is of no use after that. */
  dispose(): void {
    this.worker?.terminate();
  }

  /** Opens a scene; throws a LoadError on failure, and the old one continues. */
  async load(source: SceneSource, play: boolean): Promise<void> {
    await this.ask((id) => ({ type: "load", id, source, play }));
  }

  play(): void {
    this.send({ type: "play" });
  }

  pause(): void {
    if (this.worker) this.send({ type: "pause" });
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

  /** Calls `listener` for every reply of a type that belongs to the open scene; returns a function that ends it. */
  on<T extends Reply["type"]>(type: T, listener: (reply: Extract<Reply, { type: T }>) => void): () => void {
    const set = this.listeners.get(type) ?? new Set();
    this.listeners.set(type, set);
    const call = (reply: Reply) => listener(reply as Extract<Reply, { type: T }>);
    set.add(call);
    return () => set.delete(call);
  }

  /**
   * Sends a request that `make` builds with an id; resolves to the reply with that id, and throws a LoadError when that
   * is `failed`.
   */
  ask(make: (id: number) => Request): Promise<Answer> {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send(make(id));
    });
  }

  send(request: Request, transfer: Transferable[] = []): void {
    this.start().postMessage(request, transfer);
  }

  private receive(reply: Reply): void {
    if ("generation" in reply && reply.type !== "loaded" && reply.generation !== this.generation) return;
    if (reply.type === "samples") this.listener.samples(reply.rows, reply.restart);
    else if (reply.type === "events") this.listener.events(reply.events);
    else if (reply.type === "status") this.listener.status(reply.status);
    else if (reply.type === "frame") this.reader?.receive(reply.buffer);
    else if ("id" in reply) this.answer(reply);
    const set = this.listeners.get(reply.type);
    if (set) for (const listener of set) listener(reply);
  }

  private answer(reply: Answer): void {
    if (reply.type === "loaded") {
      this.generation = reply.generation;
      this.listener.loaded(reply.scene, this.openFrames(reply), reply.kept);
    }
    if (reply.id === null) return;
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
