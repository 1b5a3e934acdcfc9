/**
 * A study on a queue: two worker processes and a real Redis with an append-only file; one worker is killed and Redis is
 * started again in the middle. Every row is there once, with the bits that the library gives.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { UntypedSpec } from "stiction";
import { createRowRunner, readStudy } from "stiction/studies";
import { afterAll, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { ensureRedis } from "../../scripts/setup.mjs";
import { startCli, temporaryFolder } from "../cli/run-cli.js";
import { PATIENCE_MS } from "../support/patience.js";
import { TINY } from "./support.js";

/** Two runs per sample. */
const SAMPLES = process.env.STICTION_FULL ? 250 : 20;

const redis = ensureRedis();
const folder = temporaryFolder();
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

/** A port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", () => done()));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

async function startRedis(port: number): Promise<ChildProcess> {
  const dir = join(folder, "redis");
  mkdirSync(dir, { recursive: true });
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--dir", dir, "--appendonly", "yes", "--save", ""];
  const child = spawn(redis as string, options, { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  let out = "";
  child.stdout?.on("data", (text) => {
    out += text;
  });
  await vi.waitUntil(() => out.includes("Ready to accept connections"), { timeout: PATIENCE_MS });
  return child;
}

test.skipIf(redis === undefined)(
  `${2 * SAMPLES} runs on two workers, one of them killed, and Redis restarted: the same rows as here`,
  async () => {
    // slow enough that both accidents happen in the middle
    const text = TINY(SAMPLES).replace("timestep: 0.01", "timestep: 0.0001");
    writeFileSync(join(folder, "queue.yaml"), text);

    const port = await freePort();
    const server = await startRedis(port);
    const url = `redis://127.0.0.1:${port}`;
    const worker = () => {
      const { child } = startCli(["worker", "--queue", url, "--threads", "1"], { cwd: folder });
      children.push(child);
      return child;
    };
    const first = worker();
    worker();
    const { child, result } = startCli(["study", "run", "queue.yaml", "--out", "queued", "--quiet", "--queue", url], {
      cwd: folder,
    });
    children.push(child);
    const finished = () => {
      try {
        return readFileSync(join(folder, "queued", "rows.jsonl"), "utf8").split("\n").length - 2;
      } catch {
        return 0;
      }
    };
    const reached = (count: number) =>
      vi.waitUntil(() => finished() >= count || child.exitCode !== null, { timeout: PATIENCE_MS, interval: 20 });
    await reached(Math.ceil(SAMPLES / 5));
    first.kill("SIGKILL");
    await reached(Math.ceil(SAMPLES / 2));
    expect(child.exitCode, "the accidents happen before the end").toBeNull();
    server.kill("SIGTERM");
    await sleep(500);
    await startRedis(port);
    expect(await result).toMatchObject({ code: 0 });

    const lines = readFileSync(join(folder, "queued", "results.csv"), "utf8")
      .trimEnd()
      .split("\n")
      .slice(1);
    const study = readStudy(parse(text));
    const runner = createRowRunner({ study, source: { kind: "written", spec: study.scene as UntypedSpec } });
    expect(lines).toHaveLength(2 * SAMPLES);
    for (const [row, line] of lines.entries()) {
      const { hash, metrics } = runner.run(row);
      expect(line.split(",")).toMatchObject({ 0: String(row), 11: hash, 12: String(metrics[0]) });
    }
  },
);
