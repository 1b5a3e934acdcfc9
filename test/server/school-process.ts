/** The command of a school in a process of its own, from its sources. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A school with the demonstration's people and a folder of its own. */
export class SchoolProcess {
  data = "";
  port = 0;
  private readonly options: readonly string[];
  private child: ChildProcess | null = null;

  constructor(options: readonly string[] = []) {
    this.options = options;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** Starts it; where it has run before, on the same port. */
  async start(): Promise<void> {
    if (this.data === "") this.data = mkdtempSync(join(tmpdir(), "stiction-school-"));
    const args = ["--conditions=source", "--import", "tsx", "server/bin.ts", "--demo", "--data", this.data];
    const child = spawn(process.execPath, [...args, "--port", String(this.port), ...this.options], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child = child;
    let said = "";
    await new Promise<void>((done, fail) => {
      const hear = (text: Buffer) => {
        said += text;
        if (said.includes("Press Ctrl+C")) done();
      };
      child.stdout.on("data", hear);
      child.stderr.on("data", hear);
      child.once("exit", () => fail(new Error(`the school does not start: ${said}`)));
    });
    this.port = Number(/localhost:(\d+)/.exec(said)?.[1]);
  }

  /** SIGKILL: the process can write nothing more. SIGTERM: it ends in order. */
  async end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const { child } = this;
    if (child === null || child.exitCode !== null) return;
    const gone = new Promise((done) => child.once("exit", done));
    child.kill(signal);
    await gone;
  }

  dispose(): void {
    this.child?.kill("SIGKILL");
    if (this.data !== "") rmSync(this.data, { recursive: true, force: true });
  }
}
