import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ImportError, importModel, memorySource } from "../../import/index.js";
import { DAMAGED, MEMORY_BASE, readDamaged } from "../support/damaged-files.js";
import { models } from "./support.js";

/** Small files, so that thousands of them take seconds. */
const FILES = [
  "urdf/r2d2/r2d2.urdf",
  "mjcf/car/car.xml",
  "mjcf/newton_cradle/newton_cradle.xml",
  "sdf/cart_soft_suspension/model.sdf",
  "stl/trimesh/unit_cube.STL",
  "stl/trimesh/multibody.stl",
  "obj/trimesh/two_objects.obj",
  "ply/trimesh/tet.ply",
  "ply/trimesh/metadata.ply",
  "gltf/Box/glTF-Binary/Box.glb",
  "gltf/SimpleSparseAccessor/glTF-Embedded/SimpleSparseAccessor.gltf",
];

/** Imports; any failure but an ImportError with the name of the file is a fault of the reader. */
async function attempt(name: string, bytes: Uint8Array): Promise<"read" | "refused"> {
  try {
    await importModel(name, memorySource(new Map([[name, bytes]])));
    return "read";
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    expect(error.message.startsWith(error.place.file)).toBe(true);
    return "refused";
  }
}

describe.skipIf(models === undefined)("files that were damaged", () => {
  test.each(FILES)(`${DAMAGED} of %s are read or refused with their place`, async (path) => {
    const bytes = readFileSync(join(models as string, path));
    const name = path.slice(path.lastIndexOf("/") + 1);
    await readDamaged(bytes, (damaged) => attempt(name, damaged));
  });
});

/** Formats of which that folder has no small file. */
const WRITTEN: readonly (readonly [string, Uint8Array])[] = [
  ["corner.poly", new TextEncoder().encode("4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n4\n1 3 2\n1 2 4\n1 4 3\n2 3 4\n")],
  ["corner.msh", tetrahedronMsh()],
  ["corner.dae", new TextEncoder().encode(tetrahedronDae())],
];

/** A tetrahedron in MuJoCo's binary form. */
function tetrahedronMsh(): Uint8Array {
  const points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
  const faces = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
  const view = new DataView(new ArrayBuffer(16 + 4 * (points.length + faces.length)));
  for (const [k, n] of [4, 0, 0, 4].entries()) view.setInt32(4 * k, n, true);
  for (const [k, x] of points.entries()) view.setFloat32(16 + 4 * k, x, true);
  for (const [k, i] of faces.entries()) view.setInt32(16 + 4 * (points.length + k), i, true);
  return new Uint8Array(view.buffer);
}

function tetrahedronDae(): string {
  return `<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><unit meter="0.01"/><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="a" count="12">0 0 0 1 0 0 0 1 0 0 0 1</float_array>
<technique_common><accessor source="#a" count="4" stride="3"/></technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/><p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><translate>1 2 3</translate><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>`;
}

test.each(WRITTEN)(`${DAMAGED} of %s that were damaged are read or refused with their place`, async (name, bytes) => {
  expect(await attempt(name, bytes)).toBe("read");
  expect(await readDamaged(bytes, (damaged) => attempt(name, damaged))).toBeLessThan(DAMAGED);
});

describe("small files that stand for large ones", () => {
  const text = (value: string) => new TextEncoder().encode(value);
  const bomb = `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, k) => `<!ENTITY ${"bcdefghij"[k]} "${`&${"abcdefghi"[k]};`.repeat(10)}">`).join("")}]><robot name="&j;"/>`;
  const stl = new Uint8Array(84);
  new DataView(stl.buffer).setUint32(80, 0xffffffff, true);
  const ply = text(
    "ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\nproperty float y\nproperty float z\nend_header\n",
  );
  const msh = new Uint8Array(16).fill(0x7f);
  const gltf = text(
    '{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"componentType":5126,"type":"VEC3","count":999999999}]}',
  );
  const deep = text(`${"<a>".repeat(100_000)}`);
  const copies = text(
    '<mujoco><worldbody><replicate count="100000"><replicate count="100000"><body><freejoint/><geom size="1"/></body></replicate></replicate></worldbody></mujoco>',
  );

  test.each([
    ["a.urdf", text(bomb), "no XML"],
    ["a.stl", stl, "4294967295 triangles"],
    ["a.ply", ply, "more than the file holds"],
    ["a.msh", msh, "the header tells of"],
    ["a.gltf", gltf, "no count"],
    ["a.urdf", deep, "nested deeper"],
    ["a.xml", copies, "more than 100000 bodies"],
  ])("%s is refused before room is made for it", async (name, bytes, message) => {
    const before = process.memoryUsage().arrayBuffers;
    await expect(importModel(name, memorySource(new Map([[name, bytes]])))).rejects.toThrow(message);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(MEMORY_BASE);
  });
});
