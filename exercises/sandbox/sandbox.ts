/** QuickJS in WebAssembly: runs a bundled script with a budget of instructions, of memory and of stack, and nothing else. */
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSWASMModule,
  RELEASE_SYNC,
} from "quickjs-emscripten";
import { describeScriptError, type ThrownError } from "./script-error.js";

/** Limits of a script. */
export interface SandboxLimits {
  /** Stack of calls, bytes. */
  readonly stack: number;
  /** Checks of the interpreter in one call: some 10,000 instructions each. The same on every machine. */
  readonly checks: number;
  /** Jobs of promises after one call. */
  readonly jobs: number;
  /** Longest answer, characters. */
  readonly answer: number;
}

/** A step of a shipped script takes under 20 checks. */
export const SANDBOX_LIMITS: SandboxLimits = {
  stack: 256 * 1024,
  checks: 1000,
  jobs: 1000,
  answer: 256 * 1024,
};

/** Why a script was stopped: one line with file, line and column of the author's source where they are known. */
export class ScriptStopped extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ScriptStopped";
  }
}

/**
 * What a script may use of the language. Left out: `Date`, since a run must be repeatable, and regular expressions, since
 * QuickJS does not interrupt them: some take longer than the age of the universe. The host gives no function in.
 */
const INTRINSICS = {
  BaseObjects: true,
  Date: false,
  Eval: true,
  StringNormalize: false,
  RegExp: false,
  RegExpCompiler: false,
  JSON: true,
  Proxy: true,
  MapSet: true,
  TypedArrays: true,
  Promise: true,
  BigInt: false,
} as const;

let loading: Promise<QuickJSWASMModule> | undefined;
let loaded: QuickJSWASMModule | undefined;

/**
 * Memory of the interpreter with its script in pages of 64 KiB: 16 MiB at the start, 48 MiB at most. A shipped script
 * takes 2 MiB. QuickJS's own limit counts 8 bytes for each piece in WebAssembly, whatever its size, and so limits nothing.
 */
const PAGES = { initial: 256, maximum: 768 } as const;

/** Loads QuickJS once. Call it before the first sandbox. */
export async function prepareSandbox(): Promise<void> {
  loading ??= newQuickJSWASMModuleFromVariant(
    newVariant(RELEASE_SYNC, { wasmMemory: new WebAssembly.Memory({ ...PAGES }) }),
  );
  loaded = await loading;
}

/** A script in its own QuickJS runtime. Close it after use. */
export class Sandbox {
  private readonly runtime: QuickJSRuntime;
  private readonly context: QuickJSContext;
  private readonly limits: SandboxLimits;
  private readonly map: string;
  private spent = 0;
  private exceeded = false;
  private open = true;

  private constructor(module: QuickJSWASMModule, map: string, limits: SandboxLimits) {
    this.limits = limits;
    this.map = map;
    this.runtime = module.newRuntime();
    this.runtime.setMaxStackSize(limits.stack);
    this.runtime.setInterruptHandler(() => {
      this.exceeded = ++this.spent > limits.checks;
      return this.exceeded;
    });
    this.context = this.runtime.newContext({ intrinsics: INTRINSICS });
  }

  /** Runs the bundle, which leaves its functions in the global `exercise`. */
  static load({ code, map }: { readonly code: string; readonly map: string }, limits = SANDBOX_LIMITS): Sandbox {
    if (loaded === undefined) throw new Error("call prepareSandbox() before the first sandbox");
    const sandbox = new Sandbox(loaded, map, limits);
    try {
      sandbox.run(code);
    } catch (error) {
      sandbox.close();
      throw error;
    }
    return sandbox;
  }

  private run(code: string): void {
    this.spent = 0;
    const { context } = this;
    const result = context.evalCode(code, "script.js");
    if (result.error) throw this.stopped(result.error);
    result.value.dispose();
    this.finishJobs();
  }

  /** Calls a function of the global `exercise` with a text; returns its text. Throws ScriptStopped. */
  call(name: string, text: string): string {
    if (!this.open) throw new ScriptStopped("the sandbox is closed");
    this.spent = 0;
    this.exceeded = false;
    const { context } = this;
    const target = context.getProp(context.global, "exercise");
    const method = context.getProp(target, name);
    const argument = context.newString(text);
    try {
      const result = context.callFunction(method, target, argument);
      if (result.error) throw this.stopped(result.error);
      try {
        this.finishJobs();
        return this.answer(result.value);
      } finally {
        result.value.dispose();
      }
    } finally {
      argument.dispose();
      method.dispose();
      target.dispose();
    }
  }

  private answer(value: QuickJSHandle): string {
    const { context, limits } = this;
    if (context.typeof(value) !== "string") throw new ScriptStopped("the script gave no answer");
    const handle = context.getProp(value, "length");
    const length = context.getNumber(handle);
    handle.dispose();
    if (length > limits.answer)
      throw new ScriptStopped(`the script's answer has ${length} characters; ${limits.answer} are allowed`);
    return context.getString(value);
  }

  /** Promises may not outlive a call: the jobs that are left are run, up to a number. */
  private finishJobs(): void {
    const result = this.runtime.executePendingJobs(this.limits.jobs);
    if (result.error) throw this.stopped(result.error);
    result.dispose();
    // a job that was interrupted is a rejected promise, of which nobody hears
    if (this.exceeded) throw new ScriptStopped("the script took too long: is there a loop that does not end?");
    if (this.runtime.hasPendingJob())
      throw new ScriptStopped(`promises of the script do not come to an end: ${this.limits.jobs} jobs in one step`);
  }

  /** What a thrown value means to the author. */
  private stopped(handle: QuickJSHandle): ScriptStopped {
    const { context } = this;
    // what the script throws may have getters that never end
    this.spent = 0;
    const exceeded = this.exceeded;
    const text = (name: string) => {
      const property = context.getProp(handle, name);
      const found = context.typeof(property) === "string" ? context.getString(property).slice(0, 4000) : "";
      property.dispose();
      return found;
    };
    const isObject = context.typeof(handle) === "object";
    const thrown: ThrownError = isObject
      ? { name: text("name"), message: text("message"), stack: text("stack") }
      : {
          name: "",
          message: context.typeof(handle) === "string" ? context.getString(handle).slice(0, 4000) : "",
          stack: "",
        };
    handle.dispose();
    return new ScriptStopped(describeScriptError(thrown, this.map, exceeded));
  }

  close(): void {
    if (!this.open) return;
    this.open = false;
    this.context.dispose();
    this.runtime.dispose();
  }
}
