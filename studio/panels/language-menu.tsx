import { Icon } from "../icons.js";
import { texts } from "../texts/common.js";
import { LANGUAGES, type Language, language, setLanguage } from "../texts/language.js";

/** The languages, each under its own name. The list is the browser's, laid invisibly over a globe. */
export function LanguageMenu() {
  return (
    <span class="icon-button icon-select" title={texts.language}>
      <Icon name="globe" />
      <select
        aria-label={texts.language}
        value={language}
        onChange={(event) => setLanguage(event.currentTarget.value as Language)}
      >
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}
