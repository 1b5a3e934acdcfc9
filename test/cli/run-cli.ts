/** Runs the command-line tool: as a process of its own, as a user does, or in this process, which is ten times faster. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { main } from "../../cli/program.js";
import { root } from "../support/tree.js";

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliProcess {
  readonly child: ChildProcess;
  readonly result: Promise<CliResult>;
}

/** Starts `stiction ...args` in `cwd`. */
export function startCli(
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): CliProcess {
  const env: Record<string, string | undefined> = { ...process.env, ...options.env };
  for (const name of ["NODE_OPTIONS", "FORCE_COLOR", "NODE_ENV", "VITEST"]) delete env[name];
  const child = spawn(process.execPath, [join(root, "scripts", "stiction.mjs"), ...args], { cwd: options.cwd, env });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const result = new Promise<CliResult>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
  return { child, result };
}

export function cli(
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<CliResult> {
  return startCli(args, options).result;
}

/** `stiction ...args` in this process; only one at a time. */
export async function cliHere(args: readonly string[], cwd: string): Promise<CliResult> {
  let stdout = "";
  let stderr = "";
  const before = process.cwd();
  const writers = [process.stdout.write, process.stderr.write] as const;
  process.chdir(cwd);
  process.stdout.write = ((chunk: string | Uint8Array) => (stdout += chunk) !== "") as typeof process.stdout.write;
  process.stderr.write = ((chunk: string | Uint8Array) => (stderr += chunk) !== "") as typeof process.stderr.write;
  try {
    const code = await main(["node", "stiction", ...args]);
    return { code, stdout, stderr };
  } finally {
    [process.stdout.write, process.stderr.write] = writers;
    process.chdir(before);
    process.exitCode = undefined;
  }
}

/** A folder that is removed when the tests of the file are done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "stiction-cli-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
