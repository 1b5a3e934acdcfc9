/** Rotation of vectors by unit quaternions [x, y, z, w]. */

interface Numbers {
  [index: number]: number;
}

/** R(q) v, or R(q)ᵀ v with sense −1, with q at qo and v at vo, into `out` from o on. `out` may be `v`. */
export function turnInto(
  out: Numbers,
  o: number,
  q: ArrayLike<number>,
  qo: number,
  v: ArrayLike<number>,
  vo: number,
  sense: 1 | -1 = 1,
): void {
  const x = sense * q[qo];
  const y = sense * q[qo + 1];
  const z = sense * q[qo + 2];
  const w = q[qo + 3];
  const a = v[vo];
  const b = v[vo + 1];
  const c = v[vo + 2];
  const tx = 2 * (y * c - z * b);
  const ty = 2 * (z * a - x * c);
  const tz = 2 * (x * b - y * a);
  out[o] = a + w * tx + y * tz - z * ty;
  out[o + 1] = b + w * ty + z * tx - x * tz;
  out[o + 2] = c + w * tz + x * ty - y * tx;
}

/** R(q) v */
export function turned(q: ArrayLike<number>, v: ArrayLike<number>): [number, number, number] {
  const out: [number, number, number] = [0, 0, 0];
  turnInto(out, 0, q, 0, v, 0);
  return out;
}

/** The rotation b followed by a: R(a) R(b). */
export function product(a: ArrayLike<number>, b: ArrayLike<number>): [number, number, number, number] {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

export function inverse([x, y, z, w]: ArrayLike<number> & Iterable<number>): [number, number, number, number] {
  return [-x, -y, -z, w];
}
