import { compileUntyped } from "stiction";
import { describe, expect, test } from "vitest";
import type { MeshSummary } from "../../import/meshes/import.js";
import { importShared, importText, models } from "./support.js";

/** Triangles, whether closed once close points are joined, volume, area: figures of the people who collected the files, to their digits. */
const FILES: readonly (readonly [string, number, boolean, number, number])[] = [
  ["stl/three.js/ascii/pr2_head_pan.stl", 1000, true, 0.00705114901, 0.324716016],
  ["stl/three.js/binary/pr2_head_pan.stl", 1000, true, 0.00705114751, 0.324715743],
  ["stl/three.js/ascii/slotted_disk.stl", 288, true, 0.0967147426, 2.20980345],
  ["stl/three.js/binary/colored.stl", 2156, true, 1.20513261, 9.19698169],
  ["stl/trimesh/two_objects_mixed_case_names.stl", 24, true, 2, 12],
  ["stl/trimesh/unit_cube.STL", 12, true, 1, 6],
  ["obj/spot/spot.obj", 5856, true, 0.718258788, 5.70951879],
  ["obj/trimesh/quadknot.obj", 2880, true, 1057307.77, 112056.612],
  ["obj/trimesh/negative_indices.obj", 12, true, 8, 24],
  ["obj/trimesh/cube_compressed.obj", 12, true, 8, 23.999998],
  ["obj/trimesh/two_objects.obj", 16, true, 1.16666667, 8.3660254],
  ["ply/three.js/ascii/dolphins.ply", 1689, false, 8516708.75, 487399.193],
  ["ply/three.js/ascii/dolphins_colored.ply", 1689, false, 8516708.75, 487399.193],
  ["ply/three.js/binary/dolphins_be.ply", 1689, false, 8516708.78, 487399.193],
  ["ply/three.js/binary/dolphins_le.ply", 1689, false, 8516708.78, 487399.193],
  ["ply/trimesh/featuretype.ply", 3476, true, 11.6277339, 53.827385],
  ["ply/trimesh/tet.ply", 4, true, 1.33333333, 8.94427191],
  ["ply/trimesh/metadata.ply", 2, false, 0, 64],
];

describe.skipIf(models === undefined)("mesh files", () => {
  test.each(FILES)("%s", async (path, triangles, closed, volume, area) => {
    const { summary, spec } = await importShared(path, { holes: 0 });
    const mesh = summary.mesh as MeshSummary;
    expect([mesh.triangles, mesh.closed]).toEqual([triangles, closed]);
    // nine digits are given; sums over thousands of triangles of 32-bit points agree to as many
    expect(Math.abs(mesh.volume - volume)).toBeLessThanOrEqual(2e-8 * Math.max(1, Math.abs(volume)));
    expect(Math.abs(mesh.area - area)).toBeLessThanOrEqual(2e-8 * area);
    expect(() => compileUntyped(spec)).not.toThrow();
  });

  test("points within a tolerance are joined where that closes the mesh, and it is told", async () => {
    const { summary, notes } = await importShared("stl/trimesh/featuretype.STL");
    expect(summary.mesh).toMatchObject({ triangles: 3476, points: 1722, closed: true });
    expect(summary.mesh?.volume).toBeCloseTo(11.6277334, 6);
    expect(notes.some(({ kind, text }) => kind === "mended" && text.includes("joined"))).toBe(true);
  });

  test("solids whose triangles disagree are made to agree", async () => {
    const { summary } = await importShared("stl/trimesh/multibody.stl");
    expect(summary.mesh).toMatchObject({ triangles: 32, clashingEdges: 0 });
  });

  test("polygons that are not convex keep their area", async () => {
    const { summary } = await importShared("obj/trimesh/wallhole.obj");
    expect(summary.mesh?.area).toBeCloseTo(721.421356, 5);
    expect(summary.mesh?.volume).toBeCloseTo(1066.66667, 4);
  });

  test.each([
    ["stl/trimesh/empty.stl", "no triangles"],
    ["stl/trimesh/stl_empty_bin.stl", "no triangles"],
    ["ply/trimesh/points_bin.ply", "points and no triangles"],
  ])("%s has nothing to import", async (path, message) => {
    await expect(importShared(path)).rejects.toThrow(message);
  });

  test.each([
    ["Box", ["Box.gltf", "Box.glb"], 12, 1],
    ["BoxAnimated", ["BoxAnimated.gltf", "BoxAnimated.glb"], 254, undefined],
    ["CesiumMilkTruck", ["CesiumMilkTruck.gltf"], 3624, undefined],
    ["NegativeScaleTest", ["NegativeScaleTest.gltf", "NegativeScaleTest.glb"], 7724, undefined],
    ["SimpleSparseAccessor", ["SimpleSparseAccessor.gltf"], 12, undefined],
  ] as const)("glTF %s", async (name, forms, triangles, volume) => {
    const volumes: number[] = [];
    for (const form of forms) {
      const { summary } = await importShared(`gltf/${name}/${folderOf(form)}/${form}`);
      expect(summary.mesh?.triangles).toBe(triangles);
      volumes.push(summary.mesh?.volume ?? Number.NaN);
    }
    // the forms hold the same numbers
    for (const v of volumes) expect(v).toBe(volumes[0]);
    if (volume !== undefined) expect(volumes[0]).toBeCloseTo(volume, 12);
  });
});

const folderOf = (form: string) => (form.endsWith(".glb") ? "glTF-Binary" : "glTF");

const cube = (faces: string) => `v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n${faces}`;
const CLOSED = "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

describe("mesh clean-up", () => {
  test("a hole is closed, and told", async () => {
    const { summary, notes, spec } = await importText("c.obj", { "c.obj": cube(CLOSED.replace("f 5 6 7 8\n", "")) });
    expect(summary.mesh).toMatchObject({ closed: true, holes: 1, added: 2, volume: 1, area: 6 });
    expect(notes.map(({ text }) => text)).toEqual(["1 holes were closed by 2 triangles"]);
    // a cube of water
    expect(spec.bodies).toMatchObject([{ mass: 1000, centerOfMass: [0.5, 0.5, 0.5] }]);
  });

  test("faces that are turned over are turned back", async () => {
    const { summary } = await importText("c.obj", { "c.obj": cube(CLOSED.replace("f 2 3 7 6", "f 6 7 3 2")) });
    expect(summary.mesh).toMatchObject({ closed: true, turned: 2, volume: 1 });
    const insideOut = CLOSED.replace(/f (\d) (\d) (\d) (\d)/g, "f $4 $3 $2 $1");
    expect((await importText("c.obj", { "c.obj": cube(insideOut) })).summary.mesh).toMatchObject({
      turned: 12,
      volume: 1,
    });
  });

  test("unit, axis and density", async () => {
    const { spec } = await importText("c.obj", { "c.obj": cube(CLOSED) }, { unit: 0.1, up: "y", density: 500 });
    const [body] = spec.bodies as { mass: number; centerOfMass: number[] }[];
    expect(body.mass).toBeCloseTo(0.5, 12);
    // y of the file becomes z, and z becomes −y
    [0.05, -0.05, 0.05].forEach((x, k) => void expect(body.centerOfMass[k]).toBeCloseTo(x, 12));
  });
});
