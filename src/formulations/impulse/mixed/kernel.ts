import { KERNEL } from "./kernel-bytes.js";
import { useMemory } from "./lanes.js";
import * as twin from "./sweeps.js";

/** The sweeps of `sweeps.ts` on one memory; addresses in bytes. */
export interface Kernel {
  moveGaps(first: number, count: number): void;
  warm(first: number, count: number, begins: boolean): void;
  end(first: number, count: number): void;
  sweepNormals(list: number, count: number, mask: number, bias: boolean): void;
  sweepFriction(list: number, count: number, mask: number, short: boolean): void;
  measure(first: number, count: number): void;
  /** Must be called before the others, where several memories are in use or this one has grown. */
  use(floats: Float32Array, ints: Int32Array): void;
}

/** The compiled kernel, when it was asked for; null where the engine has no SIMD or may not compile. */
const compiled: { module?: WebAssembly.Module | null } = {};

/**
 * The kernel in WebAssembly, or the same in TypeScript where the engine has no SIMD or a page forbids to compile. Their
 * results are the same to the bit; TypeScript takes several times as long.
 */
export function createKernel(memory: WebAssembly.Memory, simd = true): Kernel {
  const kernel = compiled.module === undefined ? compileKernel() : compiled.module;
  compiled.module = kernel;
  if (kernel === null || !simd) return { ...twin, use: useMemory };
  const { exports } = new WebAssembly.Instance(kernel, { env: { memory } });
  if (!isSweeps(exports)) throw new Error("the kernel is not that of this version");
  return { ...exports, use: () => {} };
}

function isSweeps(exports: WebAssembly.Exports): exports is WebAssembly.Exports & Omit<Kernel, "use"> {
  return Object.keys(twin).every((name) => typeof exports[name] === "function");
}

function compileKernel(): WebAssembly.Module | null {
  try {
    return new WebAssembly.Module(Uint8Array.from(atob(KERNEL), (letter) => letter.charCodeAt(0)));
  } catch {
    return null;
  }
}
