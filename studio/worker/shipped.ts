/** The shipped scenes, each loaded when it is first opened: together they are a tenth of the worker. */
import type { Scene } from "stiction";

const loaded = new Map<string, Scene>();

/** Loads a shipped scene; undefined for an unknown name. */
export async function loadShipped(name: string): Promise<Scene | undefined> {
  const known = loaded.get(name);
  if (known) return known;
  if (!/^[a-z0-9-]+$/.test(name)) return undefined;
  let file: Record<string, Scene>;
  try {
    // A scene's file has the scene's name and exports the scene.
    file = await import(`../../scenes/${name}.ts`);
  } catch (error) {
    if ((await shippedNames()).includes(name)) throw error;
    return undefined;
  }
  const scene = Object.values(file).find((entry) => entry?.name === name && typeof entry.build === "function");
  if (scene) loaded.set(name, scene);
  return scene;
}

/** Names of all shipped scenes, from the gallery's catalogue, which is loaded when a name is not among them. */
export async function shippedNames(): Promise<readonly string[]> {
  const { CATALOGUE } = await import("../pages/gallery/catalogue.js");
  return CATALOGUE.map(({ name }) => name);
}

/** A shipped scene that has been loaded. */
export function loadedShipped(name: string): Scene | undefined {
  return loaded.get(name);
}
