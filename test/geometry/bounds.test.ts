import { expect, test } from "vitest";
import {
  type BoundsFunction,
  boxBounds,
  capsuleBounds,
  circleBounds,
  coneBounds,
  cylinderBounds,
  ellipsoidBounds,
  planarCapsuleBounds,
  polygonBounds,
  sphereBounds,
  torusBounds,
  vertexBounds,
} from "../../src/geometry/bounds.js";
import { regularPolygon } from "../../src/geometry/polygon.js";
import { boxSolid } from "../../src/geometry/solids.js";
import {
  capsuleMesh,
  coneMesh,
  cylinderMesh,
  ellipsoidMesh,
  icosphere,
  torusMesh,
} from "../../src/geometry/tessellate.js";
import { quatRotate } from "../../src/math/quat.js";
import { random, unitQuaternion } from "./random.js";

/** Largest and smallest world coordinate over points of the surface, by turning each point. */
function sampled(points: Float64Array, p: ArrayLike<number>, q: ArrayLike<number>): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 3) {
    const x = quatRotate(q, points.subarray(i, i + 3));
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k], x[k] + p[k]);
      box[3 + k] = Math.max(box[3 + k], x[k] + p[k]);
    }
  }
  return box;
}

const shapes: { name: string; size: number[]; bounds: BoundsFunction; points: Float64Array; gap: number }[] = [
  { name: "sphere", size: [0.7], bounds: sphereBounds, points: icosphere(0.7, 5).vertices, gap: 1e-3 },
  { name: "box", size: [0.5, 1, 2], bounds: boxBounds, points: boxSolid(0.5, 1, 2).vertices, gap: 1e-14 },
  {
    name: "capsule",
    size: [0.3, 0.8],
    bounds: capsuleBounds,
    points: capsuleMesh(0.3, 0.8, 100, 50).vertices,
    gap: 1e-3,
  },
  {
    name: "cylinder",
    size: [0.3, 0.8],
    bounds: cylinderBounds,
    points: cylinderMesh(0.3, 0.8, 200).vertices,
    gap: 1e-3,
  },
  { name: "cone", size: [0.6, 1.6], bounds: coneBounds, points: coneMesh(0.6, 1.6, 200).vertices, gap: 1e-3 },
  { name: "flat cone", size: [2, 0.1], bounds: coneBounds, points: coneMesh(2, 0.1, 400).vertices, gap: 1e-3 },
  {
    name: "ellipsoid",
    size: [0.5, 1, 2],
    bounds: ellipsoidBounds,
    points: ellipsoidMesh(0.5, 1, 2, 5).vertices,
    gap: 5e-3,
  },
  { name: "torus", size: [1, 0.3], bounds: torusBounds, points: torusMesh(1, 0.3, 200, 100).vertices, gap: 1e-3 },
];

test.each(shapes)("$name: nothing sticks out, and the box is tight", ({ size, bounds, points, gap }) => {
  // Sampled points lie within (spacing)²/8 of the extreme point: that is the gap allowed inside; outside only round-off.
  for (let seed = 0; seed < 25; seed++) {
    const rnd = random(seed);
    const q = seed === 0 ? [0, 0, 0, 1] : unitQuaternion(rnd);
    const p = [rnd() * 4 - 2, rnd() * 4 - 2, rnd() * 4 - 2];
    // non-zero offsets everywhere
    const out = new Float64Array(8);
    bounds(Float64Array.of(9, ...size), 1, Float64Array.of(9, 9, ...p), 2, Float64Array.of(9, ...q), 1, out, 1);
    const seen = sampled(points, p, q);
    for (let k = 0; k < 3; k++) {
      expect(seen[k] - out[1 + k]).toBeGreaterThan(-1e-14);
      expect(seen[k] - out[1 + k]).toBeLessThan(gap);
      expect(out[4 + k] - seen[3 + k]).toBeGreaterThan(-1e-14);
      expect(out[4 + k] - seen[3 + k]).toBeLessThan(gap);
    }
    expect([out[0], out[7]]).toEqual([0, 0]);
  }
});

test("vertices under a pose", () => {
  const v = boxSolid(0.5, 1, 2).vertices;
  for (let seed = 0; seed < 20; seed++) {
    const q = unitQuaternion(random(seed));
    const [a, b] = [new Float64Array(6), new Float64Array(6)];
    vertexBounds(v, 0, v.length, Float64Array.of(1, 2, 3), 0, Float64Array.from(q), 0, a, 0);
    boxBounds(Float64Array.of(0.5, 1, 2), 0, Float64Array.of(1, 2, 3), 0, Float64Array.from(q), 0, b, 0);
    for (let k = 0; k < 6; k++) expect(a[k]).toBeCloseTo(b[k], 14);
  }
  const empty = new Float64Array(6);
  vertexBounds(v, 0, 0, Float64Array.of(1, 2, 3), 0, Float64Array.of(0, 0, 0, 1), 0, empty, 0);
  expect([...empty]).toEqual([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
});

test("planar shapes turn about z and have no thickness", () => {
  const angle = 0.7;
  const quat = Float64Array.of(0, 0, Math.sin(angle / 2), Math.cos(angle / 2));
  const pos = Float64Array.of(3, -1, 0);
  const out = new Float64Array(6);
  circleBounds(Float64Array.of(0.5), 0, pos, 0, quat, 0, out, 0);
  expect([...out]).toEqual([2.5, -1.5, 0, 3.5, -0.5, 0]);
  planarCapsuleBounds(Float64Array.of(0.2, 1), 0, pos, 0, quat, 0, out, 0);
  const [hx, hy] = [Math.cos(angle) + 0.2, Math.sin(angle) + 0.2];
  const capsule = [3 - hx, -1 - hy, 0, 3 + hx, -1 + hy, 0];
  for (let k = 0; k < 6; k++) expect(out[k]).toBeCloseTo(capsule[k], 14);
  const { vertices } = regularPolygon(5, 1);
  polygonBounds(vertices, 0, vertices.length, pos, 0, quat, 0, out, 0);
  const xs = [0, 1, 2, 3, 4].map((i) => 3 + Math.cos(angle + (2 * Math.PI * i) / 5));
  const ys = [0, 1, 2, 3, 4].map((i) => -1 + Math.sin(angle + (2 * Math.PI * i) / 5));
  const pentagon = [Math.min(...xs), Math.min(...ys), 0, Math.max(...xs), Math.max(...ys), 0];
  for (let k = 0; k < 6; k++) expect(out[k]).toBeCloseTo(pentagon[k], 14);
});
