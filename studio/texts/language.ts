/**
 * The language of the studio's texts: the user's choice, else the browser's, else English. Another choice reloads the
 * page.
 */
export const LANGUAGES = { en: "English", es: "Español", fi: "Suomi", sv: "Svenska" } as const;
export type Language = keyof typeof LANGUAGES;

const KEY = "stiction.language";

function isLanguage(text: string | null | undefined): text is Language {
  return text !== null && text !== undefined && Object.hasOwn(LANGUAGES, text);
}

function choose(): Language {
  try {
    const stored = localStorage.getItem(KEY);
    if (isLanguage(stored)) return stored;
  } catch {
    // a private window, a worker or Node: nothing is remembered
  }
  const wanted = typeof navigator === "undefined" ? [] : (navigator.languages ?? []);
  return wanted.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? "en";
}

export const language: Language = choose();

/** Remembers a language and shows the page in it. */
export function setLanguage(next: Language): void {
  try {
    localStorage.setItem(KEY, next);
  } catch {
    return; // cannot be remembered, so a reload would change nothing
  }
  location.reload();
}
