/** Trees of large meshes between runs: what is kept, where, and what happens when the files are damaged or cannot be written. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compile, createData, defaultItems, geometry, type ShapeSpec, type Spec, stateHash, step } from "stiction";
import { historicalItems } from "stiction/historical";
import { describe, expect, test } from "vitest";
import { cacheFolder, cachingItems, createTreeFiles } from "../../cli/tree-files.js";
import { cli, temporaryFolder } from "./run-cli.js";

const base = temporaryFolder();
let folders = 0;
const freshFolder = () => join(base, `cache-${folders++}`, "mesh-trees");

/** A cache that counts; every tree is slow enough by default. */
function counting(folder: string, options: { slowMs?: number; mostBytes?: number } = {}) {
  const warnings: string[] = [];
  const files = createTreeFiles({ folder, slowMs: 0, ...options, warn: (text) => warnings.push(text) });
  const counts = { gets: 0, found: 0, puts: 0 };
  const cache: geometry.TreeCache = {
    get(key) {
      counts.gets++;
      const bytes = files.get(key);
      if (bytes !== undefined) counts.found++;
      return bytes;
    },
    put(key, bytes) {
      counts.puts++;
      files.put(key, bytes);
    },
  };
  return { cache, counts, warnings };
}

/** A scene with a closed mesh of at least 20,000 triangles, from where trees are looked up, under two bodies; one of them falls. */
function scene(sections = 200): Spec {
  const { vertices, triangles } = geometry.torusMesh(1, 0.4, sections, 51);
  const rows = (list: ArrayLike<number>) =>
    Array.from({ length: list.length / 3 }, (_, i) => [list[3 * i], list[3 * i + 1], list[3 * i + 2]]);
  const ring = { type: "mesh", vertices: rows(vertices), faces: rows(triangles) } satisfies ShapeSpec;
  return {
    bodies: [
      { name: "left", type: "static", shapes: [ring] },
      { name: "right", type: "static", position: [4, 0, 0], shapes: [ring] },
      { name: "ball", position: [1, 0, 0.5], shapes: [{ type: "sphere", radius: 0.2 }] },
    ],
  };
}

/** The tree that a scene's first mesh got, and the state after some steps. */
function outcome(spec: Spec, cache?: geometry.TreeCache) {
  const model = compile(spec, cache === undefined ? defaultItems : { ...defaultItems, meshTrees: cache });
  const data = createData(model);
  for (let k = 0; k < 20; k++) step(model, data);
  const all = model.systems.collision.colliders;
  const colliders = all.filter(({ mesh }) => mesh);
  const tree = colliders[0].mesh?.tree as { bounds: Float32Array; order: Uint32Array; corners: Uint32Array };
  return { colliders, bounds: tree.bounds, order: tree.order, corners: tree.corners, hash: stateHash(data) };
}

function same(a: ReturnType<typeof outcome>, b: ReturnType<typeof outcome>): void {
  for (const key of ["bounds", "order", "corners"] as const) expect(Buffer.compare(raw(a[key]), raw(b[key]))).toBe(0);
  expect(a.hash).toBe(b.hash);
}
const raw = (view: ArrayBufferView) => Buffer.from(view.buffer, view.byteOffset, view.byteLength);

describe("a scene with a large mesh", () => {
  const spec = scene();
  const plain = outcome(spec);

  test("two bodies with the same mesh share one collider, so one tree", () => {
    expect(plain.colliders[0]).toBe(plain.colliders[1]);
  });

  test("the second load takes the tree from the file, bit by bit the same, and builds none", () => {
    const folder = freshFolder();
    const first = counting(folder);
    same(outcome(spec, first.cache), plain);
    expect(first.counts).toEqual({ gets: 1, found: 0, puts: 1 });
    expect(readdirSync(folder)).toHaveLength(1);
    const second = counting(folder);
    same(outcome(spec, second.cache), plain);
    expect(second.counts).toEqual({ gets: 1, found: 1, puts: 0 });
  });

  test("another mesh has another file", () => {
    const folder = freshFolder();
    outcome(spec, counting(folder).cache);
    outcome(scene(201), counting(folder).cache);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test("a small mesh is not looked up, and a tree that is built quickly not kept", () => {
    const folder = freshFolder();
    const small = counting(folder);
    outcome(scene(20), small.cache);
    expect(small.counts.gets).toBe(0);
    const quick = counting(folder, { slowMs: 60_000 });
    outcome(spec, quick.cache);
    expect(quick.counts).toEqual({ gets: 1, found: 0, puts: 1 });
    expect(() => readdirSync(folder)).toThrow();
  });

  test("a file that is empty, cut short, foreign or with one wrong bit is replaced by a good one", () => {
    const folder = freshFolder();
    outcome(spec, counting(folder).cache);
    const path = join(folder, readdirSync(folder)[0]);
    const good = readFileSync(path);
    const flipped = Buffer.from(good);
    flipped[good.length >> 1] ^= 4;
    for (const bytes of [Buffer.alloc(0), good.subarray(0, good.length - 7), Buffer.from("hello"), flipped]) {
      writeFileSync(path, bytes);
      const { cache, counts, warnings } = counting(folder);
      same(outcome(spec, cache), plain);
      expect(counts).toEqual({ gets: 1, found: 1, puts: 1 });
      expect(readFileSync(path).equals(good)).toBe(true);
      expect(warnings).toEqual([]);
    }
  });
});

describe("files", () => {
  const bytes = (size: number) => new Uint8Array(size).fill(size & 255);
  const keep = (cache: geometry.TreeCache, key: string, size: number) => {
    cache.get(key);
    cache.put(key, bytes(size));
  };

  test("what cannot be written is a warning, once, and leaves nothing behind", () => {
    // a file where the folder should be
    const folder = join(base, "in-the-way");
    writeFileSync(folder, "");
    const { cache, warnings } = counting(folder);
    keep(cache, "a", 100);
    keep(cache, "b", 100);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain("in-the-way");
    expect(cache.get("a")).toBeUndefined();
  });

  test.skipIf(process.platform !== "linux")("a full disk is a warning that says so", () => {
    // /dev/full takes nothing: every write ends with ENOSPC; drafts are led there by a link
    const folder = freshFolder();
    mkdirSync(folder, { recursive: true });
    symlinkSync("/dev/full", join(folder, `a.tree.${process.pid}.part`));
    const { cache, warnings } = counting(folder);
    keep(cache, "a", 100_000);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain("no space left");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("the least recently used go when room is needed; old drafts too; other files stay", () => {
    const folder = freshFolder();
    const { cache } = counting(folder, { mostBytes: 1000 });
    for (const [i, key] of ["a", "b", "c"].entries()) {
      keep(cache, key, 300);
      // the clock of the file system may be coarse
      utimesSync(join(folder, `${key}.tree`), 1000 + i, 1000 + i);
    }
    writeFileSync(join(folder, "note.txt"), "kept");
    writeFileSync(join(folder, "x.tree.1.part"), "left behind");
    utimesSync(join(folder, "x.tree.1.part"), 1000, 1000);
    // a is used again, so b is the oldest
    expect(cache.get("a")).toHaveLength(300);
    keep(cache, "d", 300);
    expect(readdirSync(folder).sort()).toEqual(["a.tree", "c.tree", "d.tree", "note.txt"]);
  });

  test("a read-only folder still serves what is in it", () => {
    const folder = freshFolder();
    keep(counting(folder).cache, "a", 300);
    chmodSync(join(folder, "a.tree"), 0o444);
    chmodSync(folder, 0o555);
    expect(counting(folder).cache.get("a")).toHaveLength(300);
    chmodSync(folder, 0o755);
  });
});

describe("the folder", () => {
  test("STICTION_CACHE, then XDG_CACHE_HOME if absolute, then the home folder; off and nowhere mean none", () => {
    const home = { HOME: "/ada" };
    expect(cacheFolder({ ...home, STICTION_CACHE: "here" })).toBe("here");
    expect(cacheFolder({ ...home, STICTION_CACHE: "off" })).toBeNull();
    expect(cacheFolder({ ...home, STICTION_CACHE: "", XDG_CACHE_HOME: "/var/cache/ada" })).toBe(
      "/var/cache/ada/stiction",
    );
    expect(cacheFolder({ ...home, XDG_CACHE_HOME: "relative" })).toBe("/ada/.cache/stiction");
    expect(cacheFolder(home)).toBe("/ada/.cache/stiction");
    expect(cacheFolder({ HOME: "" })).toBeNull();
  });

  test("the command line uses it, and runs as well without", async () => {
    const spec = join(base, "scene.json");
    writeFileSync(spec, JSON.stringify({ ...scene(), duration: 0.01 }));
    for (const STICTION_CACHE of ["off", join(base, "of-the-tool")]) {
      const { code, stderr } = await cli(["run", spec, "--quiet"], { env: { STICTION_CACHE } });
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    }
    // whether it keeps a tree of 20,400 triangles depends on how fast the machine is (slowMs above)
  });

  test("cachingItems are all registries and a cache", () => {
    const before = process.env.STICTION_CACHE;
    process.env.STICTION_CACHE = join(base, "items");
    expect(cachingItems()).toMatchObject({ ...historicalItems(defaultItems), meshTrees: expect.anything() });
    process.env.STICTION_CACHE = "off";
    expect(cachingItems()).toEqual(historicalItems(defaultItems));
    if (before === undefined) delete process.env.STICTION_CACHE;
    else process.env.STICTION_CACHE = before;
  });
});
