import { describe, expect, test } from "vitest";
import { buildHalfEdges, groupEdges } from "../../src/geometry/half-edge.js";
import { heightFieldMesh } from "../../src/geometry/height-field.js";
import { inspectMesh, type MeshProblemKind } from "../../src/geometry/mesh.js";
import { flipMesh, polyhedronToMesh, weldMesh } from "../../src/geometry/mesh-edit.js";
import { boxSolid, cube } from "../../src/geometry/solids.js";
import { cylinderMesh, icosphere, torusMesh } from "../../src/geometry/tessellate.js";
import type { TriangleMesh } from "../../src/geometry/types.js";
import { random, randomHullMesh, randomStarMesh } from "./random.js";

const box = () => polyhedronToMesh(boxSolid(1, 1, 1));
const kinds = (mesh: TriangleMesh) => inspectMesh(mesh).problems.map((p) => p.kind);

function join(...meshes: TriangleMesh[]): TriangleMesh {
  let offset = 0;
  const triangles: number[] = [];
  for (const m of meshes) {
    for (const v of m.triangles) triangles.push(v + offset);
    offset += m.vertices.length / 3;
  }
  return {
    vertices: Float64Array.from(meshes.flatMap((m) => [...m.vertices])),
    triangles: Uint32Array.from(triangles),
  };
}

function shifted(mesh: TriangleMesh, x: number, y: number, z: number): TriangleMesh {
  return { vertices: mesh.vertices.map((c, i) => c + [x, y, z][i % 3]), triangles: mesh.triangles };
}

function without(mesh: TriangleMesh, t: number): TriangleMesh {
  return { vertices: mesh.vertices, triangles: mesh.triangles.filter((_, i) => Math.floor(i / 3) !== t) };
}

describe("good meshes", () => {
  test("solids, non-convex and with holes through them, have no problems", () => {
    const meshes = [box(), icosphere(1, 2), torusMesh(1, 0.3, 12, 8), cylinderMesh(0.5, 1, 9)];
    for (let seed = 0; seed < 40; seed++)
      meshes.push(seed % 2 ? randomStarMesh(random(seed)) : randomHullMesh(random(seed)));
    for (const mesh of meshes) {
      const report = inspectMesh(mesh);
      expect(report.problems).toEqual([]);
      expect([report.closed, report.oriented, report.components]).toEqual([true, true, 1]);
      expect(report.volume).toBeGreaterThan(0);
    }
  });

  test("a cavity is not inside out, and two bodies may be one mesh", () => {
    const hollow = join(polyhedronToMesh(boxSolid(2, 2, 2)), flipMesh(box()));
    expect(inspectMesh(hollow)).toMatchObject({ closed: true, components: 2, volume: 64 - 8, problems: [] });
    const pair = join(box(), shifted(box(), 5, 0, 0));
    expect(inspectMesh(pair)).toMatchObject({ closed: true, components: 2, volume: 16, problems: [] });
  });
});

describe("each problem, by hand", () => {
  test("a missing triangle leaves three open edges, named by triangle and vertices", () => {
    const mesh = without(box(), 4);
    const report = inspectMesh(mesh);
    expect(report.closed).toBe(false);
    expect(report.volume).toBeNaN();
    expect(report.problems).toHaveLength(1);
    const [problem] = report.problems;
    expect(problem.kind).toBe("open-edge");
    expect(problem.elements).toHaveLength(3);
    const removed = [...box().triangles.subarray(12, 15)];
    for (const h of problem.elements) expect(removed).toContain(mesh.triangles[h]);
    expect(problem.message).toMatch(
      /^the mesh is open: edge \d+–\d+ of triangle \d+ has no neighbour, and 2 more like it$/,
    );
  });

  test("a turned-over triangle", () => {
    const mesh = box();
    const triangles = mesh.triangles.slice();
    [triangles[10], triangles[11]] = [triangles[11], triangles[10]];
    const report = inspectMesh({ ...mesh, triangles });
    expect(report.problems.map((p) => p.kind)).toEqual(["inconsistent-orientation"]);
    expect(report.problems[0].elements).toHaveLength(6);
    expect(report.problems[0].elements.filter((h) => Math.floor(h / 3) === 3)).toHaveLength(3);
    expect([report.closed, report.oriented]).toEqual([true, false]);
  });

  test("inside out, as a whole and in part", () => {
    const report = inspectMesh(flipMesh(box()));
    expect(report.volume).toBe(-8);
    expect(report.problems).toEqual([
      { kind: "inside-out", message: "the mesh is inside out: its volume is -8 m³", elements: [0] },
    ]);
    const part = inspectMesh(join(icosphere(1, 1), flipMesh(shifted(cubeMesh(0.3), 4, 0, 0))));
    expect(part.problems.map((p) => [p.kind, ...p.elements])).toEqual([["inside-out", 80]]);
  });

  test("vertices: not finite, duplicate, out of range", () => {
    const nan = box();
    nan.vertices[7] = NaN;
    expect(inspectMesh(nan).problems).toEqual([
      { kind: "non-finite-vertex", message: "vertex 2 is at [-1, NaN, -1], not at finite coordinates", elements: [2] },
    ]);
    const wrong = box();
    wrong.triangles[13] = 8;
    expect(inspectMesh(wrong).problems).toEqual([
      { kind: "index-out-of-range", message: "triangle 4 refers to vertex 8 of 8", elements: [4] },
    ]);
    // each triangle with its own three vertices, as STL files have them
    const soup: TriangleMesh = {
      vertices: Float64Array.from([...box().triangles].flatMap((v) => [...box().vertices.subarray(3 * v, 3 * v + 3)])),
      triangles: Uint32Array.from({ length: 36 }, (_, i) => i),
    };
    expect(kinds(soup)).toEqual(["duplicate-vertex", "open-edge"]);
    expect(inspectMesh(soup).problems[0].elements).toHaveLength(36 - 8);
    expect(inspectMesh(weldMesh(soup))).toMatchObject({ closed: true, volume: 8, problems: [] });
  });

  test("triangles without area: repeated vertex, and three different points in a line", () => {
    const mesh = box();
    expect(kinds({ ...mesh, triangles: Uint32Array.from([...mesh.triangles, 0, 0, 1]) })).toContain(
      "degenerate-triangle",
    );
    // the box edge 0–1 is split at its middle on one side only, and the gap filled with a flat triangle
    const sliver: TriangleMesh = {
      vertices: Float64Array.of(0, 0, 0, 3, 3, 3, 1, 1, 1),
      triangles: Uint32Array.of(0, 1, 2),
    };
    const report = inspectMesh(sliver);
    expect(report.problems[0]).toMatchObject({ kind: "degenerate-triangle", elements: [0] });
  });

  test("an edge with four triangles: two boxes glued along an edge", () => {
    const glued = weldMesh(join(box(), shifted(box(), 2, 2, 0)));
    const report = inspectMesh(glued);
    expect(report.closed).toBe(false);
    expect(report.problems.map((p) => p.kind)).toEqual(["non-manifold-edge"]);
    expect(report.problems[0].message).toMatch(/^edge \d+–\d+ is shared by 4 triangles \(\d+, \d+, \d+, \d+\)$/);
    const ends = report.problems[0].elements.map((h) => glued.triangles[h]);
    for (const v of ends) expect([...glued.vertices.subarray(3 * v, 3 * v + 2)]).toEqual([1, 1]);
  });

  test("two boxes that touch in a corner", () => {
    const touching = weldMesh(join(box(), shifted(box(), 2, 2, 2)));
    const report = inspectMesh(touching);
    expect(report).toMatchObject({ closed: true, oriented: true, components: 2, volume: 16 });
    expect(report.problems.map((p) => [p.kind, ...p.elements])).toEqual([["non-manifold-vertex", 7]]);
  });

  test("no volume, no triangles, wrong lengths", () => {
    const flat = box();
    for (let i = 2; i < 24; i += 3) flat.vertices[i] = 0.3;
    expect(kinds(flat)).toContain("zero-volume");
    expect(kinds({ vertices: new Float64Array(9), triangles: new Uint32Array(0) })).toEqual(["malformed"]);
    expect(kinds({ vertices: new Float64Array(10), triangles: new Uint32Array(3) })).toEqual(["malformed"]);
    expect(kinds({ vertices: new Float64Array(9), triangles: new Uint32Array(4) })).toEqual(["malformed"]);
    // thin, but not flat
    const thin = polyhedronToMesh(boxSolid(1, 1, 1e-9));
    expect(kinds(thin)).toEqual([]);
  });

  test("a flat mesh that was turned has no volume either", () => {
    const sheet: TriangleMesh = {
      vertices: Float64Array.of(0.1, 0.2, 0.3, 1.1, 0.4, 0.7, 0.3, 1.3, 0.2, 0, 0, 0).map((x) => x / 3),
      triangles: Uint32Array.of(0, 1, 2, 0, 2, 1),
    };
    expect(kinds(sheet)).toEqual(["zero-volume"]);
  });
});

function cubeMesh(r: number): TriangleMesh {
  return polyhedronToMesh(cube(r));
}

describe("half-edges", () => {
  test("closed meshes: twins point back, run the other way, and next goes around the triangle", () => {
    for (const mesh of [box(), torusMesh(1, 0.3, 9, 5), randomStarMesh(random(5), 2)]) {
      const { origin, twin, next, face, leaving } = buildHalfEdges(mesh);
      expect(groupEdges(mesh).count).toBe(origin.length / 2);
      for (let h = 0; h < origin.length; h++) {
        expect(twin[twin[h]]).toBe(h);
        expect(origin[twin[h]]).toBe(origin[next[h]]);
        expect(origin[next[twin[h]]]).toBe(origin[h]);
        expect(next[next[next[h]]]).toBe(h);
        expect(face[h]).toBe(Math.floor(h / 3));
      }
      for (let v = 0; v < leaving.length; v++) expect(origin[leaving[v]]).toBe(v);
    }
  });

  test("open meshes: −1 exactly along the border, and the border half-edge leaves a border vertex", () => {
    const grid = heightFieldMesh({ nx: 4, ny: 3, dx: 1, dy: 1, heights: new Float64Array(12) });
    const { origin, twin, next, leaving } = buildHalfEdges(grid);
    const onBorder = (v: number) => v % 4 === 0 || v % 4 === 3 || v < 4 || v >= 8;
    expect([...twin].filter((t) => t < 0)).toHaveLength(2 * (3 + 2));
    twin.forEach((t, h) => {
      if (t < 0) expect([onBorder(origin[h]), onBorder(origin[next[h]])]).toEqual([true, true]);
    });
    for (let v = 0; v < leaving.length; v++) expect(twin[leaving[v]] < 0).toBe(onBorder(v));
  });

  test("a turned-over triangle and an edge of three triangles have no twins", () => {
    const turned = box();
    [turned.triangles[10], turned.triangles[11]] = [turned.triangles[11], turned.triangles[10]];
    const { twin } = buildHalfEdges(turned);
    expect([...twin.subarray(9, 12)]).toEqual([-1, -1, -1]);
    expect([...twin].filter((t) => t < 0)).toHaveLength(6);
    const tripod = { vertices: new Float64Array(15), triangles: Uint32Array.of(0, 1, 2, 1, 0, 3, 0, 1, 4) };
    expect([...buildHalfEdges(tripod).twin]).toEqual(new Array(9).fill(-1));
  });

  test("a fan of 200 000 triangles takes linear time", () => {
    // Pairing by searching among a vertex's edges would take n² = 4·10¹⁰ steps here.
    const n = 200_000;
    const triangles = new Uint32Array(3 * n);
    for (let i = 0; i < n; i++) triangles.set([0, 1 + i, 1 + ((i + 1) % n)], 3 * i);
    const { twin } = buildHalfEdges({ vertices: new Float64Array(3 * (n + 1)), triangles });
    expect(twin.filter((t) => t < 0)).toHaveLength(n);
  });
});

describe("mutations", () => {
  const mutations: {
    name: string;
    expects: MeshProblemKind[];
    apply: (m: TriangleMesh, rnd: () => number) => TriangleMesh;
  }[] = [
    {
      name: "coordinate not a number",
      expects: ["non-finite-vertex"],
      apply: (m, rnd) => {
        m.vertices[pick(rnd, m.vertices.length)] = [NaN, Infinity, -Infinity, 1e300][pick(rnd, 4)];
        return m;
      },
    },
    {
      name: "index out of range",
      expects: ["index-out-of-range"],
      apply: (m, rnd) => {
        m.triangles[pick(rnd, m.triangles.length)] = m.vertices.length / 3 + pick(rnd, 5) * 1e9;
        return m;
      },
    },
    {
      name: "triangle removed",
      expects: ["open-edge"],
      apply: (m, rnd) => without(m, pick(rnd, m.triangles.length / 3)),
    },
    {
      name: "triangle turned over",
      expects: ["inconsistent-orientation"],
      apply: (m, rnd) => {
        const t = 3 * pick(rnd, m.triangles.length / 3);
        [m.triangles[t], m.triangles[t + 1]] = [m.triangles[t + 1], m.triangles[t]];
        return m;
      },
    },
    { name: "turned inside out", expects: ["inside-out"], apply: (m) => flipMesh(m) },
    {
      name: "index changed to another vertex",
      expects: ["open-edge", "non-manifold-edge", "degenerate-triangle", "inconsistent-orientation"],
      apply: (m, rnd) => {
        const i = pick(rnd, m.triangles.length);
        m.triangles[i] = (m.triangles[i] + 1 + pick(rnd, m.vertices.length / 3 - 1)) % (m.vertices.length / 3);
        return m;
      },
    },
    {
      name: "triangle doubled",
      expects: ["non-manifold-edge"],
      apply: (m, rnd) => {
        const t = 3 * pick(rnd, m.triangles.length / 3);
        return {
          vertices: m.vertices,
          triangles: Uint32Array.from([...m.triangles, ...m.triangles.subarray(t, t + 3)]),
        };
      },
    },
    {
      name: "vertex moved onto another",
      expects: ["duplicate-vertex"],
      apply: (m, rnd) => {
        const [a, b] = [3 * pick(rnd, 5), 15 + 3 * pick(rnd, m.vertices.length / 3 - 5)];
        m.vertices.copyWithin(b, a, a + 3);
        return m;
      },
    },
    {
      name: "flattened",
      expects: ["zero-volume"],
      apply: (m, rnd) => {
        const k = pick(rnd, 3);
        return { vertices: m.vertices.map((x, i) => (i % 3 === k ? 0.25 : x)), triangles: m.triangles };
      },
    },
    {
      name: "numbers cut off",
      expects: ["malformed"],
      apply: (m, rnd) =>
        rnd() < 0.5
          ? { vertices: m.vertices.subarray(1), triangles: m.triangles }
          : { vertices: m.vertices, triangles: m.triangles.subarray(0, m.triangles.length - 1 - pick(rnd, 2)) },
    },
    {
      name: "random triangles",
      expects: ["open-edge", "non-manifold-edge"],
      apply: (m, rnd) => ({ vertices: m.vertices, triangles: m.triangles.map(() => pick(rnd, m.vertices.length / 3)) }),
    },
  ];
  const pick = (rnd: () => number, n: number) => Math.floor(rnd() * n);

  test("500 mutated meshes: each ends in its problem, with a one-line message and valid elements", () => {
    for (let seed = 0; seed < 500; seed++) {
      const rnd = random(seed);
      const mutation = mutations[seed % mutations.length];
      const original = rnd() < 0.5 ? randomStarMesh(rnd) : randomHullMesh(rnd);
      const mesh = mutation.apply({ vertices: original.vertices.slice(), triangles: original.triangles.slice() }, rnd);
      const { problems } = inspectMesh(mesh);
      const label = `seed ${seed}: ${mutation.name}`;
      expect(
        problems.some((p) => mutation.expects.includes(p.kind)),
        label,
      ).toBe(true);
      for (const p of problems) {
        expect(p.message, label).toMatch(/^[^\n]{10,200}$/);
        const limit = p.kind.endsWith("vertex") ? mesh.vertices.length / 3 : mesh.triangles.length;
        for (const e of p.elements) expect(e >= 0 && e < limit, label).toBe(true);
      }
    }
  });

  test("several mutations at once never throw; what passes is closed and oriented", () => {
    for (let seed = 0; seed < 500; seed++) {
      const rnd = random(10_000 + seed);
      let mesh: TriangleMesh = randomHullMesh(rnd);
      for (let i = 0; i < 4 && mesh.triangles.length > 9; i++)
        mesh = mutations[2 + pick(rnd, mutations.length - 4)].apply(mesh, rnd);
      // an even number of whole flips may cancel; everything else leaves a trace
      const report = inspectMesh(mesh);
      if (report.problems.length === 0) expect(report).toMatchObject({ closed: true, oriented: true });
    }
  });
});
