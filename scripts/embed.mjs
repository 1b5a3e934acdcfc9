// @ts-check
/** Builds dist/studio/stiction-scene.js, the one file that another page needs for `<stiction-scene>`. */
import { join } from "node:path";
import { root } from "./setup.mjs";

/** @import { BuildOptions, Plugin } from "esbuild" */

/** A classic script cannot wait for a language: it has all of them. @type {Plugin} */
const allLanguages = {
  name: "all-languages",
  setup(plugin) {
    const path = join(root, "studio", "embed", "translated.ts");
    plugin.onResolve({ filter: /^\.\/translated\.js$/ }, () => ({ path }));
  },
};

/** @type {BuildOptions} */
const common = {
  bundle: true,
  minify: true,
  platform: "browser",
  target: "es2022",
  format: "iife",
  conditions: ["source", "module", "browser", "production"],
  alias: { "#validate": join(root, "src", "math", "validate-off.ts") },
  legalComments: "none",
  logLevel: "error",
  plugins: [allLanguages],
};

/** @param {string} folder where the built studio is */
export async function buildEmbed(folder) {
  const { build } = await import("esbuild");
  const worker = await build({
    ...common,
    entryPoints: [join(root, "studio", "worker", "worker.ts")],
    write: false,
  });
  await build({
    ...common,
    entryPoints: [join(root, "studio", "embed", "stiction-scene.ts")],
    define: { WORKER_SOURCE: JSON.stringify(worker.outputFiles[0].text) },
    // what is taken over from other packages keeps its licence
    banner: { js: "/*! Stiction, MIT licence; three.js, MIT licence; zod, yaml, fflate and others under theirs */" },
    outfile: join(folder, "stiction-scene.js"),
  });
}
