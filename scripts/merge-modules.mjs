// @ts-check
/**
 * The library as JavaScript: as many files as a bundler needs in order to drop what a program does not use, and no more.
 * A module that only one other file imports is written into that one; the others keep a file of their own, under
 * the name of their source. A third of the packed size of a thousand small files is their names.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { minifySync } from "vite";
import { flatFile, specifier } from "./flat-names.mjs";
import { root } from "./setup.mjs";

/** @import { BuildOptions, Plugin } from "esbuild" */

/** @type {BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  target: "es2022",
  packages: "external",
  logLevel: "error",
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: "none",
};

/** Short names within functions. Functions keep theirs, so that a stack can be read; esbuild has no such choice. */
const shortLocals = { module: true, mangle: { toplevel: false }, compress: false, codegen: { removeWhitespace: true } };

/** Names of the package itself and of its conditions, which stay as they are. @type {Plugin} */
const ownNames = {
  name: "own-names",
  setup(plugin) {
    plugin.onResolve({ filter: /^(stiction(\/|$)|#validate$)/ }, ({ path }) => ({ path, external: true }));
  },
};

/**
 * @param {string} dist @param {readonly string[]} folders of sources
 * @param {readonly string[]} kept sources that are imported from elsewhere and so need a file, absolute
 */
export async function mergeModules(dist, folders, kept) {
  const { build } = await import("esbuild");
  const sources = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(root, folder, name)),
  );
  // who imports whom: everything as one file that is not written
  const { metafile } = await build({
    ...common,
    stdin: {
      contents: sources.map((source, k) => `export * as m${k} from ${JSON.stringify(source)};`).join("\n"),
      resolveDir: root,
    },
    write: false,
    metafile: true,
    plugins: [ownNames],
  });
  const into = hosts(metafile.inputs, new Set([...kept, ...publicSources()]));
  /** @type {Plugin} */
  const separate = {
    name: "separate",
    setup(plugin) {
      plugin.onResolve({ filter: /^\.\.?\// }, ({ path, importer, resolveDir, kind }) => {
        if (kind === "entry-point") return undefined;
        const target = resolve(resolveDir, path).replace(/\.js$/, ".ts");
        if (into.has(target)) return { path: target };
        return { path: specifier(root, fileOf(into, importer), target), external: true };
      });
    },
  };
  const entryPoints = sources.filter((source) => !into.has(source));
  const { outputFiles } = await build({
    ...common,
    entryPoints,
    outdir: dist,
    outbase: root,
    write: false,
    plugins: [ownNames, separate],
  });
  for (const { path: nested, text } of outputFiles) {
    const path = flatFile(dist, nested);
    const { code, errors } = minifySync(path, text, shortLocals);
    if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
    mkdirSync(dirname(path), { recursive: true });
    // registries that are put together are dropped where nobody asks for them; the minifier has dropped the comment
    writeFileSync(path, code.replaceAll(/(?<=[=:])Object\.assign\(\{\}/g, "/* @__PURE__ */Object.assign({}"));
  }
}

/**
 * The host of every module that only one file imports and that may be written into it. A module that was written into
 * another one imports as that one, so that the search goes on until nothing changes.
 * @param {import("esbuild").Metafile["inputs"]} inputs @param {ReadonlySet<string>} kept @returns {Map<string, string>}
 */
function hosts(inputs, kept) {
  /** @type {Map<string, Set<string>>} */
  const importers = new Map();
  /** @type {Set<string>} */
  const later = new Set();
  for (const [importer, { imports }] of Object.entries(inputs)) {
    if (importer === "<stdin>") continue;
    for (const { path, kind, external } of imports) {
      if (external) continue;
      const target = resolve(root, path);
      if (kind === "dynamic-import") later.add(target);
      importers.set(target, (importers.get(target) ?? new Set()).add(resolve(root, importer)));
    }
  }
  /** @type {Map<string, string>} */
  const into = new Map();
  for (let before = -1; before !== into.size; ) {
    before = into.size;
    for (const [source, by] of importers) {
      if (into.has(source) || later.has(source) || kept.has(source)) continue;
      const files = new Set([...by].map((importer) => fileOf(into, importer)));
      files.delete(source);
      if (files.size === 1) into.set(source, [...files][0]);
    }
  }
  return into;
}

/** The source whose file a source is written into. @param {ReadonlyMap<string, string>} into @param {string} source @returns {string} */
function fileOf(into, source) {
  const host = into.get(source);
  return host === undefined ? source : fileOf(into, host);
}

/** Sources that package.json names. @returns {string[]} */
function publicSources() {
  const { exports, imports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return [...Object.values(exports), ...Object.values(imports)].flatMap(({ source, development, default: other }) =>
    [source, development, other].flatMap((path) =>
      path === undefined ? [] : [join(root, path.replace(/^\.\/dist\//, "./").replace(/\.js$/, ".ts"))],
    ),
  );
}
