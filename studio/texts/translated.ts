/**
 * The texts of the present language by part; none for English. Parts wait for them, since their texts are read while
 * modules are evaluated.
 */
import { type Language, language } from "./language.js";

export type Translation = Readonly<Record<string, unknown>>;

/** How the texts of a language are loaded. */
export const TRANSLATIONS: { readonly [L in Exclude<Language, "en">]: () => Promise<Translation> } = {
  es: () => import("./es/index.js"),
  fi: () => import("./fi/index.js"),
  sv: () => import("./sv/index.js"),
};

export const translated: Translation = language === "en" ? {} : await TRANSLATIONS[language]();
