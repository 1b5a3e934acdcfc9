/** Regions with voids and holes, rims, normals, patches, and how the volume changes when a body moves. */
import { describe, expect, test } from "vitest";
import {
  contourNormal,
  createOverlap,
  createVolumeCache,
  intersectVolumes,
  overlapRegion,
} from "../../../src/collision/volume/index.js";
import { buildVolumeMesh } from "../../../src/collision/volume/volume-mesh.js";
import { flipMesh } from "../../../src/geometry/mesh-edit.js";
import { icosphere, torusMesh } from "../../../src/geometry/tessellate.js";
import type { TriangleMesh } from "../../../src/geometry/types.js";
import { random, randomStarMesh, unitQuaternion } from "../../geometry/random.js";
import { exactOverlap } from "../../judges/exact-overlap.js";
import { boxMesh, moveMesh, randomPair, transformOf } from "./shapes.js";

const HERE = transformOf([0, 0, 0, 1], [0, 0, 0]);

function overlapOf(a: TriangleMesh, b: TriangleMesh, to = HERE) {
  const out = createOverlap();
  intersectVolumes(buildVolumeMesh(a), buildVolumeMesh(b), to, createVolumeCache(), out);
  expect(out.strayed).toBe(0);
  return Array.from({ length: out.count }, (_, r) => overlapRegion(out, r));
}

/** Several meshes as one. */
function together(...meshes: TriangleMesh[]): TriangleMesh {
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (const m of meshes) {
    const first = vertices.length / 3;
    vertices.push(...m.vertices);
    triangles.push(...m.triangles.map((v) => first + v));
  }
  return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}

const hollow = (...center: number[]) =>
  moveMesh(together(icosphere(1, 1), flipMesh(icosphere(0.6, 1))), transformOf([0, 0, 0, 1], center));

describe("regions", () => {
  test.each([
    ["inside a box", [-5, -5, -5], [5, 5, 5]],
    // one triangle of the box's face sees an annulus whose two rims no edge joins
    ["cut by a plane through the void", [-50, -49, -5], [50, 51, 0.1]],
    ["cut beside the void", [-50, -49, -5], [50, 51, -0.7]],
  ])("a hollow ball %s is one region", (_, low, high) => {
    const [ball, box] = [hollow(0, 0, 0), boxMesh(low, high)];
    const regions = overlapOf(ball, box);
    expect(regions.length).toBe(1);
    const exact = exactOverlap(ball, box);
    expect(Math.abs(regions[0].volume / exact.volume - 1)).toBeLessThan(1e-12);
    for (const [k, x] of exact.inertia.entries())
      expect(Math.abs(regions[0].inertia[k] - x) / exact.volume).toBeLessThan(1e-12);
  });

  test("voids go to the region around them", () => {
    const balls = together(hollow(0, 0, 0), hollow(3, 0, 0.1), hollow(6, 0.2, 0));
    const box = boxMesh([-50, -49, -5], [50, 51, 0.2]);
    const regions = overlapOf(balls, box).sort((p, q) => p.center[0] - q.center[0]);
    expect(regions.length).toBe(3);
    [hollow(0, 0, 0), hollow(3, 0, 0.1), hollow(6, 0.2, 0)].forEach((ball, i) => {
      expect(Math.abs(regions[i].volume / exactOverlap(ball, box).volume - 1)).toBeLessThan(1e-12);
      expect(regions[i].loops.length).toBe(2);
    });
  });

  test("a ball in a hollow ball touches nothing", () => {
    expect(overlapOf(hollow(0, 0, 0), icosphere(0.3, 1))).toEqual([]);
    expect(overlapOf(icosphere(0.3, 1), hollow(0, 0, 0))).toEqual([]);
  });

  test("a ring through a block: one arch, two legs, or one ring with two rims", () => {
    const ring = torusMesh(1, 0.2, 32, 12);
    const upright = transformOf([Math.SQRT1_2, 0, 0, Math.SQRT1_2], [0, 0, 0]);
    const rims = (block: TriangleMesh, to: Float64Array) => overlapOf(block, ring, to).map((r) => r.loops.length);
    expect(rims(boxMesh([-3, -3, -3], [3, 3, 0.2]), upright)).toEqual([2]);
    expect(rims(boxMesh([-3, -3, -0.5], [3, 3, 0.2]), upright)).toEqual([2, 2]);
    expect(rims(boxMesh([-3, -3, -1], [3, 3, -0.1]), HERE)).toEqual([2]);
  });
});

describe("rims, normals and patches", () => {
  test("the vector area is ½ ∮ r × dr of the rim, whatever the bodies", () => {
    for (let i = 0; i < 60; i++) {
      if (i % 8 === 4) continue; // flush: the mean of two rims
      const { a, b, transform } = randomPair(random(400 + i), i);
      for (const { area, loops, center } of overlapOf(a, b, transform)) {
        const sum = [0, 0, 0];
        for (const loop of loops) {
          for (let p = 0; p < loop.length; p += 3) {
            const [x, y, z] = [0, 1, 2].map((k) => loop[p + k] - center[k]);
            const [u, v, w] = [0, 1, 2].map((k) => loop[(p + 3 + k) % loop.length] - center[k]);
            sum[0] += 0.5 * (y * w - z * v);
            sum[1] += 0.5 * (z * u - x * w);
            sum[2] += 0.5 * (x * v - y * u);
          }
        }
        // round-off of some hundred terms of size 1
        for (const [k, x] of sum.entries()) expect(Math.abs(x - area[k])).toBeLessThan(1e-12);
      }
    }
  });

  test("N1 is N2 for a plane rim, and nearly so for a skew one", () => {
    const out = createOverlap();
    const normal = new Float64Array(3);
    const block = transformOf(unitQuaternion(random(3)), [0, 0, 0.3]);
    intersectVolumes(
      buildVolumeMesh(boxMesh([-4, -4, -1], [4, 4, 0])),
      buildVolumeMesh(boxMesh([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5])),
      block,
      createVolumeCache(),
      out,
    );
    expect(contourNormal(out, 0, normal, 0)).toBe(true);
    for (const [k, x] of [0, 0, 1].entries()) expect(Math.abs(normal[k] - x)).toBeLessThan(1e-15);
    for (const [k, x] of overlapRegion(out, 0).normal.entries()) expect(Math.abs(normal[k] - x)).toBeLessThan(1e-15);
  });

  test("a block on a floor: area, centroid and inertia of its footprint", () => {
    const [l, w] = [1, 0.5];
    const turn = transformOf([0, 0, 0.3, 1], [0.2, -0.1, 0]);
    const [r] = overlapOf(
      moveMesh(boxMesh([-l / 2, -w / 2, -1e-3], [l / 2, w / 2, 1]), turn),
      boxMesh([-4, -4, -1], [4, 4, 0]),
    );
    expect(Math.abs(r.patchArea - l * w)).toBeLessThan(1e-14);
    for (const [k, x] of [0.2, -0.1].entries()) expect(Math.abs(r.patchCenter[k] - x)).toBeLessThan(1e-14);
    // trace of a rectangle's inertia: 2 l w (l² + w²)/12
    expect(Math.abs(r.patchInertia[2] - (l * w * (l * l + w * w)) / 12)).toBeLessThan(1e-14);
    expect(Math.abs(r.patchInertia[0] + r.patchInertia[1] - r.patchInertia[2])).toBeLessThan(1e-14);
    // deeper at one side: V = ∫ δ dS, and the patch is the same
    expect(Math.abs(r.volume - 1e-3 * l * w)).toBeLessThan(1e-16);
  });
});

describe("change of the volume", () => {
  /** V and vector area with B moved by a little along or about an axis. */
  const total = (a: TriangleMesh, b: TriangleMesh, to: Float64Array) =>
    overlapOf(a, b, to).reduce((sum, r) => sum + r.volume, 0);

  test("by a shift of A it is the vector area (T-06)", () => {
    const h = 1e-5;
    for (const i of [0, 1, 2, 3, 7, 8, 9, 10, 11]) {
      const { a, b, transform } = randomPair(random(800 + i), i);
      const regions = overlapOf(a, b, transform);
      for (let k = 0; k < 3; k++) {
        const area = regions.reduce((sum, r) => sum + r.area[k], 0);
        const moved = (d: number) => {
          const to = transform.slice();
          to[9 + k] -= d;
          return total(a, b, to);
        };
        // T-06; round-off of V over h is 1e-10, and the third derivative times h² is less still
        expect(Math.abs((moved(h) - moved(-h)) / (2 * h) - area), `pair ${i}`).toBeLessThan(1e-6);
      }
    }
  });

  test("continuous: one star through another in 1e5 tiny steps", () => {
    const rnd = random(12);
    const [a, b] = [buildVolumeMesh(randomStarMesh(rnd)), buildVolumeMesh(randomStarMesh(rnd))];
    const cache = createVolumeCache();
    const out = createOverlap();
    const steps = process.env.STICTION_FULL === "1" ? 100_000 : 2000;
    const dx = 12 / steps;
    const to = transformOf([0.2, -0.1, 0.3, 1], [-6, 0.2, 0.1]);
    let last = { volume: 0, area: 0, moment: 0 };
    let most = 0;
    for (let s = 0; s <= steps; s++) {
      to[9] = -6 + s * dx;
      intersectVolumes(a, b, to, cache, out);
      expect(out.strayed).toBe(0);
      const now = { volume: 0, area: 0, moment: 0 };
      for (let r = 0; r < out.count; r++) {
        const region = overlapRegion(out, r);
        now.volume += region.volume;
        now.area += region.area[0];
        now.moment += region.volume * region.center[1];
      }
      // B goes along x, so V falls by the vector area; that changes by less than the length of the rim (60 m of many arms) times dx per step
      const slope = 0.5 * (last.area + now.area);
      expect(Math.abs(now.volume - last.volume + slope * dx), `step ${s}`).toBeLessThan(30 * dx * dx + 1e-13);
      // what comes and goes is at most 5 m from the axis, and of area 30 m²
      expect(Math.abs(now.moment - last.moment), `step ${s}`).toBeLessThan(150 * dx);
      last = now;
      most = Math.max(most, out.count);
    }
    expect(most).toBeGreaterThan(2);
    expect(last.volume).toBe(0);
  });

  test("continuous: a cube over the edge of another in 1e4 steps (T-19)", () => {
    const cube = buildVolumeMesh(boxMesh([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]));
    const cache = createVolumeCache();
    const out = createOverlap();
    const steps = process.env.STICTION_FULL === "1" ? 10_000 : 2000;
    const turn = transformOf([0.1, 0.2, 0.3, 1], [0, 0, 0.9]);
    let last = -1;
    let area = 0;
    for (let s = 0; s <= steps; s++) {
      turn[9] = -1.2 + (2.4 * s) / steps;
      intersectVolumes(cube, cube, turn, cache, out);
      expect(out.count).toBeLessThanOrEqual(1);
      const v = out.count > 0 ? out.values[0] : 0;
      const now = out.count > 0 ? Math.abs(out.values[10]) : 0;
      // |ΔV| ≤ S |Δx|, S the larger of the projected areas at both ends, which changes by less than 4 m (the outline) times Δx between
      const dx = 2.4 / steps;
      if (last >= 0) expect(Math.abs(v - last)).toBeLessThanOrEqual((Math.max(area, now) + 4 * dx) * dx + 1e-12);
      last = v;
      area = now;
    }
    expect(cache.searches).toBeLessThan(steps / 4);
  });
});
