/** The worker's own file: ties the simulation to messages, clock and timers. */
import type { Reply, Request } from "./protocol.js";
import { Simulation } from "./simulation.js";

/** The part of a dedicated worker's global scope that is used; the DOM types describe a page. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<Request>) => void) | null;
  postMessage(message: Reply, transfer: Transferable[]): void;
  readonly crossOriginIsolated: boolean;
}

const scope = globalThis as WorkerScope;

// A timer waits four milliseconds at least; a message to oneself does not, and lets other messages pass first.
const ring = new MessageChannel();
const waiting: (() => void)[] = [];
ring.port1.onmessage = () => waiting.shift()?.();

const simulation = new Simulation({
  post: (reply, transfer = []) => scope.postMessage(reply, transfer),
  clock: () => performance.now(),
  later(work, delay) {
    if (delay > 0) {
      setTimeout(work, delay);
      return;
    }
    waiting.push(work);
    ring.port2.postMessage(null);
  },
  shared: scope.crossOriginIsolated && typeof SharedArrayBuffer === "function",
});

scope.onmessage = ({ data }) => simulation.handle(data);
