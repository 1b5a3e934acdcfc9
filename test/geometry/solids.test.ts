import { describe, expect, test } from "vitest";
import { convexHull } from "../../src/geometry/convex-hull.js";
import { inspectMesh } from "../../src/geometry/mesh.js";
import { polyhedronToMesh, scalePolyhedron } from "../../src/geometry/mesh-edit.js";
import { facePlanes, polyhedronEdges } from "../../src/geometry/polyhedron.js";
import { polyhedronMass } from "../../src/geometry/polyhedron-mass.js";
import {
  antiprism,
  boxSolid,
  cube,
  dodecahedron,
  icosahedron,
  octahedron,
  prism,
  pyramid,
  tetrahedron,
} from "../../src/geometry/solids.js";
import {
  capsuleMesh,
  coneMesh,
  cylinderMesh,
  ellipsoidMesh,
  icosphere,
  torusMesh,
  uvSphere,
} from "../../src/geometry/tessellate.js";
import type { Polyhedron } from "../../src/geometry/types.js";

const S5 = Math.sqrt(5);
const PHI = (1 + S5) / 2;

// Textbook values for edge a and circumradius R = 1.
const platonic: {
  name: string;
  solid: Polyhedron;
  v: number;
  e: number;
  f: number;
  edge: number;
  volume: (a: number) => number;
}[] = [
  {
    name: "tetrahedron",
    solid: tetrahedron(1),
    v: 4,
    e: 6,
    f: 4,
    edge: Math.sqrt(8 / 3),
    volume: (a) => a ** 3 / (6 * Math.SQRT2),
  },
  { name: "cube", solid: cube(1), v: 8, e: 12, f: 6, edge: 2 / Math.sqrt(3), volume: (a) => a ** 3 },
  {
    name: "octahedron",
    solid: octahedron(1),
    v: 6,
    e: 12,
    f: 8,
    edge: Math.SQRT2,
    volume: (a) => (Math.SQRT2 / 3) * a ** 3,
  },
  {
    name: "dodecahedron",
    solid: dodecahedron(1),
    v: 20,
    e: 30,
    f: 12,
    edge: 4 / (Math.sqrt(3) * (1 + S5)),
    volume: (a) => ((15 + 7 * S5) / 4) * a ** 3,
  },
  {
    name: "icosahedron",
    solid: icosahedron(1),
    v: 12,
    e: 30,
    f: 20,
    edge: 1 / Math.sin((2 * Math.PI) / 5),
    volume: (a) => (5 / 12) * (3 + S5) * a ** 3,
  },
];

/** Convex, closed, outward, planar: every vertex in or below every face plane, and the hull of the vertices is the same. */
function checkConvex(p: Polyhedron) {
  expect(inspectMesh(polyhedronToMesh(p)).problems).toEqual([]);
  const planes = facePlanes(p);
  const nf = p.faceStart.length - 1;
  for (let f = 0; f < nf; f++) {
    const face = new Set(p.faceVertex.subarray(p.faceStart[f], p.faceStart[f + 1]));
    for (let v = 0; 3 * v < p.vertices.length; v++) {
      const [x, y, z] = p.vertices.subarray(3 * v, 3 * v + 3);
      const height = planes[4 * f] * x + planes[4 * f + 1] * y + planes[4 * f + 2] * z - planes[4 * f + 3];
      if (face.has(v)) expect(Math.abs(height)).toBeLessThan(1e-15 * 8);
      else expect(height).toBeLessThan(-1e-3);
    }
  }
  const hull = convexHull(p.vertices);
  expect(hull.ok && [hull.hull.vertices.length, hull.hull.faceStart.length]).toEqual([
    p.vertices.length,
    p.faceStart.length,
  ]);
}

describe("Platonic solids", () => {
  test.each(platonic)("$name", ({ solid, v, e, f, edge, volume }) => {
    expect([solid.vertices.length / 3, polyhedronEdges(solid).length / 4, solid.faceStart.length - 1]).toEqual([
      v,
      e,
      f,
    ]);
    checkConvex(solid);
    for (let i = 0; i < solid.vertices.length; i += 3)
      expect(Math.hypot(...solid.vertices.subarray(i, i + 3))).toBeCloseTo(1, 15);
    const edges = polyhedronEdges(solid);
    for (let i = 0; i < edges.length; i += 4) {
      const [a, b] = [3 * edges[i], 3 * edges[i + 1]];
      expect(Math.hypot(...[0, 1, 2].map((k) => solid.vertices[a + k] - solid.vertices[b + k]))).toBeCloseTo(edge, 14);
    }
    const m = polyhedronMass(solid);
    expect(m.volume).toBeCloseTo(volume(edge), 14);
    // all directions alike
    expect(m.inertia[0]).toBeCloseTo(m.inertia[2], 15);
    expect(m.inertia[1]).toBeCloseTo(m.inertia[2], 15);
    for (let k = 3; k < 6; k++) expect(m.inertia[k]).toBeCloseTo(0, 15);
    for (let k = 0; k < 3; k++) expect(m.center[k]).toBeCloseTo(0, 15);
  });

  test("inertia of the tetrahedron and icosahedron against the textbook", () => {
    // I = m a²/20 and m a² φ²/10
    const t = polyhedronMass(tetrahedron(1));
    expect(t.inertia[0] / t.volume).toBeCloseTo(8 / 3 / 20, 14);
    const i = polyhedronMass(icosahedron(1));
    const a = 1 / Math.sin((2 * Math.PI) / 5);
    expect(i.inertia[0] / i.volume).toBeCloseTo((a * a * PHI * PHI) / 10, 14);
  });
});

describe("prisms and pyramids", () => {
  test.each([3, 4, 5, 6, 17])("%i sides", (n) => {
    const area = (n / 2) * Math.sin((2 * Math.PI) / n) * 0.49;
    const cases = [
      { solid: prism(n, 0.7, 1.3), volume: area * 1.3, faces: n + 2 },
      { solid: pyramid(n, 0.7, 1.3), volume: (area * 1.3) / 3, faces: n + 1 },
      // two n-gons turned by half a side: prismatoid formula with the 2n-gon in the middle
      {
        solid: antiprism(n, 0.7, 1.3),
        volume: (1.3 / 6) * (2 * area + 4 * n * Math.sin(Math.PI / n) * (0.7 * Math.cos(Math.PI / (2 * n))) ** 2),
        faces: 2 * n + 2,
      },
    ];
    for (const { solid, volume, faces } of cases) {
      checkConvex(solid);
      expect(solid.faceStart.length - 1).toBe(faces);
      const m = polyhedronMass(solid);
      expect(m.volume / volume).toBeCloseTo(1, 13);
      for (let k = 0; k < 3; k++) expect(m.center[k]).toBeCloseTo(0, 14);
    }
  });

  test("a box has its corners where they should be, and scaling mirrors properly", () => {
    const b = boxSolid(1, 2, 3);
    checkConvex(b);
    checkConvex(scalePolyhedron(b, -1, 2, 0.5));
    expect(polyhedronMass(scalePolyhedron(b, -1, 2, 0.5)).volume).toBeCloseTo(48, 13);
  });
});

test("tessellations are closed, outward, and on the surface", () => {
  const on: { mesh: ReturnType<typeof icosphere>; f: (x: number, y: number, z: number) => number }[] = [
    { mesh: icosphere(0.7, 3), f: (x, y, z) => Math.hypot(x, y, z) - 0.7 },
    { mesh: uvSphere(0.7, 12, 7), f: (x, y, z) => Math.hypot(x, y, z) - 0.7 },
    { mesh: ellipsoidMesh(0.5, 1, 2, 2), f: (x, y, z) => Math.hypot(x / 0.5, y, z / 2) - 1 },
    { mesh: torusMesh(1, 0.3, 10, 6), f: (x, y, z) => Math.hypot(Math.hypot(x, y) - 1, z) - 0.3 },
    { mesh: capsuleMesh(0.3, 0.8, 9, 4), f: (x, y, z) => Math.hypot(x, y, Math.max(0, Math.abs(z) - 0.8)) - 0.3 },
    { mesh: capsuleMesh(0.3, 0, 9, 4), f: (x, y, z) => Math.hypot(x, y, z) - 0.3 },
    { mesh: cylinderMesh(0.3, 0.8, 9), f: (x, y, z) => Math.max(Math.hypot(x, y) - 0.3, Math.abs(z) - 0.8) },
    {
      mesh: coneMesh(0.6, 1.6, 9),
      f: (x, y, z) => Math.max(Math.hypot(x, y) - (0.6 * (1.2 - z)) / 1.6, -0.4 - z),
    },
  ];
  for (const { mesh, f } of on) {
    expect(inspectMesh(mesh).problems).toEqual([]);
    for (let i = 0; i < mesh.vertices.length; i += 3) {
      expect(Math.abs(f(mesh.vertices[i], mesh.vertices[i + 1], mesh.vertices[i + 2]))).toBeLessThan(1e-14);
    }
  }
});
