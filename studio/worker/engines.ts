/** The own file of an engine's worker: one worker per engine, so that a slow one slows no other. */
import type { EngineReply, EngineRequest } from "./engines-protocol.js";
import { EngineRun } from "./engines-run.js";

interface WorkerScope {
  onmessage: ((event: MessageEvent<EngineRequest>) => void) | null;
  postMessage(message: EngineReply): void;
}

const scope = globalThis as WorkerScope;
let run: EngineRun | undefined;
let before: Promise<void> = Promise.resolve();

scope.onmessage = ({ data }) => {
  before = before.then(() => answer(data));
};

async function answer(request: EngineRequest): Promise<void> {
  try {
    if (request.type === "open") {
      run?.dispose();
      const opened = await EngineRun.open(request.engine, request.test, () => performance.now());
      run = opened instanceof EngineRun ? opened : undefined;
      scope.postMessage(opened instanceof EngineRun ? opened.opened() : opened);
    } else if (run !== undefined) {
      if (request.type === "restart") run.restart();
      scope.postMessage(request.type === "restart" ? run.opened() : run.advance(request.until));
    }
  } catch (error) {
    run = undefined;
    scope.postMessage({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  }
}
