/**
 * Registries of the worker: first those that a scene needs, so that its picture comes soon; everything when that is
 * requested.
 */
import { compileWith, type Items, loadItems, type Model, SpecError, type VisualFiles } from "stiction";

/** Every kind of item, the historical ones included. */
export async function allItems(): Promise<Items> {
  const [items, { historicalItems }] = await Promise.all([loadItems(), import("stiction/historical")]);
  return historicalItems(items);
}

/**
 * Compiles a scene with what it needs. A scene that fails is compiled again with everything: it may select a historical
 * method, and the message about a mistake then knows all words. Throws a SpecError.
 */
export async function compileScene(spec: unknown, files?: VisualFiles): Promise<Model> {
  try {
    return compileWith(spec, withFiles(await loadItems(spec), files));
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    return compileWith(spec, withFiles(await allItems(), files));
  }
}

/** Registries with the files that visuals name. */
export function withFiles(items: Items, files: VisualFiles | undefined): Items {
  return files === undefined ? items : { ...items, visualFiles: files };
}
