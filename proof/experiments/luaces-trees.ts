import { atMost, defineExperiment, error, near } from "../experiment.js";
import { seeded } from "../reference/random.js";

/** Triangles of V37 against (0,0,0)(2,0,0)(0,2,0): crossing, parallel, coplanar, touching at a vertex. */
const OTHERS: readonly (readonly [name: string, crosses: boolean, corners: readonly number[]])[] = [
  ["crossing", true, [0.5, 0.5, -1, 0.5, 0.5, 1, 1.5, 1.5, 1]],
  ["parallel", false, [0, 0, 1, 2, 0, 1, 0, 2, 1]],
  ["coplanar", false, [0.5, 0.5, 0, 1.5, 0.5, 0, 0.5, 1.5, 0]],
  ["vertex", false, [0.5, 0.5, 0, 0.5, 0.5, 1, 1.5, 1.5, 1]],
];

/** V37: the tie policy `exclude` counts proper crossings only, as the source does. */
export const luacesV37 = defineExperiment({
  id: "luaces.v37",
  title: "Pairs of triangles",
  reference: "[Luaces2013] V37: crossing → segment; parallel, coplanar, touching at a vertex → none.",
  rows: {
    wrong: error("cases decided otherwise", "1", 0, "a decision"),
    length: near("length of the segment", "m", 0.5 * Math.SQRT2, 1e-15, "round-off of one interpolation"),
  },
  *measure({ geometry }) {
    const { APART, CROSSING } = geometry;
    const base = Float64Array.of(0, 0, 0, 2, 0, 0, 0, 2, 0);
    let wrong = 0;
    let length = 0;
    for (const [, crosses, corners] of OTHERS) {
      const out = geometry.createCrossing();
      const found = geometry.intersectTriangles(base, 0, 1, 2, Float64Array.from(corners), 0, 1, 2, "exclude", out);
      if (found !== crosses || (out.kind === CROSSING) !== crosses || (out.kind === APART) === crosses) wrong++;
      if (crosses) length = Math.hypot(...[0, 1, 2].map((k) => out.point[3 + k] - out.point[k]));
    }
    yield ["wrong", wrong];
    yield ["length", length];
  },
});

/** Boxes (min, max) of n random triangles of size 0.1 in a unit cube, as a mesh. */
function soup(n: number, seed: number) {
  const random = seeded(seed);
  const vertices = new Float64Array(9 * n);
  for (let i = 0; i < n; i++) {
    const center = [random(), random(), random()];
    for (let k = 0; k < 9; k++) vertices[9 * i + k] = center[k % 3] + 0.1 * (random() - 0.5);
  }
  return { vertices, triangles: Uint32Array.from({ length: 3 * n }, (_, i) => i) };
}

function boxesMeet(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  for (let k = 0; k < 3; k++) if (a[6 * i + k] > b[6 * j + 3 + k] || b[6 * j + k] > a[6 * i + 3 + k]) return false;
  return true;
}

/** V40: two trees walked together find the pairs that comparing all with all finds. */
export const luacesV40 = defineExperiment({
  id: "luaces.v40",
  title: "Trees over meshes against brute force",
  reference:
    "[Luaces2013] V40, S07, S09: identical pair lists on random meshes of 1,500 triangles, far fewer tests than n².",
  rows: {
    differing: error("pairs in one list only", "1", 0, "sets of integers"),
    tests: atMost(
      "box tests, as part of n²",
      "1",
      0.2,
      "a bound that any tree worth its name keeps; the count is printed",
    ),
  },
  *measure({ geometry, historical }) {
    const n = 1500;
    const [a, b] = [soup(n, 40), soup(n, 41)];
    const trees = [a, b].map((mesh) => geometry.buildMeshTree(mesh));
    const sink = geometry.createPairSink(1 << 20);
    geometry.treePairs(trees[0], trees[1], Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), sink);
    const found = new Set(Array.from({ length: sink.count }, (_, i) => sink.pairs[2 * i] * n + sink.pairs[2 * i + 1]));
    const [boxA, boxB] = [a, b].map((mesh) => historical.boxesOfTriangles(mesh.vertices, mesh.triangles));
    let differing = 0;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) if (boxesMeet(boxA, i, boxB, j) !== found.has(i * n + j)) differing++;
    }
    yield ["differing", differing];
    yield ["tests", (sink.nodeTests + sink.count) / (n * n)];
  },
});

/** Whether a triangle and a box meet, by the 13 directions that can separate them. */
function triangleMeetsBox(corners: Float64Array, box: Float64Array): boolean {
  const axes = [0, 1, 2];
  const p = axes.map((c) => axes.map((k) => corners[3 * c + k]));
  const cross = (a: number[], b: number[]) =>
    axes.map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
  const edges = axes.map((c) => axes.map((k) => p[(c + 1) % 3][k] - p[c][k]));
  const unit = axes.map((j) => axes.map((k) => (j === k ? 1 : 0)));
  const directions = [...unit, cross(edges[0], edges[1]), ...edges.flatMap((e) => unit.map((u) => cross(e, u)))];
  return directions.every((d) => {
    const low = axes.reduce((sum, k) => sum + Math.min(d[k] * box[k], d[k] * box[3 + k]), 0);
    const high = axes.reduce((sum, k) => sum + Math.max(d[k] * box[k], d[k] * box[3 + k]), 0);
    const shadow = p.map((q) => d[0] * q[0] + d[1] * q[1] + d[2] * q[2]);
    return Math.min(...shadow) <= high && Math.max(...shadow) >= low;
  });
}

/** Points of a grid of 1/8 that a tree of the octahedron |x| + |y| + |z| = 1 puts on another side of it. */
function wronglyInside(tree: { classify(p: Float64Array, po: number): number }): number {
  const ticks = Array.from({ length: 21 }, (_, i) => (i - 10) / 8);
  let wrong = 0;
  for (const x of ticks) {
    for (const y of ticks) {
      for (const z of ticks) {
        const side = Math.sign(1 - Math.abs(x) - Math.abs(y) - Math.abs(z));
        if (tree.classify(Float64Array.of(x, y, z), 0) !== side) wrong++;
      }
    }
  }
  return wrong;
}

/** V41: trees of scenery against brute force, and a convex solid cut by its own facets. */
export const luacesV41 = defineExperiment({
  id: "luaces.v41",
  title: "Octree, k-d tree and BSP tree",
  reference:
    "[Luaces2013] V41: identical candidates after the narrow test; a convex polyhedron split by its own facets has the depth of its facet count.",
  rows: {
    octree: error("candidates that differ, octree", "1", 0, "sets of integers"),
    "kd-tree": error("candidates that differ, k-d tree", "1", 0, "sets of integers"),
    bsp: error("triangles that meet the box, in one list only, BSP tree", "1", 0, "sets of integers"),
    inside: error("points of a grid decided otherwise than by |x| + |y| + |z| ⋚ 1", "1", 0, "decisions, exact"),
    depth: near("depth of the BSP tree of an octahedron", "1", 8, 0, "a count: 8 facets"),
    "depth-of-box": near("depth of the BSP tree of a box", "1", 6, 0, "a count: 6 facets of two triangles"),
  },
  *measure({ geometry, historical }) {
    const mesh = soup(1000, 43);
    const boxes = historical.boxesOfTriangles(mesh.vertices, mesh.triangles);
    const random = seeded(44);
    const queries = Array.from({ length: 200 }, () => {
      const min = [random(), random(), random()];
      return Float64Array.from([...min, ...min.map((m) => m + 0.2 * random())]);
    });
    for (const [key, tree] of [
      ["octree", historical.buildOctree(boxes)],
      ["kd-tree", historical.buildKdTree(boxes)],
    ] as const) {
      let differing = 0;
      for (const query of queries) {
        const sink = geometry.createIndexSink(1000);
        tree.query(query, 0, sink);
        const found = new Set(sink.items.slice(0, sink.count));
        for (let i = 0; i < 1000; i++) if (boxesMeet(boxes, i, query, 0) !== found.has(i)) differing++;
      }
      yield [key, differing];
    }
    const few = soup(200, 45);
    const boxesOfFew = historical.boxesOfTriangles(few.vertices, few.triangles);
    const bsp = historical.buildBspTree(few);
    let differing = 0;
    for (const query of queries) {
      const sink = geometry.createIndexSink(bsp.count);
      bsp.query(query, 0, sink);
      const found = new Set(sink.items.slice(0, sink.count));
      for (let i = 0; i < bsp.count; i++) {
        // it may leave out a triangle whose box alone meets the query, and no other
        const expected = triangleMeetsBox(few.vertices.subarray(9 * i, 9 * i + 9), query);
        if (found.has(i) ? !boxesMeet(boxesOfFew, i, query, 0) : expected) differing++;
      }
    }
    yield ["bsp", differing];
    yield ["inside", wronglyInside(historical.buildBspTree(geometry.polyhedronToMesh(geometry.octahedron(1))))];
    // facets whose corners are exact numbers, so that coplanar triangles are coplanar
    const depthOf = (solid: ReturnType<typeof geometry.octahedron>) =>
      historical.buildBspTree(geometry.polyhedronToMesh(solid)).depth;
    yield ["depth", depthOf(geometry.octahedron(1))];
    yield ["depth-of-box", depthOf(geometry.boxSolid(1, 2, 3))];
  },
});
