/**
 * Judge of distances: exact rational arithmetic, by listing every combination of features that can hold the closest
 * points. Squared distances come out as quotients of integers, rounded once.
 */
import { cross, dot, type IntPoint, type IntTriangle, minus } from "./exact-triangles.js";

interface Fraction {
  n: bigint;
  d: bigint;
}

const less = (a: Fraction, b: Fraction) => a.n * b.d < b.n * a.d;
const smallest = (list: Fraction[]) => list.reduce((a, b) => (less(b, a) ? b : a));
const square = (a: IntPoint) => dot(a, a);

/** Square root of a fraction, 15 digits. */
function root({ n, d }: Fraction): number {
  if (n === 0n) return 0;
  const length = (b: bigint) => b.toString(2).length;
  let shift = 140 + length(d) - length(n);
  if (shift % 2 !== 0) shift++;
  const q = shift >= 0 ? (n << BigInt(shift)) / d : n / (d << BigInt(-shift));
  return Math.sqrt(Number(q)) * 2 ** (-shift / 2);
}

function pointPoint(p: IntPoint, a: IntPoint): Fraction {
  return { n: square(minus(p, a)), d: 1n };
}

/** To the inside of a segment; ends only when the foot is not inside. */
function pointSegment(p: IntPoint, a: IntPoint, b: IntPoint): Fraction {
  const [e, r] = [minus(b, a), minus(p, a)];
  const [along, ee] = [dot(r, e), square(e)];
  if (along > 0n && along < ee) return { n: square(r) * ee - along * along, d: ee };
  return smallest([pointPoint(p, a), pointPoint(p, b)]);
}

function pointTriangleSquared(p: IntPoint, [a, b, c]: IntTriangle): Fraction {
  const n = cross(minus(b, a), minus(c, a));
  const nn = square(n);
  const inside = (x: IntPoint, y: IntPoint) => dot(cross(minus(y, x), minus(p, x)), n) >= 0n;
  if (nn > 0n && inside(a, b) && inside(b, c) && inside(c, a)) {
    const h = dot(n, minus(p, a));
    return { n: h * h, d: nn };
  }
  return smallest([pointSegment(p, a, b), pointSegment(p, b, c), pointSegment(p, c, a)]);
}

function segmentSegmentSquared(a: IntPoint, b: IntPoint, c: IntPoint, d: IntPoint): Fraction {
  const [u, e, r] = [minus(b, a), minus(d, c), minus(c, a)];
  const [uu, ee, ue, ur, er] = [square(u), square(e), dot(u, e), dot(u, r), dot(e, r)];
  const det = uu * ee - ue * ue;
  // stationary point of |r + t e − s u|²: s uu − t ue = ur, s ue − t ee = er
  const s = ur * ee - er * ue;
  const t = ur * ue - er * uu;
  if (det > 0n && s >= 0n && s <= det && t >= 0n && t <= det) {
    const n = dot(cross(u, e), r);
    return { n: n * n, d: det };
  }
  return smallest([pointSegment(a, c, d), pointSegment(b, c, d), pointSegment(c, a, b), pointSegment(d, a, b)]);
}

export function pointTriangle(p: IntPoint, t: IntTriangle): number {
  return root(pointTriangleSquared(p, t));
}

export function segmentSegment(a: IntPoint, b: IntPoint, c: IntPoint, d: IntPoint): number {
  return root(segmentSegmentSquared(a, b, c, d));
}

/** Distance of a segment from a triangle that it does not pierce in the inside of both (the caller knows). */
export function segmentTriangle(p: IntPoint, q: IntPoint, t: IntTriangle): number {
  const [sp, sq] = [p, q].map((x) => dot(cross(minus(t[1], t[0]), minus(t[2], t[0])), minus(x, t[0])));
  const s = [0, 1, 2].map((k) => dot(cross(minus(t[k], p), minus(t[(k + 1) % 3], p)), minus(q, p)));
  const opposite = (sp > 0n && sq < 0n) || (sp < 0n && sq > 0n);
  if (opposite && (s.every((x) => x >= 0n) || s.every((x) => x <= 0n))) return 0;
  return root(
    smallest([
      pointTriangleSquared(p, t),
      pointTriangleSquared(q, t),
      ...[0, 1, 2].map((k) => segmentSegmentSquared(p, q, t[k], t[(k + 1) % 3])),
    ]),
  );
}

/** Distance of two triangles that do not intersect. */
export function triangleTriangle(a: IntTriangle, b: IntTriangle): number {
  const edges = [0, 1, 2].flatMap((i) =>
    [0, 1, 2].map((j) => segmentSegmentSquared(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3])),
  );
  return root(
    smallest([...edges, ...a.map((p) => pointTriangleSquared(p, b)), ...b.map((p) => pointTriangleSquared(p, a))]),
  );
}
