import { describe, expect, test } from "vitest";
import { separationOf } from "../../src/collision/narrow/pair-table.js";
import { createSeparation } from "../../src/collision/narrow/types.js";
import { convexHull } from "../../src/geometry/convex-hull.js";
import { polyhedronToMesh } from "../../src/geometry/mesh-edit.js";
import { torusMesh } from "../../src/geometry/tessellate.js";
import { random, unitQuaternion } from "../geometry/random.js";
import { cutPlane, fieldShape, meshShape, shape } from "./mesh-cases.js";
import { boxShape, channelMesh, contacts, I } from "./mesh-mesh-cases.js";

const FULL = process.env.STICTION_FULL === "1";
const cube = boxShape(0.5, 0.5, 0.5);
const REST = [0, 0, 0, ...I];

/** Places of the points in the plane, in order. */
const places = (list: ReturnType<typeof contacts>) =>
  list
    .map((c) => c.pointA.slice(0, 2).map((x) => Math.round(x * 1e9) / 1e9))
    .sort((p, q) => p[0] - q[0] || p[1] - q[1]);

describe("box meshes", () => {
  test.each([
    ["touching exactly", 0],
    ["10 µm deep", -1e-5],
    ["1 mm apart", 1e-3],
  ])("aligned cubes %s meet at four corners, along the face", (_name, gap) => {
    const list = contacts(cube, [0, 0, 1 + gap, ...I], cube, REST);
    expect(places(list)).toEqual([
      [-0.5, -0.5],
      [-0.5, 0.5],
      [0.5, -0.5],
      [0.5, 0.5],
    ]);
    for (const c of list) {
      expect(c.normal[2]).toBe(-1);
      expect(c.gap).toBeCloseTo(gap, 14);
      expect(c.patch).toBe(0);
      // unit square: mean distance from its centre (√2 + asinh 1)/6
      expect(c.footprint[0]).toBeCloseTo(1, 12);
      expect(c.footprint[4]).toBeCloseTo((Math.SQRT2 + Math.asinh(1)) / 6, 12);
    }
  });

  test("shifted by 1 µm they keep four corners of the common area", () => {
    const list = contacts(cube, [1e-6, 2e-6, 1 - 1e-6, ...I], cube, REST);
    expect(list.length).toBe(4);
    for (const c of list) expect(c.normal[2]).toBe(-1);
  });

  test("on the brink of a step a box is carried by its top, not pushed off through its side", () => {
    // 10 mm of the lower face over the step, 0.1 mm deep
    const list = contacts(cube, [0.99, 0, 1 - 1e-4, ...I], cube, REST);
    expect(places(list)).toEqual([
      [0.49, -0.5],
      [0.49, 0.5],
      [0.5, -0.5],
      [0.5, 0.5],
    ]);
    for (const c of list) {
      expect(c.normal[2]).toBe(-1);
      expect(c.gap).toBeCloseTo(-1e-4, 12);
    }
  });

  test("in a corner of floor and wall both carry", () => {
    // the channel upside down is a trough 0.4 m wide with its floor 0.1 m above the bottom
    const trough = meshShape(channelMesh(1));
    const box = boxShape(0.1, 0.1, 0.1);
    const turned = [0, 1, 0, 0];
    for (const [side, down] of [
      [1e-5, 1e-4],
      [1e-4, 1e-5],
      [0, 0],
      [-1e-4, -1e-3],
    ]) {
      const list = contacts(box, [0.1 + side, 0, 0.2 - down, ...I], trough, [0, 0, 0, ...turned]);
      const floor = list.filter((c) => c.normal[2] < -0.999);
      const wall = list.filter((c) => c.normal[0] > 0.999);
      expect(floor.length + wall.length).toBe(list.length);
      expect(floor.length).toBe(4);
      expect(wall.length).toBe(4);
      for (const c of floor) expect(c.gap).toBeCloseTo(-down, 12);
      for (const c of wall) expect(c.gap).toBeCloseTo(-side, 12);
    }
  });

  test("of thin plates the far sides say nothing", () => {
    const plate = boxShape(1, 1, 1e-3);
    for (const depth of [-1e-3, 0, 1e-5, 9e-4]) {
      const list = contacts(plate, [0, 0, 2e-3 - depth, ...I], plate, REST);
      expect(list.length).toBe(4);
      for (const c of list) {
        expect(c.normal[2]).toBe(-1);
        expect(c.gap).toBeCloseTo(-depth, 12);
      }
    }
  });

  test("deep in a plate the region tells the way out", () => {
    const list = contacts(cube, [0.1, 0.2, 0.5, ...I], boxShape(2, 2, 0.1), REST);
    expect(list.length).toBe(4);
    for (const c of list) {
      expect(c.normal[2]).toBeCloseTo(-1, 12);
      expect(c.gap).toBeCloseTo(-0.1, 12);
    }
  });

  test("corner over corner: the nearest points", () => {
    const [c, ...more] = contacts(cube, [1.005, 1.005, 1.005, ...I], cube, REST);
    expect(more).toEqual([]);
    expect(c.gap).toBeCloseTo(0.005 * Math.sqrt(3), 14);
    for (const x of c.normal) expect(x).toBeCloseTo(-1 / Math.sqrt(3), 12);
  });

  test("wholly inside another: out to the nearest face, whichever is A", () => {
    const small = boxShape(0.1, 0.1, 0.1);
    const [c] = contacts(small, [0.1, 0, 0.2, ...I], cube, REST);
    expect(c.gap).toBeLessThan(0);
    const [d] = contacts(cube, REST, small, [0.1, 0, 0.2, ...I]);
    d.normal.forEach((x, k) => {
      expect(x).toBeCloseTo(-c.normal[k], 12);
    });
  });
});

describe("other surfaces", () => {
  test("a ring lies on those vertices that touch, not on the wider ring above them", () => {
    const ring = meshShape(torusMesh(0.5, 0.15, 24, 12));
    const list = contacts(ring, [0, 0, 0.25, ...I], boxShape(2, 2, 0.1), REST);
    expect(list.length).toBe(4);
    for (const c of list) expect(c.gap).toBeCloseTo(0, 12);
  });

  test("an open surface is touched off its border, from both sides when it has two", () => {
    const sheet = meshShape(cutPlane(2, 200, "regular", random(1)));
    const above = contacts(cube, [0.1, 0.2, 0.5 - 1e-4, ...I], sheet, REST);
    expect(above.length).toBe(4);
    for (const c of above) {
      expect(c.normal[2]).toBe(-1);
      expect(c.gap).toBeCloseTo(-1e-4, 12);
    }
    const below = contacts(cube, [0.1, 0.2, -0.5 + 1e-4, ...I], sheet, REST);
    expect(below.length).toBe(4);
    for (const c of below) expect(c.normal[2]).toBe(1);
    const one = meshShape(cutPlane(2, 200, "regular", random(1)), "one");
    for (const c of contacts(cube, [0.1, 0.2, -0.5 + 1e-4, ...I], one, REST)) expect(c.normal[2]).toBeLessThan(0);
  });

  test("a mesh on a height field", () => {
    const field = fieldShape({ nx: 11, ny: 11, dx: 0.4, dy: 0.4, heights: new Float64Array(121) });
    for (const depth of [1e-4, -1e-3]) {
      const list = contacts(cube, [0.1, 0.2, 0.5 - depth, ...I], field, REST);
      expect(list.length).toBe(4);
      for (const c of list) {
        expect(c.normal[2]).toBe(-1);
        expect(c.gap).toBeCloseTo(-depth, 12);
      }
    }
  });
});

describe("convex meshes, judged by hulls", () => {
  const hulls = Array.from({ length: 12 }, (_, n) => {
    const rnd = random(100 + n);
    const points = Float64Array.from({ length: 3 * (8 + n) }, () => rnd() - 0.5);
    const result = convexHull(points, { tolerance: 0 });
    if (!result.ok) throw new Error(result.message);
    return result.hull;
  });

  test("distance, and depth and normal of shallow overlap", () => {
    const rnd = random(7);
    const judge = createSeparation();
    const own = createSeparation();
    let shallow = 0;
    let apart = 0;
    let exact = 0;
    let none = 0;
    let off = 0;
    let wide = 0;
    for (let n = 0; n < (FULL ? 5000 : 300); n++) {
      const [p, q] = [hulls[Math.floor(rnd() * 12)], hulls[Math.floor(rnd() * 12)]];
      const [hullA, hullB] = [shape("hull", [], p), shape("hull", [], q)];
      const [a, b] = [meshShape(polyhedronToMesh(p)), meshShape(polyhedronToMesh(q))];
      const dir = [rnd() - 0.5, rnd() - 0.5, rnd() - 0.5];
      const length = Math.hypot(...dir);
      const qa = unitQuaternion(rnd);
      const poseB = Float64Array.of(0, 0, 0, ...unitQuaternion(rnd));
      const at = (r: number) => Float64Array.of(...dir.map((x) => (r * x) / length), ...qa);
      // along a ray, to about the gap wanted
      const wanted = n % 2 === 0 ? 0.1 * rnd() : -0.009 * rnd();
      let r = 1.6;
      for (let k = 0; k < 40; k++) {
        separationOf(hullA, at(r), 0, hullB, poseB, 0, judge);
        r -= judge.values[0] - wanted;
      }
      separationOf(hullA, at(r), 0, hullB, poseB, 0, judge);
      const gap = judge.values[0];
      separationOf(a, at(r), 0, b, poseB, 0, own);
      if (gap > 1e-6) {
        apart++;
        expect(Math.abs(own.values[0] - gap), `case ${n}`).toBeLessThan(1e-12);
        continue;
      }
      if (!(gap < -1e-6 && gap > -0.0095)) continue;
      shallow++;
      const list = contacts(a, at(r), b, poseB);
      // its normal is that of a patch, or within 6° of one that has joined it
      const cosine = (c: { normal: readonly number[] }) =>
        c.normal.reduce((sum, x, k) => sum + x * judge.values[1 + k], 0);
      const along = list.filter((c) => cosine(c) >= 0.9945);
      // a patch in another direction that is more than a quarter deeper would be explained by this one
      const aside = list.filter((c) => cosine(c) < 0.5);
      const best = Math.min(...along.map((c) => Math.abs(c.gap - gap)));
      if (along.length === 0) none++;
      else if (!(best < 0.0055 * -gap)) off++;
      else if (along.some((c) => cosine(c) > 1 - 1e-12) && best < 1e-12) exact++;
      if (Math.min(0, ...aside.map((c) => c.gap)) < gap / 0.8 - 1e-9) wide++;
    }
    expect(apart).toBeGreaterThan(FULL ? 2000 : 120);
    expect(shallow).toBeGreaterThan(FULL ? 2000 : 120);
    // seen of 9,998: 9,877 exact, the rest within 6°, 5 without and one off where tips cross
    expect(exact / shallow).toBeGreaterThan(0.97);
    expect(none + off).toBeLessThanOrEqual(Math.ceil(0.002 * shallow));
    expect(wide).toBe(0);
  });
});
