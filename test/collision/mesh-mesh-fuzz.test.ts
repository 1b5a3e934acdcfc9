import { describe, expect, test } from "vitest";
import type { Collider } from "../../src/collision/narrow/types.js";
import { polyhedronToMesh } from "../../src/geometry/mesh-edit.js";
import { octahedron } from "../../src/geometry/solids.js";
import { icosphere, torusMesh } from "../../src/geometry/tessellate.js";
import { random, randomStarMesh, unitQuaternion } from "../geometry/random.js";
import { meshShape, rotate } from "./mesh-cases.js";
import { boxMesh, type Contact, channelMesh, contacts, I } from "./mesh-mesh-cases.js";

/**
 * Seeded pairs of meshes in awkward positions: faces in one plane, edges on edges, vertices on vertices, and all of these a little off.
 * Contacts are finite, their parts agree with each other, and they are the same whichever mesh is A: normals turned round, gaps, points
 * and features exchanged. Impulses at such contacts are equal and opposite along one line, so that momentum is conserved to round-off.
 */

const FULL = process.env.STICTION_FULL === "1";
const CASES = FULL ? 1000 : 16;

const rnd = random(0x5eed);
const pool: Collider[] = [
  boxMesh(0.5, 0.5, 0.5),
  boxMesh(0.25, 0.5, 0.75),
  polyhedronToMesh(octahedron(0.5)),
  icosphere(0.5, 1),
  torusMesh(0.5, 0.2, 12, 8),
  channelMesh(0.5),
  randomStarMesh(rnd),
].map((mesh) => meshShape(mesh));

type Place = (a: Collider, b: Collider) => { poseA: number[]; poseB: number[] };

const vertex = (c: Collider) => {
  const { vertices } = c.mesh!.mesh;
  const i = Math.floor((rnd() * vertices.length) / 3);
  return [...vertices.subarray(3 * i, 3 * i + 3)];
};
/** Three corners of a triangle, and its normal. */
const triangle = (c: Collider) => {
  const { mesh, normals } = c.mesh!;
  const t = Math.floor((rnd() * mesh.triangles.length) / 3);
  const corner = (k: number) => [...mesh.vertices.subarray(3 * mesh.triangles[3 * t + k]).subarray(0, 3)];
  return { corners: [corner(0), corner(1), corner(2)], normal: [...normals.subarray(3 * t, 3 * t + 3)] };
};
/** The shortest turn that takes unit vector u to v, with a turn about v by any angle after it. */
function turnTo(u: number[], v: number[], angle: number): number[] {
  const dot = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  let q = [...cross, 1 + dot];
  if (dot < -0.999999) q = Math.abs(u[0]) < 0.7 ? [0, u[2], -u[1], 0] : [u[2], 0, -u[0], 0];
  const length = Math.hypot(...q);
  const p = q.map((x) => x / length);
  const [s, c] = [Math.sin(angle / 2), Math.cos(angle / 2)];
  const r = [s * v[0], s * v[1], s * v[2], c];
  // r after p
  return [
    r[3] * p[0] + r[0] * p[3] + r[1] * p[2] - r[2] * p[1],
    r[3] * p[1] - r[0] * p[2] + r[1] * p[3] + r[2] * p[0],
    r[3] * p[2] + r[0] * p[1] - r[1] * p[0] + r[2] * p[3],
    r[3] * p[3] - r[0] * p[0] - r[1] * p[1] - r[2] * p[2],
  ];
}
const minus = (p: number[], q: number[]) => p.map((x, k) => x - q[k]);
const negative = (p: number[]) => p.map((x) => -x);
/** Gaps that are none, round-off, or small of either sign. */
const small = () => {
  const kind = rnd();
  return kind < 0.4 ? 0 : kind < 0.6 ? 1e-16 * (rnd() - 0.5) : kind < 0.8 ? 1e-7 * (rnd() - 0.5) : 2e-3 * (rnd() - 0.5);
};
/** Point p of A, turned by q, put onto point t, and a bit along n. */
const put = (q: number[], p: number[], t: number[], n: number[], gap: number) => [
  ...minus(t, rotate(q, p)).map((x, k) => x + gap * n[k]),
  ...q,
];

const places: Record<string, Place> = {
  "touching: a vertex on a face": (a, b) => {
    const { corners, normal } = triangle(b);
    const [u, v] = [rnd(), rnd()];
    const foot = corners[0].map(
      (x, k) => x + (1 - Math.sqrt(u)) * (corners[1][k] - x) + v * Math.sqrt(u) * (corners[2][k] - x),
    );
    return { poseA: put(unitQuaternion(rnd), vertex(a), foot, normal, small()), poseB: [0, 0, 0, ...I] };
  },
  "coplanar: a face on a face": (a, b) => {
    const s = triangle(a);
    const t = triangle(b);
    const angle = rnd() < 0.5 ? (Math.floor(4 * rnd()) * Math.PI) / 2 : 6 * rnd();
    const q = turnTo(s.normal, negative(t.normal), angle);
    return { poseA: put(q, s.corners[0], t.corners[1], t.normal, small()), poseB: [0, 0, 0, ...I] };
  },
  "edge on edge, parallel or crossed": (a, b) => {
    const s = triangle(a).corners;
    const t = triangle(b).corners;
    const unit = (p: number[]) => p.map((x) => x / Math.hypot(...p));
    const [e, f] = [unit(minus(s[1], s[0])), unit(minus(t[1], t[0]))];
    const q = rnd() < 0.5 ? turnTo(e, f, 6 * rnd()) : unitQuaternion(rnd);
    const on = (c: number[][]) => c[0].map((x, k) => x + 0.5 * (c[1][k] - x));
    return { poseA: put(q, on(s), on(t), [0, 0, 1], small()), poseB: [0, 0, 0, ...I] };
  },
  "vertex on vertex": (a, b) => ({
    poseA: put(rnd() < 0.3 ? [...I] : unitQuaternion(rnd), vertex(a), vertex(b), [0.6, 0, 0.8], small()),
    poseB: [0, 0, 0, ...I],
  }),
  "nearly parallel: a face on a face, tilted a little": (a, b) => {
    const s = triangle(a);
    const t = triangle(b);
    const off = negative(t.normal).map((x) => x + 10 ** (-12 + 10 * rnd()) * (rnd() - 0.5));
    const q = turnTo(
      s.normal,
      off.map((x) => x / Math.hypot(...off)),
      6 * rnd(),
    );
    return { poseA: put(q, s.corners[0], t.corners[1], t.normal, small()), poseB: [0, 0, 0, ...I] };
  },
};

/** Contacts in an order that does not depend on which mesh is A. */
const sorted = (list: Contact[], flip: boolean) =>
  list
    .map((c) =>
      flip
        ? { ...c, normal: negative([...c.normal]), pointA: c.pointB, pointB: c.pointA, featureA: c.featureB, featureB: c.featureA } // biome-ignore format: one line
        : c,
    )
    .sort((p, q) => p.patch - q.patch || p.featureA - q.featureA || p.featureB - q.featureB || p.gap - q.gap);

describe.each(Object.entries(places))("%s", (name, place) => {
  test("finite, consistent, the same whichever is A", () => {
    let found = 0;
    for (let n = 0; n < CASES; n++) {
      const a = pool[Math.floor(rnd() * pool.length)];
      const b = pool[Math.floor(rnd() * pool.length)];
      const { poseA, poseB } = place(a, b);
      const list = contacts(a, poseA, b, poseB);
      found += list.length > 0 ? 1 : 0;
      for (const c of list) {
        for (const x of [...c.normal, ...c.pointA, ...c.pointB, c.gap])
          expect(Number.isFinite(x), `${name} ${n}`).toBe(true);
        expect(Math.abs(Math.hypot(...c.normal) - 1), `${name} ${n}`).toBeLessThan(1e-12);
        const along = c.normal.reduce((sum, x, k) => sum + x * (c.pointB[k] - c.pointA[k]), 0);
        expect(Math.abs(along - c.gap), `${name} ${n}`).toBeLessThan(1e-12);
        expect(c.gap).toBeLessThanOrEqual(0.02 + 1e-12);
        expect(c.gap).toBeGreaterThan(-Math.min(a.reach, b.reach) - Math.max(a.reach, b.reach));
      }
      for (let p = 0; p <= Math.max(-1, ...list.map((c) => c.patch)); p++)
        expect(list.filter((c) => c.patch === p).length).toBeLessThanOrEqual(4);
      // the same pose leaves no order to choose, and nothing to compare
      if (poseA.every((x, k) => x === poseB[k])) continue;
      const one = sorted(list, false);
      const other = sorted(contacts(b, poseB, a, poseA), true);
      expect(other.length, `${name} ${n}`).toBe(one.length);
      one.forEach((c, i) => {
        const d = other[i];
        for (let k = 0; k < 3; k++) {
          expect(Math.abs(c.normal[k] - d.normal[k]), `${name} ${n}`).toBeLessThan(1e-9);
          expect(Math.abs(c.pointA[k] - d.pointA[k]), `${name} ${n}`).toBeLessThan(1e-9);
        }
        expect(Math.abs(c.gap - d.gap), `${name} ${n}`).toBeLessThan(1e-9);
        expect([c.featureA, c.featureB]).toEqual([d.featureA, d.featureB]);
      });
    }
    expect(found / CASES).toBeGreaterThan(0.5);
  });
});
