/** The texts of the present language by part; none for English. */
import * as es from "./es/index.js";
import * as fi from "./fi/index.js";
import { type Language, language } from "./language.js";
import * as sv from "./sv/index.js";

export type Translation = Readonly<Record<string, unknown>>;

/** The texts of every other language. Pages that waited for theirs while modules were evaluated hung now and then. */
export const TRANSLATIONS: { readonly [L in Exclude<Language, "en">]: Translation } = { es, fi, sv };

export const translated: Translation = language === "en" ? {} : TRANSLATIONS[language];
