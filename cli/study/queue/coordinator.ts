/**
 * Hands the runs of a study to workers by a queue and collects their rows. The log decides what is finished: a chunk
 * whose job was lost is handed out again, rows that come twice are dropped, and a job is removed once its rows are
 * on disk.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Job, Queue } from "bullmq";
import type { Redis } from "ioredis";
import { createRowRunner, designOf, type PackedRow, type Row, type StudyParts, unpackRow } from "stiction/studies";
import { firstLine } from "../../errors.js";
import type { RowLog } from "../row-log.js";
import { type RunOptions, remainingRows, type StudyEnd } from "../run-study.js";
import { createRunningStatistics } from "../running-statistics.js";
import { type StudyPackage, writtenScene } from "../study-package.js";
import { connectRedis, KEYS, type Offer, type Packages, queuePackages, WORKER_GONE, withoutPassword } from "./redis.js";

/** Jobs that wait or run at a time: enough for a hundred workers, and few enough to keep Redis small. */
const MAX_JOBS = 200;
/** Time that a chunk should take, s. */
const CHUNK = 1;
const MAX_CHUNK = 1000;
/** Attempts at a chunk before its rows are given up. */
const ATTEMPTS = 3;
/** ms */
const POLL = 100;
const LOOK_FOR_LOST = 2000;

export interface Connection {
  readonly redis: Redis;
  readonly packages: Packages;
  readonly url: string;
  close(): Promise<void>;
}

/** Connects to the queue's server, before anything runs. */
export async function connect(url: string): Promise<Connection> {
  const packages = await queuePackages();
  const redis = await connectRedis(packages, url);
  return {
    redis,
    packages,
    url,
    async close() {
      redis.disconnect();
    },
  };
}

/** What a job holds. */
export interface ChunkData {
  readonly rows: readonly number[];
}

/** Runs what is not in the log yet on whatever workers there are. */
export async function coordinate(
  { redis, packages, url }: Connection,
  packed: StudyPackage,
  parts: StudyParts,
  log: RowLog,
  options: RunOptions,
): Promise<StudyEnd> {
  const design = designOf(packed.study);
  const runner = createRowRunner(parts);
  const statistics = createRunningStatistics(runner.metricNames);
  const most = Math.min(design.count, packed.study.budget?.runs ?? Number.POSITIVE_INFINITY);
  const portable: StudyPackage = { ...packed, scene: writtenScene(packed, parts) };
  const offer: Offer = { package: portable, canary: runner.run(0).hash };
  const queue: Queue<ChunkData, unknown> = new packages.bullmq.Queue(KEYS.queue(packed.hash), { connection: redis });
  queue.on("error", () => {});
  await redis.set(KEYS.package(packed.hash), JSON.stringify(offer));
  await redis.sadd(KEYS.studies, packed.hash);

  /** Rows of each job that is not collected yet. */
  const outstanding = new Map<string, { readonly rows: readonly number[]; since: number }>();
  const pending = new Set<number>();
  const notes = createNotes(redis, packed.hash, withoutPassword(url));
  let pace = CHUNK / 4;
  let jobs = 0;
  const add = async (rows: readonly number[]) => {
    const id = `${Date.now().toString(36)}-${jobs++}`;
    outstanding.set(id, { rows, since: performance.now() });
    for (const row of rows) pending.add(row);
    await queue.add("rows", { rows }, { jobId: id, attempts: ATTEMPTS, removeOnComplete: false, removeOnFail: false });
  };
  const settle = (id: string) => {
    for (const row of outstanding.get(id)?.rows ?? []) pending.delete(row);
    outstanding.delete(id);
  };
  const take = async (found: readonly Job<ChunkData, unknown>[], rowsOf: (job: Job<ChunkData, unknown>) => Row[]) => {
    if (found.length === 0) return;
    const fresh: Row[] = [];
    for (const job of found) fresh.push(...rowsOf(job).filter((row) => log.add(row)));
    for (const row of fresh) statistics.add(row);
    await log.flush();
    for (const job of found) {
      await job.remove().catch(() => {});
      settle(job.id ?? "");
    }
    options.onRows(fresh, statistics);
  };
  const collect = async () => {
    const done = await queue.getJobs(["completed"], 0, MAX_JOBS);
    await take(done.filter(Boolean), (job) => {
      const rows = (job.returnvalue as PackedRow[]).map(unpackRow);
      const seconds = ((job.finishedOn ?? 0) - (job.processedOn ?? 0)) / 1000;
      if (rows.length > 0) pace += 0.3 * (Math.max(1e-5, seconds / rows.length) - pace);
      return rows;
    });
    const failed = await queue.getJobs(["failed"], 0, MAX_JOBS);
    await take(failed.filter(Boolean), (job) => job.data.rows.map((row) => givenUp(design.run(row), job.failedReason)));
  };
  const findLost = async () => {
    const now = performance.now();
    for (const [id, { rows, since }] of [...outstanding]) {
      if (now - since < LOOK_FOR_LOST) continue;
      if ((await queue.getJob(id)) !== undefined) {
        outstanding.set(id, { rows, since: now });
        continue;
      }
      settle(id);
      const missing = rows.filter((row) => !log.has(row));
      if (missing.length > 0) await add(missing);
    }
  };

  const next = remainingRows(design, log, most);
  const nextRow = () => {
    for (let row = next(); row !== undefined; row = next()) if (!pending.has(row)) return row;
    return undefined;
  };
  const begin = performance.now();
  const overBudget = () => {
    const { time, errorOfMean } = packed.study.budget ?? {};
    if (time !== undefined && (performance.now() - begin) / 1000 > time) return true;
    return errorOfMean !== undefined && statistics.relativeError() < errorOfMean;
  };
  let spent = false;
  try {
    // jobs of a coordinator before this one
    for (const job of await queue.getJobs(["waiting", "active", "delayed", "prioritized"])) {
      if (job?.id === undefined) continue;
      outstanding.set(job.id, { rows: job.data.rows, since: performance.now() });
      for (const row of job.data.rows) pending.add(row);
    }
    let looked = performance.now();
    while (log.done < most && !options.stopRequested()) {
      if (overBudget()) {
        spent = true;
        break;
      }
      while (outstanding.size < MAX_JOBS) {
        const rows: number[] = [];
        const size = Math.max(1, Math.min(MAX_CHUNK, Math.round(CHUNK / pace)));
        for (let row = nextRow(); row !== undefined; row = rows.length < size ? nextRow() : undefined) rows.push(row);
        if (rows.length === 0) break;
        await add(rows);
      }
      await collect();
      if (performance.now() - looked > LOOK_FOR_LOST) {
        looked = performance.now();
        await findLost();
        await notes.look();
      }
      await sleep(POLL);
    }
    if (options.stopRequested()) return "interrupted";
    return spent || log.done < design.count ? "budget" : "finished";
  } finally {
    await redis.srem(KEYS.studies, packed.hash);
    if (log.done >= most || spent) {
      await queue.obliterate({ force: true }).catch(() => {});
      await redis.del(KEYS.package(packed.hash), KEYS.workers(packed.hash), KEYS.refused(packed.hash));
    } else await queue.drain().catch(() => {});
    await queue.close().catch(() => {});
  }
}

function givenUp(run: ReturnType<ReturnType<typeof designOf>["run"]>, reason: string | undefined): Row {
  const message = `given up after ${ATTEMPTS} attempts: ${firstLine(reason ?? "no reason given")}`;
  return { ...run, state: "failed", message, steps: 0, time: 0, status: "", wall: 0, hash: "", metrics: [] };
}

/** Lines on stderr about workers: none there, or some that refuse. */
function createNotes(redis: Redis, hash: string, url: string) {
  const said = new Set<string>();
  const say = (text: string) => {
    if (said.has(text)) return;
    said.add(text);
    process.stderr.write(`${text}\n`);
  };
  return {
    async look() {
      const seen = Object.values(await redis.hgetall(KEYS.workers(hash)));
      const there = seen.filter((at) => Date.now() - Number(at) < WORKER_GONE).length;
      if (there === 0) say(`waiting for workers: stiction worker --queue ${url}`);
      for (const [worker, reason] of Object.entries(await redis.hgetall(KEYS.refused(hash)))) {
        say(`worker ${worker} refuses this study: ${reason}`);
      }
    },
  };
}
