import { describe, expect, test } from "vitest";
import { contactsOf, separationOf } from "../../src/collision/narrow/pair-table.js";
import { createSeparation, createSink } from "../../src/collision/narrow/types.js";
import type { TriangleMesh } from "../../src/geometry/types.js";
import { random, randomHullMesh, randomStarMesh, unitQuaternion } from "../geometry/random.js";
import { meshShape, rotate, shape } from "./mesh-cases.js";

/** Sphere and capsule against meshes, judged by all triangles, one after the other, in plain formulas of their own. */

const POSES = process.env.STICTION_FULL === "1" ? 20_000 : 200;
const REST = Float64Array.of(0, 0, 0, 0, 0, 0, 1);

type V = readonly number[];
const sub = (a: V, b: V) => a.map((x, k) => x - b[k]);
const dot = (a: V, b: V) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: V, b: V) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const along = (a: V, d: V, t: number) => a.map((x, k) => x + t * d[k]);

function corners(mesh: TriangleMesh, t: number): V[] {
  return [0, 1, 2].map((k) => {
    const i = 3 * mesh.triangles[3 * t + k];
    return [...mesh.vertices.subarray(i, i + 3)];
  });
}

function pointSegment(p: V, a: V, b: V): number {
  const e = sub(b, a);
  const t = Math.max(0, Math.min(1, dot(sub(p, a), e) / dot(e, e)));
  return Math.hypot(...sub(p, along(a, e, t)));
}

function pointTriangle(p: V, [a, b, c]: V[]): number {
  const n = cross(sub(b, a), sub(c, a));
  const inside = [
    [a, b],
    [b, c],
    [c, a],
  ].every(([u, v]) => dot(cross(sub(v, u), sub(p, u)), n) >= 0);
  if (inside) return Math.abs(dot(sub(p, a), n)) / Math.hypot(...n);
  return Math.min(pointSegment(p, a, b), pointSegment(p, b, c), pointSegment(p, c, a));
}

/** Distance of two segments as the least of a convex function of one parameter, by golden section. */
function segmentSegment(p: V, q: V, a: V, b: V): number {
  const d = sub(q, p);
  let [low, high] = [0, 1];
  const ratio = (Math.sqrt(5) - 1) / 2;
  const f = (t: number) => pointSegment(along(p, d, t), a, b);
  for (let i = 0; i < 60; i++) {
    const [s, t] = [high - ratio * (high - low), low + ratio * (high - low)];
    if (f(s) <= f(t)) high = t;
    else low = s;
  }
  return Math.min(f(0.5 * (low + high)), f(0), f(1));
}

function segmentTriangle(p: V, q: V, tri: V[]): number {
  const [a, b, c] = tri;
  const n = cross(sub(b, a), sub(c, a));
  const [hp, hq] = [dot(sub(p, a), n), dot(sub(q, a), n)];
  if (hp * hq <= 0 && hp !== hq) {
    const x = along(p, sub(q, p), hp / (hp - hq));
    if (
      [
        [a, b],
        [b, c],
        [c, a],
      ].every(([u, v]) => dot(cross(sub(v, u), sub(x, u)), n) >= 0)
    )
      return 0;
  }
  const ends = Math.min(pointTriangle(p, tri), pointTriangle(q, tri));
  return Math.min(ends, segmentSegment(p, q, a, b), segmentSegment(p, q, b, c), segmentSegment(p, q, c, a));
}

/** Solid angle of the mesh about p over 4π: 1 inside, 0 outside [VanOosterom1983]. */
function winding(p: V, mesh: TriangleMesh): number {
  let sum = 0;
  for (let t = 0; 3 * t < mesh.triangles.length; t++) {
    const [a, b, c] = corners(mesh, t).map((x) => sub(x, p));
    const [la, lb, lc] = [a, b, c].map((x) => Math.hypot(...x));
    const num = dot(a, cross(b, c));
    sum += Math.atan2(num, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (2 * Math.PI);
}

describe.each(["hull", "star"] as const)("%s", (kind) => {
  const rnd = random(kind === "hull" ? 0x40b : 0x57a);
  const meshes = Array.from({ length: 8 }, () => (kind === "hull" ? randomHullMesh(rnd) : randomStarMesh(rnd)));
  const colliders = meshes.map((m) => meshShape(m));
  const found = createSeparation();

  test("sphere: signed distance, inside and outside", () => {
    let worst = 0;
    let deep = 0;
    for (let i = 0; i < POSES; i++) {
      const mesh = meshes[i % 8];
      const r = 0.05 + rnd();
      const p = [0, 1, 2].map((k) => mesh.vertices[k] + 3 * (rnd() - 0.5));
      const tris = Array.from({ length: mesh.triangles.length / 3 }, (_, t) => corners(mesh, t));
      const d = Math.min(...tris.map((t) => pointTriangle(p, t)));
      const inside = winding(p, mesh) > 0.5;
      if (inside) deep++;
      separationOf(shape("sphere", [r]), Float64Array.of(...p, 0, 0, 0, 1), 0, colliders[i % 8], REST, 0, found);
      const v = found.values;
      worst = Math.max(worst, Math.abs(v[0] - ((inside ? -d : d) - r)));
      // points and normal say the same
      const span = dot(
        [...v.subarray(7, 10)].map((x, k) => x - v[4 + k]),
        [...v.subarray(1, 4)],
      );
      worst = Math.max(worst, Math.abs(span - v[0]));
    }
    expect(deep).toBeGreaterThan(POSES / 50);
    // closed forms: round-off of 1e-16 in some thousand operations, sizes of order one
    expect(worst).toBeLessThan(1e-9);
  });

  test("capsule: distance of its segment, less the radius", () => {
    let worst = 0;
    let apart = 0;
    for (let i = 0; i < POSES; i++) {
      const mesh = meshes[i % 8];
      const [r, h] = [0.05 + 0.5 * rnd(), 0.1 + rnd()];
      const q = unitQuaternion(rnd);
      const c = [0, 1, 2].map((k) => mesh.vertices[k] + 5 * (rnd() - 0.5));
      const u = rotate(q, [0, 0, 1]);
      const [a, b] = [along(c, u, -h), along(c, u, h)];
      const tris = Array.from({ length: mesh.triangles.length / 3 }, (_, t) => corners(mesh, t));
      let d = Infinity;
      // the centre's distance less the half length is a lower bound
      for (const t of tris) if (pointTriangle(c, t) - h < d) d = Math.min(d, segmentTriangle(a, b, t));
      // the segment itself outside: then the depth is defined by distance alone
      if (d < 1e-6 || winding(c, mesh) > 0.5) continue;
      apart++;
      separationOf(shape("capsule", [r, h]), Float64Array.of(...c, ...q), 0, colliders[i % 8], REST, 0, found);
      worst = Math.max(worst, Math.abs(found.values[0] - (d - r)));
    }
    expect(apart).toBeGreaterThan(POSES / 4);
    expect(worst).toBeLessThan(1e-9);
  });
});

test("luaces V33: one triangle and a sphere", () => {
  const triangle = { vertices: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: Uint32Array.of(0, 1, 2) };
  const mesh = meshShape(triangle);
  const sphere = shape("sphere", [0.2]);
  const sink = createSink(8);
  const at = (...p: number[]) => {
    sink.count = 0;
    contactsOf(sphere, Float64Array.of(...p, 0, 0, 0, 1), 0, mesh, REST, 0, sink);
    return sink.count;
  };
  expect(at(0.25, 0.25, 0.15)).toBe(1);
  expect(sink.gap[0]).toBeCloseTo(-0.05, 14);
  expect([...sink.normal.subarray(0, 3)]).toEqual([-0, -0, -1]);
  expect(at(0.5, -0.1, 0.1)).toBe(1);
  expect(sink.gap[0]).toBeCloseTo(Math.sqrt(0.02) - 0.2, 14);
  expect([...sink.pointB.subarray(0, 3)].map((x) => Math.round(x * 1e12) / 1e12)).toEqual([0.5, 0, 0]);
  expect(at(-0.1, -0.1, 0.1)).toBe(1);
  expect(sink.gap[0]).toBeCloseTo(Math.sqrt(0.03) - 0.2, 14);
  expect(at(0.25, 0.25, 0.3)).toBe(0);
});
