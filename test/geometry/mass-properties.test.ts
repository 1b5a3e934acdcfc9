import Module from "manifold-3d";
import { beforeAll, describe, expect, test } from "vitest";
import { convexHull } from "../../src/geometry/convex-hull.js";
import { boxMass, polygonMass } from "../../src/geometry/mass-properties.js";
import { combineMassProperties, moveMassProperties, rotateInertia } from "../../src/geometry/mass-transform.js";
import { flipMesh, polyhedronToMesh, scaleMesh } from "../../src/geometry/mesh-edit.js";
import { meshMass, meshVolume, polyhedronMass } from "../../src/geometry/polyhedron-mass.js";
import { boxSolid, dodecahedron, prism } from "../../src/geometry/solids.js";
import type { MassProperties, TriangleMesh } from "../../src/geometry/types.js";
import { quatRotate } from "../../src/math/quat.js";
import { exactMass } from "../judges/exact-mass.js";
import { random, randomHullMesh, randomStarMesh, unitQuaternion } from "./random.js";

/** 200 seeded solids: even numbers hulls, odd ones star-shaped and not convex. */
const solids = Array.from({ length: 200 }, (_, i) => {
  const rnd = random(1000 + i);
  return {
    name: `${i % 2 ? "star" : "hull"} ${1000 + i}`,
    mesh: i % 2 ? randomStarMesh(rnd) : randomHullMesh(rnd),
    rnd,
  };
});

/** Largest error of volume (relative), centre (per size) and inertia (per trace). */
function difference(a: MassProperties, b: { volume: number; center: ArrayLike<number>; inertia: ArrayLike<number> }) {
  const size = Math.cbrt(Math.abs(b.volume));
  const trace = b.inertia[0] + b.inertia[1] + b.inertia[2];
  let center = 0;
  let inertia = 0;
  for (let k = 0; k < 3; k++) center = Math.max(center, Math.abs(a.center[k] - b.center[k]) / size);
  for (let k = 0; k < 6; k++) inertia = Math.max(inertia, Math.abs(a.inertia[k] - b.inertia[k]) / trace);
  return { volume: Math.abs(a.volume / b.volume - 1), center, inertia };
}

function moveMesh(mesh: TriangleMesh, p: readonly number[], q: readonly number[]): TriangleMesh {
  const vertices = new Float64Array(mesh.vertices.length);
  for (let i = 0; i < vertices.length; i += 3) {
    const x = quatRotate(q, mesh.vertices.subarray(i, i + 3));
    for (let k = 0; k < 3; k++) vertices[i + k] = x[k] + p[k];
  }
  return { vertices, triangles: mesh.triangles };
}

/**
 * Mass properties after the stretch x → (sx x, sy y, sz z), all factors non-zero. Second moments scale as
 * ∫ x_i x_j dV → |sx sy sz| s_i s_j ∫ x_i x_j dV; for a uniform factor s this is V s³ and I |s|⁵. A planar figure is
 * stretched with sz = 1.
 */
function scaleMassProperties(m: MassProperties, sx: number, sy: number, sz: number): MassProperties {
  const k = Math.abs(sx * sy * sz);
  const [ixx, iyy, izz, ixy, ixz, iyz] = m.inertia;
  const inertia = new Float64Array(6);
  if (Math.abs(sx) === Math.abs(sy) && Math.abs(sy) === Math.abs(sz)) {
    // Uniform: no detour over the second moments, so no cancellation.
    const s2 = sx * sx;
    inertia.set([k * s2 * ixx, k * s2 * iyy, k * s2 * izz]);
  } else {
    const xx = k * sx * sx * 0.5 * (iyy + izz - ixx);
    const yy = k * sy * sy * 0.5 * (izz + ixx - iyy);
    const zz = k * sz * sz * 0.5 * (ixx + iyy - izz);
    inertia.set([yy + zz, zz + xx, xx + yy]);
  }
  inertia[3] = k * sx * sy * ixy;
  inertia[4] = k * sx * sz * ixz;
  inertia[5] = k * sy * sz * iyz;
  return {
    volume: k * m.volume,
    center: Float64Array.of(sx * m.center[0], sy * m.center[1], sz * m.center[2]),
    inertia,
  };
}

describe("polyhedra against exact rational arithmetic", () => {
  test("200 random solids agree to 1e-10 (asked) and in fact to 2e-14", () => {
    // Round-off: about 80 triangles, a dozen operations each, volumes without cancellation: 80·12·1.1e-16 ≈ 1e-13 at worst.
    // Observed: volume 6.7e-16, centre 2.7e-16, inertia 2.7e-16.
    for (const { name, mesh } of solids) {
      const d = difference(meshMass(mesh), exactMass(mesh.vertices, mesh.triangles));
      expect(Math.max(d.volume, d.center, d.inertia), name).toBeLessThan(2e-14);
    }
  });

  test("the same after a random rigid motion of the vertices, against the moved result", () => {
    // Rotating rounds each vertex by about 2 ulp of |x| ≤ 10 sizes: 1e-15·10 per size, and both sides add their own.
    // Observed 2e-15.
    for (const { name, mesh, rnd } of solids) {
      const q = unitQuaternion(rnd);
      const p = [rnd() * 10 - 5, rnd() * 10 - 5, rnd() * 10 - 5];
      const d = difference(meshMass(moveMesh(mesh, p, q)), moveMassProperties(meshMass(mesh), p, q));
      expect(Math.max(d.volume, d.center, d.inertia), name).toBeLessThan(1e-13);
    }
  });

  test("1e4 sizes away, nothing is lost beyond the rounding of the vertices", () => {
    const p = [1e4 + 0.1, -2e4 - 0.2, 1.5e4 + 0.3];
    for (const { name, mesh, rnd } of solids) {
      // Turned first: off the lattice, so that the translation has digits to lose.
      const q = unitQuaternion(rnd);
      const far = moveMesh(mesh, p, q);
      // Against the exact integrals of the rounded vertices: volume and inertia keep all digits, the centre is good to
      // half an ulp of 2e4 (1.8e-12), here per size, which is 0.6 at least.
      const judged = difference(meshMass(far), exactMass(far.vertices, far.triangles));
      expect(Math.max(judged.volume, judged.inertia), name).toBeLessThan(2e-14);
      expect(judged.center, name).toBeLessThan(4e-12);
      // Against the solid before: each vertex moved by up to half an ulp of 2e4 per coordinate, √3·1.8e-12 = 3e-12, and the
      // volume by at most (surface/volume ≈ 10 for these)·3e-12. Observed 5e-12.
      const lost = difference(meshMass(far), moveMassProperties(meshMass(mesh), p, q));
      expect(Math.max(lost.volume, lost.center, lost.inertia), name).toBeLessThan(3e-11);
      // And it does lose them: otherwise this test would show nothing.
      expect(lost.volume, name).toBeGreaterThan(1e-15);
    }
  });

  test("at scales 1e-6 and 1e6 the relative error is the same", () => {
    for (const scale of [1e-6, 1e6]) {
      for (const { name, mesh } of solids.slice(0, 40)) {
        const scaled = scaleMesh(mesh, scale, scale, scale);
        const d = difference(meshMass(scaled), exactMass(scaled.vertices, scaled.triangles));
        expect(Math.max(d.volume, d.center, d.inertia), name).toBeLessThan(2e-14);
      }
    }
  });
});

describe("polyhedra against Manifold", () => {
  let wasm: Awaited<ReturnType<typeof Module>>;
  beforeAll(async () => {
    wasm = await Module();
    wasm.setup();
  });

  test("volumes of 200 random solids", () => {
    // Coordinates are multiples of 2⁻¹⁶ that single precision holds exactly; Manifold then sums in double precision, its
    // tetrahedra around the world origin. It may collapse features below its own tolerance of 1e-12 sizes, hence 1e-10; observed 7e-16.
    for (const { name, mesh } of solids) {
      const input = new wasm.Mesh({
        numProp: 3,
        vertProperties: Float32Array.from(mesh.vertices),
        triVerts: mesh.triangles,
      });
      const solid = new wasm.Manifold(input);
      expect(solid.status(), name).toBe("NoError");
      expect(Math.abs(solid.volume() / meshVolume(mesh) - 1), name).toBeLessThan(1e-10);
      solid.delete();
    }
  });
});

describe("polyhedron faces, scaling, moving, combining", () => {
  test("a box as polyhedron and as closed form", () => {
    const d = difference(polyhedronMass(boxSolid(0.5, 1, 2)), boxMass(0.5, 1, 2));
    expect(Math.max(d.volume, d.center, d.inertia)).toBeLessThan(1e-15);
  });

  test("polyhedron and its triangles agree", () => {
    for (const p of [dodecahedron(1.3), prism(7, 0.4, 2)]) {
      const d = difference(polyhedronMass(p), meshMass(polyhedronToMesh(p)));
      expect(Math.max(d.volume, d.center, d.inertia)).toBe(0);
    }
  });

  test("inside out means negative volume and inertia, same centre", () => {
    const mesh = solids[1].mesh;
    const [a, b] = [meshMass(mesh), meshMass(flipMesh(mesh))];
    expect(b.volume / a.volume).toBeCloseTo(-1, 13);
    expect(b.inertia[0] / a.inertia[0]).toBeCloseTo(-1, 13);
    expect(b.center[0]).toBeCloseTo(a.center[0], 13);
  });

  test("scaling the mesh and scaling the result agree, uniform, stretched and mirrored", () => {
    for (const [sx, sy, sz] of [
      [2.5, 2.5, 2.5],
      [0.3, 2, 5],
      [-1, 1, 1],
      [-2, -3, 0.5],
      [-2, 2, -2],
    ]) {
      for (const { mesh, name } of solids.slice(0, 20)) {
        const d = difference(meshMass(scaleMesh(mesh, sx, sy, sz)), scaleMassProperties(meshMass(mesh), sx, sy, sz));
        // The stretch goes through second moments, which cancel by up to (ratio of axes)² ≈ 300.
        expect(Math.max(d.volume, d.center, d.inertia), name).toBeLessThan(1e-12);
      }
    }
  });

  test("rotating an inertia tensor by hand: a quarter turn about z swaps x and y", () => {
    const s = Math.SQRT1_2;
    const r = rotateInertia([1, 2, 3, 0.1, 0.2, 0.3], [0, 0, s, s]);
    // x' = −y, y' = x: I'_xx = I_yy, I'_xy = −I_xy, I'_xz = −I_yz, I'_yz = I_xz
    const expected = [2, 1, 3, -0.1, -0.3, 0.2];
    for (let k = 0; k < 6; k++) expect(r[k]).toBeCloseTo(expected[k], 14);
  });

  test("two halves of a box with different poses make the box", () => {
    // [-1,0]×… and [0,1]×…, the second one turned by 90° about x before it was measured.
    const s = Math.SQRT1_2;
    const half = boxMass(0.5, 2, 3);
    const turned = boxMass(0.5, 3, 2);
    const both = combineMassProperties([
      { properties: half, density: 3, position: [-0.5, 0, 0] },
      { properties: turned, density: 3, position: [0.5, 0, 0], quaternion: [s, 0, 0, s] },
    ]);
    const whole = boxMass(1, 2, 3);
    expect(both.mass).toBeCloseTo(3 * whole.volume, 12);
    expect(both.volume).toBeCloseTo(whole.volume, 12);
    for (let k = 0; k < 3; k++) expect(both.center[k]).toBeCloseTo(0, 14);
    for (let k = 0; k < 6; k++)
      expect(both.inertia[k] / (3 * whole.inertia[0])).toBeCloseTo(whole.inertia[k] / whole.inertia[0], 13);
  });

  test("a negative density cuts a hole, and nothing at all weighs nothing", () => {
    const hollow = combineMassProperties([
      { properties: boxMass(1, 1, 1), density: 2 },
      { properties: boxMass(0.5, 0.5, 0.5), density: -2 },
    ]);
    expect(hollow.mass).toBeCloseTo(2 * (8 - 1), 14);
    expect(hollow.inertia[0]).toBeCloseTo(2 * (boxMass(1, 1, 1).inertia[0] - boxMass(0.5, 0.5, 0.5).inertia[0]), 14);
    const nothing = combineMassProperties([]);
    expect([nothing.mass, ...nothing.center, ...nothing.inertia]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  test("random compounds agree with the one mesh that contains all parts", () => {
    for (let seed = 0; seed < 20; seed++) {
      const rnd = random(seed);
      const parts = [0, 1, 2].map(() => {
        const mesh = randomStarMesh(rnd, 0);
        return { mesh, position: [rnd() * 6, rnd() * 6, rnd() * 6], quaternion: unitQuaternion(rnd) };
      });
      const moved = parts.map(({ mesh, position, quaternion }) => moveMesh(mesh, position, quaternion));
      const together: TriangleMesh = {
        vertices: Float64Array.from(moved.flatMap((m) => [...m.vertices])),
        triangles: Uint32Array.from(
          moved.flatMap((m, i) => [...m.triangles].map((v) => v + (i * m.vertices.length) / 3)),
        ),
      };
      const sum = combineMassProperties(parts.map(({ mesh, ...pose }) => ({ properties: meshMass(mesh), ...pose })));
      const d = difference({ ...sum, volume: sum.mass }, meshMass(together));
      expect(Math.max(d.volume, d.center, d.inertia), `seed ${seed}`).toBeLessThan(1e-13);
    }
  });
});

describe("polygons", () => {
  test("random polygons agree with the prism of unit height above them", () => {
    // A prism of height 1 has V = A, and ∫x² dV = ∫x² dA, so the plate's I_yy is half of (I_yy − I_xx + I_zz) of the prism.
    for (let seed = 0; seed < 50; seed++) {
      const rnd = random(seed);
      const n = 3 + Math.floor(rnd() * 8);
      const vertices: number[] = [];
      for (let i = 0; i < n; i++) {
        const [angle, r] = [(2 * Math.PI * (i + 0.8 * rnd())) / n, 0.3 + rnd()];
        vertices.push(3 + r * Math.cos(angle), -2 + r * Math.sin(angle));
      }
      const p = polygonMass(Float64Array.from(vertices));
      const faces: number[] = [];
      const v3 = [0, 1].flatMap((z) =>
        Array.from({ length: n }, (_, i) => [vertices[2 * i], vertices[2 * i + 1], z]).flat(),
      );
      for (let i = 1; i + 1 < n; i++) faces.push(0, i + 1, i, n, n + i, n + i + 1);
      for (let i = 0; i < n; i++) {
        const j = (i + 1) % n;
        faces.push(i, j, n + j, i, n + j, n + i);
      }
      const [ixx, iyy, izz, ixy] = exactMass(Float64Array.from(v3), Uint32Array.from(faces)).inertia;
      expect(p.inertia[1] / p.inertia[2]).toBeCloseTo((iyy + izz - ixx) / 2 / izz, 12);
      expect(p.inertia[2]).toBeCloseTo(izz, 12);
      expect(p.inertia[3]).toBeCloseTo(ixy, 12);
      expect(p.inertia[0] + p.inertia[1]).toBeCloseTo(p.inertia[2], 14);
    }
  });

  test("far from the origin the digits stay", () => {
    const near = polygonMass(Float64Array.of(0, 0, 2, 0, 2, 1, 0, 1));
    const far = polygonMass(Float64Array.of(1e6, 1e6, 1e6 + 2, 1e6, 1e6 + 2, 1e6 + 1, 1e6, 1e6 + 1));
    expect(near.volume).toBe(2);
    expect(far.volume).toBe(2);
    expect([...far.center]).toEqual([1e6 + 1, 1e6 + 0.5, 0]);
    // A = 2, b = 2, h = 1: J = A (b² + h²)/12 = 10/12
    expect(near.inertia[2]).toBeCloseTo(10 / 12, 15);
    expect(far.inertia[2]).toBeCloseTo(10 / 12, 15);
  });
});

test("the hull of a mesh has no less volume than the mesh", () => {
  for (const { mesh } of solids.slice(0, 50)) {
    const hull = convexHull(mesh.vertices);
    expect(hull.ok && polyhedronMass(hull.hull).volume >= meshVolume(mesh) * (1 - 1e-12)).toBe(true);
  }
});
