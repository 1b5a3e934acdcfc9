/** The worker of statics: one search, and then it is ended; long ones are cancelled by ending it. */
import { compileWith, createData, type Mode, type Modes, modesAtRest, type StaticsProgress, settle } from "stiction";
import { allItems } from "./items.js";
import { problemsOf } from "./source.js";
import type { ModeEntry, StaticsReply, StaticsRequest, StaticsResult } from "./statics-protocol.js";

/** The part of a dedicated worker's global scope that is used. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<StaticsRequest>) => void) | null;
  postMessage(message: StaticsReply): void;
}

const scope = globalThis as WorkerScope;
/** Time between messages about progress, ms. */
const PERIOD = 100;

scope.onmessage = ({ data }) => {
  void search(data).then((reply) => scope.postMessage(reply));
};

async function search({ moment, modes: wanted }: StaticsRequest): Promise<StaticsReply> {
  try {
    const model = compileWith(moment.spec, await allItems());
    const data = createData(model);
    data.bodyPos.set(moment.positions);
    data.bodyQuat.set(moment.orientations);
    data.bodyVel.fill(0);
    if (data.input.length === moment.input.length) data.input.set(moment.input);
    data.clock[0] = moment.time;
    let told = Number.NEGATIVE_INFINITY;
    const progress = (progress: StaticsProgress) => {
      const now = performance.now();
      if (now - told < PERIOD) return;
      told = now;
      scope.postMessage({ type: "progress", progress });
    };
    const none: Modes = { freedom: 0, acceleration: 0, stable: true, modes: [] };
    const { equilibrium, modes } = wanted
      ? modesAtRest(model, data, { progress })
      : { equilibrium: settle(model, data, { progress }), modes: none };
    const result: StaticsResult = {
      found: equilibrium.found,
      reason: equilibrium.reason,
      stable: equilibrium.stable !== false,
      freedom: modes.freedom,
      positions: data.bodyPos.slice(),
      orientations: data.bodyQuat.slice(),
      modes: modes.modes.map((mode) => entryOf(model.bodyNames, mode)),
    };
    return { type: "result", result };
  } catch (error) {
    return { type: "failed", message: problemsOf(error)[0]?.message ?? String(error) };
  }
}

function entryOf(names: readonly string[], { kind, frequency, dampingRatio, shape }: Mode): ModeEntry {
  const numbers = new Float64Array(12 * names.length);
  for (const { body, displacement: d, rotation: r } of shape)
    numbers.set([...d.re, ...r.re, ...d.im, ...r.im], 12 * names.indexOf(body));
  return { kind, frequency, dampingRatio, shape: numbers };
}
