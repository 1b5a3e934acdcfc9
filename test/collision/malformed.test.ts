import { compileUntyped, type ShapeSpec } from "stiction";
import { describe, expect, test } from "vitest";
import { SpecError } from "../../src/model/errors.js";

/** Malformed shapes are refused, or repaired, or taken as they are: always with a message at compile. */

const vertices = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, (i >> 1) & 1, i >> 2]);
const faces = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [1, 3, 7, 5],
  [3, 2, 6, 7],
  [2, 0, 4, 6],
];
/** The same cube as six loose squares. */
const loose = {
  vertices: faces.flatMap((f) => f.map((v) => vertices[v])),
  faces: faces.map((_, i) => [0, 1, 2, 3].map((k) => 4 * i + k)),
};
/** A third sheet along an edge of the cube. */
const fin = { vertices: [...vertices, [0.5, -1, 0]], faces: [...faces, [0, 1, 8]] };
/** Two tetrahedra that share a corner. */
const tip = {
  vertices: [[0, 0, 0], [1, 0, 1], [0, 1, 1], [-1, -1, 1], [1, 0, -1], [0, 1, -1], [-1, -1, -1]], // biome-ignore format: seven points
  faces: [[0, 2, 1], [0, 3, 2], [0, 1, 3], [1, 2, 3], [0, 4, 5], [0, 5, 6], [0, 6, 4], [4, 6, 5]], // biome-ignore format: eight triangles
};
const nan = Number.NaN;

function told(shape: object, type: "static" | "dynamic" = "static"): { refused: boolean; messages: string[] } {
  try {
    const model = compileUntyped({ contact: "none", bodies: [{ name: "it", type, shapes: [shape] }] });
    return { refused: false, messages: [...model.warnings] };
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    return { refused: true, messages: error.problems.map((p) => `${p.path}: ${p.message}`) };
  }
}

describe("refused", () => {
  test.each([
    [
      "flat hull",
      { type: "convex-hull", vertices: vertices.map(([x, y]) => [x, y, 0]) },
      /all points lie in one plane/,
    ],
    ["hull on a line", { type: "convex-hull", vertices: vertices.map(([x]) => [x, 0, 0]) }, /no hull with a volume/],
    ["zero radius", { type: "sphere", radius: 0 }, /radius: expected a finite number > 0 m, got 0/],
    ["zero height", { type: "cylinder", radius: 1, halfLength: 0 }, /halfLength: expected a finite number > 0 m/],
    ["zero extent", { type: "box", halfExtents: [1, 0, 1] }, /half extents > 0 m/],
    ["NaN radius", { type: "sphere", radius: nan }, /radius: expected a finite number > 0 m, got NaN/],
    ["NaN extent", { type: "box", halfExtents: [1, nan, 1] }, /halfExtents\[1\]: .* got NaN/],
    ["infinite extent", { type: "box", halfExtents: [1, Infinity, 1] }, /halfExtents\[1\]: .* got Infinity/],
    ["NaN in a hull", { type: "convex-hull", vertices: [[nan, 0, 0], ...vertices] }, /vertices\[0\]\[0\]: expected a finite number, got NaN/], // biome-ignore format: one case
    ["NaN in a mesh", { type: "mesh", vertices: [[0, nan, 0], ...vertices.slice(1)], faces }, /vertices\[0\]\[1\]: expected a finite number, got NaN/], // biome-ignore format: one case
    ["NaN in a height field", { type: "height-field", heights: [[0, 1], [nan, 2]] }, /heights\[1\]\[0\]: expected a finite number, got NaN/], // biome-ignore format: one case
    ["triangle without area", { type: "mesh", vertices: [[0, 0, 0], [1, 0, 0], [2, 0, 0]], faces: [[0, 1, 2]] }, /face 0 has no area/], // biome-ignore format: one case
    [
      "face turned over",
      { type: "mesh", vertices, faces: [...faces.slice(1), [1, 3, 2, 0]] },
      /one of them is turned over/,
    ],
    ["inside out", { type: "mesh", vertices, faces: faces.map((f) => f.toReversed()) }, /inside out/],
  ])("%s", (_name, shape, message) => {
    const { refused, messages } = told(shape);
    expect(refused).toBe(true);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(message);
    expect(messages[0]).toMatch(/^bodies\[0\]\.shapes\[0\]/);
  });

  test("a body that moves needs a solid: a non-manifold mesh is none", () => {
    const { refused, messages } = told({ type: "mesh", ...fin }, "dynamic");
    expect(refused).toBe(true);
    expect(messages[0]).toMatch(/needs an explicit mass and inertia here: /);
  });
});

describe("repaired, or taken as it is, with a warning", () => {
  test.each([
    [
      "loose squares",
      { type: "mesh", ...loose },
      /shapes\[0\]: 16 vertices at the position of another one were joined/,
    ],
    ["a vertex twice", { type: "mesh", vertices: [...vertices, [0, 0, 0]], faces }, /used as it is/],
    ["non-manifold edge", { type: "mesh", ...fin }, /is shared by 3 triangles .*; the mesh is used as it is/],
    ["non-manifold vertex", { type: "mesh", ...tip }, /; the mesh is used as it is/],
    ["points of a hull twice", { type: "convex-hull", vertices: [...vertices, ...vertices.slice(5)] }, /3 of 11 points are given more than once/], // biome-ignore format: one case
  ])("%s", (_name, shape, message) => {
    const { refused, messages } = told(shape);
    expect(refused).toBe(false);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(message);
  });

  test("what is well made gets none", () => {
    expect(told({ type: "mesh", vertices, faces })).toEqual({ refused: false, messages: [] });
    expect(told({ type: "mesh", vertices, faces: faces.slice(1) })).toEqual({ refused: false, messages: [] });
    expect(told({ type: "convex-hull", vertices })).toEqual({ refused: false, messages: [] });
  });
});

describe("pairs without a routine are told", () => {
  const warnings = (...bodies: readonly object[]) =>
    compileUntyped({ bodies }).warnings.filter((w) => w.includes("there is no contact between"));
  const mesh = { type: "mesh", vertices, faces } satisfies ShapeSpec;
  const field = { type: "height-field", heights: [[0, 0], [0, 0]] } satisfies ShapeSpec; // biome-ignore format: one line
  const moved = { type: "kinematic" };
  const torus = { type: "torus", radius: 1, tube: 0.2 } satisfies ShapeSpec;
  const link = { type: "chain-link", radius: 1, wire: 0.2 } satisfies ShapeSpec;
  const at = (name: string, shape: object, extra: object = {}) => ({ name, shapes: [shape], ...extra });

  test("once for two kinds, and not where bodies or filters part them", () => {
    const ground = { type: "plane" };
    expect(warnings(at("a", ground, moved), at("b", ground, moved), at("c", ground, moved))).toEqual([
      "bodies[0].shapes[0], bodies[1].shapes[0]: there is no contact between two shapes of kind plane, which are ground; such shapes pass through each other: make one of them solid, or mask the pair",
    ]);
    expect(warnings(at("a", ground, moved), at("b", { ...ground, mask: 2 }, moved))).toEqual([]);
    expect(warnings(at("a", field, moved), at("b", field, moved), at("c", ground, moved))).toEqual([]);
    expect(warnings(at("a", mesh), at("b", mesh), at("c", field, { type: "static" }))).toEqual([]);
    expect(warnings(at("a", mesh), at("b", { type: "sphere", radius: 1 }), at("c", { type: "plane" }, { type: "static" }))).toEqual([]); // biome-ignore format: one line
    expect(warnings(at("a", mesh, { type: "static" }), at("b", mesh, { type: "static" }), at("c", { type: "sphere", radius: 1 }))).toEqual([]); // biome-ignore format: one line
  });

  test("torus and chain link meet every kind", () => {
    const others = [
      { type: "sphere", radius: 1 },
      { type: "capsule", radius: 1, halfLength: 1 },
      { type: "box", halfExtents: [1, 1, 1] },
      { type: "cylinder", radius: 1, halfLength: 1 },
      { type: "cone", radius: 1, height: 1 },
      { type: "ellipsoid", semiAxes: [1, 2, 3] },
      { type: "convex-hull", vertices },
      mesh,
      torus,
      link,
    ] satisfies ShapeSpec[];
    for (const wire of [torus, link])
      for (const other of others) expect(warnings(at("a", wire), at("b", other))).toEqual([]);
    expect(warnings(at("a", torus), at("b", link), at("c", { type: "plane" }, { type: "static" }))).toEqual([]);
  });
});
