/** Solids on a small lattice, where vertices lie on faces, edges on edges and faces on faces, against rational arithmetic. */
import { describe, expect, test } from "vitest";
import {
  createOverlap,
  createVolumeCache,
  intersectDisplaced,
  intersectVolumes,
  OVERLAP_SIZE,
  type Overlap,
} from "../../../src/collision/volume/index.js";
import { buildVolumeMesh } from "../../../src/collision/volume/volume-mesh.js";
import { meshVolume } from "../../../src/geometry/polyhedron-mass.js";
import type { TriangleMesh } from "../../../src/geometry/types.js";
import { random } from "../../geometry/random.js";
import { exactOverlap } from "../../judges/exact-overlap.js";
import { cellsMesh, latticePair, moveMesh, randomCells, transformOf } from "./shapes.js";

const full = process.env.STICTION_FULL === "1";
const COUNT = full ? 2000 : 40;
const HERE = transformOf([0, 0, 0, 1], [0, 0, 0]);

function overlapOf(a: TriangleMesh, b: TriangleMesh, to = HERE): Overlap {
  const out = createOverlap();
  intersectVolumes(buildVolumeMesh(a), buildVolumeMesh(b), to, createVolumeCache(), out);
  return out;
}

/** Volume, centroid and inertia of all regions together. */
function whole({ count, values }: Overlap) {
  let volume = 0;
  const first = [0, 0, 0];
  for (let r = 0; r < count; r++) {
    volume += values[OVERLAP_SIZE * r];
    for (let k = 0; k < 3; k++) first[k] += values[OVERLAP_SIZE * r] * values[OVERLAP_SIZE * r + 1 + k];
  }
  const center = first.map((m) => (volume > 0 ? m / volume : 0));
  const inertia = [0, 0, 0, 0, 0, 0];
  for (let r = 0; r < count; r++) {
    const o = OVERLAP_SIZE * r;
    const [x, y, z] = center.map((c, k) => values[o + 1 + k] - c);
    const shift = [y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z];
    for (let k = 0; k < 6; k++) inertia[k] += values[o + 4 + k] + values[o] * shift[k];
  }
  return { volume, center, inertia };
}

const volumes = ({ count, values }: Overlap) =>
  Array.from({ length: count }, (_, r) => values[OVERLAP_SIZE * r]).sort((x, y) => x - y);

describe(`${COUNT} pairs of lattice solids`, () => {
  // 1e-12 relative to the volume, and to the volume times powers of the lattice's size, 4
  test("have the volume, centroid and inertia of rational arithmetic", () => {
    let touching = 0;
    for (let i = 0; i < COUNT; i++) {
      const [a, b] = latticePair(random(5000 + i), i);
      const exact = exactOverlap(a, b);
      const out = overlapOf(a, b);
      const { volume, center, inertia } = whole(out);
      expect(out.strayed, `pair ${i}`).toBe(0);
      if (exact.volume === 0) {
        expect(out.count, `pair ${i} has no volume in common`).toBe(0);
        touching++;
        continue;
      }
      expect(Math.abs(volume / exact.volume - 1), `volume of pair ${i}`).toBeLessThan(1e-12);
      for (let k = 0; k < 3; k++) expect(Math.abs(center[k] - exact.center[k]), `pair ${i}`).toBeLessThan(4e-12);
      for (let k = 0; k < 6; k++) {
        expect(Math.abs(inertia[k] - exact.inertia[k]) / exact.volume, `pair ${i}`).toBeLessThan(16e-12);
      }
    }
    // both kinds are there
    expect(touching).toBeGreaterThan(COUNT / 5);
    expect(touching).toBeLessThan(COUNT / 2);
  });

  test("have the same volume with roles swapped, moved together, and under either sense of the displacement", () => {
    const cache = createVolumeCache();
    const out = createOverlap();
    for (let i = 0; i < COUNT; i++) {
      const [a, b] = latticePair(random(5000 + i), i);
      const volume = whole(overlapOf(a, b)).volume;
      const close = (other: number) =>
        expect(Math.abs(other - volume), `pair ${i}`).toBeLessThanOrEqual(1e-13 * volume);
      close(whole(overlapOf(b, a)).volume);
      const along = transformOf([0, 0, 0, 1], [3, -2, 5]);
      close(whole(overlapOf(moveMesh(a, along), moveMesh(b, along))).volume);
      for (const sense of [1, -1] as const) {
        intersectDisplaced(buildVolumeMesh(a), buildVolumeMesh(b), HERE, sense, cache, out);
        close(whole(out).volume);
      }
      expect(volume).toBeGreaterThanOrEqual(0);
      expect(volume).toBeLessThanOrEqual(Math.min(meshVolume(a), meshVolume(b)) * (1 + 1e-14));
    }
  });
});

test("pairs that are nearly tied: turned and shifted by 1e-16 to 1e-6", () => {
  for (let i = 0; i < COUNT / 4; i++) {
    const rnd = random(70_000 + i);
    const [a, b] = latticePair(rnd, i);
    const e = 10 ** (10 * rnd() - 16);
    const some = () => e * (rnd() - 0.5);
    const to = transformOf([some(), some(), some(), 1], [some(), some(), some()]);
    const exact = exactOverlap(a, moveMesh(b, to));
    const out = overlapOf(a, b, to);
    expect(out.strayed, `pair ${i}`).toBe(0);
    // films as thin as the rounding of a coordinate may come or go: 2⁻⁵² of 3 m, times 36 m²
    expect(Math.abs(whole(out).volume - exact.volume), `pair ${i}`).toBeLessThan(2.4e-14);
  }
});

describe("regions of solids made of cells", () => {
  const PAIRS = full ? 1000 : 20;

  /** Common cells, or common eighths when B is half a cell off, put together when they share a face; volumes sorted. */
  function commonCells(a: ReadonlySet<string>, b: ReadonlySet<string>, half: boolean): number[] {
    const parts = half ? 2 : 1;
    const fine = (cells: ReadonlySet<string>, off: number) => {
      const out = new Set<string>();
      for (const cell of cells) {
        const c = cell.split(",").map((x) => parts * Number(x) + off);
        for (let i = 0; i < parts ** 3; i++) {
          out.add(
            [c[0] + (i % parts), c[1] + (Math.floor(i / parts) % parts), c[2] + Math.floor(i / parts ** 2)].join(),
          );
        }
      }
      return out;
    };
    const left = fine(a, 0);
    const common = new Set([...fine(b, half ? 1 : 0)].filter((c) => left.has(c)));
    const found: number[] = [];
    while (common.size > 0) {
      const stack = [common.values().next().value as string];
      common.delete(stack[0]);
      let n = 0;
      while (stack.length > 0) {
        const c = stack.pop()!.split(",").map(Number);
        n++;
        for (let k = 0; k < 6; k++) {
          const next = c.map((x, j) => (j === k >> 1 ? x + (k & 1 ? 1 : -1) : x)).join();
          if (common.delete(next)) stack.push(next);
        }
      }
      found.push(n / parts ** 3);
    }
    return found.sort((x, y) => x - y);
  }

  test(`${PAIRS} pairs, half a cell off: each region by itself`, () => {
    let several = 0;
    for (let i = 0; i < PAIRS; i++) {
      const rnd = random(9000 + i);
      const [a, b] = [randomCells(rnd, 4, 4 + (i % 20)), randomCells(rnd, 4, 4 + (i % 23))];
      const expected = commonCells(a, b, true);
      const out = overlapOf(cellsMesh(a)!, cellsMesh(b)!, transformOf([0, 0, 0, 1], [0.5, 0.5, 0.5]));
      const found = volumes(out);
      // Eighths that meet in an edge or corner only belong together or not, as the surfaces there have it: sums must agree then.
      if (found.length === expected.length) {
        for (const [r, v] of found.entries()) expect(Math.abs(v - expected[r]), `pair ${i}`).toBeLessThan(1e-12);
      } else expect(found.length, `pair ${i}`).toBeLessThan(expected.length);
      expect(Math.abs(sum(found) - sum(expected)), `pair ${i}`).toBeLessThan(1e-11);
      if (expected.length > 1) several++;
    }
    expect(several).toBeGreaterThan(PAIRS / 10);
  });

  test(`${PAIRS} pairs, face on face everywhere: no region is torn, volumes add up`, () => {
    for (let i = 0; i < PAIRS; i++) {
      const rnd = random(7000 + i);
      const [a, b] = [randomCells(rnd, 4, 4 + (i % 20)), randomCells(rnd, 4, 4 + (i % 23))];
      const expected = commonCells(a, b, false);
      const found = volumes(overlapOf(cellsMesh(a)!, cellsMesh(b)!));
      // regions that touch may be joined by a film without volume
      expect(found.length, `pair ${i}`).toBeLessThanOrEqual(expected.length);
      expect(Math.abs(sum(found) - sum(expected)), `pair ${i}`).toBeLessThan(1e-11);
    }
  });
});

function sum(list: readonly number[]): number {
  return list.reduce((x, y) => x + y, 0);
}
