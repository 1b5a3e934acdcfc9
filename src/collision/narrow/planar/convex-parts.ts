import { turn } from "../../../geometry/predicates.js";

/**
 * Convex parts of a simple polygon: ears are cut off until triangles remain, then triangles are joined across diagonals
 * that convexity does not need. At most four times the smallest possible number of parts [HertelMehlhorn1985]. All
 * decisions by exact turns. Runs once per shape, O(n³) at worst (a spiral), near O(n²) in practice.
 *
 * `v` has 2 numbers per vertex, counter-clockwise and without crossings. Each part is a counter-clockwise list of
 * vertices; every edge of the polygon belongs to exactly one part, and every other edge of a part is a diagonal that
 * two parts share.
 */
export function convexParts(v: Float64Array): number[][] {
  const parts = cutEars(v);
  // a diagonal is tried once: joining other parts only makes the angles at its ends larger
  const diagonals = parts.flatMap((part) => part.map((a, k) => [a, part[(k + 1) % part.length]] as const));
  for (const [a, b] of diagonals) {
    if (a > b) continue;
    const left = parts.findIndex((part) => follows(part, a, b));
    const right = parts.findIndex((part) => follows(part, b, a));
    if (left < 0 || right < 0 || left === right) continue;
    const joined = join(parts[left], parts[right], a, b);
    if (!isConvexLoop(v, joined)) continue;
    parts[left] = joined;
    parts.splice(right, 1);
  }
  return parts;
}

/** Triangles of a simple polygon. */
function cutEars(v: Float64Array): number[][] {
  const rest = Array.from({ length: v.length / 2 }, (_, i) => i);
  const triangles: number[][] = [];
  while (rest.length > 3) {
    const k = rest.findIndex((_, i) => isEar(v, rest, i));
    if (k < 0) throw new Error("a polygon that crosses itself has no convex parts");
    triangles.push([at(rest, k - 1), rest[k], at(rest, k + 1)]);
    rest.splice(k, 1);
  }
  triangles.push(rest);
  return triangles;
}

/** Vertex k of the remaining polygon turns left and its triangle holds none of the others, not even on its border. */
function isEar(v: Float64Array, rest: readonly number[], k: number): boolean {
  const a = at(rest, k - 1);
  const b = rest[k];
  const c = at(rest, k + 1);
  if (turnOf(v, a, b, c) <= 0) return false;
  for (const w of rest) {
    if (w === a || w === b || w === c) continue;
    if (turnOf(v, a, b, w) >= 0 && turnOf(v, b, c, w) >= 0 && turnOf(v, c, a, w) >= 0) return false;
  }
  return true;
}

/** The loop around two parts that share the edge a → b of the first and b → a of the second. */
function join(left: readonly number[], right: readonly number[], a: number, b: number): number[] {
  const from = (part: readonly number[], first: number) => {
    const k = part.indexOf(first);
    return [...part.slice(k), ...part.slice(0, k)];
  };
  // left from b around to a, then right from after a to before b
  return [...from(left, b), ...from(right, a).slice(1, -1)];
}

function isConvexLoop(v: Float64Array, loop: readonly number[]): boolean {
  return loop.every((b, k) => turnOf(v, at(loop, k - 1), b, at(loop, k + 1)) >= 0);
}

function follows(part: readonly number[], a: number, b: number): boolean {
  const k = part.indexOf(a);
  return k >= 0 && at(part, k + 1) === b;
}

function at(loop: readonly number[], k: number): number {
  return loop[(k + loop.length) % loop.length];
}

function turnOf(v: Float64Array, a: number, b: number, c: number): number {
  return turn(v[2 * a], v[2 * a + 1], v[2 * b], v[2 * b + 1], v[2 * c], v[2 * c + 1]);
}
