// @ts-check
/**
 * Runs commands one after the other as named stages, counts what passed and failed, and closes with one line
 * `N passed, N failed`. Used by test.mjs and verify-full.mjs. Plain JavaScript on bare Node. There is no limit of time: a busy machine is
 * slower, and a line now and then says what runs.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { descendants, processorSeconds } from "./processor-time.mjs";
import { root } from "./setup.mjs";

/** @typedef {import("./progress-reporter.mjs").FileTime} FileTime */
/** What a stage adds to the closing lines. @typedef {{ passed: number, failed: number, skipped: number, files?: FileTime[] }} Count */

/** Files in the list of those that took the most processor time. */
const SLOWEST = 30;

const windows = process.platform === "win32";
const children = new Set(/** @type {import("node:child_process").ChildProcess[]} */ ([]));
let stopping = false;

/**
 * The environment of every stage. The caller's NODE_ENV and NODE_OPTIONS (an inspector, a preloaded module, another
 * resolution condition) would change what is tested, so they are replaced.
 * @param {Record<string, string>} extra @returns {NodeJS.ProcessEnv}
 */
export function stageEnvironment(extra = {}) {
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, NODE_OPTIONS: "--max-old-space-size=4096", ...extra };
  delete env.NODE_ENV;
  return env;
}

/** The file to run with Node for a package's command, e.g. `binary("vite")`. @param {string} name @param {string} [command] */
export function binary(name, command = name) {
  const folder = join(root, "node_modules", name);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return join(folder, typeof bin === "string" ? bin : bin[command]);
}

/**
 * Runs `node ...args` in the repository with its output shown; resolves to the exit code.
 * @param {string[]} args @param {NodeJS.ProcessEnv} [env] @returns {Promise<number>}
 */
export function runNode(args, env = stageEnvironment()) {
  return exitOf(startChild(args, env, "inherit"));
}

/**
 * Starts `node ...args` while other stages run; `finish` waits for its end, shows its output and resolves to the exit code.
 * @param {string[]} args @param {NodeJS.ProcessEnv} [env] @returns {{ finish(): Promise<number> }}
 */
export function startNode(args, env = stageEnvironment()) {
  const child = startChild(args, env, "pipe");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
  const exit = exitOf(child);
  return {
    async finish() {
      const code = await exit;
      process.stdout.write(output);
      return code;
    },
  };
}

/** @param {string[]} args @param {NodeJS.ProcessEnv} env @param {"inherit" | "pipe"} stdio */
function startChild(args, env, stdio) {
  // A process group of its own, so that it can be ended together with all it started.
  const child = spawn(process.execPath, args, { cwd: root, env, stdio, detached: !windows });
  children.add(child);
  return child;
}

/** @param {import("node:child_process").ChildProcess} child @returns {Promise<number>} */
function exitOf(child) {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      children.delete(child);
      if (!stopping) resolve(code ?? 1); // after a stop, no further stage begins
    });
  });
}

/**
 * Runs vitest and counts its tests. A file that does not load counts as one failure, and so does a run that fails as a
 * whole (an unhandled error, a crash) without a failed test to show for it.
 * @param {string[]} args @param {NodeJS.ProcessEnv} [env] @returns {Promise<Count>}
 */
export async function runVitest(args, env = stageEnvironment()) {
  const { command, extra, count } = vitestRun(args);
  return count(await runNode(command, { ...env, ...extra }));
}

/**
 * Starts vitest while other stages run; `finish` waits for its end, shows its output and counts its tests.
 * @param {string[]} args @param {NodeJS.ProcessEnv} [env] @returns {{ finish(): Promise<Count> }}
 */
export function startVitest(args, env = stageEnvironment()) {
  const { command, extra, count } = vitestRun(args);
  const run = startNode(command, { ...env, ...extra });
  return { finish: async () => count(await run.finish()) };
}

/** A run of vitest: its command line for Node, what its environment has beside, and its tests by its exit code. @param {string[]} args */
function vitestRun(args) {
  const folder = mkdtempSync(join(tmpdir(), "stiction-test-"));
  const report = join(folder, "report.json");
  const times = join(folder, "times.json");
  const progress = join(root, "scripts", "progress-reporter.mjs");
  const reporters = ["--reporter=default", `--reporter=${progress}`, "--reporter=json", `--outputFile.json=${report}`];
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return {
    command: [binary("vitest"), "run", "--passWithNoTests", ...reporters, ...args],
    extra: { STICTION_TEST_TIMES: times },
    /** @param {number} code @returns {Count} */
    count(code) {
      const count = { ...countReport(report), files: readJson(times) ?? [] };
      if (code !== 0 && count.failed === 0) count.failed = 1;
      return count;
    },
  };
}

/** @param {string} report @returns {Count} */
function countReport(report) {
  const count = { passed: 0, failed: 0, skipped: 0 };
  // without a report the exit code decides
  for (const file of readJson(report)?.testResults ?? []) {
    const states = file.assertionResults.map((/** @type {{ status: string }} */ test) => test.status);
    for (const state of states) {
      if (state === "passed") count.passed++;
      else if (state === "failed") count.failed++;
      else count.skipped++;
    }
    if (file.status === "failed" && !states.includes("failed")) count.failed++;
  }
  return count;
}

/** The contents of a file, if there is one that can be read. @param {string} path */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** A stage that is one check: passed when it exits 0. @param {Promise<number>} exit @returns {Promise<Count>} */
export async function single(exit) {
  return (await exit) === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/**
 * Runs every stage, also after a failure, prints a table and the closing line, and exits 1 if anything failed.
 * @param {Record<string, () => Promise<Count>>} stages
 */
export async function runStages(stages) {
  const start = performance.now();
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.once(signal, () => {
      console.error(`\nStopped by ${signal}.`);
      stop(signal === "SIGINT" ? 130 : 143);
    });
  }

  const total = { passed: 0, failed: 0, skipped: 0 };
  const rows = [];
  const files = [];
  for (const [name, stage] of Object.entries(stages)) {
    console.log(`\n── ${name} ──`);
    const begin = performance.now();
    const count = await stage().catch((error) => {
      console.error(error instanceof Error ? error.message : error);
      return /** @type {Count} */ ({ passed: 0, failed: 1, skipped: 0 });
    });
    files.push(...(count.files ?? []));
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped += count.skipped;
    rows.push(`${name.padEnd(20)}${seconds(begin).padStart(9)}   ${outcome(count)}`);
    console.log(`${count.failed === 0 ? "✓" : "✗"} ${name}: ${outcome(count)} (${seconds(begin)})`);
  }
  if (files.length > 1) console.log(slowestFiles(files));
  const processor = `${processorSeconds().toFixed(0)} s of processor time`;
  console.log(`\n${rows.join("\n")}\n${"all".padEnd(20)}${seconds(start).padStart(9)}   ${processor}\n`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exit(total.failed === 0 ? 0 : 1);
}

/** The files that took the most processor time, one in a line, so that a slow one is seen before there are many. @param {FileTime[]} files */
function slowestFiles(files) {
  const order = files.toSorted((a, b) => b.processorSeconds - a.processorSeconds).slice(0, SLOWEST);
  const lines = order.map(({ file, processorSeconds: own }) => `${own.toFixed(1).padStart(7)} s  ${file}`);
  const sum = files.reduce((all, { processorSeconds: own }) => all + own, 0);
  const head = `Processor time of ${files.length} test files: ${sum.toFixed(0)} s; the ${order.length} slowest:`;
  return `\n${head}\n${lines.join("\n")}`;
}

/** One stage in words that cannot be taken for the closing line. @param {Count} count */
function outcome({ passed, failed, skipped }) {
  return `${passed} of ${passed + failed} ok${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** @param {number} since */
function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

/** Ends every running stage with all its descendants, then this process. @param {number} code */
function stop(code) {
  stopping = true;
  // Collected before the first signal: a browser is in a process group of its own and loses its parent when that ends.
  const pids = [...children].flatMap((child) => (child.pid ? [child.pid, ...descendants(child.pid)] : []));
  kill(pids, "SIGTERM");
  setTimeout(() => {
    kill(pids, "SIGKILL");
    process.exit(code);
  }, 1500);
}

/** @param {number[]} pids @param {NodeJS.Signals} signal */
function kill(pids, signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // gone already
    }
  }
}
