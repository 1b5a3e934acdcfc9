import { describe, expect, test } from "vitest";
import { GJK_LIMIT } from "../../src/collision/narrow/gjk.js";
import { contactsOf, routinesOf, separationOf } from "../../src/collision/narrow/pair-table.js";
import { createSeparation, createSink } from "../../src/collision/narrow/types.js";
import { random } from "../geometry/random.js";
import { gjkHistograms, histogramPage } from "./gjk-histogram.js";
import { CONVEX_FORMS, POSE_CLASSES, posePair, shapePool, testShape } from "./narrow-poses.js";

const FULL = Boolean(process.env.STICTION_FULL);
const COUNT = FULL ? 1_000_000 : 10_000;
const POOL = 24;
const pools = CONVEX_FORMS.map((form) => shapePool(form, POOL));

describe("GJK and EPA", () => {
  test(`${COUNT} convex pairs end with finite numbers`, () => {
    const result = gjkHistograms(COUNT);
    if (process.env.STICTION_PRINT) console.log(histogramPage(result));
    expect(result.wrong).toBe(0);
    expect(result.gjk[GJK_LIMIT]).toBe(0);
    // The polytope of two round shapes may reach its limit; refinement goes on from there, and the judge of pairs knows no difference.
    expect(result.unproven / COUNT).toBeLessThan(0.01);
  });

  test("coincident, touching and nearly degenerate pairs", () => {
    const out = createSeparation();
    const still = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
    const thin = [
      testShape("box", [1, 1, 1e-6]),
      testShape("box", [1, 1e-5, 1e-5]),
      testShape("cylinder", [1, 1e-6]),
      testShape("cylinder", [1e-6, 1]),
      testShape("cone", [1, 1e-4]),
      testShape("cone", [1e-4, 1]),
      testShape("ellipsoid", [1, 1, 1e-4]),
      testShape("ellipsoid", [1e-3, 1, 1e-3]),
      testShape("capsule", [1e-6, 1]),
      testShape("sphere", [1e-6]),
    ];
    const rnd = random(11);
    for (const a of [...thin, ...pools.map((pool) => pool[0])]) {
      for (const b of [...thin, ...pools.map((pool) => pool[0])]) {
        for (const kind of [null, ...POSE_CLASSES]) {
          const [poseA, poseB] = kind === null ? [still, still] : posePair(kind, a, b, rnd);
          separationOf(a.collider, poseA, 0, b.collider, poseB, 0, out);
          const text = `${a.form} ${a.size} on ${b.form} ${b.size}, ${kind}`;
          for (let k = 0; k < 10; k++) expect(Number.isFinite(out.values[k]), text).toBe(true);
          if (kind === null) expect(out.values[0], text).toBeLessThanOrEqual(0);
        }
      }
    }
  });

  test("scaling by 10^±6 scales the result", () => {
    const rnd = random(7);
    const [out, scaled] = [createSeparation(), createSeparation()];
    for (let i = 0; i < 300; i++) {
      const a = pools[i % 7][i % POOL];
      const b = pools[Math.floor(i / 7) % 7][(3 * i) % POOL];
      const [poseA, poseB] = posePair(POSE_CLASSES[i % 5], a, b, rnd);
      separationOf(a.collider, poseA, 0, b.collider, poseB, 0, out);
      for (const factor of [1e-6, 1e6]) {
        const grown = [a, b].map((s) =>
          testShape(
            s.form,
            s.size.map((x) => x * factor),
            s.polyhedron && { ...s.polyhedron, vertices: s.polyhedron.vertices.map((x) => x * factor) },
          ),
        );
        const poses = [poseA, poseB].map((p) => p.map((x, k) => (k < 3 ? x * factor : x)));
        separationOf(grown[0].collider, poses[0], 0, grown[1].collider, poses[1], 0, scaled);
        const scale = factor * (a.collider.reach + b.collider.reach);
        expect(Math.abs(scaled.values[0] - factor * out.values[0]) / scale, `${i}`).toBeLessThan(1e-9);
      }
    }
  });
});

describe("the table", () => {
  test("has a routine for every pair of convex kinds and the plane, in either order", () => {
    const solids = pools.map(([{ collider }]) => collider);
    const plane = testShape("plane", []).collider;
    for (const a of solids) {
      for (const b of [...solids, plane]) {
        expect(routinesOf(a, b)).not.toBeNull();
        expect(routinesOf(b, a)).toBe(routinesOf(a, b));
      }
    }
    expect(routinesOf(plane, plane)).toBeNull();
  });

  test("mirrors contacts when the order is swapped", () => {
    const [a, b] = [pools[2][3], pools[4][5]];
    const [poseA, poseB] = posePair("shallow", a, b, random(3));
    const [p, q] = [createSink(16, 0.02), createSink(16, 0.02)];
    contactsOf(a.collider, poseA, 0, b.collider, poseB, 0, p);
    contactsOf(b.collider, poseB, 0, a.collider, poseA, 0, q);
    expect(q.count).toBe(p.count);
    expect(p.count).toBeGreaterThan(0);
    expect([...q.pointA]).toEqual([...p.pointB]);
    expect([...q.normal]).toEqual([...p.normal].map((x) => (x === 0 ? 0 : -x)));
    expect([...q.featureA]).toEqual([...p.featureB]);
  });
});
