/** The page's end of the proof worker: made when it is first needed, ended to cancel, and recreated after that. */
import type { ExperimentEntry, ProofReply, ProofRequest } from "./proof-protocol.js";

export interface ProofListener {
  listed(experiments: readonly ExperimentEntry[]): void;
  row(reply: Extract<ProofReply, { type: "row" }>): void;
  samples(reply: Extract<ProofReply, { type: "samples" }>): void;
  measured(reply: Extract<ProofReply, { type: "measured" }>): void;
  finished(id: string): void;
  broken(message: string): void;
}

export class ProofClient {
  private worker: Worker | null = null;
  private readonly listener: ProofListener;

  constructor(listener: ProofListener) {
    this.listener = listener;
  }

  list(): void {
    this.send({ type: "list" });
  }

  run(id: string, options: { readonly curve: boolean; readonly full: boolean }): void {
    this.send({ type: "run", id, ...options });
  }

  /** Ends whatever is going on. */
  cancel(): void {
    this.worker?.terminate();
    this.worker = null;
  }

  private send(request: ProofRequest): void {
    this.worker ??= this.start();
    this.worker.postMessage(request);
  }

  private start(): Worker {
    const worker = new Worker(new URL("./proof.ts", import.meta.url), { type: "module", name: "proof" });
    worker.onmessage = ({ data }: MessageEvent<ProofReply>) => this.receive(data);
    worker.onerror = ({ message }) => this.listener.broken(message);
    return worker;
  }

  private receive(reply: ProofReply): void {
    if (reply.type === "listed") this.listener.listed(reply.experiments);
    else if (reply.type === "row") this.listener.row(reply);
    else if (reply.type === "samples") this.listener.samples(reply);
    else if (reply.type === "measured") this.listener.measured(reply);
    else this.listener.finished(reply.id);
  }
}
