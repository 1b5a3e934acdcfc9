import { InputError } from "./errors.js";

type Tools = typeof import("../exercises/tools/index.js");

/**
 * Where the tools are: as sources in the repository, as a package elsewhere. Computed, so that no bundle takes them
 * in.
 */
const PLACES = [["..", "exercises", "tools", "index.js"].join("/"), ["stiction-school", "exercises"].join("/")];

/** Loads what `stiction exercise` needs. Throws an InputError that says how to install it. */
export async function loadExerciseTools(): Promise<Tools> {
  for (const place of PLACES) {
    try {
      return (await import(place)) as Tools;
    } catch (error) {
      if ((error as { code?: string }).code !== "ERR_MODULE_NOT_FOUND") throw error;
    }
  }
  throw new InputError("stiction exercise needs the package stiction-school: npm install stiction-school");
}
