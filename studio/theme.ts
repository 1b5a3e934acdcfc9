/** Dark or light: as the system has it, unless the user chose. */
export type Theme = "dark" | "light";

const KEY = "stiction.theme";

export function rememberedTheme(): Theme {
  const stored = read();
  if (stored === "dark" || stored === "light") return stored;
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
}

export function storeTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // private windows may forbid it; then it is not remembered
  }
}

/** Puts the theme on the page. */
export function applyTheme(theme: Theme): void {
  document.documentElement.classList.toggle("theme-light", theme === "light");
  document.documentElement.classList.toggle("theme-dark", theme === "dark");
}

let tokenSource: Element | null = null;

/** Says which element has the tokens, where that is not the page. */
export function setTokenSource(element: Element): void {
  tokenSource = element;
}

/** The present value of a colour token. */
export function token(name: string): string {
  return getComputedStyle(tokenSource ?? document.documentElement)
    .getPropertyValue(`--${name}`)
    .trim();
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
