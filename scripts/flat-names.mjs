// @ts-check
/**
 * Names of the files in a published package: folders become parts of a name, `src/collision/volume/sums.js` becomes
 * `src/collision.volume.sums.js`, `scenes/parts/rim.js` becomes `scenes/scenes.parts.rim.js`. npm packs files in the
 * order of their names without folders, so that the neighbours of a file in the tarball had nothing to do with it; with
 * the folder in the name it packs 5 % smaller.
 */
import { readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { root } from "./setup.mjs";

/** What package.json names, below dist and without an ending: it stays as it is. @returns {ReadonlySet<string>} */
function publicPaths() {
  const { exports, imports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const paths = [...Object.values(exports), ...Object.values(imports)].flatMap((value) => Object.values(value));
  return new Set(paths.filter((path) => path.startsWith("./dist/")).map((path) => stem(path.slice("./dist/".length))));
}

/** @param {string} path */
function stem(path) {
  return path.replace(/(\.d)?\.[jt]s$/, "");
}

const kept = publicPaths();

/** Where a file below `dist` goes; sources below the root likewise. @param {string} dist @param {string} path absolute */
export function flatFile(dist, path) {
  const name = relative(dist, path).replaceAll(sep, "/");
  if (kept.has(stem(name))) return path;
  const [folder, ...parts] = name.split("/");
  return join(dist, folder, [...(folder === "src" ? [] : [folder]), ...parts].join("."));
}

/** How the file `from` imports `to`, both under their flat names. @param {string} dist @param {string} from @param {string} to */
export function specifier(dist, from, to) {
  const path = relative(dirname(flatFile(dist, from)), flatFile(dist, to))
    .replaceAll(sep, "/")
    .replace(/(\.d)?\.ts$/, ".js");
  return path.startsWith(".") ? path : `./${path}`;
}
