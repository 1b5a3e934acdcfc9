/** Small vectors for projections. Knows no page. */
export type Vec3 = readonly [number, number, number];

export const add = (a: Vec3, b: Vec3, s = 1): Vec3 => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
export const minus = (a: Vec3, b: Vec3): Vec3 => add(a, b, -1);
export const times = (a: Vec3, s: number): Vec3 => [s * a[0], s * a[1], s * a[2]];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const unit = (a: Vec3): Vec3 => times(a, 1 / Math.hypot(...a));

/** The first distance along a ray of unit direction at which it meets a sphere from inside; NaN: it does not. */
export function farHit(origin: Vec3, direction: Vec3, center: Vec3, radius: number): number {
  const p = minus(origin, center);
  const b = dot(p, direction);
  return Math.sqrt(b * b - dot(p, p) + radius * radius) - b;
}

/** The first distance along a ray at which it meets a sphere from outside; NaN: it does not. */
export function nearHit(origin: Vec3, direction: Vec3, center: Vec3, radius: number): number {
  const p = minus(origin, center);
  const b = dot(p, direction);
  const root = Math.sqrt(b * b - dot(p, p) + radius * radius);
  return -b - root > 0 ? -b - root : Number.NaN;
}
