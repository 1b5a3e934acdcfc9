/** The proof worker's own file. A heavy experiment is cancelled by ending the worker. */
import type { ProofReply, ProofRequest } from "./proof-protocol.js";
import { answerProof } from "./proof-service.js";

/** The part of a dedicated worker's global scope that is used. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<ProofRequest>) => void) | null;
  postMessage(message: ProofReply): void;
}

const scope = globalThis as WorkerScope;
let before: Promise<void> = Promise.resolve();

scope.onmessage = ({ data }) => {
  before = before.then(() => answerProof(data, (reply) => scope.postMessage(reply)));
};
