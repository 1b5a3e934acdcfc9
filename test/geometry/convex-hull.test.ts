import { describe, expect, test } from "vitest";
import { convexHull, convexHull2d, type HullResult } from "../../src/geometry/convex-hull.js";
import { facePlanes, polyhedronEdges } from "../../src/geometry/polyhedron.js";
import { polyhedronMass } from "../../src/geometry/polyhedron-mass.js";
import { areCollinear, sideOfPlane, turn } from "../../src/geometry/predicates.js";
import { boxSolid, dodecahedron, icosahedron, prism } from "../../src/geometry/solids.js";
import type { Polyhedron } from "../../src/geometry/types.js";
import { quatRotate } from "../../src/math/quat.js";
import { random, unitQuaternion } from "./random.js";

const FULL = process.env.STICTION_FULL === "1";

/** Point sets of many kinds, most of them degenerate in some way. */
function randomPoints(seed: number): Float64Array {
  const rnd = random(seed);
  const n = 4 + Math.floor(rnd() * 40);
  const kind = seed % 8;
  const q = unitQuaternion(rnd);
  const points: number[] = [];
  for (let i = 0; i < n; i++) {
    let x = [rnd() - 0.5, rnd() - 0.5, rnd() - 0.5];
    if (kind === 1 || kind === 2) x = x.map((c) => Math.round(c * (kind === 1 ? 3 : 8))); // small lattices
    if (kind === 3) x[Math.floor(rnd() * 3)] = rnd() < 0.5 ? -0.5 : 0.5; // on the faces of a cube
    if (kind === 4) x = [...quatRotate(q, [Math.round(x[0] * 4), Math.round(x[1] * 4), Math.round(x[2] * 2)])]; // turned lattice
    if (kind === 5) x = [x[0], x[1], 1e-14 * Math.round(x[2] * 3)]; // almost flat
    if (kind === 6 && i > 4 && rnd() < 0.5) x = points.slice(3 * (i % 5), 3 * (i % 5) + 3); // repeated points
    if (kind === 7) x = [1e6 + Math.round(x[0] * 4) / 7, Math.round(x[1] * 4) / 3, 1e-6 * x[2]]; // badly scaled
    points.push(...x);
  }
  return Float64Array.from(points);
}

/** Everything that a hull with tolerance 0 must satisfy, exactly. */
function checkExact(points: Float64Array, { hull, sourceIndex }: HullResult & { ok: true }, label: string) {
  const { vertices, faceStart, faceVertex } = hull;
  const nv = vertices.length / 3;
  const nf = faceStart.length - 1;
  // vertices are input points
  sourceIndex.forEach((p, v) => {
    expect(vertices.subarray(3 * v, 3 * v + 3), label).toEqual(points.subarray(3 * p, 3 * p + 3));
  });
  // every edge has one face on each side (throws otherwise), and Euler's formula holds
  const ne = polyhedronEdges(hull).length / 4;
  expect(nv - ne + nf, label).toBe(2);
  const all = new Float64Array(vertices.length + points.length);
  all.set(vertices);
  all.set(points, vertices.length);
  let outside = 0;
  let notPlanar = 0;
  let notConvex = 0;
  for (let f = 0; f < nf; f++) {
    const loop = faceVertex.subarray(faceStart[f], faceStart[f + 1]);
    const [a, b, c] = loop;
    // every point is below or in the plane of the face
    for (let p = 0; p < points.length / 3; p++) if (sideOfPlane(all, a, b, c, nv + p) > 0) outside++;
    // the face is planar
    for (const p of loop) if (sideOfPlane(all, a, b, c, p) !== 0) notPlanar++;
    // each corner is strictly convex, counter-clockwise seen from outside: an interior point of the hull (any vertex off the
    // plane will do) lies below every triangle of three successive corners
    const inner = Array.from({ length: nv }, (_, p) => p).find((p) => sideOfPlane(all, a, b, c, p) < 0)!;
    for (let i = 0; i < loop.length; i++) {
      const [p, q, r] = [loop[i], loop[(i + 1) % loop.length], loop[(i + 2) % loop.length]];
      if (!(sideOfPlane(all, p, q, r, inner) < 0)) notConvex++;
    }
    // and the face turns once: all corners lie left of every edge
    for (let i = 0; i < loop.length; i++) {
      const [p, q] = [loop[i], loop[(i + 1) % loop.length]];
      for (const r of loop) if (r !== p && r !== q && !(sideOfPlane(all, p, q, r, inner) < 0)) notConvex++;
    }
  }
  expect([outside, notPlanar, notConvex], label).toEqual([0, 0, 0]);
}

/** All quadruples coplanar, or all triples collinear, or all points equal. */
function isExactly(points: Float64Array, reason: string): boolean {
  const n = points.length / 3;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      if (reason === "coincident" && [0, 1, 2].some((k) => points[3 * i + k] !== points[3 * j + k])) return false;
      for (let k = 0; k < j; k++) {
        if (reason === "collinear" && !areCollinear(points, i, j, k)) return false;
        for (let l = 0; l < k; l++) if (sideOfPlane(points, i, j, k, l) !== 0) return false;
      }
    }
  }
  return ["coincident", "collinear", "coplanar"].includes(reason);
}

describe("exact hulls", () => {
  test(`${FULL ? "100 000" : "2 000"} seeded point sets, most of them degenerate`, () => {
    const outcome: Record<string, number> = {};
    for (let seed = 0; seed < (FULL ? 100_000 : 2_000); seed++) {
      const points = randomPoints(seed);
      const result = convexHull(points, { tolerance: 0 });
      const kind = result.ok ? "hull" : result.reason;
      outcome[kind] = (outcome[kind] ?? 0) + 1;
      if (result.ok) checkExact(points, result, `seed ${seed}`);
      else {
        // refused as flat: then it is flat, exactly
        expect(isExactly(points, result.reason), `seed ${seed}`).toBe(true);
      }
    }
    expect(outcome.hull).toBeGreaterThan(1900);
    expect(outcome.coplanar).toBeGreaterThan(0);
  });

  test("the order of the points changes nothing but numbering, and duplicates nothing at all", () => {
    for (let seed = 0; seed < 100; seed++) {
      const points = randomPoints(seed);
      const doubled = Float64Array.from([...points].reverse().concat([...points].reverse()));
      // reversing the whole array also reverses each point's coordinates: mirror image in the plane x = z
      const [a, b] = [convexHull(points, { tolerance: 0 }), convexHull(doubled, { tolerance: 0 })];
      expect(a.ok).toBe(b.ok);
      if (!a.ok || !b.ok) continue;
      expect(a.hull.vertices.length).toBe(b.hull.vertices.length);
      expect(a.hull.faceStart.length).toBe(b.hull.faceStart.length);
    }
  });

  test("all 27 points of a 3 × 3 × 3 grid: 8 corners, 6 squares", () => {
    const points: number[] = [];
    for (let i = 0; i < 27; i++) points.push(i % 3, Math.floor(i / 3) % 3, Math.floor(i / 9));
    const result = convexHull(Float64Array.from(points), { tolerance: 0 });
    expect(result.ok && [result.hull.vertices.length / 3, [...result.hull.faceStart]]).toEqual([
      8,
      [0, 4, 8, 12, 16, 20, 24],
    ]);
    expect(result.ok && [...result.sourceIndex]).toEqual([0, 2, 6, 8, 18, 20, 24, 26]);
  });
});

function turned(p: Polyhedron, q: readonly number[], scale: number): Float64Array {
  const out = new Float64Array(p.vertices.length);
  for (let i = 0; i < out.length; i += 3)
    out.set(
      quatRotate(q, p.vertices.subarray(i, i + 3)).map((x) => x * scale),
      i,
    );
  return out;
}

describe("hulls with a tolerance", () => {
  test("turned solids keep their faces at every scale", () => {
    const solids = [
      { solid: boxSolid(1, 2, 3), faces: 6 },
      { solid: dodecahedron(1), faces: 12 },
      { solid: icosahedron(1), faces: 20 },
      { solid: prism(12, 1, 0.5), faces: 14 },
    ];
    for (const scale of [1e-6, 1, 1e6]) {
      for (const { solid, faces } of solids) {
        for (let seed = 0; seed < 20; seed++) {
          const points = turned(solid, unitQuaternion(random(seed)), scale);
          const result = convexHull(points);
          expect(result.ok && result.hull.faceStart.length - 1).toBe(faces);
          expect(result.ok && result.hull.vertices.length).toBe(solid.vertices.length);
        }
      }
    }
  });

  test("a turned box with points all over its faces and edges is a box again", () => {
    for (let seed = 0; seed < 60; seed++) {
      const rnd = random(seed);
      const q = unitQuaternion(rnd);
      const points: number[] = [...turned(boxSolid(1, 1, 1), q, 1)];
      for (let i = 0; i < 100; i++) {
        const x = [2 * rnd() - 1, 2 * rnd() - 1, 2 * rnd() - 1];
        x[i % 3] = rnd() < 0.5 ? -1 : 1;
        if (i % 5 === 0) x[(i + 1) % 3] = rnd() < 0.5 ? -1 : 1;
        points.push(...quatRotate(q, x));
      }
      const result = convexHull(Float64Array.from(points));
      expect(result.ok && [result.hull.vertices.length / 3, result.hull.faceStart.length - 1], `seed ${seed}`).toEqual([
        8, 6,
      ]);
      expect(result.ok && polyhedronMass(result.hull).volume).toBeCloseTo(8, 12);
    }
  });

  test(`no point is outside by more than twice the tolerance, over ${FULL ? "20 000" : "400"} sets with noise`, () => {
    // A merged face lies within one tolerance of its largest triangle, and dropping edge points costs one more.
    for (let seed = 0; seed < (FULL ? 20_000 : 400); seed++) {
      const rnd = random(seed);
      const noise = [0, 1e-12, 1e-9, 1e-6][seed % 4];
      const base = randomPoints(8 * seed + 1 + (seed % 4));
      const points = base.map((x) => x + noise * (rnd() - 0.5));
      const result = convexHull(points, { tolerance: 1e-8 });
      if (!result.ok) continue;
      const { hull } = result;
      const [nv, nf, ne] = [hull.vertices.length / 3, hull.faceStart.length - 1, polyhedronEdges(hull).length / 4];
      expect(nv - ne + nf, `seed ${seed}`).toBe(2);
      const planes = facePlanes(hull);
      const size = Math.max(
        ...[0, 1, 2].map((k) => {
          const c = [...points].filter((_, i) => i % 3 === k);
          return Math.max(...c) - Math.min(...c);
        }),
      );
      let worst = 0;
      for (let f = 0; f < nf; f++) {
        for (let i = 0; i < points.length; i += 3) {
          const height =
            planes[4 * f] * points[i] +
            planes[4 * f + 1] * points[i + 1] +
            planes[4 * f + 2] * points[i + 2] -
            planes[4 * f + 3];
          worst = Math.max(worst, height);
        }
      }
      expect(worst / size, `seed ${seed}`).toBeLessThan(2e-8);
    }
  });

  test("a finely tessellated ball keeps its facets rather than being flattened", () => {
    // 2 000 points on a sphere: neighbouring facets differ in height by ~1e-3, far above 1e-9, and with a coarse tolerance
    // of 1e-3 the fallback to exact faces must still give a closed convex surface.
    const rnd = random(3);
    const points: number[] = [];
    for (let i = 0; i < 2000; i++) points.push(...quatRotate(unitQuaternion(rnd), [1, 0, 0]));
    for (const tolerance of [1e-9, 1e-5, 1e-3]) {
      const result = convexHull(Float64Array.from(points), { tolerance });
      expect(result.ok).toBe(true);
      if (!result.ok) continue;
      const [nv, nf, ne] = [
        result.hull.vertices.length / 3,
        result.hull.faceStart.length - 1,
        polyhedronEdges(result.hull).length / 4,
      ];
      expect(nv - ne + nf).toBe(2);
      if (tolerance === 1e-9) expect([nv, nf]).toEqual([2000, 3996]);
    }
  });
});

describe("refusals", () => {
  const flat = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0.3, 0.4, 0);
  test.each([
    { reason: "too-few-points", points: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0) },
    { reason: "too-few-points", points: new Float64Array(0) },
    { reason: "malformed", points: new Float64Array(13) },
    { reason: "non-finite", points: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, NaN) },
    { reason: "non-finite", points: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, Infinity) },
    { reason: "non-finite", points: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1e200) },
    { reason: "coincident", points: new Float64Array(30).fill(2.5) },
    { reason: "collinear", points: Float64Array.of(0, 0, 0, 1, 2, 3, 2, 4, 6, 3, 6, 9, -1, -2, -3) },
    { reason: "coplanar", points: flat },
    { reason: "coplanar", points: turned({ vertices: flat } as Polyhedron, unitQuaternion(random(1)), 3) },
  ])("$reason", ({ reason, points }) => {
    const result = convexHull(points);
    expect(result.ok === false && result.reason).toBe(reason);
    expect(result.ok === false && result.message).toMatch(/^[a-z][^\n]{10,}$/);
  });
});

describe("in the plane", () => {
  test("2 000 seeded sets: all points left of every edge, corners strictly convex", () => {
    for (let seed = 0; seed < 2000; seed++) {
      const rnd = random(seed);
      const n = 3 + Math.floor(rnd() * 30);
      const points = Float64Array.from({ length: 2 * n }, () => (seed % 2 ? Math.round(rnd() * 5) : rnd()));
      const result = convexHull2d(points, { tolerance: 0 });
      if (!result.ok) {
        expect(["collinear", "coincident"]).toContain(result.reason);
        for (let i = 2; i < n; i++) {
          expect(turn(points[0], points[1], points[2], points[3], points[2 * i], points[2 * i + 1])).toBe(0);
        }
        continue;
      }
      const v = result.hull.vertices;
      const m = v.length / 2;
      let wrong = 0;
      for (let i = 0; i < m; i++) {
        const j = (i + 1) % m;
        const k = (i + 2) % m;
        if (!(turn(v[2 * i], v[2 * i + 1], v[2 * j], v[2 * j + 1], v[2 * k], v[2 * k + 1]) > 0)) wrong++;
        for (let p = 0; p < n; p++) {
          if (turn(v[2 * i], v[2 * i + 1], v[2 * j], v[2 * j + 1], points[2 * p], points[2 * p + 1]) < 0) wrong++;
        }
        expect([v[2 * i], v[2 * i + 1]]).toEqual([
          points[2 * result.sourceIndex[i]],
          points[2 * result.sourceIndex[i] + 1],
        ]);
      }
      expect(wrong, `seed ${seed}`).toBe(0);
    }
  });

  test("refusals", () => {
    const reason = (...c: number[]) => {
      const r = convexHull2d(Float64Array.from(c));
      return r.ok ? "ok" : r.reason;
    };
    expect(reason(0, 0, 1, 1)).toBe("too-few-points");
    expect(reason(0, 0, 1)).toBe("malformed");
    expect(reason(0, 0, 1, NaN, 2, 2)).toBe("non-finite");
    expect(reason(1, 1, 1, 1, 1, 1)).toBe("coincident");
    expect(reason(0, 0, 1, 1, 2, 2)).toBe("collinear");
    expect(reason(0, 0, 1, 1, 2, 2 + 1e-12)).toBe("collinear");
    expect(reason(0, 0, 1e-17, 1, 0, 2, 3e-17, 3)).toBe("collinear");
    expect(reason(0, 0, 1, 0, 0, 1)).toBe("ok");
  });
});
