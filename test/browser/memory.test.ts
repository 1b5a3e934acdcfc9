/**
 * Memory while a scene runs: after garbage is collected, the heaps of page and worker do not grow. What grows by intent is the history, which
 * has a budget; it is subtracted, and its budget is tested.
 */
import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bench, openBench, openPage, sceneShown } from "./studio-page.js";

const FULL = process.env.STICTION_FULL === "1";
/** Time to settle and time to watch, s. */
const [WARM, WATCH, SAMPLES] = FULL ? [60, 600, 20] : [2, 3, 3];
/**
 * Growth from the first third of the samples to the last that is allowed, bytes. A leak of one status message or one row of samples (about
 * 1 kB, ten to thirty a second) would show as 6 to 18 MB in ten minutes. The quick test finds only what grows by a picture or a state per step.
 */
const ALLOWED = FULL ? 3e6 : 1.5e6;

interface Usage {
  readonly page: number;
  readonly worker: number;
  /** Memory of arrays beside the heaps, without the history. */
  readonly arrays: number;
  readonly history: number;
}

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench?.close();
});

test(`a scene that runs for ${WATCH} s takes no more memory at the end`, async () => {
  const { page, complaints } = await openPage(bench, "#/scene/stack", { anew: true });
  await sceneShown(page, "stack");
  const session = await page.context().newCDPSession(page);
  const worker = await workerSession(session);
  await runFor(page, WARM);
  const before = await page.evaluate(() => studio.status.value?.steps ?? 0);
  const samples: Usage[] = [];
  for (let k = 0; k < SAMPLES; k++) {
    await runFor(page, WATCH / SAMPLES);
    samples.push(await usage(page, session, worker));
  }
  const third = Math.floor(SAMPLES / 3);
  const middle = (list: readonly Usage[], of: keyof Usage) =>
    list.map((one) => one[of]).sort((a, b) => a - b)[Math.floor(list.length / 2)];
  const growth = (of: keyof Usage) => middle(samples.slice(-third), of) - middle(samples.slice(0, third), of);
  const figures = Object.fromEntries(
    (["page", "worker", "arrays", "history"] as const).map((of) => [
      of,
      `${(middle(samples, of) / 1e6).toFixed(2)} MB, growth ${(growth(of) / 1e6).toFixed(3)} MB`,
    ]),
  );
  console.info("memory", figures);
  expect(growth("page")).toBeLessThan(ALLOWED);
  expect(growth("worker")).toBeLessThan(ALLOWED);
  expect(growth("arrays")).toBeLessThan(ALLOWED);
  const { bytes, budget } = await page.evaluate(() => studio.time.stored.value!);
  expect(bytes).toBeLessThanOrEqual(1.01 * budget);
  // it ran all the while; at this moment it may stand at the end of its duration
  expect(await page.evaluate(() => studio.status.value?.steps ?? 0)).toBeGreaterThan(before);
  expect(complaints).toEqual([]);
  await page.close();
});

/** Lets the scene run; at the end of its duration it is told to go on. */
async function runFor(page: Page, seconds: number): Promise<void> {
  const end = Date.now() + 1000 * seconds;
  while (Date.now() < end) {
    await page.evaluate(() => {
      if (!studio.status.value?.running) studio.simulation.play();
    });
    await page.waitForTimeout(Math.min(1000, Math.max(0, end - Date.now())));
  }
}

interface WorkerSession {
  send(method: string): Promise<Record<string, number>>;
}

/** A way to ask the simulation's worker, which is a target of its own. */
async function workerSession(session: CDPSession): Promise<WorkerSession> {
  const attached = new Promise<string>((resolve) => {
    session.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
      if (targetInfo.type === "worker") resolve(sessionId);
    });
  });
  await session.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const sessionId = await attached;
  const waiting = new Map<number, (result: Record<string, number>) => void>();
  session.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id, result } = JSON.parse(message) as { id?: number; result?: Record<string, number> };
    if (id !== undefined && result) waiting.get(id)?.(result);
  });
  let next = 1;
  return {
    send(method) {
      const id = next++;
      return new Promise((resolve, reject) => {
        waiting.set(id, resolve);
        session
          .send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method }) })
          .catch(reject);
      });
    },
  };
}

async function usage(page: Page, session: CDPSession, worker: WorkerSession): Promise<Usage> {
  for (let k = 0; k < 2; k++) {
    await session.send("HeapProfiler.collectGarbage");
    await worker.send("HeapProfiler.collectGarbage");
  }
  const own = (await session.send("Runtime.getHeapUsage")) as unknown as Record<string, number>;
  const other = await worker.send("Runtime.getHeapUsage");
  const history = await page.evaluate(() => studio.time.stored.value?.bytes ?? 0);
  const arrays = (own.backingStorageSize ?? 0) + (other.backingStorageSize ?? 0);
  return { page: own.usedSize, worker: other.usedSize, arrays: arrays - history, history };
}
