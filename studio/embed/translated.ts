/** As `texts/translated.ts`, for the one file that is embedded elsewhere: it has its few texts in every language. */
import { common as es } from "../texts/es/common.js";
import { common as fi } from "../texts/fi/common.js";
import { language } from "../texts/language.js";
import { common as sv } from "../texts/sv/common.js";
import type { Translation } from "../texts/translated.js";

const present: Translation = language === "en" ? {} : { common: { es, fi, sv }[language] };

export const translated = (): Translation => present;
