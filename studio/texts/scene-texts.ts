/** Titles and summaries of the shipped scenes in the page's language; the scenes themselves have them in English. */
import { type Language, language } from "./language.js";

/** Title and summary by the name of the scene. */
export type SceneTexts = Readonly<Record<string, readonly [title: string, summary: string]>>;

const LOADERS: { readonly [L in Exclude<Language, "en">]: () => Promise<{ readonly scenes: SceneTexts }> } = {
  es: () => import("./scenes/es.js"),
  fi: () => import("./scenes/fi.js"),
  sv: () => import("./scenes/sv.js"),
};

const loaded: { texts: SceneTexts } = { texts: {} };

/** Loads the texts of a language, before the first picture of a page; without them the scenes are in English. */
export async function loadSceneTexts(of: Language = language): Promise<void> {
  loaded.texts = of === "en" ? {} : (await LOADERS[of]()).scenes;
}

/** A shipped scene with its title and summary in the page's language. */
export function translatedScene<T extends { readonly name: string; readonly title: string; readonly summary: string }>(
  entry: T,
): T {
  const texts = Object.hasOwn(loaded.texts, entry.name) ? loaded.texts[entry.name] : null;
  return texts ? { ...entry, title: texts[0], summary: texts[1] } : entry;
}
