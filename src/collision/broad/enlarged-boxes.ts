/** How boxes are enlarged. None of it changes the pairs. */
export interface EnlargeOptions {
  /**
   * Enlargement on every side, m: more means fewer insertions and more candidates. Sensible: up to a tenth of a typical
   * box.
   */
  readonly margin: number;
  /**
   * The same as a share of the longest side of the box, so that small things get small margins. The smaller one counts.
   */
  readonly marginShare: number;
  /** Steps of the present motion by which a box is drawn out ahead. Sensible: 0 to 8. */
  readonly prediction: number;
  /**
   * Bound of that as a share of the longest side of the box; a box that moves further in one step is not enlarged at
   * all.
   */
  readonly reachShare: number;
}

/** Enlarged boxes of proxies. */
export interface EnlargedBoxes {
  /** 6 per proxy, finite. */
  box: Float64Array;
  /** Moves until an extended box is checked for being too large; 0: never. */
  trust: Uint8Array;
}

/**
 * Coordinates of enlarged boxes are clamped to ± this, so that extents and areas stay finite, m. Clamping keeps order,
 * so boxes that overlap overlap when clamped as well; the true boxes decide in the end.
 */
export const FAR_COORDINATE = 1e100;

export function clampBox(to: Float64Array, boxes: Float64Array, o: number): void {
  for (let f = 0; f < 6; f++) to[f] = Math.min(Math.max(boxes[o + f], -FAR_COORDINATE), FAR_COORDINATE);
}

/** Scratch: clamped boxes. Meaningless between calls. */
const now = new Float64Array(6);
const before = new Float64Array(6);

/** Makes the enlarged box of a proxy one that nothing fits, so that the next call of `enlargeBox` replaces it. */
export function voidBox(enlarged: EnlargedBoxes, proxy: number): void {
  enlarged.box[6 * proxy] = Number.POSITIVE_INFINITY;
  enlarged.trust[proxy] = 0;
}

/**
 * Gives a proxy a new enlarged box for its new box `boxes[o…]`, unless the one it has still holds the new box and is
 * not much too large. Returns whether it did. With m the margin and s the shift of a face since the last box `old[6 ·
 * proxy…]`, times `prediction`,
 *
 *   fat = [min − m + s₋, max + m + s₊],   s₋ = min(s, 0) of the min face, s₊ = max(s, 0) of the max face,
 *
 * with |s| at most `reachShare` lengths of the box. A static proxy, and one that moves further than that in a step,
 * gets its own box. Much too large is more than 4 m + 2 |s| on a side, as after a fast body has come to rest. An
 * extended box is checked when it has lasted twice as long as predicted.
 */
export function enlargeBox(
  enlarged: EnlargedBoxes,
  options: EnlargeOptions,
  proxy: number,
  isStatic: boolean,
  old: Float64Array,
  boxes: Float64Array,
  o: number,
): boolean {
  const fat = enlarged.box;
  const k = 6 * proxy;
  if (holds(fat, k, boxes, o) && (enlarged.trust[proxy] === 0 || --enlarged.trust[proxy] > 0)) return false;
  const { prediction } = options;
  clampBox(now, boxes, o);
  clampBox(before, old, k);
  const size = Math.max(now[3] - now[0], now[4] - now[1], now[5] - now[2]);
  const reach = options.reachShare * size;
  let quickest = 0;
  for (let f = 0; f < 6; f++) quickest = Math.max(quickest, Math.abs(now[f] - before[f]));
  const isTight = isStatic || quickest > reach;
  const margin = isTight ? 0 : Math.min(options.margin, options.marginShare * size);
  const steps = isTight ? 0 : prediction;

  let fits = true;
  for (let f = 0; f < 6 && fits; f++) {
    const room = f < 3 ? now[f] - fat[k + f] : fat[k + f] - now[f];
    const shift = Math.min(steps * Math.abs(now[f] - before[f]), reach);
    fits = room >= 0 && room <= 4 * margin + 2 * shift;
  }
  enlarged.trust[proxy] = quickest > 0 && !isTight ? Math.min(2 * prediction, 255) : 0;
  if (fits) return false;

  for (let f = 0; f < 6; f++) {
    const shift = Math.min(Math.max(steps * (now[f] - before[f]), -reach), reach);
    if (f < 3) fat[k + f] = Math.max(now[f] - margin + Math.min(shift, 0), -FAR_COORDINATE);
    else fat[k + f] = Math.min(now[f] + margin + Math.max(shift, 0), FAR_COORDINATE);
  }
  return true;
}

function holds(outer: Float64Array, i: number, inner: Float64Array, j: number): boolean {
  return (
    outer[i] <= inner[j] &&
    outer[i + 1] <= inner[j + 1] &&
    outer[i + 2] <= inner[j + 2] &&
    outer[i + 3] >= inner[j + 3] &&
    outer[i + 4] >= inner[j + 4] &&
    outer[i + 5] >= inner[j + 5]
  );
}
