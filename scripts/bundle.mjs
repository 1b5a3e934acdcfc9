// @ts-check
/**
 * The command-line tool as JavaScript, in two forms: one file for use inside this repository (scripts/stiction.mjs) and
 * the published dist/cli/stiction.js (scripts/build.mjs).
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { specifier } from "./flat-names.mjs";
import { root } from "./setup.mjs";
import { TRIMMED, trimmed } from "./trim-packages.mjs";

/** @import { BuildOptions, Plugin } from "esbuild" */

const entry = join(root, "cli", "stiction.ts");
/** The library, which the published tool imports, and the part of it that it has a copy of: see `bundleForRelease`. */
const library = ["src", "scenes", "historical"].map((folder) => join(root, folder) + sep);
const io = join(root, "src", "io") + sep;

/** @type {BuildOptions} */
const common = {
  entryPoints: [entry],
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  logLevel: "error",
};

/**
 * Bundles the tool and the library from source into one file; packages stay in node_modules. Starts three to four times
 * faster than running the TypeScript files through tsx (0.13 s against 0.5 s with 300 modules).
 * @param {string} outfile @param {{ validate: boolean }} options whether internal assertions are on
 */
export async function bundleForRepository(outfile, { validate }) {
  const { build } = await import("esbuild");
  const assertions = join(root, "src", "math", validate ? "validate-on.ts" : "validate-off.ts");
  /** @type {Plugin} */
  const fromSource = {
    name: "from-source",
    setup(plugin) {
      plugin.onResolve({ filter: /^stiction(\/|$)/ }, ({ path }) => ({ path: sourceOf(path) }));
      plugin.onResolve({ filter: /^#validate$/ }, () => ({ path: assertions }));
      // The bundle lives elsewhere, so a file that asks where it is gets told where its source is.
      plugin.onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
        loader: "ts",
        contents: (await readFile(path, "utf8"))
          .replaceAll(/\bimport\.meta\.url\b/g, JSON.stringify(pathToFileURL(path).href))
          .replaceAll(/\bimport\.meta\.dirname\b/g, JSON.stringify(dirname(path)))
          .replaceAll(/\bimport\.meta\.filename\b/g, JSON.stringify(path)),
      }));
    },
  };
  const result = await build({
    ...common,
    outfile,
    packages: "external",
    sourcemap: true,
    plugins: [fromSource],
    write: false,
  });
  // The map first, and each file under another name first: two commands may start at once.
  for (const { path, contents } of result.outputFiles.sort((a, b) => b.path.length - a.path.length)) {
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, contents);
    renameSync(draft, path);
  }
}

/** The source file behind `stiction`, `stiction/io`, …, as package.json's exports say. @param {string} name */
function sourceOf(name) {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const source = exports[`.${name.slice("stiction".length)}`]?.source;
  if (!source) throw new Error(`package.json exports no "${name}".`);
  return join(root, source);
}

/**
 * Bundles the tool for publication into a folder: `stiction.js`, which knows the commands, and a file for what each of
 * them loads when it runs. The library is not copied into it but imported from ../src and ../scenes. `stiction/io` and
 * `stiction/link/node` are, together with the packages they load lazily, since those are not dependencies of the
 * library. Judge engines and MQTT stay outside and optional.
 * @param {string} outdir
 */
export async function bundleForRelease(outdir) {
  const { files } = await releaseFiles();
  for (const { path, contents } of files) {
    const target = join(outdir, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, contents);
  }
}

/** The sources of the library whose files the published tool imports, absolute. @returns {Promise<string[]>} */
export async function sourcesOfTool() {
  return [...(await releaseFiles()).sources];
}

/** @typedef {{ files: { path: string, contents: Uint8Array }[], sources: Set<string> }} ReleaseFiles */
/** @type {{ made?: Promise<ReleaseFiles> }} */
const once = {};

/** The files of the published tool, by their path below dist/cli, and what they import. */
function releaseFiles() {
  once.made ??= makeReleaseFiles();
  return once.made;
}

/** @returns {Promise<ReleaseFiles>} */
async function makeReleaseFiles() {
  const { build } = await import("esbuild");
  /** @type {Set<string>} */
  const sources = new Set();
  const outdir = join(root, "dist", "cli");
  const { outputFiles = [] } = await build({ ...release(sources), outdir, write: false });
  return { files: outputFiles.map(({ path, contents }) => ({ path: relative(outdir, path), contents })), sources };
}

/** @param {Set<string>} sources takes the sources of the library that are imported @returns {BuildOptions} */
function release(sources) {
  /** @param {string} file */
  const outside = (file) => {
    sources.add(file);
    return { path: distributed(file), external: true };
  };
  /** @type {Plugin} */
  const besideLibrary = {
    name: "beside-library",
    setup(plugin) {
      plugin.onResolve({ filter: /^stiction\/(io|link\/node)$/ }, ({ path }) => ({ path: sourceOf(path) }));
      plugin.onResolve(
        { filter: /^stiction(\/scenes|\/studies|\/machines|\/link|\/historical|\/internals)?$/ },
        ({ path }) => outside(sourceOf(path)),
      );
      plugin.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
        const file = resolve(resolveDir, path).replace(/\.js$/, ".ts");
        return library.some((folder) => file.startsWith(folder)) && !file.startsWith(io) ? outside(file) : undefined;
      });
    },
  };
  return {
    ...common,
    splitting: true,
    // beside each other in the tarball, see flat-names.mjs
    chunkNames: "cli.[name]-[hash]",
    minify: true,
    legalComments: "none",
    external: [
      "#validate",
      "zod",
      "robust-predicates",
      "esbuild",
      "mqtt",
      "bullmq",
      "ioredis",
      "bufferutil",
      "utf-8-validate",
      ...judges,
    ],
    plugins: [besideLibrary, usedNames, trimmedPackages, yamlModules],
    // Packages in CommonJS call require for Node's own modules. esbuild does not see the names of a banner and so cannot
    // rename what a source file declares under the same one; hence a name that no source file has.
    banner: {
      js: 'import { createRequire as requireOfBundle } from "node:module"; const require = requireOfBundle(import.meta.url);',
    },
  };
}

/** What is used of packages that are loaded when they are needed: of these esbuild would keep everything. */
const USED = {
  "@mcap/core": "McapStreamReader, McapWriter",
  hyparquet: "asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects",
  "hyparquet-writer": "fileWriter, ParquetWriter, parquetWriteBuffer, schemaFromColumnData",
  yaml: "isAlias, isMap, isPair, isScalar, isSeq, parseAllDocuments, parseDocument, visit",
};

/** @type {Plugin} */
const usedNames = {
  name: "used-names",
  setup(plugin) {
    plugin.onResolve({ filter: /^(@mcap\/core|hyparquet|hyparquet-writer|yaml)$/ }, ({ path, kind }) =>
      kind === "dynamic-import" ? { path, namespace: "used-names" } : undefined,
    );
    plugin.onLoad({ filter: /.*/, namespace: "used-names" }, ({ path }) => ({
      contents: `export { ${USED[/** @type {keyof typeof USED} */ (path)]} } from "${path}";`,
      resolveDir: root,
    }));
  },
};

/** See trim-packages.mjs. @type {Plugin} */
const trimmedPackages = {
  name: "trimmed-packages",
  setup(plugin) {
    plugin.onLoad({ filter: TRIMMED }, async ({ path }) => ({ contents: await trimmed(path), loader: "js" }));
  },
};

/** YAML as modules: of a file in CommonJS, esbuild drops nothing. @type {Plugin} */
const yamlModules = {
  name: "yaml-modules",
  setup(plugin) {
    plugin.onResolve({ filter: /^yaml$/ }, () => ({ path: join(root, "node_modules/yaml/browser/dist/index.js") }));
  },
};

const judges = [
  "@mujoco/mujoco",
  "@dimforge/rapier3d-simd-compat",
  "jolt-physics",
  "physx-js-webidl",
  "@babylonjs/havok",
  "box2d3-wasm",
  "cannon-es",
];

/** From dist/cli to what tsc makes of a source file. @param {string} file */
function distributed(file) {
  return specifier(root, join(root, "cli", "stiction.ts"), file);
}
