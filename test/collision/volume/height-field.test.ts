/** Height fields as solids: closed forms, the mesh path of the same field, and a block that rests on one. */
import { bodyPosition, compile, createData, type ShapeSpec, type Spec, step } from "stiction";
import { describe, expect, test } from "vitest";
import { heightFieldSolid } from "../../../src/collision/volume/height-field-solid.js";
import {
  createOverlap,
  createVolumeCache,
  inspectSolid,
  intersectHalfSpace,
  intersectVolumes,
  overlapRegion,
} from "../../../src/collision/volume/index.js";
import { buildVolumeMesh } from "../../../src/collision/volume/volume-mesh.js";
import { icosphere } from "../../../src/geometry/tessellate.js";
import type { HeightField } from "../../../src/geometry/types.js";
import { random, randomHullMesh, unitQuaternion } from "../../geometry/random.js";
import { boxMesh, transformOf } from "./shapes.js";

const full = process.env.STICTION_FULL === "1";

function rough(seed: number, nx = 7, ny = 6): HeightField {
  const rnd = random(seed);
  return { nx, ny, dx: 0.5, dy: 0.75, heights: Float64Array.from({ length: nx * ny }, () => 0.4 * rnd()) };
}

describe("a height field as a solid", () => {
  test("is closed, oriented outwards and does not cross itself", () => {
    expect(inspectSolid(heightFieldSolid(rough(1), 2).mesh)).toEqual([]);
  });

  test("volume below the surface and above a level, cell by cell", () => {
    const field = rough(2);
    const { nx, ny, dx, dy, heights } = field;
    // a block over the cells 1 … 4 of x and 1 … 3 of y, its bottom below and its top above all of the surface
    const [i0, i1, j0, j1] = [1, 5, 1, 4];
    let volume = 0;
    for (let j = j0; j < j1; j++) {
      for (let i = i0; i < i1; i++) {
        const [a, b, c, d] = [j * nx + i, j * nx + i + 1, (j + 1) * nx + i + 1, (j + 1) * nx + i].map(
          (v) => heights[v],
        );
        // prisms over two triangles of half a cell: mean height + 1
        volume += 0.5 * dx * dy * ((a + b + c) / 3 + 1 + (a + c + d) / 3 + 1);
      }
    }
    const at = (i: number, n: number, d: number) => (i - 0.5 * (n - 1)) * d;
    const block = buildVolumeMesh(boxMesh([at(i0, nx, dx), at(j0, ny, dy), -1], [at(i1, nx, dx), at(j1, ny, dy), 3]));
    const out = createOverlap();
    intersectVolumes(heightFieldSolid(field, 5), block, transformOf([0, 0, 0, 1], [0, 0, 0]), createVolumeCache(), out);
    expect(out.count).toBe(1);
    expect(Math.abs(overlapRegion(out, 0).volume / volume - 1)).toBeLessThan(1e-13);
  });

  test("a flat one is a half-space for what stays within it", () => {
    const flat = heightFieldSolid({ nx: 9, ny: 9, dx: 2, dy: 2, heights: new Float64Array(81) }, 16);
    const [out, judge] = [createOverlap(), createOverlap()];
    for (let i = 0; i < (full ? 1000 : 50); i++) {
      const rnd = random(300 + i);
      const body = buildVolumeMesh(randomHullMesh(rnd));
      const to = transformOf(unitQuaternion(rnd), [rnd() - 0.5, rnd() - 0.5, rnd() - 0.5]);
      intersectVolumes(flat, body, to, createVolumeCache(), out);
      intersectHalfSpace(body, Float64Array.of(to[6], to[7], to[8], -to[11]), judge);
      expect(out.count).toBe(judge.count);
      for (let r = 0; r < out.count; r++) {
        const [a, b] = [overlapRegion(out, r), overlapRegion(judge, r)];
        // round-off of coordinates up to 16 m, times areas of some m²
        expect(Math.abs(a.volume - b.volume)).toBeLessThan(1e-13);
        expect(Math.abs(a.patchArea - b.patchArea)).toBeLessThan(1e-13);
      }
    }
  });

  test("how deep its bottom lies does not matter", () => {
    const out = [createOverlap(), createOverlap()];
    let several = 0;
    for (let i = 0; i < (full ? 1000 : 60); i++) {
      const rnd = random(500 + i);
      const field = rough(900 + i);
      // every third one is a plate that lies on peaks
      const plate = i % 3 === 2;
      const body = buildVolumeMesh(
        plate ? boxMesh([-1.2, -1.2, 0], [1.2, 1.2, 0.2]) : i % 2 ? icosphere(0.6, 2) : randomHullMesh(rnd),
      );
      const to = transformOf(plate ? [0.001, 0, 0, 1] : unitQuaternion(rnd), [
        rnd() - 0.5,
        rnd() - 0.5,
        plate ? 0.33 : rnd(),
      ]);
      for (const [k, depth] of [8, 40].entries()) {
        intersectVolumes(heightFieldSolid(field, depth), body, to, createVolumeCache(), out[k]);
      }
      expect(out[0].count).toBe(out[1].count);
      if (out[0].count > 1) several++;
      // trees differ, and with them the order of regions
      const lists = out.map((o) =>
        Array.from({ length: o.count }, (_, r) => overlapRegion(o, r)).sort((p, q) => p.center[0] - q.center[0]),
      );
      for (const [r, a] of lists[0].entries()) {
        const b = lists[1][r];
        expect(Math.abs(a.volume - b.volume)).toBeLessThan(1e-13);
        const tolerance = 1e-13 * (1 + 1 / a.volume);
        for (let k = 0; k < 3; k++) expect(Math.abs(a.center[k] - b.center[k])).toBeLessThan(tolerance);
      }
    }
    expect(several).toBeGreaterThan(10);
  });
});

test("a block rests on a height field as deep as on a plane", () => {
  const scene = (ground: ShapeSpec): Spec => ({
    timestep: 1e-3,
    formulation: { type: "augmented-lagrangian" },
    materials: {
      layer: { friction: 0.5, contact: { type: "volumetric", modulus: 1e5, thickness: 0.1, damping: 10 } },
    },
    bodies: [
      { name: "ground", type: "static", material: "layer", shapes: [ground] },
      {
        name: "block",
        mass: 1,
        material: "layer",
        position: [0.1, 0.05, 0.2499],
        shapes: [{ type: "box", halfExtents: [0.5, 0.25, 0.25] }],
      },
    ],
  });
  const model = compile(scene({ type: "height-field", dx: 0.4, dy: 0.4, heights: Array(9).fill(Array(9).fill(0)) }));
  const data = createData(model);
  for (let k = 0; k < 1000; k++) step(model, data);
  // m g/(K A)
  expect(bodyPosition(model, data, "block")[2]).toBeCloseTo(0.25 - 9.81 / (1e6 * 0.5), 9);
});
