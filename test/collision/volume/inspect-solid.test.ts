/** Meshes that bound no solid are refused, with the triangles named and a repair suggested. */
import { describe, expect, test } from "vitest";
import { createVolumeMesh, inspectSolid } from "../../../src/collision/volume/index.js";
import { flipMesh } from "../../../src/geometry/mesh-edit.js";
import { icosphere, torusMesh } from "../../../src/geometry/tessellate.js";
import type { TriangleMesh } from "../../../src/geometry/types.js";
import { random, randomHullMesh, randomStarMesh } from "../../geometry/random.js";
import { boxMesh, cellsMesh, moveMesh, randomCells, transformOf, uPrism } from "./shapes.js";

const BOX = boxMesh([0, 0, 0], [1, 1, 1]);
const at = (mesh: TriangleMesh, ...t: number[]) => moveMesh(mesh, transformOf([0, 0, 0, 1], t));

function together(...meshes: TriangleMesh[]): TriangleMesh {
  let first = 0;
  const triangles: number[] = [];
  for (const m of meshes) {
    for (const v of m.triangles) triangles.push(first + v);
    first += m.vertices.length / 3;
  }
  return {
    vertices: Float64Array.from(meshes.flatMap((m) => [...m.vertices])),
    triangles: Uint32Array.from(triangles),
  };
}

const without = (mesh: TriangleMesh, t: number): TriangleMesh => ({
  vertices: mesh.vertices,
  triangles: mesh.triangles.filter((_, h) => Math.floor(h / 3) !== t),
});

const soup = ({ vertices, triangles }: TriangleMesh): TriangleMesh => ({
  vertices: Float64Array.from([...triangles].flatMap((v) => [...vertices.subarray(3 * v, 3 * v + 3)])),
  triangles: Uint32Array.from(triangles, (_, h) => h),
});

/** Triangles are named by number: of the box, 5 has the neighbours 2, 4 and 8 (7 once it is gone), and 0 has 1, 7 and 9. */
describe("refused", () => {
  test.each<[string, TriangleMesh, string, number[], RegExp]>([
    ["open", without(BOX, 5), "open-edge", [2, 4, 7], /fill the hole/],
    ["loose triangles", soup(BOX), "open-edge", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], /merge vertices/],
    ["inside out", flipMesh(BOX), "inside-out", [0], /turn over all/],
    [
      "one triangle turned over",
      { vertices: BOX.vertices, triangles: BOX.triangles.map((_, h) => BOX.triangles[h < 3 ? [0, 2, 1][h] : h]) },
      "inconsistent-orientation",
      [0, 1, 7, 9],
      /turn over/,
    ],
    ["two boxes that overlap", together(BOX, at(BOX, 0.5, 0.5, 0.5)), "self-intersection", [], /unite/],
    ["two boxes that overlap, flush", together(BOX, at(BOX, 0, 0, 0.5)), "self-intersection", [], /unite/],
    ["the same box twice", together(BOX, BOX), "self-intersection", [], /unite/],
  ])("%s", (_, mesh, kind, elements, repair) => {
    const problems = inspectSolid(mesh);
    const problem = problems.find((p) => p.kind === kind);
    expect(problem, JSON.stringify(problems)).toBeDefined();
    if (elements.length > 0) expect([...problem!.elements].sort((x, y) => x - y)).toEqual(elements);
    else expect(problem!.elements.length).toBeGreaterThan(1);
    expect(problem!.repair).toMatch(repair);
    expect(() => createVolumeMesh(mesh)).toThrow(repair);
  });

  test("a star whose arm is pushed through its body: the triangles that cross, and no others", () => {
    const ball = icosphere(1, 1);
    const vertices = ball.vertices.slice();
    for (let k = 0; k < 3; k++) vertices[k] *= -2;
    const problem = inspectSolid({ vertices, triangles: ball.triangles }).find((p) => p.kind === "self-intersection");
    const spikes = [...ball.triangles.keys()].filter((h) => ball.triangles[h] === 0).map((h) => Math.floor(h / 3));
    expect(problem!.elements.some((t) => spikes.includes(t))).toBe(true);
    expect(problem!.elements.every((t) => t < ball.triangles.length / 3)).toBe(true);
  });
});

describe("accepted", () => {
  test.each<[string, TriangleMesh]>([
    ["box", BOX],
    ["U", uPrism()],
    ["torus", torusMesh(1, 0.4, 12, 8)],
    ["ball with a void", together(icosphere(1, 2), flipMesh(icosphere(0.5, 1)))],
    ["two boxes side by side", together(BOX, at(BOX, 1, 0, 0))],
    ["two boxes edge to edge", together(BOX, at(BOX, 1, 1, 0))],
    ["two boxes apart", together(BOX, at(BOX, 3, 0, 0))],
  ])("%s", (_, mesh) => {
    expect(inspectSolid(mesh)).toEqual([]);
    expect(() => createVolumeMesh(mesh)).not.toThrow();
  });

  test("hulls, stars and cells", () => {
    for (let i = 0; i < 60; i++) {
      const rnd = random(100 + i);
      const mesh =
        i % 3 === 0 ? randomHullMesh(rnd) : i % 3 === 1 ? randomStarMesh(rnd) : cellsMesh(randomCells(rnd, 4, 12))!;
      expect(inspectSolid(mesh), `mesh ${i}`).toEqual([]);
    }
  });
});
