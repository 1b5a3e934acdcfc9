// @ts-check
/**
 * The package stiction-school, made of server/ and exercises/: `dist/school-package` with each source file as JavaScript
 * in the same place, so that files find each other and what is shipped as they do here. See
 * docs/adr/0013-school-as-a-package.md.
 */
import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { root } from "./setup.mjs";
import { binary, runNode } from "./stages.mjs";

/** What goes in as JavaScript: two folders, and the one file of another that they import. */
const CODE = ["server", "exercises", "scenes/parts/lever-script.ts"];
/** Folders that are copied as they are: their scripts are read and bundled when an exercise is loaded. */
const DATA = ["exercises/shipped", "exercises/template"];
/** Packages of the server. `pg` is not among them: who has a PostgreSQL server installs it. */
const PACKAGES = [
  "@electric-sql/pglite",
  "@hono/node-server",
  "esbuild",
  "hono",
  "pdf-lib",
  "quickjs-emscripten",
  "ws",
  "yaml",
  "zod",
];

/**
 * Makes the folder to be packed.
 * @param {string} folder where it goes @param {{ types?: boolean }} options without `types` the helpers of scripts have no
 * declarations, which take tsc
 */
export async function stageSchoolPackage(folder, { types = true } = {}) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints: CODE.flatMap(sources),
    outbase: root,
    outdir: folder,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "error",
  });
  for (const data of DATA) cpSync(join(root, data), join(folder, data), { recursive: true });
  writeFileSync(join(folder, "bin.js"), '#!/usr/bin/env node\nimport "./server/bin.js";\n');
  chmodSync(join(folder, "bin.js"), 0o755);
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  writeFileSync(join(folder, "README.md"), README);
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest(types), null, 2)}\n`);
  if (types) await declareScript(folder);
}

/** Source files of a folder, or the file itself. @param {string} place @returns {string[]} */
function sources(place) {
  if (extname(place) !== "") return [place];
  const isData = (/** @type {string} */ name) => DATA.some((data) => name.startsWith(`${data}/`));
  return readdirSync(join(root, place), { recursive: true, encoding: "utf8" })
    .map((name) => `${place}/${name.replaceAll("\\", "/")}`)
    .filter((name) => name.endsWith(".ts") && !isData(name));
}

/** Types of the helpers, for authors of exercises. @param {string} folder */
async function declareScript(folder) {
  const entry = join(root, "exercises", "script", "index.ts");
  const flags = ["--declaration", "--emitDeclarationOnly", "--strict", "--target", "es2022", "--module", "nodenext"];
  const code = await runNode([
    binary("typescript-native", "tsc"),
    ...["--ignoreConfig", entry, ...flags, "--noCheck", "--singleThreaded"],
    ...["--rootDir", root, "--outDir", folder],
  ]);
  if (code !== 0) throw new Error(`the declarations of ${dirname(entry)} could not be written`);
}

/** @param {boolean} types */
function manifest(types) {
  const { version, license, engines, dependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const versions = { ...devDependencies, ...dependencies };
  const script = "./exercises/script/index";
  return {
    name: "stiction-school",
    version,
    description: "The classroom of Stiction: server, instructor's console, exercises and assessment.",
    license,
    type: "module",
    engines,
    bin: { "stiction-school": "./bin.js" },
    exports: {
      ".": "./server/start-school.js",
      "./exercises": "./exercises/tools/index.js",
      "./script": { ...(types && { types: `${script}.d.ts` }), default: `${script}.js` },
      "./package.json": "./package.json",
    },
    files: ["bin.js", "server", "exercises", "scenes"],
    dependencies: {
      stiction: version,
      "stiction-studio": version,
      ...Object.fromEntries(PACKAGES.map((name) => [name, versions[name]])),
    },
    peerDependencies: { pg: "^8.0.0" },
    peerDependenciesMeta: { pg: { optional: true } },
  };
}

const README = `# stiction-school

The classroom of [Stiction](https://www.npmjs.com/package/stiction): a server for seats, an instructor's console, exercises.

    npx stiction-school --demo          or          npx stiction serve --demo
`;
