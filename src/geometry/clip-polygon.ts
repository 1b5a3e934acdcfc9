/**
 * Cuts a convex polygon with a line or plane and keeps the side of positive heights [SutherlandHodgman1974]. The caller
 * measures the heights, so that they may have any unit and be as exact as the caller can make them.
 *
 * `from` has `count` corners of `size` numbers; `height[i]` is that of corner i, and `height[count]` is the slack (an
 * array holds it because calls box doubles): a corner at −slack or above stays, and one within ± slack is on the line,
 * so that no crossing is made next to it. With a slack of −5e−324 a corner on the line counts as cut off.
 *
 * Writes: `to`, and for each of its corners `source`: the number of the corner in `from`, or −1 − i for the point where
 * the side that starts at corner i crosses the line. Returns the number of corners.
 */
export function cutPolygon(
  from: Float64Array,
  count: number,
  size: number,
  height: Float64Array,
  to: Float64Array,
  source: Int32Array,
): number {
  const slack = height[count];
  let n = 0;
  for (let i = 0; i < count; i++) {
    const j = i + 1 < count ? i + 1 : 0;
    const inside = height[i] >= -slack;
    if (inside) {
      for (let c = 0; c < size; c++) to[size * n + c] = from[size * i + c];
      source[n++] = i;
    }
    const nextInside = height[j] >= -slack;
    if (inside === nextInside || (inside ? height[i] : height[j]) <= slack) continue;
    const t = height[i] / (height[i] - height[j]);
    for (let c = 0; c < size; c++) {
      const x = from[size * i + c];
      to[size * n + c] = x + t * (from[size * j + c] - x);
    }
    source[n++] = -1 - i;
  }
  return n;
}
