import { compile, createData, type Data, type Model, markChanged, step } from "stiction";
import { describe, expect, test } from "vitest";
import { separationOf } from "../../src/collision/narrow/pair-table.js";
import { createSeparation } from "../../src/collision/narrow/types.js";
import * as q from "../../src/collision/query/index.js";
import { castCollider } from "../../src/collision/query/ray/cast.js";
import { quatRotate, quatRotateInverse } from "../../src/math/quat.js";
import { direction, random } from "./query-judges.js";
import { crowd } from "./query-scenes.js";

const FULL = process.env.STICTION_FULL === "1";
type V3 = [number, number, number];

/** The ray against every shape, without broad phase: transform by plain quaternion functions, then the routine of the form. */
function bruteRay(model: Model, data: Data, o: V3, d: V3, seen: Uint8Array, limit = Infinity) {
  const setup = model.systems.collision;
  const all: { shape: number; t: number }[] = [];
  model.shapes.forEach((instance, s) => {
    if (seen[s] === 0) return;
    const b = instance.body;
    const bodyQ = [...data.bodyQuat.subarray(4 * b, 4 * b + 4)];
    const bodyP = [...data.bodyPos.subarray(3 * b, 3 * b + 3)];
    const toShape = (v: readonly number[]) => quatRotateInverse(instance.orientation, quatRotateInverse(bodyQ, v));
    const center = quatRotate(bodyQ, instance.position).map((x, k) => x + bodyP[k]);
    const local = toShape(o.map((x, k) => x - center[k]));
    const ray = Float64Array.from([...local, ...toShape(d), 0, limit]);
    const hit = new Float64Array(5);
    if (castCollider(data.systems.collision.sink.work, setup.colliders[s], ray, hit, false))
      all.push({ shape: s, t: hit[0] });
  });
  return all.sort((a, b) => a.t - b.t || a.shape - b.shape);
}

describe("rays through a crowd", () => {
  test("closest, any and all agree with every shape asked in turn; batch equals single", () => {
    const { model, data } = crowd(60, 1);
    const next = random(2);
    const n = FULL ? 20_000 : 200;
    const rays = new Float64Array(8 * n);
    const filter = q.createQueryFilter(model);
    const expected: ReturnType<typeof bruteRay>[] = [];
    for (let i = 0; i < n; i++) {
      const o = [8 * (next() - 0.5), 8 * (next() - 0.5), 8 * next()] as V3;
      const d = direction(next, false).map((x) => x * 10 ** (4 * next() - 2)) as V3;
      const limit = i % 4 === 0 ? 3 / Math.hypot(...d) : Infinity;
      rays.set([...o, ...d, 0, limit], 8 * i);
      expected.push(bruteRay(model, data, o, d, filter.seen, limit));
    }
    const hits = q.createRayHits(n);
    const any = q.createRayHits(n);
    const total = q.castRays(model, data, rays, n, hits, filter);
    expect(q.castRaysAny(model, data, rays, n, any, filter)).toBe(total);
    expect(total).toBe(expected.filter((e) => e.length > 0).length);
    expect(total).toBeGreaterThan(n / 4);
    for (let i = 0; i < n; i++) {
      const judge = expected[i];
      const o = [...rays.subarray(8 * i, 8 * i + 3)] as V3;
      const d = [...rays.subarray(8 * i + 3, 8 * i + 6)] as V3;
      const limit = rays[8 * i + 7];
      const size = 10 / Math.hypot(...d);
      expect(hits.shape[i]).toBe(judge[0]?.shape ?? -1);
      expect(any.shape[i] >= 0).toBe(judge.length > 0);
      const single = q.rayCast(model, data, o, d, { limit });
      expect(single?.shape ?? -1).toBe(hits.shape[i]);
      const all = q.rayCastAll(model, data, o, d, { limit });
      expect(all.map((h) => h.shape)).toEqual(judge.map((h) => h.shape));
      for (const [k, h] of all.entries()) expect(Math.abs(h.t - judge[k].t)).toBeLessThan(1e-13 * size);
      if (single === null) continue;
      expect(single.t).toBe(hits.values[5 * i]);
      expect(all[0]).toEqual(single);
      expect(Math.hypot(...single.normal)).toBeCloseTo(1, 12);
      // the point is on the shape: its nearest-point separation is zero
      if (single.side !== 1) continue;
      const dot = q.createQueryShape(model, { type: "sphere", radius: 1e-6 });
      const near = q.closestTo(model, data, dot, [...single.point, 0, 0, 0, 1])!;
      expect(near.gap).toBeLessThan(1e-8);
    }
  });

  test("segments stop at their ends", () => {
    const { model, data } = crowd(0, 1);
    expect(q.segmentCast(model, data, [0, 0, 2], [0, 0, 0.5])).toBeNull();
    const hit = q.segmentCast(model, data, [0, 0, 2], [0, 0, -2])!;
    expect(hit.t).toBe(0.5);
    expect(hit.point).toEqual([0, 0, 0]);
    expect(hit.normal).toEqual([0, 0, 1]);
    expect(hit.body).toBe(1);
  });

  test("no direction, NaN and infinite origins are refused", () => {
    const { model, data } = crowd(3, 1);
    for (const [o, d] of [
      [
        [0, 0, 1],
        [0, 0, 0],
      ],
      [
        [0, 0, 1],
        [Number.NaN, 0, 0],
      ],
      [
        [0, Number.NaN, 1],
        [1, 0, 0],
      ],
      [
        [Infinity, 0, 1],
        [1, 0, 0],
      ],
      [
        [0, 0, 1],
        [Infinity, 0, 0],
      ],
    ] as [V3, V3][]) {
      expect(() => q.rayCast(model, data, o, d)).toThrow(/a ray needs/);
      expect(() => q.rayCastAll(model, data, o, d)).toThrow(/a ray needs/);
      expect(() => q.rayCastAny(model, data, o, d)).toThrow(/a ray needs/);
    }
    const hits = q.createRayHits(2);
    const rays = Float64Array.of(0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 100, 0, 0, -1, 0, 1000);
    expect(q.castRays(model, data, rays, 2, hits, q.createQueryFilter(model))).toBe(1);
    expect(hits.shape[0]).toBe(q.REFUSED);
    expect(() => q.rayCast(model, data, [0, 0, 1], [0, 0, 1], { limit: -1 })).toThrow(/limit/);
  });

  test("very short and very long directions mean the same ray", () => {
    const { model, data } = crowd(20, 5);
    const next = random(6);
    for (let i = 0; i < 50; i++) {
      const o = [8 * (next() - 0.5), 8 * (next() - 0.5), 8] as V3;
      const d = direction(next, false) as V3;
      const hit = q.rayCast(model, data, o, d);
      for (const power of [-300, -40, 40, 300]) {
        const scale = 2 ** power;
        const other = q.rayCast(model, data, o, d.map((x) => x * scale) as V3);
        expect(other?.shape).toBe(hit?.shape);
        // a power of two changes no digit
        if (hit !== null) expect(other!.t * scale).toBe(hit.t);
      }
    }
  });

  test("filters: mask, category, ignored bodies, sensors", () => {
    const model = compile({
      contact: "none",
      bodies: [
        {
          name: "a",
          type: "static",
          position: [1, 0, 0],
          shapes: [{ type: "sphere", radius: 0.1, category: 2, mask: 4 }],
        },
        { name: "b", type: "static", position: [2, 0, 0], shapes: [{ type: "sphere", radius: 0.1, sensor: true }] },
        { name: "c", type: "static", position: [3, 0, 0], shapes: [{ type: "sphere", radius: 0.1 }] },
      ],
    });
    const data = createData(model);
    const names = (options: q.QueryOptions) =>
      q.rayCastAll(model, data, [0, 0, 0], [1, 0, 0], options).map((h) => model.bodyNames[h.body]);
    expect(names({})).toEqual(["a", "c"]);
    expect(names({ sensors: true })).toEqual(["a", "b", "c"]);
    expect(names({ mask: 2 })).toEqual(["a"]);
    expect(names({ category: 1 })).toEqual(["c"]);
    expect(names({ category: 4 })).toEqual(["a", "c"]);
    expect(names({ ignore: ["a"] })).toEqual(["c"]);
    expect(() => names({ ignore: ["x"] })).toThrow(/no body named "x"/);
  });

  test("queries follow the bodies: after a step, and after a change that was announced", () => {
    const model = compile({
      gravity: [0, 0, 0],
      timestep: 0.5,
      bodies: [{ name: "a", position: [0, 0, 0], velocity: [1, 0, 0], shapes: [{ type: "sphere", radius: 0.1 }] }],
    });
    const data = createData(model);
    const at = () => q.rayCast(model, data, [-5, 0, 0], [1, 0, 0])?.t;
    expect(at()).toBeCloseTo(4.9, 14);
    step(model, data);
    expect(at()).toBeCloseTo(5.4, 14);
    data.bodyPos[3] = 2;
    markChanged(data);
    expect(at()).toBeCloseTo(6.9, 14);
  });

  test("in the plane", () => {
    const model = compile({
      plane: "xy",
      bodies: [
        { name: "g", type: "static", shapes: [{ type: "plane" }] },
        { name: "c", type: "static", position: [0, 2], shapes: [{ type: "circle", radius: 0.5 }] },
        {
          name: "p",
          type: "static",
          position: [3, 2],
          shapes: [{ type: "polygon", halfExtents: [0.5, 0.25] }],
        },
        {
          name: "w",
          type: "static",
          position: [6, 0],
          shapes: [
            {
              type: "chain",
              vertices: [
                [0, 0],
                [0, 4],
              ],
              twoSided: false,
            },
          ],
        },
      ],
    });
    const data = createData(model);
    expect(q.rayCast(model, data, [0, 5], [0, -1])!.t).toBeCloseTo(2.5, 14);
    expect(q.rayCast(model, data, [3, 5], [0, -1])!.t).toBeCloseTo(2.75, 14);
    expect(q.rayCast(model, data, [1.5, 5], [0, -1])!.t).toBeCloseTo(5, 14);
    // a one-sided chain is met from its right: that is from x > 6 here
    expect(q.rayCast(model, data, [9, 3], [-1, 0])!.t).toBeCloseTo(3, 14);
    expect(q.rayCast(model, data, [4, 3], [1, 0])).toBeNull();
    expect(() => q.rayCast(model, data, [0, 5], [0, 0])).toThrow(/a ray needs/);
  });
});

describe("chains", () => {
  test("every segment from its right side, both sides when two-sided, as Cramer's rule has it", () => {
    const next = random(31);
    const vertices = Array.from({ length: 12 }, (_, i) => [i - 6 + 0.4 * next(), 2 * next()]);
    const scene = (twoSided: boolean) => {
      const model = compile({
        plane: "xy",
        bodies: [{ name: "w", type: "static", shapes: [{ type: "chain", vertices, twoSided }] }],
      });
      return { model, data: createData(model) };
    };
    for (const twoSided of [false, true]) {
      const { model, data } = scene(twoSided);
      for (let k = 0; k < (FULL ? 20_000 : 400); k++) {
        const o = [12 * (next() - 0.5), 6 * (next() - 0.3)];
        const d = direction(next, true);
        let best = Infinity;
        for (let i = 0; i + 1 < vertices.length; i++) {
          const [ax, ay] = vertices[i];
          const [ex, ey] = [vertices[i + 1][0] - ax, vertices[i + 1][1] - ay];
          const det = ex * d[1] - ey * d[0];
          const t = (ex * (ay - o[1]) - ey * (ax - o[0])) / det;
          const u = (d[0] * (ay - o[1]) - d[1] * (ax - o[0])) / det;
          const fromRight = d[0] * ey - d[1] * ex < 0;
          if (t >= 0 && u >= 0 && u <= 1 && (twoSided || fromRight)) best = Math.min(best, t);
        }
        const hit = q.rayCast(model, data, o, d);
        expect(hit === null).toBe(best === Infinity);
        if (hit !== null) expect(Math.abs(hit.t - best)).toBeLessThan(1e-11);
      }
    }
  });
});

describe("overlap, closest points, depth and points", () => {
  const { model, data } = crowd(40, 8, 4);
  const setup = model.systems.collision;
  const poses = () => {
    const next = random(12);
    const n = FULL ? 2000 : 40;
    const out = new Float64Array(7 * n);
    for (let i = 0; i < n; i++) {
      const o = [next() - 0.5, next() - 0.5, next() - 0.5, next() - 0.5];
      const length = Math.hypot(...o);
      out.set([5 * (next() - 0.5), 5 * (next() - 0.5), 4 * next() + 0.2, ...o.map((x) => x / length)], 7 * i);
    }
    return out;
  };
  /** Separation of a query shape from every shape, by the pair table alone. */
  function gaps(query: q.QueryShape, pose: Float64Array) {
    q.overlap(model, data, query, pose);
    const world = data.items.collision.pose as Float64Array;
    const s = createSeparation();
    return setup.colliders.map((c, i) => {
      separationOf(query.collider, pose, 0, c, world, 7 * i, s);
      return s.values[0];
    });
  }

  test.each([
    { type: "sphere", radius: 0.3 },
    { type: "box", halfExtents: [0.3, 0.2, 0.4] },
    { type: "capsule", radius: 0.1, halfLength: 0.5 },
  ])("$type: overlap and closest agree with the separation from every shape; batch equals single", (spec) => {
    const query = q.createQueryShape(model, spec);
    const all = poses();
    const n = all.length / 7;
    const filter = q.createQueryFilter(model);
    const overlaps = q.createOverlaps(1, 1);
    const rows = q.createClosestRows(n);
    const near = q.createOverlaps(n);
    q.overlapShapes(model, data, query, all, n, Float64Array.of(0), overlaps, filter);
    q.overlapShapes(model, data, query, all, n, Float64Array.of(0.25), near, filter);
    q.closestShapes(model, data, query, all, n, Float64Array.of(Infinity), rows, filter);
    let seen = 0;
    for (let i = 0; i < n; i++) {
      const pose = all.subarray(7 * i, 7 * i + 7);
      const judge = gaps(query, pose);
      const listed = [...overlaps.shape.subarray(overlaps.start[i], overlaps.start[i + 1])];
      expect(listed).toEqual(judge.flatMap((g, s) => (g <= 0 ? [s] : [])));
      expect([...near.shape.subarray(near.start[i], near.start[i + 1])]).toEqual(
        judge.flatMap((g, s) => (g <= 0.25 ? [s] : [])),
      );
      seen += listed.length;
      expect(q.overlap(model, data, query, pose).map((f) => f.shape)).toEqual(listed);
      const least = Math.min(...judge);
      expect(rows.values[10 * i]).toBe(least);
      expect(rows.shape[i]).toBe(judge.indexOf(least));
      const single = q.closestTo(model, data, query, pose)!;
      expect(single.gap).toBe(least);
      // gap = (pointB − pointA) · normal
      const along = single.pointB.reduce((sum, x, k) => sum + (x - single.pointA[k]) * single.normal[k], 0);
      expect(Math.abs(along - single.gap)).toBeLessThan(1e-8);
      expect(q.closestTo(model, data, query, pose, { limit: least - 1e-9 })).toBeNull();
    }
    expect(seen).toBeGreaterThan(5);
  });

  test("shape casts stop where the shape first touches, as every pair cast in turn says", () => {
    const query = q.createQueryShape(model, { type: "sphere", radius: 0.2 });
    const next = random(14);
    const n = FULL ? 1000 : 60;
    const motions = new Float64Array(10 * n);
    for (let i = 0; i < n; i++) {
      const d = direction(next, false);
      motions.set(
        [8 * (next() - 0.5), 8 * (next() - 0.5), 3 + 3 * next(), 0, 0, 0, 1, 6 * d[0], 6 * d[1], 6 * d[2]],
        10 * i,
      );
    }
    const hits = q.createShapeHits(n);
    const total = q.castShapes(model, data, query, motions, n, hits, q.createQueryFilter(model));
    expect(total).toBeGreaterThan(n / 4);
    expect(hits.skipped).toBe(0);
    for (let i = 0; i < n; i++) {
      const m = motions.subarray(10 * i, 10 * i + 10);
      const single = q.shapeCast(model, data, query, m.subarray(0, 7), m.subarray(7));
      expect(single?.shape ?? -1).toBe(hits.shape[i]);
      const at = (t: number) => Float64Array.from([m[0] + t * m[7], m[1] + t * m[8], m[2] + t * m[9], 0, 0, 0, 1]);
      if (single === null) {
        for (let k = 0; k <= 20; k++) expect(Math.min(...gaps(query, at(k / 20)))).toBeGreaterThan(0);
        continue;
      }
      expect(single.t).toBe(hits.values[10 * i]);
      if (single.t === 0) continue;
      expect(Math.abs(Math.min(...gaps(query, at(single.t))))).toBeLessThan(1e-8);
      for (let k = 0; k < 20; k++) expect(Math.min(...gaps(query, at((single.t * k) / 20.01)))).toBeGreaterThan(0);
    }
  });

  test("closest points and depth of two bodies; order of the two mirrors the normal", () => {
    const m = compile({
      bodies: [
        {
          name: "a",
          type: "static",
          shapes: [
            { type: "sphere", radius: 1 },
            { type: "sphere", radius: 0.5, position: [3, 0, 0] },
          ],
        },
        { name: "b", type: "static", position: [5, 0, 0], shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }] },
        { name: "c", type: "static", position: [0, 1.8, 0], shapes: [{ type: "sphere", radius: 1 }] },
      ],
    });
    const d = createData(m);
    const ab = q.closestPoints(m, d, "a", "b")!;
    expect(ab.gap).toBeCloseTo(1, 14);
    expect(ab.shapeA).toBe(1);
    expect(ab.normal).toEqual([1, 0, 0].map((x) => expect.closeTo(x, 14)));
    expect(q.closestPoints(m, d, "b", "a")!.normal[0]).toBeCloseTo(-1, 14);
    expect(q.penetrationDepth(m, d, "a", "b")).toBe(0);
    expect(q.penetrationDepth(m, d, "a", "c")).toBeCloseTo(0.2, 14);
  });

  test("points in bodies: as the separation of a point says; batch equals single", () => {
    const next = random(16);
    const n = FULL ? 20_000 : 1000;
    const points = Float64Array.from({ length: 3 * n }, (_, i) =>
      i % 3 === 2 ? 4 * next() + 0.01 : 4.5 * (next() - 0.5),
    );
    const out = q.createOverlaps(n);
    const total = q.shapesAtPoints(model, data, points, n, out, q.createQueryFilter(model));
    expect(total).toBeGreaterThan(n / 50);
    const dot = q.createQueryShape(model, { type: "sphere", radius: 1e-9 });
    for (let i = 0; i < n; i++) {
      const point = points.subarray(3 * i, 3 * i + 3);
      const listed = [...out.shape.subarray(out.start[i], out.start[i + 1])];
      if (i % 20 === 0) {
        // a ball of a nanometre stands for the point
        const judge = gaps(dot, Float64Array.from([...point, 0, 0, 0, 1]));
        if (judge.every((g) => Math.abs(g) > 1e-6)) expect(listed).toEqual(judge.flatMap((g, s) => (g < 0 ? [s] : [])));
      }
      expect(q.shapesAt(model, data, point).map((f) => f.shape)).toEqual(listed);
      for (const s of listed) expect(q.pointInBody(model, data, point, setup.body[s])).toBe(true);
    }
    expect(q.pointInBody(model, data, [0, 0, -1], "floor")).toBe(true);
    expect(q.pointInBody(model, data, [0, 0, 1], "floor")).toBe(false);
  });

  test("what is no shape or no pose is refused with words", () => {
    expect(() => q.createQueryShape(model, { type: "ball" })).toThrow(/unknown shape "ball"/);
    expect(() => q.createQueryShape(model, { type: "sphere", radius: -1 })).toThrow(/sphere/);
    expect(() => q.createQueryShape(model, { type: "circle", radius: 1 })).toThrow(/no place/);
    const query = q.createQueryShape(model, { type: "sphere", radius: 1 });
    expect(() => q.overlap(model, data, query, [0, 0])).toThrow(/pose/);
    expect(() => q.shapeCast(model, data, query, [0, 0, 0, 0, 0, 0, 1], [Number.NaN, 0, 0])).toThrow(/translation/);
    const plane = q.createQueryShape(model, { type: "plane" });
    expect(() => q.shapeCast(model, data, plane, [0, 0, 0, 0, 0, 0, 1], [1, 0, 0])).toThrow(/bounded/);
    expect(() => q.shapesAt(model, data, [0, Number.NaN, 0])).toThrow(/point/);
  });
});
