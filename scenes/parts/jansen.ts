import { elementary } from "stiction";
/**
 * Joints of Theo Jansen's leg, in metres for a crank of 0.15 m, from the crank's angle alone: every point lies where
 * two circles meet.
 *
 *             top
 *            /   \  j
 *        e  / b    \___ crank – center
 *          /  |   __/
 *      back–d–pivot  / k
 *        \    | c   /
 *       f \   |    /
 *        heel–g–knee
 *            \   / i
 *           h \ /
 *             toe
 */
export type Point = readonly [number, number];

/** Jansen's proportions, of 0.01 m. */
const LENGTH = {
  a: 0.38,
  b: 0.415,
  c: 0.393,
  d: 0.401,
  e: 0.558,
  f: 0.394,
  g: 0.367,
  h: 0.657,
  i: 0.49,
  j: 0.5,
  k: 0.619,
  l: 0.078,
  m: 0.15,
} as const;

export function jansenPoints(angle: number) {
  const n = LENGTH;
  const center: Point = [0, 0];
  const pivot: Point = [-n.a, -n.l];
  const crank: Point = [n.m * elementary.cos(angle), n.m * elementary.sin(angle)];
  const top = intersect(crank, n.j, pivot, n.b, -1);
  const knee = intersect(crank, n.k, pivot, n.c, 1);
  const back = intersect(top, n.e, pivot, n.d, -1);
  const heel = intersect(back, n.f, knee, n.g, -1);
  const toe = intersect(heel, n.h, knee, n.i, -1);
  return { center, pivot, crank, top, knee, back, heel, toe };
}

/** The point at distance r from p and s from q, to the left (side 1) or right (−1) of the line from p to q. */
export function intersect(p: Point, r: number, q: Point, s: number, side: 1 | -1): Point {
  const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
  const d = elementary.hypot(dx, dy);
  const along = (r * r - s * s + d * d) / (2 * d);
  const across = side * Math.sqrt(r * r - along * along);
  return [p[0] + (along * dx - across * dy) / d, p[1] + (along * dy + across * dx) / d];
}
