/** Tests on boxes [minx, miny, minz, maxx, maxy, maxz] at offsets of arrays. */

/** No NaN, and min ≤ max on every axis. */
export function isBox(boxes: Float64Array, o: number): boolean {
  return boxes[o] <= boxes[o + 3] && boxes[o + 1] <= boxes[o + 4] && boxes[o + 2] <= boxes[o + 5];
}

export function copyBox(to: Float64Array, t: number, from: Float64Array, f: number): void {
  to[t] = from[f];
  to[t + 1] = from[f + 1];
  to[t + 2] = from[f + 2];
  to[t + 3] = from[f + 3];
  to[t + 4] = from[f + 4];
  to[t + 5] = from[f + 5];
}

/** Do the closed boxes at `a[i]` and `b[j]` meet? [Luaces2013] (4.17), whose print is garbled */
export function overlaps(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return (
    a[i] <= b[j + 3] &&
    b[j] <= a[i + 3] &&
    a[i + 1] <= b[j + 4] &&
    b[j + 1] <= a[i + 4] &&
    a[i + 2] <= b[j + 5] &&
    b[j + 2] <= a[i + 5]
  );
}

/**
 * Does a box that moves along a straight line meet the box at `boxes[k]`? `sweep[o…]` is [centre c 3, translation d 3,
 * limit, half extents h 3]. On each axis it is inside for t between (min − h − c)/d and (max + h − c)/d.
 *
 * Rounding is monotone, so a box that holds another one is met whenever the other is: a tree may test its nodes with
 * this and loses nothing. A ray that meets the box is never said to miss it: each of the two bounds carries two
 * roundings, and the far one is lengthened by more than the four of them [Ize2013]. With half extents the sums min − h
 * and max + h are rounded as well, so a graze within round-off of the coordinates may go either way.
 */
export function sweepMeets(boxes: Float64Array, k: number, sweep: Float64Array, o: number): boolean {
  let near = 0;
  let far = sweep[o + 6] * FAR_LIMIT_FACTOR;
  for (let axis = 0; axis < 3; axis++) {
    const c = sweep[o + axis];
    const d = sweep[o + 3 + axis];
    const min = boxes[k + axis] - sweep[o + 7 + axis];
    const max = boxes[k + 3 + axis] + sweep[o + 7 + axis];
    if (d === 0) {
      if (!(min <= c && c <= max)) return false;
      continue;
    }
    const enter = ((d > 0 ? min : max) - c) / d;
    const leave = (((d > 0 ? max : min) - c) / d) * FAR_LIMIT_FACTOR;
    if (enter > near) near = enter;
    if (leave < far) far = leave;
  }
  return near <= far;
}

/** 1 + 8 u, with u = 2⁻⁵³ the unit of rounding; 4 u are needed, and one for the product. */
const FAR_LIMIT_FACTOR = 1 + 4 * 2.220446049250313e-16;

/** A box around the whole path of a moving box, see `sweepMeets`, with an allowance for round-off. */
export function sweptBox(to: Float64Array, sweep: Float64Array, o: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const c = sweep[o + axis];
    const d = sweep[o + 3 + axis];
    const h = sweep[o + 7 + axis];
    const way = d === 0 ? 0 : d * sweep[o + 6];
    const slack = h + 1e-14 * (Math.abs(c) + Math.abs(way) + h);
    to[axis] = c + Math.min(way, 0) - slack;
    to[3 + axis] = c + Math.max(way, 0) + slack;
  }
}
