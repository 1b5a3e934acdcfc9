// @ts-check
/**
 * `node kernels/build.mjs`: compiles src/formulations/impulse/mixed/sweeps.ts with kernels/lanes.ts by the compiler of
 * AssemblyScript, and writes src/formulations/impulse/mixed/kernel-bytes.ts. STICTION_ASC names the folder of the
 * compiler where it is not a dependency.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const sources = join(here, "../src/formulations/impulse/mixed");
export const bytesFile = join(sources, "kernel-bytes.ts");

/** The compiler, undefined where it is not installed. @returns {Promise<any>} */
export async function compiler() {
  const folder = process.env.STICTION_ASC;
  try {
    return await import(folder ? pathToFileURL(join(folder, "dist/asc.js")).href : "assemblyscript/asc");
  } catch {
    return undefined;
  }
}

/** The kernel. @param {any} asc @returns {Promise<Uint8Array>} */
export async function compileKernel(asc) {
  /** @type {Uint8Array | undefined} */
  let bytes;
  const flags = ["sweeps.ts", "--outFile", "kernel.wasm", "--runtime", "stub", "--importMemory", "--noAssert"];
  const { error, stderr } = await asc.main([...flags, "--enable", "simd", "-O3", "--converge"], {
    /** @param {string} name */
    readFile: (name) => readSource(name),
    /** @param {string} name @param {Uint8Array} contents */
    writeFile: (name, contents) => {
      if (name === "kernel.wasm") bytes = contents;
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const asc = await compiler();
  if (asc === undefined) throw new Error("assemblyscript is not installed");
  writeFileSync(bytesFile, fileOf(await compileKernel(asc)));
}
