/**
 * Signs of determinants in integers, and triangles that cross after a true, tiny displacement: judges of predicates
 * (vilela T-04, T-05).
 */

/** Three numbers per point. */
export type Points = readonly bigint[];

/** Sign of (p − s) · ((q − s) × (r − s)) of the points with these numbers. */
export function orientation(v: Points, p: number, q: number, r: number, s: number): number {
  const d = (i: number, k: number) => v[3 * i + k] - v[3 * s + k];
  const [ax, ay, az] = [d(p, 0), d(p, 1), d(p, 2)];
  const [bx, by, bz] = [d(q, 0), d(q, 1), d(q, 2)];
  const [cx, cy, cz] = [d(r, 0), d(r, 1), d(r, 2)];
  const value = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}

/** Doubles times one power of two that makes integers of them all. */
export function asIntegers(values: Float64Array): bigint[] {
  const bits = new BigUint64Array(values.slice().buffer);
  const parts = Array.from(bits, (b) => {
    const e = Number((b >> 52n) & 0x7ffn);
    const fraction = b & 0xfffffffffffffn;
    const size = e === 0 ? fraction : fraction | 0x10000000000000n;
    return { mantissa: b >> 63n === 1n ? -size : size, exponent: e === 0 ? 1 : e };
  });
  const lowest = Math.min(...parts.map(({ mantissa, exponent }) => (mantissa === 0n ? 2047 : exponent)));
  return parts.map(({ mantissa, exponent }) => (mantissa === 0n ? 0n : mantissa << BigInt(exponent - lowest)));
}

/**
 * Whether triangle 0 1 2 crosses triangle 3 4 5 (integer corners below 2²⁰) once the first is displaced by (ε, ε², ε³),
 * ε = 2⁻⁸⁰: an edge of one then pierces the other, and no sign vanishes but for planes that stay parallel.
 */
export function crossDisplaced(corners: Points): boolean {
  const v = corners.map((x, i) => (x << 240n) + (i < 9 ? [1n << 160n, 1n << 80n, 1n][i % 3] : 0n));
  const sides = (a: number, other: number) => [0, 1, 2].map((k) => orientation(v, a, a + 1, a + 2, other + k));
  const [low, high] = [sides(3, 0), sides(0, 3)];
  const apart = (s: readonly number[]) => s[0] === s[1] && s[1] === s[2];
  if (apart(low) || apart(high)) return false;
  return pierces(v, 0, 3, low) || pierces(v, 3, 0, high);
}

/** Whether an edge of triangle t pierces triangle a; `side` has the sides of the corners of t. */
function pierces(v: Points, t: number, a: number, side: readonly number[]): boolean {
  for (let k = 0; k < 3; k++) {
    const next = (k + 1) % 3;
    if (side[k] === side[next]) continue;
    const s = orientation(v, t + k, t + next, a, a + 1);
    if (orientation(v, t + k, t + next, a + 1, a + 2) === s && orientation(v, t + k, t + next, a + 2, a) === s)
      return true;
  }
  return false;
}

/** Whether a triangle has an area. */
export function hasArea(v: Points, a: number): boolean {
  const d = (i: number, k: number) => v[3 * (a + i) + k] - v[3 * a + k];
  return [
    [1, 2],
    [2, 0],
    [0, 1],
  ].some(([u, w]) => d(1, u) * d(2, w) !== d(1, w) * d(2, u));
}
