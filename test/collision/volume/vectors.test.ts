/** Exact values of meshes that overlap, most of them with ties (`verify vilela.t-02`, t-14, t-15). */
import { describe, expect, test } from "vitest";
import {
  createOverlap,
  createVolumeCache,
  intersectVolumes,
  overlapRegion,
} from "../../../src/collision/volume/index.js";
import { buildVolumeMesh } from "../../../src/collision/volume/volume-mesh.js";
import { flipMesh } from "../../../src/geometry/mesh-edit.js";
import { meshVolume } from "../../../src/geometry/polyhedron-mass.js";
import type { TriangleMesh } from "../../../src/geometry/types.js";
import { boxMesh, moveMesh, prismMesh, transformOf, uPrism } from "./shapes.js";

const UNIT = boxMesh([0, 0, 0], [1, 1, 1]);
const CUBE = boxMesh([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]);
const FLOOR = boxMesh([-4, -2, -1], [4, 2, 0]);
const at = (...t: number[]) => transformOf([0, 0, 0, 1], t);
/** Quaternion as [Vilela2018] writes it, (w, x, y, z), not normalised. */
const turned = (w: number, x: number, y: number, z: number, ...t: number[]) => transformOf([x, y, z, w], t);

const tetra = (...p: number[][]): TriangleMesh =>
  outward({
    vertices: Float64Array.from(p.flat()),
    triangles: Uint32Array.of(0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2),
  });
const T = tetra([1, 1, 1], [-1, 1, -1], [1, -1, -1], [-1, -1, 1]);
const MINUS_T = tetra([-1, -1, -1], [-1, 1, 1], [1, -1, 1], [1, 1, -1]);
/** Wedge with an edge along x (or y) at height `edge`, and the base at height `base`. */
const wedge = (edge: number, base: number, along: 0 | 1): TriangleMesh => {
  const p = (u: number, w: number, z: number) => (along === 0 ? [u, w, z] : [w, u, z]);
  const vertices = [p(-1, 0, edge), p(1, 0, edge), p(-1, -1, base), p(1, -1, base), p(-1, 1, base), p(1, 1, base)];
  const list = [0, 3, 1, 0, 2, 3, 0, 1, 5, 0, 5, 4, 2, 4, 5, 2, 5, 3, 0, 4, 2, 1, 3, 5];
  return outward({ vertices: Float64Array.from(vertices.flat()), triangles: Uint32Array.from(list) });
};

function outward(mesh: TriangleMesh): TriangleMesh {
  return meshVolume(mesh) > 0 ? mesh : flipMesh(mesh);
}

interface Case {
  readonly a: TriangleMesh;
  readonly b: TriangleMesh;
  readonly to: Float64Array;
  readonly volume: number;
  readonly center?: readonly number[];
  /** xx yy zz xy yz zx. */
  readonly inertia?: readonly number[];
  /** a_B of [Vilela2018]: the opposite of ours. */
  readonly area?: readonly number[];
  readonly deep?: boolean;
  readonly tolerance?: number;
}

const same = (x: number, y = 0) => [x, x, x, y, y, y];
const M12 = {
  volume: 8.5e-6,
  inertia: [1.77083333538042e-7, 7.08333333538042e-7, 17 / 19200000, 0, 0, 0],
  area: [0, 0, 0.5],
  tolerance: 1e-9,
};
const BLOCK = boxMesh([-0.5, -0.25, -17e-6], [0.5, 0.25, 0.5]);

const cases: Record<string, Case> = {
  M1: { a: UNIT, b: UNIT, to: at(0.5, 0.5, 0.5), volume: 1 / 8, center: [0.75, 0.75, 0.75], inertia: same(1 / 192), area: [-0.25, -0.25, -0.25] },
  M2: { a: CUBE, b: CUBE, to: Float64Array.of(0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1, 0, 0, 0), volume: 5 / 6, center: [0, 0, 0], inertia: [1295 / 10368, 1295 / 10368, 575 / 5184, 0, 0, 0], area: [0, 0, 0], deep: true },
  M2b: { a: CUBE, b: CUBE, to: transformOf([0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)], [0, 0, 0]), volume: 0.8284271247461901, center: [0, 0, 0], inertia: [0.12377344785321419, 0.12377344785321419, 0.10947570824873003, 0, 0, 0], area: [0, 0, 0], deep: true },
  M3: { a: CUBE, b: CUBE, to: turned(2, 1, 1, 1, 0.3, 0.2, 0.1), volume: 56293 / 108000, center: [0.148104898435313, 0.103642559381061, 0.0477991110287755], inertia: [0.0630287751898222, 0.0600279196130335, 0.0526905629016084, 0.00172278573388744, -0.000869657734941184, 0.00266401225765951], area: [-2801 / 3600, -2081 / 3600, -1117 / 3600] },
  M3b: { a: CUBE, b: CUBE, to: turned(3, 1, 2, -1, -0.4, 0.35, 0.25), volume: 23545931 / 73920000, center: [-0.193651876858711, 0.168884224838358, 0.14018866196487], inertia: [0.027140825951745, 0.0258363260575186, 0.028444519161914, -0.00439319530040768, -0.000508285135640642, -0.000837342098170785], area: [0.568814935064935, -0.498633928571429, -0.367040584415584] },
  M4: { a: T, b: MINUS_T, to: at(0, 0, 0), volume: 4 / 3, center: [0, 0, 0], inertia: same(4 / 15), area: [0, 0, 0], deep: true },
  M5: { a: T, b: T, to: turned(3, 1, 2, -1, 0.25, 0.2, -0.3), volume: 1.19938304301004, center: [0.0986493021530563, 0.0627866874106983, -0.119027159684173], inertia: [0.291260759690375, 0.228715103413783, 0.248929037757524, 0.020182740227776, 0.0108709012416379, -0.0192551663646565], area: [-0.972729008219875, -0.636369288550757, 0.886850773211929] },
  M6: { a: tetra([0, 0, -0.1], [-1, 1, 1], [1, 0, 1], [-1, -1, 1]), b: boxMesh([-2, -2, -1], [2, 2, 0]), to: at(0, 0, 0), volume: 1 / 1815, center: [-1 / 44, 0, -1 / 40], inertia: [6.61953873824648e-7, 8.32707237665915e-7, 1.0814379709947e-6, 0, 0, 6.26095667417981e-8], area: [0, 0, 2 / 121] },
  M7: { a: wedge(-0.1, 1, 0), b: wedge(0.1, -1, 1), to: at(0, 0, 0), volume: 8 / 1815, center: [0, 0, 0], inertia: [214 / 9150625, 214 / 9150625, 32 / 1098075, 0, 0, 0], area: [0, 0, 8 / 121] },
  M8: { a: UNIT, b: boxMesh([0.25, 0.25, 0.25], [0.75, 0.75, 0.75]), to: at(0, 0, 0), volume: 1 / 8, center: [0.5, 0.5, 0.5], inertia: same(1 / 192), area: [0, 0, 0], deep: true },
  M10: { a: UNIT, b: UNIT, to: at(0, 0, 0.5), volume: 0.5, center: [0.5, 0.5, 0.75], inertia: [5 / 96, 5 / 96, 1 / 12, 0, 0, 0], area: [0, 0, -1] },
  M10b: { a: UNIT, b: UNIT, to: at(0, 0, 0), volume: 1, center: [0.5, 0.5, 0.5], inertia: same(1 / 6), area: [0, 0, 0], deep: true },
  M11: { a: boxMesh([-2, -0.5, -0.5], [2, 0.5, 0.5]), b: boxMesh([-0.5, -2, -0.5], [0.5, 2, 0.5]), to: at(0, 0, 0), volume: 1, center: [0, 0, 0], inertia: same(1 / 6), area: [0, 0, 0], deep: true },
  M12: { a: BLOCK, b: FLOOR, to: at(0, 0, 0), center: [0, 0, -8.5e-6], ...M12 },
  // A's frame is the tilted block's: floor by the inverse of its pose
  M14: { a: BLOCK, b: moveMesh(FLOOR, at(1000, 2000, -500)), to: at(-1000, -2000, 500), center: [0, 0, -8.5e-6], ...M12 },
  "half shift": { a: UNIT, b: UNIT, to: at(0.5, 0, 0), volume: 0.5 },
}; // biome-ignore format: a table

function overlapOf(a: TriangleMesh, b: TriangleMesh, to: Float64Array) {
  const out = createOverlap();
  intersectVolumes(buildVolumeMesh(a), buildVolumeMesh(b), to, createVolumeCache(), out);
  expect(out.strayed).toBe(0);
  return Array.from({ length: out.count }, (_, r) => overlapRegion(out, r));
}

describe("overlap of two meshes: recorded vectors", () => {
  // 1e-12 relative to V (T-02), for centre and inertia per metre and per square metre; recorded with 15 digits
  test.each(Object.entries(cases))("%s", (_, { a, b, to, volume, center, inertia, area, deep, tolerance = 1e-12 }) => {
    const regions = overlapOf(a, b, to);
    expect(regions.length).toBe(1);
    const [r] = regions;
    expect(Math.abs(r.volume / volume - 1)).toBeLessThan(tolerance);
    for (const [k, x] of (center ?? []).entries()) expect(Math.abs(r.center[k] - x)).toBeLessThan(tolerance);
    if (inertia !== undefined) {
      const [xx, yy, zz, xy, yz, zx] = inertia;
      for (const [k, x] of [xx, yy, zz, xy, zx, yz].entries())
        expect(Math.abs(r.inertia[k] - x) / volume, `inertia ${k}`).toBeLessThan(tolerance);
    }
    for (const [k, x] of (area ?? []).entries()) expect(Math.abs(r.area[k] + x), `area $k`).toBeLessThan(1e-12);
    expect(r.deep).toBe(deep ?? false);
  });

  test("M13: a block tilted by 1e-4 rad, 1e-5 m deep", () => {
    const block = moveMesh(boxMesh([-0.5, -0.25, 0], [0.5, 0.25, 0.5]), turned(20000, 0, 1, 0, 0, 0, -1e-5));
    const [r] = overlapOf(block, FLOOR, at(0, 0, 0));
    expect(Math.abs(r.volume / 9.00000003e-6 - 1)).toBeLessThan(1e-9);
    for (const [k, x] of [0.300000000416667, 0, -1.99999999583333e-5].entries())
      expect(Math.abs(r.center[k] - x)).toBeLessThan(1e-9);
    const inertia = [1.87500002425e-7, 1.8000000255e-7, 3.67500001375e-7, 0, 8.99999988e-12, 0];
    for (const [k, x] of inertia.entries()) expect(Math.abs(r.inertia[k] - x) / r.volume).toBeLessThan(1e-9);
    for (const [k, x] of [0, 0, -0.300000001625].entries()) expect(Math.abs(r.area[k] - x)).toBeLessThan(1e-9);
  });

  test("M15: a bar through a U has two regions", () => {
    const bar = boxMesh([-3, -0.2, -0.2], [3, 0.2, 0.2]);
    const regions = overlapOf(uPrism(), bar, turned(40, 1, 2, 3, 1 / 20, 1 / 2, 1 / 30));
    regions.sort((p, q) => p.center[0] - q.center[0]);
    expect(regions.length).toBe(2);
    const [left, right] = regions;
    expect(Math.abs(left.volume / 0.16261964735516374 - 1)).toBeLessThan(1e-12);
    expect(Math.abs(right.volume / 0.16257607834950555 - 1)).toBeLessThan(1e-12);
    const centers = [
      [-1.5, 0.2618387909319899, 0.1836481947942905],
      [1.4998717704647997, 0.722720795459873, -0.10723516731677148],
    ];
    regions.forEach((r, i) => {
      for (const [k, x] of centers[i].entries()) expect(Math.abs(r.center[k] - x)).toBeLessThan(1e-12);
      expect(r.loops.length).toBe(2);
    });
  });

  test.each([
    ["M9: touching by a face", at(1, 0, 0)],
    ["at an edge", at(1, 1, 0)],
    ["at a vertex", at(-1, -1, -1)],
    ["apart", at(3, 0, 0)],
  ])("nothing in common: %s", (_, to) => {
    expect(overlapOf(UNIT, UNIT, to)).toEqual([]);
  });
});

describe("cylinder of N facets on a plane: table of section 9", () => {
  const ROWS: [number, "facet" | "edge", number[]][] = [
    [16, "facet", [2.0474717626562e-4, 1.01572159126e-3, 1.79284515247e-7, 1.70623328873e-5, 1.72414810056e-5]],
    [16, "edge", [2.0109357968503e-5, 1.33333333333e-3, 3.4329993038e-10, 1.67578429945e-6, 1.67611866189e-6]],
    [64, "facet", [8.9680355877853e-5, 1.15095346561e-3, 1.81357264763e-8, 7.47339083973e-6, 7.49147086639e-6]],
    [64, "edge", [7.2791874798591e-5, 1.28575958485e-3, 1.37395547828e-8, 6.06600580203e-6, 6.07971288585e-6]],
    [128, "facet", [8.5896301278001e-5, 1.19060474152e-3, 1.74455210049e-8, 7.15804934285e-6, 7.17544639115e-6]],
    [128, "edge", [8.1046021040715e-5, 1.21907834207e-3, 1.57417429091e-8, 6.75385619242e-6, 6.76955572394e-6]],
  ];
  test.each(ROWS)("N = %i, %s down", (n, pose, [volume, z, jyy, jxx, jzz]) => {
    const [r, h] = [0.25, 0.5];
    const start = pose === "edge" ? -Math.PI / 2 : -Math.PI / 2 + Math.PI / n;
    const outline = Array.from({ length: n }, (_, i): [number, number] => {
      const angle = start + (2 * Math.PI * i) / n;
      return [r * Math.cos(angle), r * Math.sin(angle)];
    });
    const fan = Array.from({ length: n - 2 }, (_, i): [number, number, number] => [0, i + 1, i + 2]);
    // prism along z turned so that its axis is y: (x, y, z) → (x, −z, y)
    const along = prismMesh(outline, fan, -h, h);
    const turn = Float64Array.of(1, 0, 0, 0, 0, -1, 0, 1, 0, 0, 0, 0);
    const mesh = moveMesh(along, turn);
    const lowest = pose === "edge" ? -r : -r * Math.cos(Math.PI / n);
    const floor = boxMesh([-2, -2, -1], [2, 2, lowest + 0.002]);
    const regions = overlapOf(mesh, floor, at(0, 0, 0));
    expect(regions.length).toBe(1);
    const [g] = regions;
    // half a unit of the last digit printed: 14 digits of V, 12 of z and most of J, 11 of the least
    expect(Math.abs(g.volume / volume - 1)).toBeLessThan(1e-12);
    expect(Math.abs(g.center[2] - lowest - z) / z).toBeLessThan(5e-12);
    expect(Math.abs(g.inertia[1] / jyy - 1)).toBeLessThan(2e-11);
    expect(Math.abs(g.inertia[0] / jxx - 1)).toBeLessThan(2e-11);
    expect(Math.abs(g.inertia[2] / jzz - 1)).toBeLessThan(2e-11);
  });
});
