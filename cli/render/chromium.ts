/** A headless Chromium that was installed by somebody else, spoken to by its own protocol over a pipe. */
import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { FailedError } from "../errors.js";

/** Programs that are looked for in the path. */
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"];
/** Where programs are that are not in the path. */
const PLACES = [
  "/usr/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

const FLAGS = [
  "--headless=new",
  "--remote-debugging-pipe",
  "--no-sandbox",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--hide-scrollbars",
  "--force-device-scale-factor=1",
];

/** The variable CHROMIUM, else what the path has. */
export function findChromium(): string {
  const named = process.env.CHROMIUM;
  if (named) {
    if (!isExecutable(named)) throw new FailedError(`CHROMIUM=${named} is not a program`);
    return named;
  }
  const ending = process.platform === "win32" ? ".exe" : "";
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const paths = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name + ending))), ...PLACES];
  const found = paths.find(isExecutable);
  if (found === undefined)
    throw new FailedError(
      "render needs Chromium or Chrome, and none is in the path; install one (apt-get install chromium), or set CHROMIUM to its program",
    );
  return found;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** What the browser sends: an answer with the id of its request, or an event. */
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly exceptionDetails?: ExceptionDetails };
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

interface ExceptionDetails {
  readonly text: string;
  readonly exception?: { readonly description?: string };
}

/** One page of a browser of its own, which ends with `close`. */
export class BrowserPage {
  private readonly child: ChildProcess;
  private readonly profile: string;
  private readonly waiting = new Map<
    number,
    { resolve(result: Record<string, unknown>): void; reject(e: Error): void }
  >();
  private session = "";
  private nextId = 1;
  private rest = "";
  private ended = false;

  private constructor(program: string, width: number, height: number) {
    this.profile = mkdtempSync(join(tmpdir(), "stiction-render-"));
    const args = [...FLAGS, `--user-data-dir=${this.profile}`, `--window-size=${width},${height}`, "about:blank"];
    this.child = spawn(program, args, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    const output = this.child.stdio[4] as Readable;
    output.setEncoding("utf8");
    output.on("data", (part: string) => this.take(part));
    (this.child.stdio[3] as Writable).on("error", () => this.fail("Chromium has ended"));
    this.child.on("error", (error) => this.fail(`Chromium does not start: ${error.message}`));
    this.child.on("exit", (code) => this.fail(`Chromium has ended (code ${code})`));
  }

  /** Opens an address in a page of a size in px. */
  static async open(address: string, width: number, height: number): Promise<BrowserPage> {
    const page = new BrowserPage(findChromium(), width, height);
    try {
      const { targetId } = await page.send("Target.createTarget", { url: "about:blank" });
      const { sessionId } = await page.send("Target.attachToTarget", { targetId, flatten: true });
      page.session = String(sessionId);
      await page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
      await page.send("Page.enable", {});
      await page.send("Page.navigate", { url: address });
      return page;
    } catch (error) {
      await page.close();
      throw error;
    }
  }

  /** The value of an expression in the page; a promise is waited for. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = (await this.send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })) as { result: { value: T }; exceptionDetails?: ExceptionDetails };
    if (exceptionDetails !== undefined) {
      const { text, exception } = exceptionDetails;
      throw new FailedError((exception?.description ?? text).split("\n    at ")[0].replace(/^\w*Error: /, ""));
    }
    return result.value;
  }

  async close(): Promise<void> {
    if (!this.ended) {
      const exit = new Promise((resolve) => this.child.once("exit", resolve));
      this.session = "";
      this.send("Browser.close", {}).catch(() => {});
      const timer = setTimeout(() => this.child.kill("SIGKILL"), 5000);
      await exit;
      clearTimeout(timer);
    }
    // a child of Chromium may still write there; what it leaves is a folder of the system's for such files
    await rm(this.profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }).catch(() => {});
  }

  private send(method: string, params: object): Promise<Record<string, unknown>> {
    if (this.ended) return Promise.reject(new FailedError("Chromium has ended"));
    const id = this.nextId++;
    const session = this.session === "" ? {} : { sessionId: this.session };
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      (this.child.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, ...session })}\0`);
    });
  }

  /** Messages end with a zero byte. */
  private take(part: string): void {
    const lines = (this.rest + part).split("\0");
    this.rest = lines.pop() ?? "";
    for (const line of lines) {
      const { id, result, error } = JSON.parse(line) as Message;
      if (id === undefined) continue;
      const asked = this.waiting.get(id);
      this.waiting.delete(id);
      if (error) asked?.reject(new FailedError(`Chromium: ${error.message}`));
      else asked?.resolve(result ?? {});
    }
  }

  private fail(message: string): void {
    this.ended = true;
    for (const { reject } of this.waiting.values()) reject(new FailedError(message));
    this.waiting.clear();
  }
}
