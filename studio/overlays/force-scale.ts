/**
 * How long a force is drawn. One scale s (N per metre of the scene) for all arrows, so that lengths can be compared:
 * the 95th percentile of the forces is 12 % of the height of the view, s is rounded to 1, 2, 5 · 10ⁿ, and it changes
 * only when it has been off by more than a factor of two for a second, so that arrows do not flicker.
 */
const SHARE = 0.12;
const OFF = 2;
/** ms */
const PATIENCE = 1000;

/** Arrows shorter than this are dots, px; longer than this part of the view's height are cut off with a double head. */
export const SHORTEST = 6;
export const LONGEST = 0.4;

/** The nearest of 1, 2, 5 · 10ⁿ, in ratio. */
export function rounded(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const rest = value / power;
  const nearest = rest < Math.SQRT2 ? 1 : rest < Math.sqrt(10) ? 2 : rest < Math.sqrt(50) ? 5 : 10;
  return nearest * power;
}

/** The value below which `part` of the first `count` values are; reorders them. */
export function percentile(values: Float32Array, count: number, part: number): number {
  if (count === 0) return 0;
  const used = values.subarray(0, count).sort();
  return used[Math.min(count - 1, Math.floor(part * count))];
}

export class ForceScale {
  /** N/m; 0 until there was a force. */
  value = 0;
  private offSince = Number.NaN;

  /** A new scene has its own scale. */
  clear(): void {
    this.value = 0;
    this.offSince = Number.NaN;
  }

  /** `typical`: 95th percentile of the forces (N); `height`: of the view at the target (m); `now`: ms. Returns N/m. */
  update(typical: number, height: number, now: number): number {
    if (!(typical > 0) || !(height > 0)) return this.value;
    const wanted = typical / (SHARE * height);
    if (this.value === 0) {
      this.value = rounded(wanted);
      return this.value;
    }
    const ratio = wanted / this.value;
    if (ratio <= OFF && ratio >= 1 / OFF) this.offSince = Number.NaN;
    else if (Number.isNaN(this.offSince)) this.offSince = now;
    else if (now - this.offSince >= PATIENCE) {
      this.value = rounded(wanted);
      this.offSince = Number.NaN;
    }
    return this.value;
  }
}

/** Radius of an arrow's shaft, px, by its length, px: 1.5 … 4 wide in all, so that short ones are not all head. */
export function shaftWidth(length: number): number {
  return Math.min(4, Math.max(1.5, length / 40));
}
