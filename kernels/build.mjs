// @ts-check
/**
 * `node kernels/build.mjs`: compiles src/formulations/impulse/mixed/sweeps.ts with kernels/lanes.ts by the compiler of
 * AssemblyScript, and writes src/formulations/impulse/mixed/kernel-bytes.ts.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const here = fileURLToPath(new URL(".", import.meta.url));
const sources = join(here, "../src/formulations/impulse/mixed");
export const bytesFile = join(sources, "kernel-bytes.ts");

/** The kernel. @returns {Promise<Uint8Array>} */
export async function compileKernel() {
  /** @type {Uint8Array | undefined} */
  let bytes;
  const flags = ["sweeps.ts", "--outFile", "kernel.wasm", "--runtime", "stub", "--importMemory", "--noAssert"];
  const { error, stderr } = await asc.main([...flags, "--enable", "simd", "-O3", "--converge"], {
    /** @param {string} name */
    readFile: (name) => readSource(name),
    /** @param {string} name @param {string | Uint8Array} contents */
    writeFile: (name, contents) => {
      if (name === "kernel.wasm" && typeof contents !== "string") bytes = contents;
    },
    listFiles: () => [],
  });
  if (error || bytes === undefined) throw new Error(`${error}\n${stderr}`);
  return bytes;
}

/** A source as AssemblyScript has it: no types among imports, no suffix. @param {string} name */
function readSource(name) {
  if (name === "lanes.ts") return readFileSync(join(here, name), "utf8");
  if (name !== "sweeps.ts" && name !== "layout.ts") return null;
  const text = readFileSync(join(sources, name), "utf8");
  return text.replace(/import \{[^}]*\}/g, (list) => list.replaceAll("type ", "")).replaceAll('.js";', '";');
}

/** The file that holds the kernel. @param {Uint8Array} bytes */
export function fileOf(bytes) {
  const text = Buffer.from(bytes).toString("base64");
  return `/** The kernel of sweeps.ts in WebAssembly, written by kernels/build.mjs. */\nexport const KERNEL =\n  "${text}";\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(bytesFile, fileOf(await compileKernel()));
