/** Red, green, blue and opacity, each 0 … 1. */
export interface Color {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly a: number;
}

/** The words that CSS has had from its first version on, and orange. */
const WORDS: Readonly<Record<string, string>> = {
  black: "000000",
  silver: "c0c0c0",
  gray: "808080",
  grey: "808080",
  white: "ffffff",
  maroon: "800000",
  red: "ff0000",
  purple: "800080",
  fuchsia: "ff00ff",
  green: "008000",
  lime: "00ff00",
  olive: "808000",
  yellow: "ffff00",
  navy: "000080",
  blue: "0000ff",
  teal: "008080",
  aqua: "00ffff",
  orange: "ffa500",
};

/**
 * `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb(r, g, b)`, `rgba(r, g, b, a)` and the common words; undefined for all
 * else.
 */
export function parseColor(text: string | undefined): Color | undefined {
  const word = text?.trim().toLowerCase() ?? "";
  const hex = Object.hasOwn(WORDS, word) ? WORDS[word] : /^#([0-9a-f]{3,8})$/.exec(word)?.[1];
  if (hex !== undefined) return parseHex(hex);
  const parts = /^rgba?\(([^)]*)\)$/
    .exec(word)?.[1]
    .split(/[\s,/]+/)
    .filter((p) => p !== "");
  if (parts === undefined || parts.length < 3 || parts.length > 4) return undefined;
  const [r, g, b] = parts.slice(0, 3).map((p) => (p.endsWith("%") ? Number(p.slice(0, -1)) / 100 : Number(p) / 255));
  const alpha = parts[3] ?? "1";
  const a = alpha.endsWith("%") ? Number(alpha.slice(0, -1)) / 100 : Number(alpha);
  return [r, g, b, a].every((c) => c >= 0 && c <= 1) ? { r, g, b, a } : undefined;
}

function parseHex(hex: string): Color | undefined {
  const long = hex.length <= 4 ? [...hex].map((c) => c + c).join("") : hex;
  if (long.length !== 6 && long.length !== 8) return undefined;
  const [r, g, b, a = 1] = long.match(/../g)!.map((pair) => Number.parseInt(pair, 16) / 255);
  return { r, g, b, a };
}
