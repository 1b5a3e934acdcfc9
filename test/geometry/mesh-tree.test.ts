/** The flat tree over a mesh: structure, refit, bytes, cache, and queries against loops over all triangles. */
import { describe, expect, test } from "vitest";
import { bytesHash } from "../../src/data/hash.js";
import { icosphere, torusMesh } from "../../src/geometry/tessellate.js";
import { buildMeshTree, TREE_BUILD_VERSION } from "../../src/geometry/tree/build.js";
import { cachedMeshTree, meshTreeKey } from "../../src/geometry/tree/cached-tree.js";
import {
  createIndexSink,
  MAX_DEPTH,
  type MeshTree,
  NODE_STRIDE,
  SPLIT_RULES,
  treeCost,
} from "../../src/geometry/tree/mesh-tree.js";
import { nearestPoint } from "../../src/geometry/tree/nearest.js";
import { queryBox, queryPlane } from "../../src/geometry/tree/query.js";
import { refitMeshTree } from "../../src/geometry/tree/refit.js";
import { meshTreeFromBytes, meshTreeToBytes } from "../../src/geometry/tree/tree-bytes.js";
import { closestPointOnTriangle } from "../../src/geometry/triangle/closest-point.js";
import type { TriangleMesh } from "../../src/geometry/types.js";
import { allocatedBytes } from "../judges/allocation.js";
import { random, randomStarMesh } from "./random.js";

const FULL = process.env.STICTION_FULL === "1";

/** `expect` costs microseconds; inside loops over thousands of numbers this is quicker. */
function check(condition: boolean, text: string): void {
  if (!condition) expect.fail(text);
}

/** Triangles anywhere, of very different sizes; many overlap. */
function soup(rnd: () => number, n: number): TriangleMesh {
  const vertices: number[] = [];
  for (let t = 0; t < n; t++) {
    const c = [rnd() * 10, rnd() * 10, rnd() * 2];
    const size = 0.02 + (rnd() < 0.05 ? 2 : 0.2) * rnd();
    for (let k = 0; k < 9; k++) vertices.push(c[k % 3] + size * (rnd() - 0.5));
  }
  return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from({ length: 3 * n }, (_, i) => i) };
}

/** Boxes hold what is below them, tightly; leaves share out the slots. */
function checkTree(tree: MeshTree): void {
  const { bounds, links, corners, order, mesh } = tree;
  const slots = new Uint8Array(order.length);
  const triangles = new Uint8Array(order.length);
  let deepest = 0;
  const visit = (n: number, depth: number): number[] => {
    deepest = Math.max(deepest, depth);
    const o = NODE_STRIDE * n;
    const [first, count] = [links[o + 6], links[o + 7]];
    const inner = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    if (count > 0) {
      check(count <= tree.leafSize, "leaf size");
      for (let s = first; s < first + count; s++) {
        slots[s]++;
        triangles[order[s]]++;
        for (let c = 0; c < 3; c++) {
          check(corners[3 * s + c] === mesh.triangles[3 * order[s] + c], "corners follow the order");
          for (let k = 0; k < 3; k++) {
            const x = mesh.vertices[3 * corners[3 * s + c] + k];
            inner[k] = Math.min(inner[k], x);
            inner[3 + k] = Math.max(inner[3 + k], x);
          }
        }
      }
    } else {
      for (const child of [first, first + 1]) {
        const box = visit(child, depth + 1);
        for (let k = 0; k < 3; k++) {
          inner[k] = Math.min(inner[k], box[k]);
          inner[3 + k] = Math.max(inner[3 + k], box[3 + k]);
        }
      }
    }
    for (let k = 0; k < 3; k++) {
      // holds its triangles, by no more than one rounding to single precision (2⁻²³ relative)
      const [below, above] = [inner[k] - bounds[o + k], bounds[o + 3 + k] - inner[3 + k]];
      check(below >= 0 && above >= 0, `node ${n} does not hold its triangles`);
      check(below <= Math.abs(inner[k]) * 2 ** -23 + 1e-44, `node ${n} is not tight below`);
      check(above <= Math.abs(inner[3 + k]) * 2 ** -23 + 1e-44, `node ${n} is not tight above`);
    }
    return inner;
  };
  visit(0, 0);
  expect(deepest).toBe(tree.depth);
  expect(slots.every((n) => n === 1) && triangles.every((n) => n === 1)).toBe(true);
}

describe("building", () => {
  test.each(SPLIT_RULES)("%s: boxes hold their triangles, every triangle is in one leaf", (rule) => {
    const rnd = random(1);
    for (const leafSize of [1, 3, 8]) {
      checkTree(buildMeshTree(soup(rnd, 500), { rule, leafSize }));
      checkTree(buildMeshTree(randomStarMesh(rnd, 2), { rule, leafSize }));
    }
    checkTree(buildMeshTree(soup(rnd, 1), { rule }));
  });

  test("centroid: leaves of one triangle, 2n − 1 nodes; the defaults", () => {
    const mesh = soup(random(2), 300);
    const tree = buildMeshTree(mesh, { rule: "centroid" });
    expect(tree.nodeCount - 1).toBe(2 * 300 - 1);
    expect(buildMeshTree(mesh).rule).toBe("sah");
  });

  test("hostile input stays shallow: one point, one line, powers of two", () => {
    const n = 3000;
    const triangles = Uint32Array.from({ length: 3 * n }, (_, i) => i);
    const same = new Float64Array(9 * n).fill(1);
    const line = Float64Array.from({ length: 9 * n }, (_, i) => (i % 3 === 0 ? Math.floor(i / 9) : 0));
    const geometric = Float64Array.from({ length: 9 * n }, (_, i) => 2 ** -Math.floor(i / 27));
    const huge = Float64Array.from({ length: 9 * n }, (_, i) => (i % 2 ? 1e50 : -1e50) + i);
    for (const vertices of [same, line, geometric, huge]) {
      for (const rule of SPLIT_RULES) {
        const tree = buildMeshTree({ vertices, triangles }, { rule });
        expect(tree.depth).toBeLessThanOrEqual(MAX_DEPTH);
        if (vertices !== huge) checkTree(tree);
      }
    }
  });

  test("the same bytes every time; cheaper rays by the cost rule", () => {
    const mesh = torusMesh(1, 0.4, 60, 30);
    const [a, b] = [buildMeshTree(mesh), buildMeshTree(mesh)];
    expect(bytesHash(meshTreeToBytes(a))).toBe(bytesHash(meshTreeToBytes(b)));
    const cost = (rule: (typeof SPLIT_RULES)[number]) => treeCost(buildMeshTree(mesh, { rule, leafSize: 4 }));
    for (const rule of SPLIT_RULES) expect(cost("sah")).toBeLessThanOrEqual(cost(rule));
  });

  test("refuses what it cannot do", () => {
    const mesh = soup(random(3), 2);
    expect(() => buildMeshTree(mesh, { leafSize: 0 })).toThrow("whole number from 1 to 255");
    expect(() => buildMeshTree(mesh, { rule: "best" as "sah" })).toThrow('unknown split rule "best"');
    expect(() => buildMeshTree({ vertices: new Float64Array(0), triangles: new Uint32Array(0) })).toThrow("no tree");
  });
});

describe("refit", () => {
  test.each(SPLIT_RULES)("%s: boxes follow the vertices", (rule) => {
    const rnd = random(4);
    const mesh = randomStarMesh(rnd, 3);
    const tree = buildMeshTree(mesh, { rule });
    for (let step = 0; step < 5; step++) {
      for (let i = 0; i < mesh.vertices.length; i++) mesh.vertices[i] += 0.3 * (rnd() - 0.5);
      refitMeshTree(tree);
      checkTree(tree);
    }
  });

  test("of an unchanged mesh changes nothing, and allocates nothing", () => {
    const mesh = randomStarMesh(random(5), 3);
    const tree = buildMeshTree(mesh);
    const before = bytesHash(meshTreeToBytes(tree));
    for (let k = 0; k < 20; k++) refitMeshTree(tree);
    expect(bytesHash(meshTreeToBytes(tree))).toBe(before);
    // 1280 triangles; a boxed number each would be 20 kB
    expect(allocatedBytes(() => refitMeshTree(tree), 7_200)).toBeLessThan(8_000);
  });
});

describe("bytes", () => {
  const mesh = randomStarMesh(random(6), 2);

  test.each(SPLIT_RULES)("%s: there and back", (rule) => {
    const tree = buildMeshTree(mesh, { rule, leafSize: 2 });
    const back = meshTreeFromBytes(mesh, meshTreeToBytes(tree));
    expect(back).toEqual({ ok: true, tree });
  });

  test("at an odd offset, as read from a file", () => {
    const bytes = meshTreeToBytes(buildMeshTree(mesh));
    const file = new Uint8Array(bytes.length + 5);
    file.set(bytes, 3);
    expect(meshTreeFromBytes(mesh, file.subarray(3, 3 + bytes.length)).ok).toBe(true);
  });

  test("damaged or foreign bytes are refused with a reason", () => {
    const bytes = meshTreeToBytes(buildMeshTree(mesh));
    const reason = (change: (words: Int32Array) => void, cut = 0) => {
      const copy = bytes.slice(0, bytes.length - cut);
      change(new Int32Array(copy.buffer));
      const result = meshTreeFromBytes(mesh, copy);
      return result.ok ? "accepted" : result.message;
    };
    expect(reason(() => {})).toBe("accepted");
    expect(reason((w) => (w[0] = 7))).toMatch("not a mesh tree");
    expect(reason((w) => (w[1] = 99))).toMatch("version 99");
    expect(reason((w) => (w[2] = 99))).toMatch("header");
    expect(reason((w) => (w[4] = 99))).toMatch("99 triangles");
    expect(reason(() => {}, 4)).toMatch("length");
    expect(reason((w) => (w[8 + 6] = 0))).toMatch("links");
    expect(reason((w) => (w[w.length - 1] = w[w.length - 2]))).toMatch("links");
    expect(meshTreeFromBytes(mesh, new Uint8Array(3))).toMatchObject({ ok: false });
    // one bit anywhere in the links or the order is never accepted as something that could loop or read outside
    const rnd = random(7);
    for (let i = 0; i < 300; i++) {
      const copy = bytes.slice();
      copy[Math.floor(rnd() * copy.length)] ^= 1 << Math.floor(rnd() * 8);
      const result = meshTreeFromBytes(mesh, copy);
      if (result.ok) {
        const sink = createIndexSink(mesh.triangles.length);
        queryBox(result.tree, Float64Array.of(-99, -99, -99, 99, 99, 99), 0, sink);
        expect(sink.count).toBeLessThanOrEqual(mesh.triangles.length / 3);
      }
    }
  });

  test("cache by content: built once, again when the mesh or an option changes or the bytes are damaged", () => {
    const store = new Map<string, Uint8Array>();
    let puts = 0;
    const cache = {
      get: (key: string) => store.get(key),
      put: (key: string, bytes: Uint8Array) => {
        puts++;
        store.set(key, bytes);
      },
    };
    const build = (m: TriangleMesh, rule: "sah" | "median") => cachedMeshTree(m, { rule }, cache, bytesHash);
    const first = build(mesh, "sah");
    expect(build(mesh, "sah")).toEqual(first);
    expect(puts).toBe(1);
    build(mesh, "median");
    expect(puts).toBe(2);
    const moved = { vertices: mesh.vertices.map((x) => x + 1), triangles: mesh.triangles };
    build(moved, "sah");
    expect(puts).toBe(3);
    // cut short, of another mesh of the same size, and one bit anywhere, in boxes too: never used, and mended
    const key = meshTreeKey(mesh, { rule: "sah" }, bytesHash);
    const good = store.get(key) as Uint8Array;
    const spoilt: Uint8Array[] = [0, 1, 40, 100, good.length - 1].map((length) => good.slice(0, length));
    spoilt.push(store.get(meshTreeKey(moved, { rule: "sah" }, bytesHash)) as Uint8Array);
    const wanted = bytesHash(meshTreeToBytes(first));
    const rnd = random(17);
    for (let i = 0; i < 300; i++) {
      const copy = good.slice();
      copy[Math.floor(rnd() * copy.length)] ^= 1 << Math.floor(rnd() * 8);
      spoilt.push(copy);
    }
    for (const bytes of spoilt) {
      store.set(key, bytes);
      puts = 0;
      check(bytesHash(meshTreeToBytes(build(mesh, "sah"))) === wanted, "another tree");
      expect(puts).toBe(1);
      check(bytesHash(store.get(key) as Uint8Array) === bytesHash(good), "not mended");
    }
  });

  test("the trees on record: other ones need another TREE_BUILD_VERSION, or old files would be used", () => {
    const hashes = SPLIT_RULES.map((rule) => bytesHash(meshTreeToBytes(buildMeshTree(icosphere(1, 3), { rule }))));
    expect({ version: TREE_BUILD_VERSION, hashes }).toEqual({
      version: 1,
      hashes: ["ced78c6847d8166f", "445ff630f23c82f7", "a292d0544c9f68dc", "87cecf2c27ec90a3"],
    });
  });
});

describe("queries report the same triangles as a loop over all", () => {
  const count = FULL ? 20_000 : 200;
  const rnd = random(8);
  const mesh = soup(rnd, 1500);
  const trees = SPLIT_RULES.map((rule) => buildMeshTree(mesh, { rule }));
  const triangles = Array.from({ length: 1500 }, (_, t) =>
    [0, 1, 2].map((c) => [0, 1, 2].map((k) => mesh.vertices[3 * mesh.triangles[3 * t + c] + k])),
  );
  const low = (t: number[][], k: number) => Math.min(t[0][k], t[1][k], t[2][k]);
  const high = (t: number[][], k: number) => Math.max(t[0][k], t[1][k], t[2][k]);
  const axes = [0, 1, 2];
  let reported = 0;

  function same(run: (tree: MeshTree, sink: ReturnType<typeof createIndexSink>) => void, expected: number[]): void {
    for (const tree of trees) {
      const sink = createIndexSink(1500);
      run(tree, sink);
      reported += sink.count;
      const found = sink.items.subarray(0, sink.count).sort();
      check(found.join() === expected.join(), `${tree.rule}: found ${found}, expected ${expected}`);
    }
  }
  const where = (test: (t: number[][]) => boolean) => triangles.flatMap((t, i) => (test(t) ? [i] : []));
  const point = () => [rnd() * 12 - 1, rnd() * 12 - 1, rnd() * 4 - 1];

  test("box", () => {
    for (let i = 0; i < count; i++) {
      const c = point();
      const h = [rnd() * 2, rnd() * 2, rnd() * 2];
      // sometimes exactly at a vertex
      if (i % 3 === 0) for (const k of axes) c[k] = triangles[i % 1500][0][k] + h[k];
      const box = Float64Array.from([0, ...axes.map((k) => c[k] - h[k]), ...axes.map((k) => c[k] + h[k])]);
      const expected = where((t) => axes.every((k) => low(t, k) <= box[4 + k] && high(t, k) >= box[1 + k]));
      same((tree, sink) => queryBox(tree, box, 1, sink), expected);
    }
    expect(reported).toBeGreaterThan(count);
  });

  test("plane", () => {
    for (let i = 0; i < count; i++) {
      const n = [rnd() - 0.5, rnd() - 0.5, rnd() - 0.5];
      const length = Math.hypot(...n);
      const [x, y, z] = i % 4 === 0 ? [0, 0, i % 8 ? 1 : -1] : n.map((c) => c / length);
      const at = triangles[i % 1500][0];
      const d = x * at[0] + y * at[1] + z * at[2];
      const margin = i % 2 ? 0 : 0.1;
      const expected = where((t) => t.some((v) => x * v[0] + y * v[1] + z * v[2] <= d + margin));
      same((tree, sink) => queryPlane(tree, Float64Array.of(x, y, z, d, margin), 0, sink), expected);
    }
  });

  test("nearest point", () => {
    for (let i = 0; i < count; i++) {
      // also from corners, where several triangles may be equally near
      const p = Float64Array.from(i % 3 === 0 ? triangles[i % 1500][i % 3] : point());
      const found = new Float64Array(4);
      let [best, nearest] = [Infinity, -1];
      for (let t = 0; t < 1500; t++) {
        closestPointOnTriangle(mesh.vertices, 3 * t, 3 * t + 1, 3 * t + 2, p, 0, found, 0);
        if (found[3] < best) [best, nearest] = [found[3], t];
      }
      for (const tree of trees) {
        const out = Float64Array.of(0, 0, 0, Infinity, 0);
        expect(nearestPoint(tree, p, 0, out, 0)).toBe(nearest);
        expect(out[3]).toBe(best);
        // nothing within a smaller limit
        out[3] = best * 0.999;
        if (best > 0) expect(nearestPoint(tree, p, 0, out, 0)).toBe(-1);
      }
    }
  });

  test("nearest point at a shared vertex: the lowest triangle, whatever the tree", () => {
    const star = randomStarMesh(random(10), 2);
    const order = SPLIT_RULES.map((rule) => buildMeshTree(star, { rule }));
    for (let v = 0; 3 * v < star.vertices.length; v++) {
      const lowest = Math.floor(star.triangles.indexOf(v) / 3);
      for (const tree of order) {
        const out = Float64Array.of(0, 0, 0, Infinity, 0);
        check(nearestPoint(tree, star.vertices, 3 * v, out, 0) === lowest && out[3] === 0, `vertex ${v}`);
      }
    }
  });

  test("a full sink says so and keeps what fits", () => {
    const sink = createIndexSink(7);
    queryBox(trees[0], Float64Array.of(-9, -9, -9, 99, 99, 99), 0, sink);
    expect([sink.count, sink.overflow]).toEqual([7, true]);
  });

  test("nothing is allocated", () => {
    const sink = createIndexSink(1500);
    const box = Float64Array.of(2, 2, 0, 4, 4, 2);
    const plane = Float64Array.of(0, 0, 1, 0.2, 0);
    const out = new Float64Array(5);
    const go = () => {
      for (let i = 0; i < 1000; i++) {
        sink.count = 0;
        queryBox(trees[0], box, 0, sink);
        sink.count = 0;
        queryPlane(trees[0], plane, 0, sink);
        out[3] = 1e9;
        nearestPoint(trees[0], box, 0, out, 0);
      }
    };
    for (let k = 0; k < 3; k++) go();
    // 3000 queries; a boxed number each would be 48 kB
    expect(allocatedBytes(go, 14_400)).toBeLessThan(16_000);
  });
});
