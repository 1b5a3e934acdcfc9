/**
 * Points of Sobol's sequence: any 2^k of them, counted from a multiple of 2^k, have exactly one in each of the 2^k equal
 * intervals of every axis. Direction numbers of Joe and Kuo [JoeKuo2008], which also keep pairs of axes even.
 */

/** Degree, coefficients and first direction numbers of axes 2, 3, …; the first axis is van der Corput's sequence. */
const AXES: readonly (readonly [degree: number, coefficients: number, first: readonly number[]])[] = [
  [1, 0, [1]],
  [2, 1, [1, 3]],
  [3, 1, [1, 3, 1]],
  [3, 2, [1, 1, 1]],
  [4, 1, [1, 1, 3, 3]],
  [4, 4, [1, 3, 5, 13]],
  [5, 2, [1, 1, 5, 5, 17]],
  [5, 4, [1, 1, 5, 5, 5]],
  [5, 7, [1, 1, 7, 11, 19]],
  [5, 11, [1, 1, 5, 1, 1]],
  [5, 13, [1, 1, 1, 3, 11]],
  [5, 14, [1, 3, 5, 5, 31]],
  [6, 1, [1, 3, 3, 9, 7, 49]],
  [6, 13, [1, 1, 1, 15, 21, 21]],
  [6, 16, [1, 3, 1, 13, 27, 49]],
  [6, 19, [1, 1, 1, 15, 7, 5]],
  [6, 22, [1, 3, 1, 15, 13, 25]],
  [6, 25, [1, 1, 5, 5, 19, 61]],
  [7, 1, [1, 3, 7, 11, 23, 15, 103]],
  [7, 4, [1, 3, 7, 13, 13, 15, 69]],
];

/** Most axes of the sequence. */
export const MAX_SOBOL_AXES = AXES.length + 1;

const BITS = 32;

/** Direction numbers of an axis, each shifted to the top of 32 bits. */
function directions(axis: number): Uint32Array {
  const v = new Uint32Array(BITS);
  if (axis === 0) {
    for (let k = 0; k < BITS; k++) v[k] = 2 ** (BITS - 1 - k);
    return v;
  }
  const [degree, coefficients, first] = AXES[axis - 1];
  for (let k = 0; k < degree; k++) v[k] = first[k] * 2 ** (BITS - 1 - k);
  for (let k = degree; k < BITS; k++) {
    let next = v[k - degree] ^ (v[k - degree] >>> degree);
    for (let j = 1; j < degree; j++) {
      if ((coefficients >>> (degree - 1 - j)) & 1) next ^= v[k - j];
    }
    v[k] = next;
  }
  return v;
}

const DIRECTIONS: readonly Uint32Array[] = Array.from({ length: MAX_SOBOL_AXES }, (_, axis) => directions(axis));

/**
 * Coordinate `axis` of point `index`, in (0, 1). `shift`, 32 random bits, moves all points of the axis (a digital shift:
 * the evenness stays, and repeated studies have independent points).
 */
export function sobolCoordinate(axis: number, index: number, shift = 0): number {
  const v = DIRECTIONS[axis];
  // Gray code: point n is the exclusive or of the directions at the ones of n xor n/2
  let gray = (index ^ (index >>> 1)) >>> 0;
  let x = shift >>> 0;
  for (let k = 0; gray !== 0; k++, gray >>>= 1) if (gray & 1) x ^= v[k];
  return ((x >>> 0) + 0.5) * 2 ** -BITS;
}
