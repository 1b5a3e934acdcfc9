/** Colours of magnitudes, and the tokens that overlays draw with. */
import { Color } from "three";
import { token } from "../theme.js";
import { MAGNITUDE, SIGNED } from "./ramps.js";

const names = [
  "stick",
  "slip",
  "pen",
  "text-1",
  "text-2",
  "text-3",
  "accent-text",
  "s5",
  "ok",
  "warn",
  "err",
  "bg-0",
] as const;
export type OverlayColors = Readonly<Record<(typeof names)[number], Color>>;

/** The tokens of the present theme. */
export function overlayColors(): OverlayColors {
  return Object.fromEntries(names.map((name) => [name, new Color(token(name))])) as OverlayColors;
}

const stops = (hex: readonly string[]) => hex.map((text) => new Color(text).convertLinearToSRGB());
const MAGNITUDES = stops(MAGNITUDE);
const SIGNS = stops(SIGNED);

/** A magnitude, 0 … 1, as its colour; even steps look even, so it is mixed as it is shown. */
export function magnitudeColor(value: number, out: Color): Color {
  return mixed(MAGNITUDES, value, out);
}

/** A value with sign, −1 … 1. */
export function signedColor(value: number, out: Color): Color {
  return mixed(SIGNS, 0.5 + 0.5 * value, out);
}

function mixed(ramp: readonly Color[], value: number, out: Color): Color {
  const at = Math.min(1, Math.max(0, value)) * (ramp.length - 1);
  const k = Math.min(ramp.length - 2, Math.floor(at));
  return out.lerpColors(ramp[k], ramp[k + 1], at - k).convertSRGBToLinear();
}
