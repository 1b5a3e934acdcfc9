/** The two ramps of the design guide: pressure and other magnitudes, and values with sign. */
import { rounded } from "./force-scale.js";

export const MAGNITUDE = ["#180c3c", "#6a1c81", "#b73779", "#fc8961", "#fcfdbf"] as const;
export const SIGNED = ["#2166ac", "#7fb3da", "#c9ced1", "#f0a566", "#b35806"] as const;

/** The next of 1, 2, 5 · 10ⁿ that is not below a value. */
export function roundedUp(value: number): number {
  if (!(value > 0)) return 0;
  let top = rounded(value);
  // rounded to the nearest: one or two steps up at most
  for (let k = 0; k < 2 && top < value * (1 - 1e-9); k++) top = rounded(top * 2.2);
  return top;
}

/** The top of a scale that follows values without flicker: up at once, down when less than a quarter of it is used. */
export class Top {
  value = 0;

  clear(): void {
    this.value = 0;
  }

  update(most: number): number {
    if (most > this.value || most < this.value / 4) this.value = roundedUp(most);
    return this.value;
  }
}
