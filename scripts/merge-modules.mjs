// @ts-check
/**
 * The library as JavaScript: as many files as a bundler needs in order to drop what a program does not use, and no more.
 * A module that only one other imports is written into the file of that one; the others keep a file of their own, under
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
  const { metafile } = await build({
    ...common,
    entryPoints: sources,
    outdir: dist,
    // shared modules are written once: without it every source would be bundled whole
    splitting: true,
    write: false,
    metafile: true,
    plugins: [ownNames],
  });
  const into = hosts(metafile.inputs, new Set([...kept, ...publicSources()]));
  /** The source whose file a source is written into. @param {string} source @returns {string} */
  const fileOf = (source) => {
    const host = into.get(source);
    return host === undefined ? source : fileOf(host);
  };
  /** @type {Plugin} */
  const separate = {
    name: "separate",
    setup(plugin) {
      plugin.onResolve({ filter: /^\.\.?\// }, ({ path, importer, resolveDir, kind }) => {
        if (kind === "entry-point") return undefined;
        const target = resolve(resolveDir, path).replace(/\.js$/, ".ts");
        if (into.has(target)) return { path: target };
        return { path: specifier(root, fileOf(importer), target), external: true };
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
 * The host of every module that has exactly one importer and may be written into its file.
 * @param {import("esbuild").Metafile["inputs"]} inputs @param {ReadonlySet<string>} kept @returns {Map<string, string>}
 */
function hosts(inputs, kept) {
  /** @type {Map<string, Set<string>>} */
  const importers = new Map();
  /** @type {Set<string>} */
  const later = new Set();
  for (const [importer, { imports }] of Object.entries(inputs)) {
    for (const { path, kind, external } of imports) {
      if (external) continue;
      const target = resolve(root, path);
      if (kind === "dynamic-import") later.add(target);
      importers.set(target, (importers.get(target) ?? new Set()).add(resolve(root, importer)));
    }
  }
  const single = [...importers].filter(([source, by]) => by.size === 1 && !later.has(source) && !kept.has(source));
  return new Map(single.map(([source, by]) => [source, /** @type {string} */ ([...by][0])]));
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
