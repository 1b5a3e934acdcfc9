/** The two ways to the common volume of two solids, sums over edges and clipping, against each other (`verify vilela.t-03`). */
import { describe, expect, test } from "vitest";
import {
  clipVolumes,
  createClippedVolumes,
  createOverlap,
  createVolumeCache,
  intersectVolumes,
  type Overlap,
  overlapRegion,
} from "../../../../src/collision/volume/index.js";
import { buildVolumeMesh } from "../../../../src/collision/volume/volume-mesh.js";
import { meshVolume } from "../../../../src/geometry/polyhedron-mass.js";
import type { TriangleMesh } from "../../../../src/geometry/types.js";
import { random } from "../../../geometry/random.js";
import { latticePair, randomPair, transformOf } from "../shapes.js";

const full = process.env.STICTION_FULL === "1";
const HERE = transformOf([0, 0, 0, 1], [0, 0, 0]);
const clipped = createClippedVolumes();
const summed = createOverlap();

/** Largest deviations of one pair, relative to the smaller body (its volume V, and V^(1/3) as a length); regions are compared one by one. */
function compare(a: TriangleMesh, b: TriangleMesh, transform: Float64Array, name: string) {
  const [va, vb] = [buildVolumeMesh(a), buildVolumeMesh(b)];
  intersectVolumes(va, vb, transform, createVolumeCache(), summed);
  clipVolumes(va, vb, transform, clipped);
  expect(clipped.open, `${name}: open sides`).toBe(0);
  expect(clipped.overlap.strayed, name).toBe(0);
  const volume = Math.min(meshVolume(a), meshVolume(b));
  const length = Math.cbrt(volume);
  let worst = 0;
  const regionsOf = (overlap: Overlap) =>
    Array.from({ length: overlap.count }, (_, r) => overlapRegion(overlap, r)).filter(
      // what is nothing but rounding, of bodies that touch, may be told from nothing by one and not by the other
      (r) => r.volume > 1e-15 * volume,
    );
  const found = regionsOf(summed);
  const left = regionsOf(clipped.overlap);
  expect(left.length, `${name}: regions`).toBe(found.length);
  for (const ours of found) {
    const apart = (x: readonly number[], y: readonly number[]) => Math.max(...x.map((v, k) => Math.abs(v - y[k])));
    // the sums over edges may have the regions in another order where a side of a box replaces it
    left.sort((p, q) => apart(p.center, ours.center) - apart(q.center, ours.center));
    const theirs = left.shift()!;
    expect(theirs.deep, `${name}: deep`).toBe(ours.deep);
    expect(theirs.coplanar, `${name}: coplanar`).toBe(ours.coplanar);
    expect(theirs.loops.length, `${name}: rims`).toBe(ours.loops.length);
    worst = Math.max(
      worst,
      Math.abs(theirs.volume - ours.volume) / volume,
      (ours.volume * apart(theirs.center, ours.center)) / (volume * length),
      apart(theirs.inertia, ours.inertia) / (volume * length ** 2),
      apart(theirs.area, ours.area) / length ** 2,
    );
    // the mean over both senses has a rim in each, of which the sums over edges take one for the patch
    if (ours.coplanar || ours.deep) continue;
    // a patch whose parts nearly cancel has a normal that errs by 1e-16 L²/S
    const sure = Math.min(1, ours.patchArea / length ** 2);
    const inertia = Math.max(length ** 4, ...ours.patchInertia.map(Math.abs));
    worst = Math.max(
      worst,
      Math.abs(theirs.patchArea - ours.patchArea) / length ** 2,
      (ours.patchArea * apart(theirs.patchCenter, ours.patchCenter) * sure) / length ** 3,
      (apart(theirs.patchInertia, ours.patchInertia) * sure) / inertia,
    );
  }
  // round-off: a few thousand terms of 1e-16, for bodies a few times as large as the smaller one. 1e-12 is the bound of `verify vilela.t-03`
  expect(worst, name).toBeLessThan(1e-12);
  return found.length;
}

describe("sums over edges and clipping give the same volume, centroid, inertia, vector area, patch and rims", () => {
  const pairs = full ? 20_000 : 200;
  test(`${pairs} pairs: convex and not, flush, touching, nested, in several regions`, () => {
    let several = 0;
    let none = 0;
    for (let i = 0; i < pairs; i++) {
      const { a, b, transform } = randomPair(random(20_000 + i), i);
      const count = compare(a, b, transform, `pair ${i}`);
      if (count > 1) several++;
      if (count === 0) none++;
    }
    expect(several).toBeGreaterThan(pairs / 20);
    expect(none).toBeGreaterThan(pairs / 20);
  });

  const ties = full ? 4000 : 60;
  test(`${ties} pairs on a small lattice, with ties everywhere`, () => {
    for (let i = 0; i < ties; i++) {
      const [a, b] = latticePair(random(5000 + i), i);
      compare(a, b, HERE, `pair ${i}`);
    }
  });
});
