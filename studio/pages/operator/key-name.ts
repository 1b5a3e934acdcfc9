const ARROWS: Readonly<Record<string, string>> = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→" };

/** `KeyA` → A */
export function keyName(code: string): string {
  return ARROWS[code] ?? (code.replace(/^(Key|Digit)/, "") || "–");
}
