/** How values of a scene are shown and read. */
import { DECIMAL_MARK, fixed, quantity, significant, unitText } from "../format.js";

/** Units whose values keep their decimals, so that digits do not jump. */
export const FIXED: Readonly<Record<string, number>> = { m: 3, "m/s": 3, "rad/s": 3, s: 3 };
/** Units that take a prefix. */
const PREFIXED = new Set(["N", "J", "W", "Pa", "N m", "N s", "Hz"]);

/** A live value: figures and unit. Angles are in degrees. */
export function liveText(value: number, unit: string): { readonly figures: string; readonly unit: string } {
  if (unit === "rad") return { figures: fixed((value * 180) / Math.PI, 1), unit: "°" };
  const decimals = FIXED[unit];
  if (decimals !== undefined && Math.abs(value) < 1e5) return { figures: fixed(value, decimals), unit };
  if (PREFIXED.has(unit) && Number.isFinite(value)) {
    if (Math.abs(value) < 1e-6) return { figures: fixed(0, 2), unit };
    const text = quantity(value, unit, 4);
    const at = text.indexOf(" ");
    return { figures: text.slice(0, at), unit: text.slice(at + 1) };
  }
  return { figures: significant(value, 4), unit: unitText(unit) };
}

/** A number in a field: all digits if there is space, or a given number of figures. */
export function fieldText(value: unknown, figures = 6): string {
  if (typeof value !== "number") return "";
  const whole = String(value);
  const shown = whole.length <= figures + 3 ? whole : String(Number(value.toPrecision(figures)));
  return shown.replace(".", DECIMAL_MARK);
}

/** A number as someone types it; undefined for anything else. */
export function parseNumber(text: string): number | undefined {
  const plain = text.trim().replaceAll("−", "-").replaceAll("\u2009", "").replace(",", ".");
  if (plain === "") return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}

export interface Range {
  readonly min?: number;
  readonly max?: number;
  readonly above?: number;
  readonly integer?: boolean;
}

export function inRange(value: number, { min, max, above, integer }: Range): boolean {
  if (integer && !Number.isInteger(value)) return false;
  return (
    !(min !== undefined && value < min) &&
    !(max !== undefined && value > max) &&
    !(above !== undefined && value <= above)
  );
}

/** `0 … 1`, `> 0`, `≤ 10`; empty when anything goes. */
export function rangeText({ min, max, above }: Range): string {
  const low = min ?? above;
  if (low !== undefined && max !== undefined)
    return `${above !== undefined ? "> " : ""}${fieldText(low)} … ${fieldText(max)}`;
  if (above !== undefined) return `> ${fieldText(above)}`;
  if (min !== undefined) return `≥ ${fieldText(min)}`;
  return max !== undefined ? `≤ ${fieldText(max)}` : "";
}

/**
 * Where a slider goes: the range, or, where that is open or far, twice the value. A value of zero has a unit to either
 * side.
 */
export function sliderRange(value: number, range: Range): { readonly low: number; readonly high: number } {
  const size = value === 0 ? 1 : Math.abs(value);
  const low = range.min ?? range.above ?? (value < 0 || value === 0 ? -2 * size : 0);
  const high =
    range.max !== undefined && range.max <= 20 * Math.max(size, Math.abs(low))
      ? range.max
      : Math.max(2 * size, low + 2 * size);
  const floor = low < -20 * size ? -2 * size : low;
  return { low: floor, high: value < 0 && range.max === undefined ? Math.max(0, floor + size) : high };
}

/** A step of a scrub or of an arrow key: a two-hundredth of the slider, rounded to 1, 2 or 5. */
export function stepOf({ low, high }: { readonly low: number; readonly high: number }, integer = false): number {
  if (integer) return 1;
  const raw = (high - low) / 200;
  if (!(raw > 0)) return 0.01;
  const power = 10 ** Math.floor(Math.log10(raw));
  const lead = raw / power;
  return (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10) * power;
}

/** Rounded to a step, without the noise of binary fractions. */
export function rounded(value: number, step: number): number {
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  return Number((Math.round(value / step) * step).toFixed(Math.min(20, digits)));
}
