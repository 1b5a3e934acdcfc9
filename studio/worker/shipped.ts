/** The shipped scenes, each loaded when it is first opened: together they are a tenth of the worker. */
import type { Scene } from "stiction";
import entries from "../pages/gallery/catalogue.json" with { type: "json" };
import type { SceneEntry } from "./protocol.js";

/** Name, title, summary and group of every shipped scene, from the gallery's catalogue. */
export const SHIPPED: readonly SceneEntry[] = entries.map(({ name, title, summary, group }) => ({
  name,
  title,
  summary,
  group,
}));

const loaded = new Map<string, Scene>();

/** Loads a shipped scene; undefined for an unknown name. */
export async function loadShipped(name: string): Promise<Scene | undefined> {
  if (!SHIPPED.some((entry) => entry.name === name)) return undefined;
  const known = loaded.get(name);
  if (known) return known;
  // A scene's file has the scene's name and exports the scene.
  const file: Record<string, Scene> = await import(`../../scenes/${name}.ts`);
  const scene = Object.values(file).find((entry) => entry?.name === name && typeof entry.build === "function");
  if (scene) loaded.set(name, scene);
  return scene;
}

/** A shipped scene that has been loaded. */
export function loadedShipped(name: string): Scene | undefined {
  return loaded.get(name);
}
