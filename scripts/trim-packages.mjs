// @ts-check
/**
 * Files of packages of which a published bundle needs a small part that no bundler can tell: the texts that stand for
 * them there. Used for the command (bundle.mjs) and for the studio (studio/vite.config.ts).
 */
import { pathToFileURL } from "node:url";

/** The files, by their path. */
export const TRIMMED =
  /@foxglove[\\/]schemas[\\/].*jsonschema\b.*\.js$|@mcap[\\/]core[\\/].*[\\/]McapIndexedReader\.js$/;

/** What stands for a file. @param {string} path @returns {Promise<string>} */
export async function trimmed(path) {
  // the writer of .mcap names it for a way of writing that is not used, and with it a third of the package
  if (path.endsWith("McapIndexedReader.js")) return "export class McapIndexedReader {}";
  // of forty schemas, those that recordings use (src/io/recording/topics.ts), without the words that explain them
  const { FrameTransforms, SceneUpdate } = await import(pathToFileURL(path).href);
  return Object.entries({ FrameTransforms, SceneUpdate })
    .map(([name, schema]) => `export const ${name} = ${JSON.stringify(schema, withoutWords)};`)
    .join("\n");
}

/** @param {string} key @param {unknown} value */
function withoutWords(key, value) {
  return key === "description" && typeof value === "string" ? undefined : value;
}
