/** Corners without end, and whether two of them overlap: the judge of `own.peg-poses`. */

export type Vec3 = readonly [number, number, number];

export const dot = (p: Vec3, q: Vec3): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
export const cross = (p: Vec3, q: Vec3): Vec3 => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];
export const add = (p: Vec3, q: Vec3, s = 1): Vec3 => [p[0] + s * q[0], p[1] + s * q[1], p[2] + s * q[2]];
export const scaled = (p: Vec3, s: number): Vec3 => [s * p[0], s * p[1], s * p[2]];
export const unit = (p: Vec3): Vec3 => scaled(p, 1 / Math.sqrt(dot(p, p)));

/**
 * Generators of the positions of A's tip, as seen from B's, at which the cones overlap: B's rays and the opposites of
 * A's.
 */
export const generators = (ofA: readonly Vec3[], ofB: readonly Vec3[]): Vec3[] => [
  ...ofB,
  ...ofA.map((ray) => scaled(ray, -1)),
];

/**
 * v + cone(A) and cone(B) share interior points exactly where v = Σ βⱼ bⱼ − Σ αᵢ aᵢ with all coefficients positive; by
 * Carathéodory three generators are enough. Returns the largest, over all triples, of the smallest coefficient:
 * positive where they overlap, negative where they do not.
 */
export function overlapOf(v: Vec3, g: readonly Vec3[]): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < g.length; i++) {
    for (let j = i + 1; j < g.length; j++) {
      for (let k = j + 1; k < g.length; k++) {
        const det = dot(g[i], cross(g[j], g[k]));
        if (Math.abs(det) < 1e-12) continue;
        const x = dot(v, cross(g[j], g[k])) / det;
        const y = dot(v, cross(g[k], g[i])) / det;
        const z = dot(v, cross(g[i], g[j])) / det;
        best = Math.max(best, Math.min(x, y, z));
      }
    }
  }
  return best;
}

/** The same in the plane, by two generators. */
export function planarOverlapOf(v: Vec3, g: readonly Vec3[]): number {
  const turn = (p: Vec3, q: Vec3) => p[0] * q[1] - p[1] * q[0];
  let best = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < g.length; i++) {
    for (let j = i + 1; j < g.length; j++) {
      const det = turn(g[i], g[j]);
      if (Math.abs(det) > 1e-12) best = Math.max(best, Math.min(turn(v, g[j]) / det, turn(g[i], v) / det));
    }
  }
  return best;
}

/** Whether corners can touch with these orientations at all: some plane has both on its two sides. */
export function canTouch(g: readonly Vec3[]): boolean {
  for (const p of g) {
    for (const q of g) {
      const n = cross(p, q);
      const length = Math.sqrt(dot(n, n));
      if (length < 1e-9) continue;
      if (g.every((x) => dot(n, x) < 1e-12 * length)) return true;
    }
  }
  return false;
}
