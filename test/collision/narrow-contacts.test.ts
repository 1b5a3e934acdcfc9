import { describe, expect, test } from "vitest";
import { contactsOf, separationOf } from "../../src/collision/narrow/pair-table.js";
import { type ContactSink, createSeparation, createSink } from "../../src/collision/narrow/types.js";
import { boxSolid, prism } from "../../src/geometry/solids.js";
import { random } from "../geometry/random.js";
import { dot, norm, place, sub, type V3, violation } from "../judges/convex-shapes.js";
import { CONVEX_FORMS, POSE_CLASSES, posePair, shapePool, type TestShape, testShape } from "./narrow-poses.js";

const FULL = Boolean(process.env.STICTION_FULL);
const POSES = FULL ? 20_000 : 200;
const POOL = 24;
const pools = new Map(CONVEX_FORMS.map((form) => [form, shapePool(form, POOL)]));
const pairs = CONVEX_FORMS.flatMap((a, i) => CONVEX_FORMS.slice(i).map((b) => [a, b] as const));
const pose = (x: number, y: number, z: number, q: readonly number[] = [0, 0, 0, 1]) => Float64Array.of(x, y, z, ...q);
const H = Math.SQRT1_2;
const TURN_X = [H, 0, 0, H];
const TURN_Y = [0, H, 0, H];
const aboutZ = (angle: number) => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];

function collide(a: TestShape, poseA: Float64Array, b: TestShape, poseB: Float64Array, margin = 0.02): ContactSink {
  const sink = createSink(64, margin);
  contactsOf(a.collider, poseA, 0, b.collider, poseB, 0, sink);
  return sink;
}

const points = (values: Float64Array, count: number): V3[] =>
  Array.from({ length: count }, (_, i) => [values[3 * i], values[3 * i + 1], values[3 * i + 2]]);
const ids = (sink: ContactSink) =>
  Array.from({ length: sink.count }, (_, i) => `${sink.featureA[i]}/${sink.featureB[i]}`);

/** Area of the convex hull of points in a horizontal plane (gift wrapping by angles about the mean: all are extreme here). */
function area(p: V3[]): number {
  const cx = p.reduce((s, q) => s + q[0], 0) / p.length;
  const cy = p.reduce((s, q) => s + q[1], 0) / p.length;
  const sorted = [...p].sort((a, b) => Math.atan2(a[1] - cy, a[0] - cx) - Math.atan2(b[1] - cy, b[0] - cx));
  let sum = 0;
  sorted.forEach((q, i) => {
    const r = sorted[(i + 1) % sorted.length];
    sum += q[0] * r[1] - q[1] * r[0];
  });
  return sum / 2;
}

describe.each(pairs)("contacts of %s with %s", (formA, formB) => {
  test(`${POSES} poses: in the margin, on both surfaces, as deep as the separation says`, () => {
    const rnd = random(formA.charCodeAt(1) * 977 + formB.charCodeAt(0) * 13 + formB.length);
    const separation = createSeparation();
    for (let i = 0; i < POSES; i++) {
      const a = pools.get(formA)![Math.floor(rnd() * POOL)];
      const b = pools.get(formB)![Math.floor(rnd() * POOL)];
      const [poseA, poseB] = posePair(POSE_CLASSES[i % 5], a, b, rnd);
      const scale = a.collider.reach + b.collider.reach;
      const margin = i % 3 === 0 ? 0 : 0.02;
      const sink = collide(a, poseA, b, poseB, margin);
      separationOf(a.collider, poseA, 0, b.collider, poseB, 0, separation);
      const gap = separation.values[0];
      const say = `pose ${i}`;
      if (gap > margin + 1e-9) expect(sink.count, say).toBe(0);
      if (gap < margin - 1e-9) expect(sink.count, say).toBeGreaterThan(0);
      expect(sink.count, say).toBeLessThanOrEqual(4);
      const A = place(a, poseA);
      const B = place(b, poseB);
      let least = Infinity;
      for (let c = 0; c < sink.count; c++) {
        const n = points(sink.normal, sink.count)[c];
        const pA = points(sink.pointA, sink.count)[c];
        const pB = points(sink.pointB, sink.count)[c];
        least = Math.min(least, sink.gap[c]);
        expect(sink.gap[c], say).toBeLessThanOrEqual(margin + 1e-15 * scale);
        expect(Math.abs(norm(n) - 1), say).toBeLessThan(1e-14);
        // round-off of coordinates of order scale
        expect(Math.abs(dot(sub(pB, pA), n) - sink.gap[c]), say).toBeLessThan(1e-13 * scale);
        expect(Math.abs(violation(A, pA)) / scale, `${say}: A`).toBeLessThan(surface(formA, formB));
        expect(Math.abs(violation(B, pB)) / scale, `${say}: B`).toBeLessThan(surface(formA, formB));
        // no point twice
        for (const other of points(sink.pointA, c)) expect(norm(sub(other, pA)) / scale, say).toBeGreaterThan(1e-12);
      }
      // The deepest point is as deep as the pair: exactly, or, where a face was preferred to an edge, by up to 5 % and 1e-4 of the size.
      if (sink.count > 0) {
        expect(least, say).toBeLessThan(gap + 1e-6 * scale);
        expect(least, say).toBeGreaterThan(gap - 0.06 * Math.abs(gap) - 2e-4 * scale);
      }
    }
  });
});

/**
 * Points lie on the surface to 1e-6 of the size: clipping takes corners for flush that are 1e-6 of a side apart. A line contact of two
 * slightly crossed generators (up to 0.01 rad) is off by their curvature.
 */
function surface(formA: string, formB: string): number {
  return [formA, formB].every((f) => f === "capsule" || f === "cylinder" || f === "cone") ? 1e-4 : 2e-6;
}

describe("patches", () => {
  const box = testShape("box", [1, 1, 1]);
  const cylinder = testShape("cylinder", [0.5, 1]);
  const plane = testShape("plane", []);

  test("a box on a plane: four corners; leaning, two", () => {
    expect(collide(box, pose(0, 0, 1), plane, pose(0, 0, 0)).count).toBe(4);
    const lean = [Math.sin(0.1), 0, 0, Math.cos(0.1)];
    expect(collide(box, pose(0, 0, 1.17, lean), plane, pose(0, 0, 0), 0.1).count).toBe(2);
  });

  test("a cylinder on its side touches a plane along a line, and a box as far as the box goes", () => {
    const onPlane = collide(cylinder, pose(0, 0, 0.5, TURN_X), plane, pose(0, 0, 0));
    expect(onPlane.count).toBe(2);
    expect(Math.abs(onPlane.pointA[1] - onPlane.pointA[4])).toBeCloseTo(2, 12);
    for (let c = 0; c < 2; c++) {
      expect(norm(sub(points(onPlane.normal, 2)[c], [0, 0, -1]))).toBeLessThan(1e-14);
      expect(Math.abs(onPlane.gap[c])).toBeLessThan(1e-14);
    }
    // axis along y from −1 to 1 shifted by 0.7: the box ends at y = 1
    const onBox = collide(box, pose(0, 0, 0), cylinder, pose(0.2, 0.7, 1.499, TURN_X));
    expect(onBox.count).toBe(2);
    const y = [onBox.pointA[1], onBox.pointA[4]].sort((p, q) => p - q);
    expect(y[0]).toBeCloseTo(-0.3, 12);
    expect(y[1]).toBeCloseTo(1, 12);
    expect(onBox.gap[0]).toBeCloseTo(-0.001, 12);
  });

  test("a standing cylinder has four rim points which do not turn with it", () => {
    for (const [other, z] of [
      [plane, 1],
      [box, 2],
    ] as const) {
      const still = collide(cylinder, pose(0, 0, z), other, pose(0, 0, 0));
      expect(still.count).toBe(4);
      expect(area(points(still.pointA, 4))).toBeCloseTo(2 * 0.25, 12);
      for (let k = 1; k <= 20; k++) {
        const turned = collide(cylinder, pose(0, 0, z, aboutZ(0.3 * k)), other, pose(0, 0, 0));
        expect(ids(turned)).toEqual(ids(still));
        points(turned.pointA, 4).forEach((p, c) => {
          expect(norm(sub(p, points(still.pointA, 4)[c]))).toBeLessThan(1e-14);
        });
      }
    }
  });

  test("a tilted cylinder's deepest rim point is found", () => {
    for (const tilt of [1e-9, 1e-5, 1e-3, 0.1]) {
      const q = [Math.sin(tilt / 2) * 0.6, Math.sin(tilt / 2) * 0.8, 0, Math.cos(tilt / 2)];
      const sink = collide(cylinder, pose(0, 0, 1, q), plane, pose(0, 0, 0), 0.5);
      // lowest point of the rim: cos θ · h + sin θ · r below the centre
      expect(Math.min(...sink.gap.slice(0, sink.count))).toBeCloseTo(1 - Math.cos(tilt) - 0.5 * Math.sin(tilt), 6);
    }
  });

  test("a cone on its base, its side and its tip", () => {
    const cone = testShape("cone", [0.5, 1]);
    expect(collide(cone, pose(0, 0, 0.25), plane, pose(0, 0, 0)).count).toBe(4);
    expect(collide(cone, pose(0, 0, 0.75, [1, 0, 0, 0]), plane, pose(0, 0, 0)).count).toBe(1);
    // lying: the axis leans by the half angle, atan(r/h); the distance of the centroid from the side is 3h/4 · sin of it
    const half = Math.atan2(0.5, 1);
    const angle = Math.PI / 2 + half;
    const q = [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];
    const lying = collide(cone, pose(0, 0, 0.75 * Math.sin(half), q), plane, pose(0, 0, 0));
    expect(lying.count).toBe(2);
    expect(norm(sub(points(lying.pointA, 2)[0], points(lying.pointA, 2)[1]))).toBeCloseTo(Math.hypot(0.5, 1), 12);
  });

  test("capsules: two points along a face and along each other, one where they cross", () => {
    const capsule = testShape("capsule", [0.3, 1]);
    expect(collide(capsule, pose(0, 0, 1.299, TURN_Y), box, pose(0, 0, 0)).count).toBe(2);
    expect(collide(capsule, pose(0, 0, 0.599, TURN_Y), capsule, pose(0.5, 0, 0, TURN_Y)).count).toBe(2);
    expect(collide(capsule, pose(0, 0, 0.599, TURN_Y), capsule, pose(0, 0, 0, TURN_X)).count).toBe(1);
    expect(collide(capsule, pose(0, 0, 1.3), plane, pose(0, 0, 0)).count).toBe(1);
  });

  test("the same solid as box and as hull gives the same contacts", () => {
    const rnd = random(99);
    for (let i = 0; i < (FULL ? 20_000 : 400); i++) {
      const size = [0.3 + rnd(), 0.3 + rnd(), 0.3 + rnd()];
      const asBox = testShape("box", size);
      const asHull = testShape("hull", [], boxSolid(size[0], size[1], size[2]));
      const other = pools.get((["capsule", "box", "cylinder", "ellipsoid", "hull"] as const)[i % 5])![i % POOL];
      const [poseA, poseB] = posePair(POSE_CLASSES[i % 4], asBox, other, rnd);
      const p = collide(asBox, poseA, other, poseB);
      const q = collide(asHull, poseA, other, poseB);
      const far = (u: V3, list: V3[]) => Math.min(...list.map((v) => norm(sub(u, v))));
      const [onBox, onHull] = [points(p.pointA, p.count), points(q.pointA, q.count)];
      // where two corners graze each other the whole patch is as small as what clipping takes for flush, over the lean of the faces
      const grazing = !onBox.some((u) => norm(sub(u, onBox[0])) > 1e-4);
      if (!grazing) expect(q.count, `pose ${i}`).toBe(p.count);
      for (const u of onBox) expect(far(u, onHull), `pose ${i}`).toBeLessThan(grazing ? 1e-4 : 1e-5);
      for (const u of onHull) expect(far(u, onBox), `pose ${i}`).toBeLessThan(grazing ? 1e-4 : 1e-5);
      // Where corners or edges all but touch, several faces are as good as the nearest points; and where the separation has a flat maximum, round-off of 1e-15 in it leaves
      // 1e-7 of the normal open, and more at small curvature.
      if (Math.abs(Math.min(...p.gap.slice(0, p.count))) < 1e-5) continue;
      for (const u of points(p.normal, p.count))
        expect(far(u, points(q.normal, q.count)), `pose ${i}`).toBeLessThan(1e-5);
    }
  });

  test("gribel V35: an octagon on an octagon keeps four points, 70 % of the area, and their names over 100 still steps", () => {
    const octagon = testShape("hull", [], prism(8, 1, 0.5));
    const first = collide(octagon, pose(0, 0, 0.499), octagon, pose(0, 0, 0));
    expect(first.count).toBe(4);
    // 4 of 8 corners of a regular octagon: 2 r² of 2√2 r²
    expect(area(points(first.pointA, 4)) / (2 * Math.SQRT2)).toBeGreaterThan(0.7);
    const rnd = random(5);
    for (let step = 0; step < 100; step++) {
      // still to the noise of a solver
      const shake = () => 1e-9 * (rnd() - 0.5);
      const q = [shake(), shake(), shake(), 1];
      const next = collide(octagon, pose(shake(), shake(), 0.499 + shake(), q), octagon, pose(0, 0, 0));
      expect(ids(next)).toEqual(ids(first));
    }
  });
});

describe("the specified cases", () => {
  test("luaces V31: box with sphere on face, edge, corner, and from inside", () => {
    const box = testShape("box", [1, 1, 1]);
    const sphere = testShape("sphere", [0.5]);
    const out = createSeparation();
    const gap = (x: number, y: number, z: number) => {
      separationOf(box.collider, pose(0, 0, 0), 0, sphere.collider, pose(x, y, z), 0, out);
      return out.values[0];
    };
    expect(gap(1.3, 0, 0)).toBeCloseTo(-0.2, 14);
    expect(gap(1.3, 1.3, 0)).toBeCloseTo(-(0.5 - 0.3 * Math.SQRT2), 14);
    expect(gap(1.3, 1.3, 1.3)).toBeCloseTo(-(0.5 - 0.3 * Math.sqrt(3)), 14);
    expect(gap(0.9, 0, 0)).toBeCloseTo(-0.6, 14);
    expect([...out.values.slice(1, 4)]).toEqual([1, 0, 0]);
    expect(collide(box, pose(0, 0, 0), sphere, pose(1.3, 1.3, 1.3), 0).count).toBe(0);
  });

  test("luaces V32: crossed bars overlap though no vertex is inside the other; apart they are separate", () => {
    const bar = testShape("box", [2, 0.25, 0.25]);
    const out = createSeparation();
    separationOf(bar.collider, pose(0, 0, 0), 0, bar.collider, pose(0, 0, 0, aboutZ(Math.PI / 2)), 0, out);
    expect(out.values[0]).toBeCloseTo(-0.5, 14);
    separationOf(bar.collider, pose(0, 0, 0), 0, bar.collider, pose(0, 0, 0.6, aboutZ(Math.PI / 2)), 0, out);
    expect(out.values[0]).toBeCloseTo(0.1, 14);
  });
});
