/** A 3-vector as people write it. Kernels use typed arrays with offsets instead. */
export type Vec3 = readonly [number, number, number];

/** Anything with three indexed numbers. */
export type Vec3Like = ArrayLike<number>;

/** The vector whose component along each axis (0, 1, 2) is `value` of it. */
export function byAxis(value: (axis: number) => number): Vec3 {
  return [value(0), value(1), value(2)];
}

export function add(a: Vec3Like, b: Vec3Like): Vec3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function sub(a: Vec3Like, b: Vec3Like): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function scale(a: Vec3Like, s: number): Vec3 {
  return [a[0] * s, a[1] * s, a[2] * s];
}

export function dot(a: Vec3Like, b: Vec3Like): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vec3Like, b: Vec3Like): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function norm(a: Vec3Like): number {
  return Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

/** Unit vector along `a`; the zero vector stays zero. */
export function normalize(a: Vec3Like): Vec3 {
  const length = norm(a);
  return length > 0 ? [a[0] / length, a[1] / length, a[2] / length] : [0, 0, 0];
}

/** Two unit vectors that complete the unit vector `n` to a right-handed frame (t1, t2, n). */
export function tangents(n: Vec3Like): [Vec3, Vec3] {
  const helper: Vec3 = Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const t1 = normalize(cross(helper, n));
  return [t1, cross(n, t1)];
}
