/** Numbers of the table and where their ticks stand on the tolerance track. */
import { quantity, significant, unitText } from "../../format.js";
import type { RowEntry } from "../../worker/proof-protocol.js";

/** Digits shown at most; all of them are on hover. */
const MAX_DIGITS = 9;

/** Units that take a prefix: 2.5 mm, 41 µs. */
const PREFIXED = new Set(["m", "s", "N", "J", "Pa", "W", "m/s", "rad", "rad/s", "N m", "N s"]);

/** As many digits as the tolerance lets one tell apart, and one more. */
export function digitsFor(expected: number, tolerance: number): number {
  if (expected === 0 || tolerance === 0) return 4;
  return Math.min(MAX_DIGITS, Math.max(4, Math.ceil(Math.log10(Math.abs(expected) / tolerance)) + 1));
}

/** A number of the table; whole numbers have no decimals. */
export function shown(value: number, digits: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e5 ? significant(value, 1) : significant(value, digits);
}

/** A value with its unit, with a prefix where the unit takes one. */
export function withUnit(exact: number, unit: string, digits = 3): string {
  // rounded first: 999.9995 nm is 1 µm
  const value = Number.isFinite(exact) ? Number(exact.toPrecision(digits)) : exact;
  if (value !== 0 && PREFIXED.has(unit) && Math.abs(value) >= 1e-9 && Math.abs(value) < 1e9) {
    return quantity(value, unit, digits);
  }
  return `${shown(value, digits)} ${unitText(unit)}`.trim();
}

const POWERS: Readonly<Record<number, string>> = { 0: "", [-3]: "m", [-6]: "µ", [-9]: "n", [-12]: "p", [-15]: "f" };

/** A scale for numbers of about this size: factor and unit, so that they need few digits. */
export function scaleFor(size: number, unit: string): { readonly factor: number; readonly unit: string } {
  const power = Math.max(-15, Math.min(0, 3 * Math.floor(Math.log10(size) / 3)));
  const factor = 10 ** -power;
  if (power === 0) return { factor: 1, unit: unitText(unit) };
  if (PREFIXED.has(unit)) return { factor, unit: `${POWERS[power]}${unitText(unit)}` };
  return { factor, unit: `1e${power} ${unitText(unit)}`.replace("-", "−").trim() };
}

/** Measured − expected with its sign. */
export function difference(measured: number, expected: number, unit: string): string {
  const d = measured - expected;
  return (d > 0 ? "+" : "") + withUnit(d, unit);
}

/** What a row allows: ± 5 mm, ≤ 1.5 N. */
export function limitText({ comparison, tolerance, unit }: RowEntry, expected: number | null): string {
  if (comparison === "within") return tolerance === 0 ? "=" : `± ${withUnit(tolerance, unit, 2)}`;
  if (expected === null) return "";
  return `${comparison === "at-most" ? "≤" : "≥"} ${withUnit(expected, unit)}`;
}

/** Parts of the track, 0 … 1 from its left end. */
export interface Track {
  /** Where the limit lets the value be. */
  readonly from: number;
  readonly to: number;
  /** Where the expected value is, when it is not the limit itself. */
  readonly centre: number | null;
  readonly tick: number;
}

/** Part of the track that the band of a two-sided limit takes, and of a one-sided one. */
const BAND = 0.75;

/** Null where there is nothing to show: no measurement, or no expected value. */
export function trackOf(row: RowEntry, expected: number | null, measured: number): Track | null {
  if (expected === null || Number.isNaN(measured)) return null;
  const { comparison, tolerance } = row;
  if (comparison === "within") {
    const half = BAND / 2;
    const off = measured - expected;
    const tick = tolerance === 0 ? 0.5 + 0.5 * Math.sign(off) : 0.5 + (half * off) / tolerance;
    const width = tolerance === 0 ? 0.01 : half;
    return { from: 0.5 - width, to: 0.5 + width, centre: 0.5, tick: clamp(tick) };
  }
  // the limit stands at three quarters of the way that is allowed, zero at its beginning
  const scale = Math.abs(expected) || 1;
  const beyond = (measured - expected) / scale;
  return comparison === "at-most"
    ? { from: 0, to: BAND, centre: null, tick: clamp(BAND + BAND * beyond) }
    : { from: 1 - BAND, to: 1, centre: null, tick: clamp(1 - BAND + BAND * beyond) };
}

/**
 * Part of its limit that a measurement takes: 0 is exactly what is expected, 1 is the limit. Null where there is no
 * such part: no measurement, or a limit of zero.
 */
export function partOfLimit(row: RowEntry, expected: number | null, measured: number): number | null {
  if (expected === null || !Number.isFinite(measured)) return null;
  const { comparison, tolerance } = row;
  if (comparison === "within") return tolerance > 0 ? Math.abs(measured - expected) / tolerance : null;
  const [most, least] = comparison === "at-most" ? [expected, measured] : [measured, expected];
  return most > 0 ? Math.max(0, least) / most : null;
}

function clamp(x: number): number {
  return Math.max(0, Math.min(1, x));
}

/** The command that measures an experiment and nothing else. */
export function commandFor(id: string, full: boolean, all: readonly string[]): string {
  // without --exact a pattern fits every id that contains it
  const alone = all.every((other) => other === id || !other.includes(id));
  return `stiction verify ${id}${alone ? "" : " --exact"}${full ? " --full" : ""}`;
}
