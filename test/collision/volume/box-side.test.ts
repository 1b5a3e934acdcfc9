/** Bodies on one side of a box: the fast path agrees with the mesh path, with ties and without, in every orientation of the box. */
import { expect, test } from "vitest";
import {
  createOverlap,
  createVolumeCache,
  intersectDisplaced,
  intersectVolumes,
  overlapRegion,
} from "../../../src/collision/volume/index.js";
import { buildVolumeMesh } from "../../../src/collision/volume/volume-mesh.js";
import { torusMesh } from "../../../src/geometry/tessellate.js";
import { random, randomHullMesh, randomStarMesh, unitQuaternion } from "../../geometry/random.js";
import { boxMesh, cellsMesh, randomCells, transformOf, uPrism } from "./shapes.js";

const full = process.env.STICTION_FULL === "1";

test("a side of a box is a plane for what stands on it", () => {
  const [cache, slow] = [createVolumeCache(), createVolumeCache()];
  const out = createOverlap();
  const judge = createOverlap();
  let quick = 0;
  let several = 0;
  for (let i = 0; i < (full ? 3000 : 120); i++) {
    const rnd = random(900 + i);
    const shapes = [randomHullMesh, randomStarMesh, uPrism, () => cellsMesh(randomCells(rnd, 4, 12))!];
    const b = buildVolumeMesh(i % 5 === 4 ? torusMesh(1, 0.3, 16, 8) : shapes[i % 4](rnd));
    // a box of 40 m about the origin, with one of its six sides at level 0 and B near it
    const [axis, up] = [i % 3, i % 2];
    const low = [-20, -20, -20];
    const high = [20, 20, 20];
    (up ? high : low)[axis] = 0;
    const a = buildVolumeMesh(boxMesh(low, high));
    const t = [rnd() - 0.5, rnd() - 0.5, rnd() - 0.5];
    // cells stay upright, some with whole faces in the plane
    if (i % 4 === 3) t[axis] = Math.floor(4 * rnd()) - 2;
    const to = transformOf(i % 4 === 3 ? [0, 0, 0, 1] : unitQuaternion(rnd), t);
    const before = cache.queries;
    intersectVolumes(a, b, to, cache, out);
    if (cache.queries === before) quick++;
    const found = Array.from({ length: out.count }, (_, r) => overlapRegion(out, r));
    for (const sense of [-1, 1] as const) {
      intersectDisplaced(a, b, to, sense, slow, judge);
      const expected = Array.from({ length: judge.count }, (_, r) => overlapRegion(judge, r));
      // the other sense may join or part regions that touch
      if (found.some((r) => r.coplanar) && sense < 0) continue;
      expect(found.length, `body ${i}`).toBe(expected.length);
      if (found.length > 1) several++;
      for (const r of found) {
        const near = expected.find(
          (q) => Math.abs(q.volume - r.volume) < 1e-12 && Math.abs(q.center[0] - r.center[0]) < 1e-6,
        );
        expect(near, `region of body ${i}`).toBeDefined();
        // round-off of coordinates up to 20 m, 20 · 2⁻⁵³, times areas up to 50 m² and squares of sizes up to 25 m²; over V for what is divided by it
        const tolerance = 3e-12 * (1 + 1 / r.volume);
        for (const key of ["center", "inertia", "patchCenter", "patchInertia", "area"] as const) {
          if (r.coplanar && key !== "center" && key !== "inertia") continue;
          for (const [k, x] of near![key].entries()) {
            expect(Math.abs(x - r[key][k]), `${key} of body ${i}`).toBeLessThan(tolerance);
          }
        }
        if (!r.coplanar) expect(r.loops.length, `body ${i}`).toBe(near!.loops.length);
      }
    }
  }
  expect(quick).toBeGreaterThan(full ? 2700 : 108);
  expect(several).toBeGreaterThan(5);
});

test("it does not matter which of the two is the box", () => {
  const cache = createVolumeCache();
  const [out, turned] = [createOverlap(), createOverlap()];
  const floor = buildVolumeMesh(boxMesh([-20, -20, -20], [20, 20, 0]));
  for (let i = 0; i < 40; i++) {
    const rnd = random(60 + i);
    const body = buildVolumeMesh(i % 2 ? randomHullMesh(rnd) : randomStarMesh(rnd));
    const to = transformOf(unitQuaternion(rnd), [rnd() - 0.5, rnd() - 0.5, rnd() - 0.5]);
    const back = Float64Array.from({ length: 12 }, (_, k) =>
      k < 9 ? to[3 * (k % 3) + Math.floor(k / 3)] : -(to[k - 9] * to[9] + to[k - 6] * to[10] + to[k - 3] * to[11]),
    );
    intersectVolumes(floor, body, to, cache, out);
    // in the body's frame, by the side of the floor, and by the meshes
    intersectVolumes(body, floor, back, cache, turned);
    const judge = createOverlap();
    intersectDisplaced(body, floor, back, 1, createVolumeCache(), judge);
    expect(turned.count, `body ${i}`).toBe(out.count);
    expect(judge.count, `body ${i}`).toBe(out.count);
    const list = (o: typeof out) =>
      Array.from({ length: o.count }, (_, r) => overlapRegion(o, r)).sort((p, q) => p.volume - q.volume);
    const [first, second, third] = [list(out), list(turned), list(judge)];
    for (const [r, region] of second.entries()) {
      const tolerance = 3e-12 * (1 + 1 / region.volume);
      expect(Math.abs(region.volume - first[r].volume), `body ${i}`).toBeLessThan(1e-12);
      for (const key of ["center", "inertia", "area", "normal", "patchCenter", "patchInertia"] as const) {
        for (const [k, x] of third[r][key].entries()) {
          expect(Math.abs(x - region[key][k]), `${key} of body ${i}`).toBeLessThan(tolerance);
        }
      }
      // the rim goes round with the vector area: ½ ∮ r × dr
      const sum = [0, 0, 0];
      for (const loop of region.loops) {
        for (let p = 0; p < loop.length; p += 3) {
          const [x, y, z] = [0, 1, 2].map((k) => loop[p + k] - region.center[k]);
          const [u, v, w] = [0, 1, 2].map((k) => loop[(p + 3 + k) % loop.length] - region.center[k]);
          sum[0] += 0.5 * (y * w - z * v);
          sum[1] += 0.5 * (z * u - x * w);
          sum[2] += 0.5 * (x * v - y * u);
        }
      }
      for (let k = 0; k < 3; k++) expect(Math.abs(sum[k] - region.area[k]), `body ${i}`).toBeLessThan(1e-12);
    }
  }
});

test("near an edge of the box, and through two sides, the mesh path takes over", () => {
  const a = buildVolumeMesh(boxMesh([-2, -2, -2], [2, 2, 0]));
  const b = buildVolumeMesh(boxMesh([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]));
  const cache = createVolumeCache();
  const out = createOverlap();
  let last = 0.5 * 0.25;
  // towards the edge and over it: from the one path to the other without a jump
  for (let i = 0; i <= 3000; i++) {
    intersectVolumes(a, b, transformOf([0, 0, 0, 1], [i * 1e-3, 0, 0.375]), cache, out);
    const volume = out.count > 0 ? out.values[0] : 0;
    const expected = 0.125 * Math.max(0, Math.min(1, 2.5 - i * 1e-3));
    expect(Math.abs(volume - expected)).toBeLessThan(1e-15);
    expect(Math.abs(volume - last)).toBeLessThan(0.126e-3 + (i === 0 ? 1 : 0));
    last = volume;
  }
  expect(cache.queries).toBeGreaterThan(1000);
  expect(cache.queries).toBeLessThan(2000);
});

test("a box on a side of a box is cut as six rectangles", () => {
  const slow = createVolumeCache();
  const [out, judge] = [createOverlap(), createOverlap()];
  let cornersCut = 0;
  for (let i = 0; i < (full ? 20_000 : 400); i++) {
    const rnd = random(7000 + i);
    const [axis, up] = [i % 3, i % 2];
    const [low, high] = [
      [-9, -9, -9],
      [9, 9, 9],
    ];
    (up ? high : low)[axis] = 0;
    const a = buildVolumeMesh(boxMesh(low, high));
    const b = buildVolumeMesh(
      boxMesh([-0.2 - rnd(), -0.2 - rnd(), -0.2 - rnd()], [0.2 + rnd(), 0.2 + rnd(), 0.2 + rnd()]),
    );
    const to = transformOf(i % 7 === 0 ? [0, 0, 0, 1] : unitQuaternion(rnd), [rnd() - 0.5, rnd() - 0.5, rnd() - 0.5]);
    intersectVolumes(a, b, to, createVolumeCache(), out);
    intersectDisplaced(a, b, to, -1, slow, judge);
    expect(out.count, `box ${i}`).toBe(judge.count);
    if (out.count === 0 || judge.loopCount === 0) continue;
    const [r, q] = [overlapRegion(out, 0), overlapRegion(judge, 0)];
    // rounding of coordinates up to 9 m, 9 · 2⁻⁵³, times areas up to 10 m² and squares of sizes up to 5 m²; over V for what is divided by it
    const tolerance = 5e-14 * (1 + 1 / q.volume);
    expect(Math.abs(r.volume - q.volume)).toBeLessThan(5e-14);
    for (const key of ["center", "inertia", "area", "normal", "patchCenter", "patchInertia"] as const) {
      for (const [k, x] of q[key].entries()) {
        expect(Math.abs(x - r[key][k]), `${key} of box ${i}`).toBeLessThan(tolerance);
      }
    }
    expect([r.deep, r.coplanar, r.loops.length]).toEqual([q.deep, q.coplanar, q.loops.length]);
    // every corner of the rim is one of the mesh path's, which has those on diagonals besides
    const corners = q.loops[0].length / 3;
    for (let c = 0; c < r.loops[0].length; c += 3) {
      let near = Infinity;
      for (let d = 0; d < q.loops[0].length; d += 3) {
        near = Math.min(near, Math.max(...[0, 1, 2].map((k) => Math.abs(r.loops[0][c + k] - q.loops[0][d + k]))));
      }
      expect(near, `rim of box ${i}`).toBeLessThan(1e-12);
    }
    if (r.loops[0].length / 3 < corners) cornersCut++;
  }
  expect(cornersCut).toBeGreaterThan(100);
});
