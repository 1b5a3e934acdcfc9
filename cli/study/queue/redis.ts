/** The Redis server that a coordinator and its workers share. */
import type { Redis } from "ioredis";
import { FailedError, firstLine, InputError } from "../../errors.js";

/**
 * Names of what is kept in Redis. A study's queue has its hash in the name, so that workers take only what they
 * checked.
 */
export const KEYS = {
  /** Set of the hashes of the studies that want workers. */
  studies: "stiction:studies",
  package: (hash: string) => `stiction:study:${hash}`,
  /** Hash by worker: when it was last there (ms), or why it refused. */
  workers: (hash: string) => `stiction:workers:${hash}`,
  refused: (hash: string) => `stiction:refused:${hash}`,
  queue: (hash: string) => `stiction-${hash}`,
} as const;

/** A worker that has not been heard of for so long is gone, ms. */
export const WORKER_GONE = 10_000;

/** What the coordinator leaves for workers. */
export interface Offer {
  readonly package: import("../study-package.js").StudyPackage;
  /** State hash of the first run: a worker that gets another one makes other bits. */
  readonly canary: string;
}

export type Packages = { readonly bullmq: typeof import("bullmq"); readonly redis: typeof import("ioredis") };

/** Loads the two optional packages. */
export async function queuePackages(): Promise<Packages> {
  try {
    const [bullmq, redis] = await Promise.all([import("bullmq"), import("ioredis")]);
    return { bullmq, redis };
  } catch {
    throw new InputError("queues need two packages that are not installed: npm install bullmq ioredis");
  }
}

/** Connects, and says in one line if nobody answers. */
export async function connectRedis({ redis }: Packages, url: string): Promise<Redis> {
  if (!/^rediss?:\/\//.test(url)) throw new InputError(`--queue ${url}: expected redis://host:port`);
  const probe = new redis.Redis(url, { lazyConnect: true, connectTimeout: 3000, retryStrategy: () => null });
  // the reason comes as an event, and the promise only says that the connection is closed
  let reason = "";
  probe.on("error", (error) => {
    reason ||= firstLine(error.message || String((error as NodeJS.ErrnoException).code));
  });
  try {
    await probe.connect();
    await probe.ping();
  } catch (error) {
    throw new FailedError(
      `--queue ${withoutPassword(url)}: no Redis answers there: ${reason || firstLine((error as Error).message)}`,
    );
  } finally {
    probe.disconnect();
  }
  const connection = new redis.Redis(url, { maxRetriesPerRequest: null, retryStrategy: (n) => Math.min(1000, 50 * n) });
  // a lost connection is made again; commands wait for it
  connection.on("error", () => {});
  return connection;
}

/** An address as it may be shown. */
export const withoutPassword = (url: string) => url.replace(/\/\/[^@/]*@/, "//");
