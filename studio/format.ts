/**
 * Numbers for people: decimals as the language writes them, real minus sign, thin space in thousands, a space before
 * the unit.
 */
import { language } from "./texts/language.js";

/** Between whole and decimals; files and the source keep the point. */
export const DECIMAL_MARK = language === "en" ? "." : ",";
const MINUS = "−";
const THIN = "\u2009";

/** What is shown for a number that is not known yet. */
export const UNKNOWN = "–";

/** A number with a fixed count of decimals. */
export function fixed(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? UNKNOWN : `${value < 0 ? MINUS : ""}∞`;
  const [whole, fraction] = Math.abs(value).toFixed(decimals).split(".");
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, THIN) : whole;
  const digits = fraction === undefined ? grouped : `${grouped}${DECIMAL_MARK}${fraction}`;
  return value < 0 && /[1-9]/.test(digits) ? MINUS + digits : digits;
}

/** A number with about `digits` significant figures; powers of ten as 3.1e−11. */
export function significant(value: number, digits: number): string {
  if (!Number.isFinite(value) || value === 0) return fixed(value, 0);
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  if (exponent < -4 || exponent > 6)
    return value
      .toExponential(digits - 1)
      .replaceAll("-", MINUS)
      .replace("+", "")
      .replace(".", DECIMAL_MARK);
  return fixed(value, Math.max(0, digits - 1 - exponent));
}

/** Decimals that show a thousandth of `span`: fixed for a plot, so that live digits do not jump. */
export function decimalsFor(span: number): number {
  if (!(span > 0)) return 3;
  return Math.max(0, Math.min(12, 3 - Math.floor(Math.log10(span))));
}

const PREFIXES = [
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
  [1, ""],
  [1e-3, "m"],
  [1e-6, "µ"],
  [1e-9, "n"],
] as const;

/** A quantity with the prefix that leaves 1 … 999 before the point: 2.18 ms, 68.4 kN. */
export function quantity(value: number, unit: string, digits = 3): string {
  if (!Number.isFinite(value)) return `${fixed(value, 0)} ${unit}`;
  const size = Math.abs(value);
  const [scale, prefix] = PREFIXES.find(([scale]) => size >= scale * (1 - 1e-9)) ?? PREFIXES[3];
  return `${significant(value / scale, digits)} ${prefix}${unit}`;
}

/** A quantity that someone wrote, without the zeros that a measurement would have: 1 ms, 0.5 m. */
export function given(value: number, unit: string): string {
  return quantity(value, unit, 4)
    .replace(/([.,]\d*?)0+ /, "$1 ")
    .replace(/[.,] /, " ");
}

/** A unit of a scene file as text: N m, m/s², kg/m³. */
export function unitText(unit: string): string {
  return unit === "1"
    ? ""
    : unit.replaceAll("^2", "²").replaceAll("^3", "³").replaceAll("^4", "⁴").replaceAll("^5", "⁵");
}
