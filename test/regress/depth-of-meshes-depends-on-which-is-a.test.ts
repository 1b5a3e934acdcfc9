// Two meshes deep in each other: turn the scene, name the bodies in another order or cut a face in two, and the depth of their contact differs.
import { collision, compile } from "stiction";
import { expect, test } from "vitest";
import { boxes } from "../../proof/experiments/mesh-contours.js";
import {
  createMeshRegions,
  meshMeshRegions,
  REGION,
  REGION_SIZE,
} from "../../src/collision/narrow/mesh/mesh-regions.js";

type Shape = ReturnType<typeof boxes>;
type MeshShape = Extract<Shape, { type: "mesh" }> & { vertices: number[][]; faces: number[][] };
type Vec = readonly number[];

/** q p q*, and the product q r. */
function turn([x, y, z, w]: Vec, [a, b, c]: Vec): number[] {
  const t = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * t[0] + y * t[2] - z * t[1], b + w * t[1] + z * t[0] - x * t[2], c + w * t[2] + x * t[1] - y * t[0]];
}
const product = ([x, y, z, w]: Vec, [a, b, c, d]: Vec) => [
  w * a + x * d + y * c - z * b,
  w * b + y * d + z * a - x * c,
  w * c + z * d + x * b - y * a,
  w * d - x * a - y * b - z * c,
];
const about = (axis: Vec, angle: number) => {
  const length = Math.hypot(...axis);
  return [...axis.map((c) => (c / length) * Math.sin(angle / 2)), Math.cos(angle / 2)];
};

function depth(a: Shape, poseA: Vec, b: Shape, poseB: Vec): number {
  const { shapes } = compile({ contact: "none", bodies: [{ name: "pair", type: "static", shapes: [a, b] }] });
  const [first, second] = shapes.map(({ geometry }) => collision.createCollider(geometry));
  const out = createMeshRegions(8, 256);
  meshMeshRegions(first, Float64Array.from(poseA), 0, second, Float64Array.from(poseB), 0, out);
  expect([out.count, out.closed[0]]).toEqual([1, 1]);
  return out.size[REGION_SIZE * 0 + REGION.depth];
}

/** Faces of a mesh with the first edge of each triangle cut in the middle. */
function cut(shape: Shape): Shape {
  const { vertices, faces } = shape as MeshShape;
  const all = [...vertices];
  const known = new Map<string, number>();
  const middle = (i: number, j: number) => {
    const key = [i, j].sort((p, q) => p - q).join();
    if (!known.has(key)) known.set(key, all.push(all[i].map((x, k) => 0.5 * (x + all[j][k]))) - 1);
    return known.get(key) as number;
  };
  const finer = faces.flatMap(([i, j, k]) => {
    const [p, q, r] = [middle(i, j), middle(j, k), middle(k, i)];
    return [[i, p, r], [p, j, q], [r, q, k], [p, q, r]]; // biome-ignore format: four triangles
  });
  return { type: "mesh", vertices: all, faces: finer } as Shape;
}

const long = boxes({ half: [0.5, 0.04, 0.06], at: [0.1, 0, 0] });
const short = boxes({ half: [0.07, 0.3, 0.05], at: [0, 0.05, 0] });
const tilt = about([1, 2, 0.5], 0.08);
const place = [0.02, -0.03, 0.1];

test("the depth is the same in both orders, in every frame, and with finer triangles", () => {
  const here = [0, 0, 0, 0, 0, 0, 1];
  const expected = depth(long, [...place, ...tilt], short, here);
  expect(expected).toBeGreaterThan(5e-3);
  // round-off of coordinates near 1, over an angle of the plane that depth and width of the contour give: 1e-16 · 10
  expect(depth(short, here, long, [...place, ...tilt])).toBeCloseTo(expected, 13);
  for (const [axis, angle] of [[[1, 0, 0], 0.7], [[0, 1, 1], 1.9], [[3, -1, 2], 2.6]] as const) {
    const q = about(axis, angle);
    const poses = [[...turn(q, place), ...product(q, tilt)], [0, 0, 0, ...q]];
    expect(depth(long, poses[0], short, poses[1])).toBeCloseTo(expected, 13);
    expect(depth(short, poses[1], long, poses[0])).toBeCloseTo(expected, 13);
  } // biome-ignore format: a table
  expect(depth(cut(long), [...place, ...tilt], cut(short), here)).toBeCloseTo(expected, 13);
  expect(depth(long, [...place, ...tilt], cut(cut(short)), here)).toBeCloseTo(expected, 13);
});
