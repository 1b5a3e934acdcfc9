import { defineTexts } from "./texts.js";

/** Driving a scene by hand. */
const en = {
  controls: "Controls",
  none: "This scene has nothing to drive: no joint with a drive, no force with an input",
  arm: "Drive with keys and gamepad (Esc frees them)",
  release: "Release all",
  gamepad: (name: string) => `Gamepad: ${name}`,
  noGamepad: "No gamepad found; press a button on it",
  less: (name: string) => `Key for less: ${name}`,
  more: (name: string) => `Key for more: ${name}`,
  axis: (name: string) => `Gamepad axis: ${name}`,
  invert: (name: string) => `Reverse the axis: ${name}`,
  noAxis: "no stick",
  stickAxis: (axis: number) => ["left stick ↔", "left stick ↕", "right stick ↔", "right stick ↕"][axis] ?? `${axis}`,
  others: (n: number) => `Other inputs (${n})`,
  pattern: "Who has the boom",
  patternHelp: (pattern: "iso" | "sae"): string =>
    pattern === "iso" ? "boom in the right hand" : "boom in the left hand",
  pressKey: "press a key",
};

export type ControlsTexts = typeof en;

export const texts = defineTexts("controls", en);
