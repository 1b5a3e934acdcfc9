/** Another scene for a run that goes on; loaded by what edits scenes. */
import { type Data, loadItems, type Model, recompile, SpecError, type UntypedSpec } from "stiction";
import { allItems, withFiles } from "./items.js";

interface Compiled {
  readonly model: Model;
  readonly data: Data;
}

/** Loads the registries for a changed scene; the function that it returns recompiles a run to that scene, at once. */
export async function loadRecompile(spec: UntypedSpec): Promise<(old: Compiled) => Compiled> {
  const [items, all] = await Promise.all([loadItems(spec), allItems()]);
  return (old) => {
    try {
      return recompile(old, spec, withFiles(items, old.model.items.visualFiles));
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      return recompile(old, spec, withFiles(all, old.model.items.visualFiles));
    }
  };
}
