/** Triangle pairs against exact rational arithmetic: luaces V37, vilela T-04. */
import { describe, expect, test } from "vitest";
import { closestPointOnTriangle } from "../../src/geometry/triangle/closest-point.js";
import {
  APART,
  COPLANAR,
  CROSSING,
  createCrossing,
  intersectTriangles,
  TOUCHING,
} from "../../src/geometry/triangle/intersect.js";
import type { TiePolicy } from "../../src/geometry/triangle/tie.js";
import { allocatedBytes } from "../judges/allocation.js";
import {
  commonPart,
  cross,
  crossesShifted,
  crossesSymbolically,
  hasArea,
  hullsMeet,
  type IntPoint,
  type IntTriangle,
  minus,
} from "../judges/exact-triangles.js";
import { random } from "./random.js";

const FULL = process.env.STICTION_FULL === "1";
const out = createCrossing();

function run(a: number[], b: number[], policy: TiePolicy): boolean {
  return intersectTriangles(Float64Array.from(a), 0, 1, 2, Float64Array.from(b), 0, 1, 2, policy, out);
}

describe("V37: the four cases of the table", () => {
  const base = [0, 0, 0, 2, 0, 0, 0, 2, 0];
  const rows: { name: string; other: number[]; include: number }[] = [
    { name: "parallel", other: [0, 0, 1, 2, 0, 1, 0, 2, 1], include: APART },
    { name: "coplanar", other: [0.5, 0.5, 0, 3, 0, 0, 0, 3, 0], include: COPLANAR },
    { name: "touching at a vertex", other: [0.5, 0.5, 0, 1, 0, 1, 0, 1, 1], include: TOUCHING },
    { name: "vertex on vertex", other: [0, 0, 0, -1, 0, 1, 0, -1, 1], include: TOUCHING },
    { name: "vertex on edge", other: [1, 0, 0, 1, -1, 1, 2, -1, 1], include: TOUCHING },
    { name: "edge on edge", other: [0, 0, 0, 2, 0, 0, 1, 0, 1], include: TOUCHING },
    { name: "edges crossing in a point", other: [1, 0, -1, 1, 0, 1, 1, -1, 0], include: TOUCHING },
  ];

  test("crossing gives the segment", () => {
    // ends where the edges of the upright triangle pierce the base: z = 0 at (0.5, 0.25) and (0.5, 0.75)
    const other = [0.5, 0, -0.5, 0.5, 1, -0.5, 0.5, 0.5, 0.5];
    for (const policy of ["exclude", "include", "symbolic", "shift"] as const) {
      expect(run(base, other, policy)).toBe(true);
      expect(out.kind).toBe(CROSSING);
      // n_A = +z, n_B = −x … (0,1,0) × (0,½,1) = +x; n_A × n_B = +y
      expect([...out.point]).toEqual([0.5, 0.25, 0, 0.5, 0.75, 0]);
      expect([...out.edge]).toEqual([5, 4]);
      expect([...out.parameter]).toEqual([0.5, 0.5]);
    }
  });

  test.each(rows)("$name: none, or as its kind when ties are included", ({ other, include }) => {
    expect(run(base, other, "exclude")).toBe(false);
    expect(run(other, base, "exclude")).toBe(false);
    expect(run(base, other, "include")).toBe(include !== APART);
    expect(out.kind).toBe(include);
    expect(run(other, base, "include")).toBe(include !== APART);
    expect(out.kind).toBe(include);
  });
});

/** Pairs of integer triangles: half of them on a lattice so small that nearly everything is a tie. */
function randomPair(rnd: () => number): [IntTriangle, IntTriangle] {
  const kind = rnd();
  const size = kind < 0.5 ? 4 : kind < 0.7 ? 8 : kind < 0.85 ? 1000 : 2 ** 20;
  const coordinate = () => BigInt(Math.floor(rnd() * size));
  const point = (): IntPoint => [coordinate(), coordinate(), coordinate()];
  const flat = rnd() < 0.1;
  const on = (p: IntPoint): IntPoint => (flat ? [p[0], p[1], 1n] : p);
  const [a, b]: IntTriangle[] = [0, 1].map(() => [on(point()), on(point()), on(point())]);
  return [a, b];
}

const numbers = (t: IntTriangle) => t.flat().map(Number);

/** Largest distance of two points from the ends of a segment, whichever way round. */
function endError(p: Float64Array, ends: number[][]): number {
  const d = (i: number, e: number[]) => Math.hypot(p[3 * i] - e[0], p[3 * i + 1] - e[1], p[3 * i + 2] - e[2]);
  const [e, f] = [ends[0], ends[ends.length - 1]];
  return Math.min(Math.max(d(0, e), d(1, f)), Math.max(d(0, f), d(1, e)));
}

describe("T-04: random integer pairs against exact rational arithmetic", () => {
  const count = FULL ? 1_000_000 : 20_000;

  test(`${count} pairs, every policy, no disagreement`, () => {
    const rnd = random(4);
    const hits = { exclude: 0, include: 0, symbolic: 0, shift: 0 };
    const disagreements: string[] = [];
    let worstEnd = 0;
    let n = 0;
    const complain = (what: string, a: IntTriangle, b: IntTriangle) => {
      if (disagreements.length < 5) disagreements.push(`${what}: ${numbers(a)} | ${numbers(b)}`);
    };
    while (n < count) {
      const [a, b] = randomPair(rnd);
      if (!hasArea(a) || !hasArea(b)) continue;
      n++;
      const [na, nb] = [numbers(a), numbers(b)];
      const size = Math.max(...na, ...nb);
      const judge = commonPart(a, b);

      const exclude = run(na, nb, "exclude");
      if (exclude !== judge.crosses) complain("exclude", a, b);
      if (exclude) {
        hits.exclude++;
        if (out.kind !== CROSSING) complain("kind", a, b);
        worstEnd = Math.max(worstEnd, endError(out.point, judge.points) / size);
        // runs along n_A × n_B
        const along = cross(
          cross(minus(a[1], a[0]), minus(a[2], a[0])),
          cross(minus(b[1], b[0]), minus(b[2], b[0])),
        ).map(Number);
        const [u, v, w] = [0, 1, 2].map((k) => out.point[3 + k] - out.point[k]);
        const length = Math.hypot(u, v, w);
        if (length > 1e-9 * size && along[0] * u + along[1] * v + along[2] * w <= 0) complain("direction", a, b);
      }

      const include = run(na, nb, "include");
      if (include !== judge.points.length > 0) complain("include", a, b);
      if (include) {
        hits.include++;
        const kind = judge.coplanar ? COPLANAR : judge.crosses ? CROSSING : TOUCHING;
        if (out.kind !== kind) complain("kind", a, b);
        if (!judge.coplanar) worstEnd = Math.max(worstEnd, endError(out.point, judge.points) / size);
      }

      const symbolic = run(na, nb, "symbolic");
      const expected = judge.tie ? crossesSymbolically(a, b) : { crosses: judge.crosses, pierced: 0 };
      if (symbolic !== expected.crosses || (expected.pierced !== 0 && expected.pierced !== 2))
        complain("symbolic", a, b);
      if (symbolic) hits.symbolic++;
      // a perturbed crossing needs closed triangles that meet, and leaves proper crossings alone
      if (symbolic && !include) complain("symbolic without contact", a, b);
      if (exclude && !symbolic) complain("proper crossing lost", a, b);
      // the limit of the crossing is a common point, also of coplanar triangles
      if (symbolic) worstEnd = Math.max(worstEnd, strayFrom(na) / size, strayFrom(nb) / size);
      // the same with the vertices in any order in one array
      const number = shuffled(rnd);
      const v = new Float64Array(18);
      [...a, ...b].forEach((p, i) => {
        v.set(p.map(Number), 3 * number[i]);
      });
      const [i, j, k, l, m, o] = number;
      const mixed = intersectTriangles(v, i, j, k, v, l, m, o, "symbolic", out);
      const mixedExpected = judge.tie ? crossesSymbolically(a, b, number).crosses : judge.crosses;
      if (mixed !== mixedExpected) complain(`symbolic with order ${number}`, a, b);
      if (mixed) worstEnd = Math.max(worstEnd, strayFrom(na) / size, strayFrom(nb) / size);

      const shift = run(na, nb, "shift");
      if (shift !== (judge.tie ? crossesShifted(a, b) : judge.crosses)) complain("shift", a, b);
      if (shift) hits.shift++;

      // A and B exchanged
      if (run(nb, na, "exclude") !== exclude || run(nb, na, "include") !== include) complain("swap", a, b);
    }
    expect(disagreements).toEqual([]);
    // all policies have been tried both ways, and differ
    expect(hits.exclude).toBeGreaterThan(count / 50);
    expect(hits.include).toBeGreaterThan(1.2 * hits.exclude);
    expect(hits.symbolic).toBeLessThan(hits.include);
    // the parameter is a quotient of two values with at most 2⁻⁴⁰ relative error (`orientValue`), on edges up to √3
    // sizes long; observed 3.3e-16, since integers lose nothing in the differences
    expect(worstEnd).toBeLessThan(3 * 2 ** -40);
  });

  /** Largest distance of the two ends from a triangle. */
  function strayFrom(triangle: number[]): number {
    const v = Float64Array.from(triangle);
    const near = new Float64Array(4);
    let worst = 0;
    for (const i of [0, 3]) {
      closestPointOnTriangle(v, 0, 1, 2, out.point, i, near, 0);
      worst = Math.max(worst, Math.sqrt(near[3]));
    }
    return worst;
  }

  function shuffled(rnd: () => number): number[] {
    const list = [0, 1, 2, 3, 4, 5];
    for (let i = 5; i > 0; i--) {
      const j = Math.floor(rnd() * (i + 1));
      [list[i], list[j]] = [list[j], list[i]];
    }
    return list;
  }

  test("triangles without area count as segments or points when ties are included, and as nothing when excluded", () => {
    const rnd = random(5);
    let [flat, met] = [0, 0];
    const wanted = FULL ? 100_000 : 3_000;
    while (flat < wanted) {
      const [a, b] = randomPair(rnd);
      if (
        a
          .flat()
          .concat(b.flat())
          .some((x) => x > 1000n)
      )
        continue;
      // make the first, or both, degenerate most of the time
      const mirrored = (p: IntPoint, [x, y, z]: IntPoint): IntPoint => [2n * p[0] - x, 2n * p[1] - y, 2n * p[2] - z];
      const squash = (t: IntTriangle): IntTriangle =>
        rnd() < 0.5 ? [t[0], t[1], t[0]] : [t[0], t[1], mirrored(t[1], t[0])];
      const [c, d] = [squash(a), rnd() < 0.3 ? squash(b) : b];
      flat++;
      const expected = hullsMeet(c, d);
      expect(run(numbers(c), numbers(d), "include")).toBe(expected);
      expect(run(numbers(d), numbers(c), "include")).toBe(expected);
      expect(run(numbers(c), numbers(d), "exclude")).toBe(false);
      if (expected) met++;
    }
    expect(met).toBeGreaterThan(wanted / 50);
  });
});

test("a proper crossing is found at every scale, and translation by 10⁴ sizes does not change it", () => {
  const rnd = random(6);
  for (let i = 0; i < 2000; i++) {
    // multiples of 2⁻²⁰, so that scaling and shifting are exact
    const grid = () => Math.floor(rnd() * 2 ** 20) / 2 ** 20;
    const [a, b] = [0, 1].map(() => Array.from({ length: 9 }, grid));
    const hit = run(a, b, "exclude");
    for (const scale of [2 ** -20, 2 ** 20]) {
      const scaled = (t: number[]) => t.map((x) => scale * x);
      expect(run(scaled(a), scaled(b), "exclude")).toBe(hit);
    }
    const moved = (t: number[]) => t.map((x) => x + 10_000);
    expect(run(moved(a), moved(b), "exclude")).toBe(hit);
  }
});

test("a vertex or an edge between two triangles is claimed consistently: the pierced edges close up", () => {
  // Two closed lattice boxes in touching, flush and overlapping positions. Under a symbolic policy every pierced (edge,
  // face) must be seen by both triangles at the edge, so each end of each segment is the end of exactly one other
  // segment.
  const faces = [
    0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7,
  ];
  const box = (o: number[], s: number[]) =>
    Float64Array.from(
      [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [
        o[0] + ([1, 2, 5, 6].includes(i) ? s[0] : 0),
        o[1] + ([2, 3, 6, 7].includes(i) ? s[1] : 0),
        o[2] + (i >= 4 ? s[2] : 0),
      ]),
    );
  const rnd = random(7);
  let crossings = 0;
  for (let trial = 0; trial < (FULL ? 20_000 : 400); trial++) {
    const int = (n: number) => Math.floor(rnd() * n);
    const a = box([0, 0, 0], [2, 2, 2]);
    const b = box([int(5) - 2, int(5) - 2, int(5) - 2], [1 + int(2), 1 + int(2), 1 + int(2)]);
    for (const policy of ["symbolic", "shift"] as const) {
      const ends = new Map<string, string[]>();
      for (let i = 0; i < 36; i += 3) {
        for (let j = 0; j < 36; j += 3) {
          const hit = intersectTriangles(
            ...[a, faces[i], faces[i + 1], faces[i + 2]],
            ...[b, faces[j], faces[j + 1], faces[j + 2]],
            ...[policy, out],
          );
          if (!hit) continue;
          crossings++;
          for (let e = 0; e < 2; e++) {
            const edge = out.edge[e];
            const own = edge < 3 ? faces.slice(i, i + 3) : faces.slice(j, j + 3);
            const [v, w] = [own[edge % 3], own[((edge % 3) + 1) % 3]].sort((p, q) => p - q);
            const key = `${edge < 3 ? "A" : "B"} edge ${v}-${w} face ${edge < 3 ? j : i}`;
            // the same bits from both sides
            const point = [...out.point.subarray(3 * e, 3 * e + 3)].join();
            ends.set(key, [...(ends.get(key) ?? []), point]);
          }
        }
      }
      for (const [key, points] of ends) {
        expect(points, `${policy} ${key}`).toHaveLength(2);
        expect(points[0]).toBe(points[1]);
      }
    }
  }
  expect(crossings).toBeGreaterThan(1000);
});

test("nothing is allocated, also when corners touch", () => {
  const rnd = random(8);
  const v = Float64Array.from({ length: 3 * 300 }, () => Math.floor(rnd() * 4));
  let hits = 0;
  const go = () => {
    for (let i = 0; i < 2000; i++) {
      const a = (7 * i) % 297;
      const b = (11 * i + 5) % 297;
      if (Math.abs(a - b) < 3) continue;
      if (intersectTriangles(v, a, a + 1, a + 2, v, b, b + 1, b + 2, "symbolic", out)) hits++;
      if (intersectTriangles(v, a, a + 1, a + 2, v, b, b + 1, b + 2, "shift", out)) hits++;
      if (intersectTriangles(v, a, a + 1, a + 2, v, b, b + 1, b + 2, "include", out)) hits++;
    }
  };
  for (let k = 0; k < 50; k++) go();
  // 6000 pairs; a boxed number in each would be 96 kB
  expect(allocatedBytes(go, 18_000)).toBeLessThan(20_000);
  expect(hits).toBeGreaterThan(1000);
});
