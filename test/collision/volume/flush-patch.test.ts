/** Bodies with faces in one plane: patches are the mean over both senses of the displacement, as vector areas are; and bodies that only touch have no region. */
import { expect, test } from "vitest";
import {
  clipVolumes,
  createClippedVolumes,
  createOverlap,
  createVolumeCache,
  intersectVolumes,
  overlapRegion,
} from "../../../src/collision/volume/index.js";
import { buildVolumeMesh } from "../../../src/collision/volume/volume-mesh.js";
import { random } from "../../geometry/random.js";
import { latticePair, transformOf } from "./shapes.js";

const full = process.env.STICTION_FULL === "1";
const HERE = transformOf([0, 0, 0, 1], [0, 0, 0]);

test("patches of flush bodies are those that clipping gives", () => {
  const out = createOverlap();
  const clipped = createClippedVolumes();
  let flush = 0;
  for (let i = 0; i < (full ? 4000 : 150); i++) {
    const [a, b] = latticePair(random(5000 + i), i).map((mesh) => buildVolumeMesh(mesh));
    intersectVolumes(a, b, HERE, createVolumeCache(), out);
    clipVolumes(a, b, HERE, clipped);
    const theirs = Array.from({ length: clipped.overlap.count }, (_, r) => overlapRegion(clipped.overlap, r));
    for (let r = 0; r < out.count; r++) {
      const ours = overlapRegion(out, r);
      if (!ours.coplanar || ours.deep) continue;
      const near = (p: { readonly center: readonly number[] }) =>
        Math.max(...p.center.map((x, k) => Math.abs(x - ours.center[k])));
      const same = theirs.reduce((best, p) => (near(p) < near(best) ? p : best));
      flush++;
      // the area is |a|, in the plane of the normal
      expect(Math.abs(ours.patchArea - Math.hypot(...ours.area)), `pair ${i}`).toBeLessThan(1e-13);
      // rounding of coordinates up to 3 m, over the area where it is divided by it
      expect(Math.abs(ours.patchArea - same.patchArea)).toBeLessThan(1e-13);
      const sure = Math.min(1, ours.patchArea);
      for (let k = 0; k < 3; k++) {
        expect(sure * sure * Math.abs(ours.patchCenter[k] - same.patchCenter[k]), `pair ${i}`).toBeLessThan(1e-12);
      }
      for (let k = 0; k < 6; k++) {
        expect(sure * sure * Math.abs(ours.patchInertia[k] - same.patchInertia[k]), `pair ${i}`).toBeLessThan(1e-12);
      }
    }
  }
  expect(flush).toBeGreaterThan(20);
});

test("pair 3553, which only touches, has no region", () => {
  const [a, b] = latticePair(random(8553), 3553).map((mesh) => buildVolumeMesh(mesh));
  const out = createOverlap();
  intersectVolumes(a, b, HERE, createVolumeCache(), out);
  expect(out.count).toBe(0);
});
