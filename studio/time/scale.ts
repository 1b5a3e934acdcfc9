/** Times on a line. */

/** Multiples of 1, 2 or 5 · 10ⁿ between 0 and `end`, about `count` of them. */
export function ticks(end: number, count: number): number[] {
  if (!(end > 0) || !(count >= 1)) return [0];
  const rough = end / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((size) => size >= rough * (1 - 1e-9)) ?? rough;
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return Array.from({ length: Math.floor(end / step + 1e-9) + 1 }, (_, k) => Number((k * step).toFixed(digits)));
}

/** Decimals that a distance between ticks needs: 2.5 has one, 0.25 two, 20 none; twelve at most. */
export function decimalsOf(step: number): number {
  for (let decimals = 0; decimals < 12; decimals++) {
    const scaled = step * 10 ** decimals;
    if (scaled >= 1 - 1e-9 && Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled) return decimals;
  }
  return 12;
}

/** A time as 00:12.435; hours in front when there are any. */
export function clockText(time: number): string {
  if (!Number.isFinite(time)) return "–";
  const ms = Math.round(Math.abs(time) * 1000);
  const pad = (value: number, length: number) => String(value).padStart(length, "0");
  const [hours, minutes] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60];
  const seconds = `${pad(Math.floor(ms / 1000) % 60, 2)}.${pad(ms % 1000, 3)}`;
  return `${time < 0 ? "−" : ""}${hours > 0 ? `${hours}:` : ""}${pad(minutes, 2)}:${seconds}`;
}

export interface Label {
  /** Place on the line, px. */
  readonly at: number;
  readonly text: string;
}

/** The labels that have room, from left to right; each takes about `perLetter` px a letter. */
export function fitting<T extends Label>(labels: readonly T[], perLetter: number, end: number): T[] {
  let free = Number.NEGATIVE_INFINITY;
  return [...labels]
    .sort((a, b) => a.at - b.at)
    .filter(({ at, text }) => {
      const width = 8 + perLetter * text.length;
      if (at < free || at + width > end) return false;
      free = at + width + 4;
      return true;
    });
}
