/**
 * Judge of triangle pairs in exact rational arithmetic on integer corners. Shares no code and no method with `src/`:
 * triangles are clipped as polygons in homogeneous rational coordinates, and perturbations are carried out as
 * polynomials or as truly displaced triangles.
 */

export type IntPoint = readonly [bigint, bigint, bigint];
export type IntTriangle = readonly [IntPoint, IntPoint, IntPoint];
/** (x, y, z)/w with w > 0. */
type Homogeneous = readonly [bigint, bigint, bigint, bigint];

/** Common points of two triangles with area. */
export interface CommonPart {
  /** They lie in one plane. */
  coplanar: boolean;
  /** Corners of the common part: none, a point, the ends of a segment, or a polygon when coplanar. */
  points: number[][];
  /** The interiors cross: not coplanar, and a segment of positive length runs through both interiors. */
  crosses: boolean;
  /** Some of the orientations that decide is exactly zero. */
  tie: boolean;
}

export function commonPart(a: IntTriangle, b: IntTriangle): CommonPart {
  const nb = cross(minus(b[1], b[0]), minus(b[2], b[0]));
  let polygon: Homogeneous[] = a.map((p) => [p[0], p[1], p[2], 1n]);
  // into B's plane, from both sides, then inside of B's three edges
  polygon = clip(polygon, nb, b[0]);
  polygon = clip(polygon, negative(nb), b[0]);
  for (let k = 0; k < 3; k++) polygon = clip(polygon, cross(nb, minus(b[(k + 1) % 3], b[k])), b[k]);
  const distinct = polygon.filter((p, i) => polygon.findIndex((q) => same(p, q)) === i);
  const na = cross(minus(a[1], a[0]), minus(a[2], a[0]));
  const [sa, sb] = [a.map((p) => sign(dot(nb, minus(p, b[0])))), b.map((p) => sign(dot(na, minus(p, a[0]))))];
  const cut = (s: number[]) => s.includes(1) && s.includes(-1);
  return {
    coplanar: sa.every((s) => s === 0),
    points: distinct.map((p) => [0, 1, 2].map((k) => quotient(p[k], p[3]))),
    crosses: cut(sa) && cut(sb) && distinct.length === 2,
    tie: [...sa, ...sb].includes(0) || edgesTouch(a, b),
  };
}

/** The lines of some edge of A and some edge of B meet or are parallel. */
function edgesTouch(a: IntTriangle, b: IntTriangle): boolean {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      if (determinant([a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]]) === 0n) return true;
    }
  }
  return false;
}

/** The part of a convex polygon (or segment, or point) where n · (x − o) ≥ 0. */
function clip(polygon: Homogeneous[], n: IntPoint, o: IntPoint): Homogeneous[] {
  const height = ([x, y, z, w]: Homogeneous) => n[0] * (x - o[0] * w) + n[1] * (y - o[1] * w) + n[2] * (z - o[2] * w);
  const out: Homogeneous[] = [];
  polygon.forEach((p, i) => {
    const q = polygon[(i + 1) % polygon.length];
    const [hp, hq] = [height(p), height(q)];
    if (hp >= 0n) out.push(p);
    if ((hp > 0n && hq < 0n) || (hp < 0n && hq > 0n)) {
      // p/wp + t (q/wq − p/wp) with t = (hp/wp)/(hp/wp − hq/wq): the weights cancel
      const [s, t] = [abs(hq), abs(hp)];
      out.push([s * p[0] + t * q[0], s * p[1] + t * q[1], s * p[2] + t * q[2], s * p[3] + t * q[3]]);
    }
  });
  return out;
}

/**
 * B as it is, A displaced by (ε, ε², ε³) with ε = 2⁻⁸⁰: far below what corners up to 2²⁰ can tell apart; all scaled by
 * 2²⁴⁰.
 */
export function crossesShifted(a: IntTriangle, b: IntTriangle): boolean {
  const scale = (p: IntPoint): IntPoint => [p[0] << 240n, p[1] << 240n, p[2] << 240n];
  const shift = (p: IntPoint): IntPoint => [
    (p[0] << 240n) + (1n << 160n),
    (p[1] << 240n) + (1n << 80n),
    (p[2] << 240n) + 1n,
  ];
  return commonPart([shift(a[0]), shift(a[1]), shift(a[2])], [scale(b[0]), scale(b[1]), scale(b[2])]).crosses;
}

/**
 * Simulation of simplicity, spelled out: coordinate c of the point with rank i is x + e(i, c), and e(i, c) = ε^(2^bit),
 * bit = 3 i + 2 − c. The determinant is expanded over all permutations; a monomial is the set of its bits. Returns
 * whether the perturbed triangles cross, and how many edges pierce.
 */
export function crossesSymbolically(
  a: IntTriangle,
  b: IntTriangle,
  rank: readonly number[] = [0, 1, 2, 3, 4, 5],
): { crosses: boolean; pierced: number } {
  const points = [...a, ...b];
  const memo = new Map<number, number>();
  const o = (i: number, j: number, k: number, l: number) => {
    const key = ((i * 6 + j) * 6 + k) * 6 + l;
    let s = memo.get(key);
    if (s === undefined) memo.set(key, (s = symbolicSign(points, rank, [i, j, k, l])));
    return s;
  };
  let pierced = 0;
  for (const [edges, [p, q, r]] of [
    [
      [0, 1, 2],
      [3, 4, 5],
    ],
    [
      [3, 4, 5],
      [0, 1, 2],
    ],
  ]) {
    for (let k = 0; k < 3; k++) {
      const [x, y] = [edges[k], edges[(k + 1) % 3]];
      if (o(p, q, r, x) === o(p, q, r, y)) continue;
      const s = o(x, y, p, q);
      if (o(x, y, q, r) === s && o(x, y, r, p) === s) pierced++;
    }
  }
  return { crosses: pierced > 0, pierced };
}

function symbolicSign(points: readonly IntPoint[], rank: readonly number[], rows: readonly number[]): number {
  const exact = determinant(rows.map((r) => points[r]));
  if (exact !== 0n) return exact > 0n ? 1 : -1;
  const terms = new Map<number, bigint>();
  for (const { columns, sign: s } of PERMUTATIONS) {
    // product over the rows of (x + e), or of 1 in the last column
    const product: [number, bigint][] = [[0, BigInt(s)]];
    rows.forEach((r, i) => {
      const c = columns[i];
      if (c === 3) return;
      for (const [mask, coefficient] of product.splice(0)) {
        product.push([mask, coefficient * points[r][c]], [mask | (1 << (3 * rank[r] + 2 - c)), coefficient]);
      }
    });
    for (const [mask, coefficient] of product) terms.set(mask, (terms.get(mask) ?? 0n) + coefficient);
  }
  const first = [...terms].filter(([, c]) => c !== 0n).sort(([m], [n]) => m - n)[0];
  return first[1] > 0n ? 1 : -1;
}

const PERMUTATIONS = permutations([0, 1, 2, 3]);

function permutations(items: number[]): { columns: number[]; sign: number }[] {
  if (items.length === 1) return [{ columns: items, sign: 1 }];
  return items.flatMap((first, i) =>
    permutations(items.filter((x) => x !== first)).map(({ columns, sign }) => ({
      columns: [first, ...columns],
      sign: i % 2 === 0 ? sign : -sign,
    })),
  );
}

/** (p − s) · ((q − s) × (r − s)). */
function determinant([p, q, r, s]: readonly IntPoint[]): bigint {
  return dot(minus(p, s), cross(minus(q, s), minus(r, s)));
}

/**
 * Whether two sets of up to three points have convex hulls with a common point, degenerate or not: 0 lies in the hull
 * of the differences, hence [Carathéodory] in a simplex of at most four of them. Plain doubles, exact for corners up to
 * 1000.
 */
export function hullsMeet(a: IntTriangle, b: IntTriangle): boolean {
  const differences = a.flatMap((p) => b.map((q) => minus(p, q).map(Number)));
  const chosen: number[][] = [];
  const search = (from: number): boolean => {
    if (chosen.length > 0 && holdsOrigin(chosen)) return true;
    if (chosen.length === 4) return false;
    for (let i = from; i < differences.length; i++) {
      chosen.push(differences[i]);
      if (search(i + 1)) return true;
      chosen.pop();
    }
    return false;
  };
  return search(0);
}

/** 0 in the hull of 1 to 4 points, when they are affinely independent; false otherwise (a smaller subset will tell). */
function holdsOrigin(p: number[][]): boolean {
  const isZero = (x: number[]) => x.every((c) => c === 0);
  const x = (u: number[], w: number[]) => [
    u[1] * w[2] - u[2] * w[1],
    u[2] * w[0] - u[0] * w[2],
    u[0] * w[1] - u[1] * w[0],
  ];
  const s = (u: number[], w: number[]) => u[0] * w[0] + u[1] * w[1] + u[2] * w[2];
  if (p.length === 1) return isZero(p[0]);
  if (p.length === 2) return isZero(x(p[0], p[1])) && s(p[0], p[1]) < 0;
  if (p.length === 3) {
    const areas = [x(p[0], p[1]), x(p[1], p[2]), x(p[2], p[0])];
    if (s(areas[0], p[2]) !== 0 || areas.some(isZero)) return false;
    return s(areas[0], areas[1]) > 0 && s(areas[1], areas[2]) > 0 && s(areas[2], areas[0]) > 0;
  }
  const d = [s(p[1], x(p[2], p[3])), -s(p[0], x(p[2], p[3])), s(p[0], x(p[1], p[3])), -s(p[0], x(p[1], p[2]))];
  return d.every((v) => v > 0) || d.every((v) => v < 0);
}

export function hasArea([a, b, c]: IntTriangle): boolean {
  return cross(minus(b, a), minus(c, a)).some((x) => x !== 0n);
}

export function minus(a: IntPoint, b: IntPoint): IntPoint {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function cross(a: IntPoint, b: IntPoint): IntPoint {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function dot(a: IntPoint, b: IntPoint): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function negative(a: IntPoint): IntPoint {
  return [-a[0], -a[1], -a[2]];
}

function same(p: Homogeneous, q: Homogeneous): boolean {
  return [0, 1, 2].every((k) => p[k] * q[3] === q[k] * p[3]);
}

function sign(x: bigint): number {
  return x > 0n ? 1 : x < 0n ? -1 : 0;
}

function abs(x: bigint): bigint {
  return x < 0n ? -x : x;
}

/** n/d rounded; 80 bits of quotient before the conversion. */
function quotient(n: bigint, d: bigint): number {
  const shift = 80n;
  return Number((n << shift) / d) / 2 ** 80;
}
