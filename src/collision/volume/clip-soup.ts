import { ensureCapacityF64, ensureCapacityI32 } from "../../math/capacity.js";

/**
 * A closed surface of triangles with signs (fans), and its part in a half-space. Triangles across the plane are cut,
 * and the part of the plane that closes the rest is a fan again, so that the result is closed as the input was. Numbers
 * come in any order, and no triangle needs to know its neighbours. (Not by `cutPolygon`: every cut also adds its part
 * of the cap, and the sign of a triangle is that of its order.)
 */
export interface Soup {
  /** 9 numbers per triangle. */
  corner: Float64Array;
  /** Tag of the triangle; `CAP` where it closes a cut. */
  tag: Int32Array;
  count: number;
}

export const CAP = -1;

export function createSoup(): Soup {
  return { corner: new Float64Array(9 * 64), tag: new Int32Array(64), count: 0 };
}

/** Ensures room for `more` further triangles. */
export function roomInSoup(soup: Soup, more: number): void {
  soup.corner = ensureCapacityF64(soup.corner, 9 * (soup.count + more));
  soup.tag = ensureCapacityI32(soup.tag, soup.count + more);
}

/** Heights of the corners of a triangle over the plane. */
const height = new Float64Array(3);
/** Where its edges leave and come back, and a point of the plane. */
const leave = new Float64Array(3);
const back = new Float64Array(3);
const anchor = new Float64Array(3);

/** The part of `from` with n · x ≤ c, into `to`; `plane` is n (any length) and c. */
export function clipSoup(from: Soup, plane: Float64Array, to: Soup): void {
  const x = plane[0];
  const y = plane[1];
  const z = plane[2];
  const c = plane[3];
  const by = c / (x * x + y * y + z * z);
  anchor[0] = by * x;
  anchor[1] = by * y;
  anchor[2] = by * z;
  to.count = 0;
  for (let i = 0; i < from.count; i++) {
    const { corner } = from;
    const o = 9 * i;
    let below = 0;
    for (let k = 0; k < 3; k++) {
      height[k] = x * corner[o + 3 * k] + y * corner[o + 3 * k + 1] + z * corner[o + 3 * k + 2] - c;
      if (height[k] <= 0) below++;
    }
    if (below === 0) continue;
    roomInSoup(to, 3);
    if (below === 3) {
      const p = 9 * to.count;
      for (let k = 0; k < 9; k++) to.corner[p + k] = corner[o + k];
      to.tag[to.count++] = from.tag[i];
      continue;
    }
    cutTriangle(corner, o, from.tag[i], below, to);
  }
}

/** The part of a triangle below the plane, and its part of the cap. */
function cutTriangle(corner: Float64Array, o: number, tag: number, below: number, to: Soup): void {
  // the corner that is alone on its side, and the two after it
  const alone = below === 1;
  let l = 0;
  while (height[l] <= 0 !== alone) l++;
  const m = l === 2 ? 0 : l + 1;
  const n = m === 2 ? 0 : m + 1;
  const one = height[l] / (height[l] - height[m]);
  const other = height[l] / (height[l] - height[n]);
  for (let k = 0; k < 3; k++) {
    const p = corner[o + 3 * l + k];
    const first = p + one * (corner[o + 3 * m + k] - p);
    const last = p + other * (corner[o + 3 * n + k] - p);
    // the surface goes out at `leave` and comes back at `back`
    leave[k] = alone ? first : last;
    back[k] = alone ? last : first;
  }
  if (alone) {
    add(to, corner, o + 3 * l, leave, 0, back, 0, tag);
  } else {
    // m, n are below: m → n → leave → back
    add(to, corner, o + 3 * m, corner, o + 3 * n, leave, 0, tag);
    add(to, corner, o + 3 * m, leave, 0, back, 0, tag);
  }
  add(to, anchor, 0, back, 0, leave, 0, CAP);
}

function add(
  to: Soup,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  c: Float64Array,
  l: number,
  tag: number,
): void {
  const p = 9 * to.count;
  for (let k = 0; k < 3; k++) {
    to.corner[p + k] = a[i + k];
    to.corner[p + 3 + k] = b[j + k];
    to.corner[p + 6 + k] = c[l + k];
  }
  to.tag[to.count++] = tag;
}
