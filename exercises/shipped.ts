import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Folder of the shipped exercises. */
export const SHIPPED = ["shipped", "../shipped"]
  .map((path) => join(dirname(fileURLToPath(import.meta.url)), path))
  .find((path) => existsSync(path)) as string;

/** Folders of the shipped exercises, by name. */
export function shippedExercises(): readonly { readonly id: string; readonly folder: string }[] {
  return readdirSync(SHIPPED, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ id: name, folder: join(SHIPPED, name) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
