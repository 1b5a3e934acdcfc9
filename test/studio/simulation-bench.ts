/** The worker's simulation in Node, without a worker: requests in, replies out. */
import type { Data } from "stiction";
import type { Reply, Request, SceneSource } from "../../studio/worker/protocol.js";
import { Simulation } from "../../studio/worker/simulation.js";

export class SimulationBench {
  readonly replies: Reply[] = [];
  private readonly simulation: Simulation;
  private readonly work: (() => void)[] = [];
  private readonly waiting = new Map<number, (reply: Reply) => void>();
  private id = 0;
  private now = 0;

  constructor() {
    this.simulation = new Simulation({
      post: (reply) => this.receive(reply),
      clock: () => this.now++ / 1000,
      later: (work) => {
        this.work.push(work);
        setImmediate(() => this.work.shift()?.());
      },
      shared: false,
    });
  }

  send(request: Request): void {
    this.simulation.handle(request);
  }

  /** The reply to a request; `failed` too. */
  ask<T extends Reply["type"]>(make: (id: number) => Request): Promise<Extract<Reply, { type: T }>> {
    const id = ++this.id;
    return new Promise((resolve) => {
      this.waiting.set(id, (reply) => resolve(reply as Extract<Reply, { type: T }>));
      this.send(make(id));
    });
  }

  async load(source: SceneSource): Promise<void> {
    const reply = await this.ask((id) => ({ type: "load", id, source, play: false }));
    if (reply.type !== "loaded") throw new Error(JSON.stringify(reply));
  }

  async step(count: number): Promise<void> {
    await this.ask((id) => ({ type: "step", id, count }));
  }

  async hash(): Promise<string> {
    return (await this.ask<"hash">((id) => ({ type: "hash", id }))).hash;
  }

  /** The newest reply of a type. */
  last<T extends Reply["type"]>(type: T): Extract<Reply, { type: T }> | undefined {
    return this.replies.findLast((reply) => reply.type === type) as Extract<Reply, { type: T }> | undefined;
  }

  /** The state of the open scene. */
  simulationData(): Data {
    const { run } = this.simulation;
    if (!run) throw new Error("no scene is open");
    return run.data;
  }

  /** Where in `data.input` the target of a joint's drive stands. */
  inputPlace(joint: string): number {
    const { joints } = this.simulationData().model;
    return joints.driveInput[joints.names.indexOf(joint)];
  }

  /** Moves the clock, ms. */
  wait(time: number): void {
    this.now += 1000 * time;
  }

  private receive(reply: Reply): void {
    this.replies.push(reply);
    if (!("id" in reply) || reply.id === null) return;
    this.waiting.get(reply.id)?.(reply);
    this.waiting.delete(reply.id);
  }
}
