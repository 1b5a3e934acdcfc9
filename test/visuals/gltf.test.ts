/** glTF 2.0 files written here, read back: containers, accessors, nodes, materials. */
import { compileUntyped, defaultItems, type VisualFiles, type VisualInput } from "stiction";
import { readVisualFiles } from "stiction/io";
import { describe, expect, test } from "vitest";
import { leastAgreement, measure, openEdges } from "./surfaces.js";

/** A cube of half side 1 with sharp normals: 24 vertices, 12 triangles. */
function cube(): { positions: number[]; normals: number[]; indices: number[] } {
  const [positions, normals, indices]: number[][] = [[], [], []];
  for (let axis = 0; axis < 3; axis++)
    for (const side of [-1, 1]) {
      const first = positions.length / 3;
      for (const [u, v] of [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ]) {
        // biome-ignore format: corners
        const point = [0, 0, 0];
        [point[axis], point[(axis + 1) % 3], point[(axis + 2) % 3]] = [side, side * u, v];
        positions.push(...point);
        normals.push(...[0, 1, 2].map((k) => (k === axis ? side : 0)));
      }
      indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
    }
  return { positions, normals, indices };
}

const BINARY = (() => {
  const { positions, normals, indices } = cube();
  const floats = new Uint8Array(Float32Array.from([...positions, ...normals]).buffer);
  const words = new Uint8Array(Uint16Array.from(indices).buffer);
  const out = new Uint8Array(floats.length + words.length);
  out.set(floats);
  out.set(words, floats.length);
  return out;
})();

function document(buffer: object, nodes: readonly object[]): object {
  return {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes,
    meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1 }, indices: 2, material: 0 }] }],
    materials: [
      {
        pbrMetallicRoughness: { baseColorFactor: [1, 0.31854678, 0, 0.5], metallicFactor: 0.25, roughnessFactor: 0.5 },
        alphaMode: "BLEND",
      },
    ],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 24, type: "VEC3" },
      { bufferView: 0, byteOffset: 288, componentType: 5126, count: 24, type: "VEC3" },
      { bufferView: 1, componentType: 5123, count: 36, type: "SCALAR" },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: 576 },
      { buffer: 0, byteOffset: 576, byteLength: 72 },
    ],
    buffers: [buffer],
  };
}

const text = (json: object) => new TextEncoder().encode(JSON.stringify(json));

function glb(json: object): Uint8Array {
  const plain = text(json);
  const length = Math.ceil(plain.length / 4) * 4;
  const out = new Uint8Array(12 + 8 + length + 8 + BINARY.length).fill(0x20);
  const view = new DataView(out.buffer);
  const words = [0x46546c67, 2, out.length, length, 0x4e4f534a];
  words.forEach((word, k) => {
    view.setUint32(4 * k, word, true);
  });
  out.set(plain, 20);
  view.setUint32(20 + length, BINARY.length, true);
  view.setUint32(24 + length, 0x004e4942, true);
  out.set(BINARY, 28 + length);
  return out;
}

const NODES = [
  { name: "root", children: [1], translation: [10, 0, 0] },
  { name: "part", mesh: 0, scale: [1, 2, 3], children: [2] },
  { name: "mirrored", mesh: 0, matrix: [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 5, 0, 1] },
];

function drawn(file: string, files: VisualFiles, extra: object = {}) {
  const visual: VisualInput = { type: "gltf", file, ...extra };
  return compileUntyped(
    { bodies: [{ name: "b", type: "static", visuals: [visual] }] },
    { ...defaultItems, visualFiles: files },
  );
}

const GLB = glb(document({ byteLength: BINARY.length }, NODES));

describe("glTF", () => {
  test("a GLB: nodes with their places, y turned up, closed and facing outward, also where mirrored", () => {
    const { visuals } = drawn("a.glb", new Map([["a.glb", GLB]]));
    expect(visuals.length).toBe(2);
    for (const visual of visuals) {
      const mesh = visual.build();
      expect(openEdges(mesh)).toBe(0);
      // a cube of volume 8, scaled by 1, 2 and 3
      expect(measure(mesh).volume).toBeCloseTo(48, 4);
      expect(leastAgreement(mesh)).toBeCloseTo(1, 5);
    }
    const { positions } = visuals[0].build();
    const extent = (k: number) => {
      const values = [...positions].filter((_, i) => i % 3 === k);
      return [Math.min(...values), Math.max(...values)];
    };
    // [x, y, z] → [x, −z, y]
    expect([extent(0), extent(1), extent(2)]).toEqual([[9, 11], [-3, 3], [-2, 2]]); // biome-ignore format: extents
  });

  test("a node by name has its own frame", () => {
    const { visuals } = drawn("a.glb", new Map([["a.glb", GLB]]), { node: "mirrored", up: "z", scale: 2 });
    expect(visuals.length).toBe(1);
    const mesh = visuals[0].build();
    expect(measure(mesh).volume).toBeCloseTo(64, 4);
    expect(Math.max(...mesh.positions)).toBe(2);
  });

  test("materials become looks: sRGB of a linear colour", () => {
    const { looks } = drawn("a.glb", new Map([["a.glb", GLB]]));
    // 0.31854678 is 0.6 in sRGB
    expect(looks).toMatchObject([{ color: "#ff9900", metalness: 0.25, roughness: 0.5, opacity: 0.5 }]);
  });

  test("the picture of a base colour: in a data URI, in the buffer, or a file beside it; other formats are left out", async () => {
    const pixel = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
      "base64",
    );
    const uri = `data:image/png;base64,${pixel.toString("base64")}`;
    const bytes = Buffer.concat([BINARY, pixel]);
    const buffer = {
      uri: `data:application/octet-stream;base64,${bytes.toString("base64")}`,
      byteLength: bytes.length,
    };
    const view = { buffer: 0, byteOffset: BINARY.length, byteLength: pixel.length };
    const withImage = (image: object) => {
      const json = document(buffer, NODES) as { bufferViews: object[]; materials: object[] };
      json.bufferViews.push(view);
      json.materials = [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }];
      return text({ ...json, textures: [{ source: 0 }], images: [image] });
    };
    const imageOf = (image: object, files: readonly (readonly [string, Uint8Array])[] = []) =>
      drawn("a.gltf", new Map([["a.gltf", withImage(image)], ...files])).looks[0].image;
    expect(imageOf({ uri })).toBe(uri);
    expect(imageOf({ bufferView: 2, mimeType: "image/png" })).toBe(uri);
    expect(imageOf({ uri: "paint%201.png" }, [["paint 1.png", pixel]])).toBe(uri);
    expect(imageOf({ uri: "paint.ktx2" }, [["paint.ktx2", Uint8Array.of(0xab, 0x4b)]])).toBeUndefined();
    const stored = new Map([
      ["a.gltf", withImage({ uri: "paint%201.png" })],
      ["paint 1.png", new Uint8Array(pixel)],
    ]);
    const spec = { bodies: [{ name: "b", visuals: [{ type: "gltf", file: "a.gltf" }] }] };
    expect([...(await readVisualFiles(spec, async (name) => stored.get(name))).keys()]).toEqual([...stored.keys()]);
  });

  test("a text file with its buffer beside it, read by name; and one with everything in a data URI", async () => {
    const beside = text(document({ uri: "cube%20data.bin", byteLength: BINARY.length }, NODES));
    const stored = new Map([
      ["a.gltf", beside],
      ["cube data.bin", BINARY],
    ]);
    const spec = { bodies: [{ name: "b", visuals: [{ type: "gltf", file: "a.gltf" }] }] };
    const files = await readVisualFiles(spec, async (name) => stored.get(name));
    expect([...files.keys()]).toEqual(["a.gltf", "cube data.bin"]);
    expect(measure(drawn("a.gltf", files).visuals[0].build()).volume).toBeCloseTo(48, 4);
    const uri = `data:model/gltf-binary;base64,${Buffer.from(GLB).toString("base64")}`;
    expect(measure(drawn(uri, new Map()).visuals[0].build()).volume).toBeCloseTo(48, 4);
  });

  test.for([
    ["a file that is not there", "b.glb", GLB, {}, "is not among those that were read"],
    ["another format", "a.glb", text({ hello: 1 }), {}, "no glTF"],
    ["a cut file", "a.glb", GLB.subarray(0, 200), {}, "ends before its last chunk does"],
    ["an unknown node", "a.glb", GLB, { node: "x" }, 'there is no node "x"'],
  ] as const)("%s: a warning, and the shapes are drawn", ([, file, bytes, extra, message]) => {
    const model = drawn(file, new Map([["a.glb", bytes]]), extra);
    expect(model.visuals).toEqual([]);
    expect(model.warnings.join()).toContain(message);
  });
});
