/** The half-space: the fast path agrees with the mesh path, and with closed forms. */
import { expect, test } from "vitest";
import {
  createOverlap,
  createVolumeCache,
  intersectHalfSpace,
  intersectVolumes,
  OVERLAP,
  OVERLAP_FLAG,
  overlapRegion,
} from "../../../src/collision/volume/index.js";
import { buildVolumeMesh } from "../../../src/collision/volume/volume-mesh.js";
import { icosphere } from "../../../src/geometry/tessellate.js";
import type { TriangleMesh } from "../../../src/geometry/types.js";
import { random, randomHullMesh, randomStarMesh, unitQuaternion } from "../../geometry/random.js";
import { boxMesh, cellsMesh, moveMesh, randomCells, transformOf, uPrism } from "./shapes.js";

const full = process.env.STICTION_FULL === "1";

function below(mesh: TriangleMesh, plane: readonly number[]) {
  const out = createOverlap();
  intersectHalfSpace(buildVolumeMesh(mesh), Float64Array.from(plane), out);
  expect(out.strayed).toBe(0);
  return Array.from({ length: out.count }, (_, r) => overlapRegion(out, r));
}

test("half-spaces cut as large boxes do", () => {
  const cache = createVolumeCache();
  const out = createOverlap();
  const floor = buildVolumeMesh(boxMesh([-64, -65, -66], [67, 68, 0]));
  for (let i = 0; i < (full ? 2000 : 60); i++) {
    const rnd = random(600 + i);
    const shapes = [randomHullMesh, randomStarMesh, uPrism, () => cellsMesh(randomCells(rnd, 4, 10))!];
    const mesh = shapes[i % 4](rnd);
    // upright cells lie in the plane with whole faces
    const level = i % 8 === 3 ? Math.floor(4 * rnd()) : 2 * rnd() - 1;
    const to = i % 4 === 3 ? transformOf([0, 0, 0, 1], [0, 0, level]) : transformOf(unitQuaternion(rnd), [0, 0, level]);
    intersectVolumes(buildVolumeMesh(mesh), floor, to, cache, out);
    // the plane z = 0 of the floor in the frame of the mesh
    const regions = below(mesh, [to[2], to[5], to[8], to[2] * to[9] + to[5] * to[10] + to[8] * to[11]]);
    // faces in the plane: the film between two regions belongs to both or to none, as the displacement has it
    if (out.count > 0 && (out.flags[0] & OVERLAP_FLAG.coplanar) !== 0 && regions.length !== out.count) {
      const sum = (list: readonly number[]) => list.reduce((x, y) => x + y, 0);
      const volumes = Array.from({ length: out.count }, (_, r) => overlapRegion(out, r).volume);
      expect(Math.abs(sum(volumes) - sum(regions.map((r) => r.volume))), `solid ${i}`).toBeLessThan(1e-12);
      continue;
    }
    expect(regions.length, `solid ${i}`).toBe(out.count);
    const sorted = Array.from({ length: out.count }, (_, r) => overlapRegion(out, r)).sort(
      (p, q) => p.volume - q.volume,
    );
    regions.sort((p, q) => p.volume - q.volume);
    for (const [r, region] of regions.entries()) {
      // rounding of vertices at coordinates up to 68: 68 · 2⁻⁵³ times the area, up to 100 m²
      expect(Math.abs(region.volume - sorted[r].volume), `solid ${i}`).toBeLessThan(1e-12);
      if (sorted[r].coplanar || region.volume < 1e-3) continue;
      for (const key of ["center", "inertia", "area", "patchCenter", "patchInertia"] as const) {
        for (const [k, x] of region[key].entries()) {
          expect(Math.abs(x - sorted[r][key][k]), `${key} of solid ${i}`).toBeLessThan(1e-9);
        }
      }
    }
  }
});

test("a block above, in and below the plane", () => {
  const block = boxMesh([-0.5, -0.25, -17e-6], [0.5, 0.25, 0.5]);
  expect(below(block, [0, 0, 1, -1])).toEqual([]);
  expect(below(block, [0, 0, 1, -17e-6])).toEqual([]);
  const [r] = below(block, [0, 0, 1, 0]);
  // half a unit of the last place of 0.5 m, over the depth
  expect(Math.abs(r.volume / 8.5e-6 - 1)).toBeLessThan(2 ** -54 / 17e-6);
  expect(r.area.map((x) => Math.round(x * 1e15) / 1e15 + 0)).toEqual([0, 0, -0.5]);
  const [whole] = below(block, [0, 0, 1, 1]);
  expect(Math.abs(whole.volume - 0.5 * 0.500017)).toBeLessThan(1e-15);
  expect(whole.deep).toBe(true);
});

test("a ball: volume of the cap, second order in the edge length", () => {
  // 2R/5 of its radius above the plane: V = π h² (3R − h)/3
  const h = 0.6;
  const cap = (Math.PI * h * h * (3 - h)) / 3;
  const errors = [2, 3, 4].map((level) => {
    const [r] = below(icosphere(1, level), [0.6, 0, 0.8, -(1 - h)]);
    return cap - r.volume;
  });
  // icospheres have their vertices on the sphere: the error falls fourfold with each level
  expect(errors[0] / errors[1]).toBeGreaterThan(3.8);
  expect(errors[1] / errors[2]).toBeGreaterThan(3.9);
  expect(errors[1] / errors[2]).toBeLessThan(4.1);
});

test("two feet of a table are two regions", () => {
  const out = createOverlap();
  intersectHalfSpace(
    buildVolumeMesh(moveMesh(uPrism(), transformOf([1, 0, 0, 0], [0, 0, 0]))),
    Float64Array.of(0, 1, 0, -0.9),
    out,
  );
  expect(out.count).toBe(2);
  for (let r = 0; r < 2; r++) expect(Math.abs(out.values[26 * r + OVERLAP.volume] - 0.2)).toBeLessThan(1e-15);
});
