/** A process that runs rows of whatever studies want workers. */
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Worker } from "bullmq";
import { createRowRunner, designOf, packRow } from "stiction/studies";
import { firstLine } from "../../errors.js";
import { print } from "../../text/print.js";
import { version } from "../../version.js";
import { RowThreads } from "../row-pool.js";
import { unpackStudy } from "../study-package.js";
import type { ChunkData } from "./coordinator.js";
import { connectRedis, KEYS, type Offer, queuePackages, withoutPassword } from "./redis.js";

/** How often a worker looks for studies and says that it is there, ms. */
const LOOK = 1000;
/** A job whose worker has not renewed its lock for so long goes to another one, ms. */
const LOCK = 6000;
const STALLED = 3000;
/** A run that ends its worker is tried on so many others. */
const MAX_STALLED = 3;

export interface WorkerOptions {
  readonly threads: number;
  /** Whether studies may bring scripts, which run with the rights of this process. */
  readonly allowScripts: boolean;
  /** Ends when no study has wanted workers for so long, s. */
  readonly idle: number;
  stopRequested(): boolean;
}

/** Takes part in one study. */
interface Part {
  readonly worker: Worker<ChunkData>;
  readonly threads: RowThreads;
}

/** Works until a stop is requested. */
export async function work(url: string, options: WorkerOptions): Promise<void> {
  const packages = await queuePackages();
  const redis = await connectRedis(packages, url);
  const id = `${hostname()}-${process.pid}`;
  const parts = new Map<string, Part>();
  const refused = new Set<string>();
  print(`worker ${id}: ${options.threads} threads, ${withoutPassword(url)}`);
  let idleSince = performance.now();
  const leave = async (hash: string) => {
    const part = parts.get(hash);
    parts.delete(hash);
    await part?.worker.close();
    await part?.threads.end();
  };
  const join = async (hash: string) => {
    const text = await redis.get(KEYS.package(hash));
    if (text === null) return;
    const offer = JSON.parse(text) as Offer;
    const reason = await whyNot(offer, options);
    if (reason !== undefined) {
      refused.add(hash);
      await redis.hset(KEYS.refused(hash), id, reason);
      print(`study ${offer.package.name} (${hash}): refused, ${reason}`);
      return;
    }
    const threads = new RowThreads(offer.package, options.threads);
    const design = designOf(offer.package.study);
    const worker = new packages.bullmq.Worker<ChunkData>(
      KEYS.queue(hash),
      async ({ data }) => (await threads.run(data.rows, design)).map(packRow),
      {
        connection: redis.duplicate(),
        concurrency: options.threads,
        lockDuration: LOCK,
        stalledInterval: STALLED,
        maxStalledCount: MAX_STALLED,
      },
    );
    worker.on("error", () => {});
    parts.set(hash, { worker, threads });
    print(`study ${offer.package.name} (${hash}): joined`);
  };
  try {
    while (!options.stopRequested()) {
      const wanted = new Set(await redis.smembers(KEYS.studies));
      for (const hash of parts.keys()) {
        if (wanted.has(hash)) await redis.hset(KEYS.workers(hash), id, Date.now());
        else await leave(hash);
      }
      for (const hash of wanted) if (!parts.has(hash) && !refused.has(hash)) await join(hash);
      if (parts.size > 0) idleSince = performance.now();
      else if ((performance.now() - idleSince) / 1000 > options.idle) break;
      await sleep(LOOK);
    }
  } finally {
    for (const hash of [...parts.keys()]) {
      await redis.hdel(KEYS.workers(hash), id).catch(() => {});
      await leave(hash);
    }
    redis.disconnect();
  }
}

/** Why this worker cannot take part in a study: another version, other bits, or a script that is not allowed. */
async function whyNot(
  { package: packed, canary }: Offer,
  { allowScripts }: WorkerOptions,
): Promise<string | undefined> {
  if (packed.version !== version) return `it is of version ${packed.version}, this worker of ${version}`;
  const foreign = packed.script !== null && !packed.script.startsWith("shipped:");
  if (foreign && !allowScripts) return "it brings a script; start the worker with --allow-scripts";
  try {
    const { hash } = createRowRunner(await unpackStudy(packed)).run(0);
    return hash === canary ? undefined : `its first run has other bits here (${hash} instead of ${canary})`;
  } catch (error) {
    return firstLine(error instanceof Error ? error.message : String(error));
  }
}
