import { elementary } from "stiction";

/** Components from 0 to 1, as screens have them, in CSS. */
export function hexColor(rgb: readonly number[]): string {
  const byte = (x: number) => Math.round(255 * Math.min(1, Math.max(0, x)));
  return `#${rgb.slice(0, 3).map((x) => byte(x).toString(16).padStart(2, "0")).join("")}`; // biome-ignore format: one line
}

/** Linear components of a CSS colour #rrggbb, as glTF wants them. */
export function linearColor(css: string): [number, number, number] {
  const at = (k: number) => {
    const x = Number.parseInt(css.slice(1 + 2 * k, 3 + 2 * k), 16) / 255;
    return x <= 0.04045 ? x / 12.92 : elementary.pow((x + 0.055) / 1.055, 2.4);
  };
  return [at(0), at(1), at(2)];
}
