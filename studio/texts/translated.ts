/** The texts of the present language by part; none for English. */
import { type Language, language } from "./language.js";

export type Translation = Readonly<Record<string, unknown>>;

/** How the texts of a language are loaded. */
export const TRANSLATIONS: { readonly [L in Exclude<Language, "en">]: () => Promise<Translation> } = {
  es: () => import("./es/index.js"),
  fi: () => import("./fi/index.js"),
  sv: () => import("./sv/index.js"),
};

let present: Translation = {};

/** The texts of the present language, which `loadTexts` has loaded. */
export const translated = (): Translation => present;

/**
 * Loads the texts of the present language. To be called once, and waited for, before the first module that has texts is imported: those read
 * them while they are evaluated. Modules that wait for their texts themselves (a top-level await) hung a page now and then.
 */
export async function loadTexts(): Promise<void> {
  if (language !== "en") present = await TRANSLATIONS[language]();
}
