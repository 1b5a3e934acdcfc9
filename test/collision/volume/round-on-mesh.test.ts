/** Balls and round cylinders on flat parts of meshes: exact where the mesh is flat, and never taken where it is not. */
import { expect, test } from "vitest";
import { heightFieldSolid } from "../../../src/collision/volume/height-field-solid.js";
import {
  createOverlap,
  createVolumeCache,
  intersectVolumes,
  overlapRegion,
  type RoundSolid,
  roundOnMesh,
} from "../../../src/collision/volume/index.js";
import { buildVolumeMesh } from "../../../src/collision/volume/volume-mesh.js";
import { cylinderMesh, icosphere } from "../../../src/geometry/tessellate.js";
import { random, unitQuaternion } from "../../geometry/random.js";
import { boxMesh, transformOf, uPrism } from "./shapes.js";

const full = process.env.STICTION_FULL === "1";
const ball: RoundSolid = { form: "sphere", size: Float64Array.of(0.3) };
const drum: RoundSolid = { form: "cylinder", size: Float64Array.of(0.25, 0.3) };
/** A grid of flat cells, and a slab with a notch. */
const ground = heightFieldSolid({ nx: 7, ny: 7, dx: 1, dy: 1, heights: new Float64Array(49) }, 4);
const meshes = [buildVolumeMesh(boxMesh([-3, -3, -3], [3, 3, 0])), ground, buildVolumeMesh(uPrism())];

/** Mesh to round solid, from round solid to mesh. */
function inverse(r: Float64Array): Float64Array {
  const out = new Float64Array(12);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) out[3 * i + j] = r[3 * j + i];
    out[9 + i] = -(r[i] * r[9] + r[3 + i] * r[10] + r[6 + i] * r[11]);
  }
  return out;
}

test.each([
  ["ball", ball, (n: number) => icosphere(0.3, n), [2, 3, 4]],
  ["cylinder", drum, (n: number) => cylinderMesh(0.25, 0.3, n), [32, 64, 128]],
] as const)(
  "a round %s on a flat part: facets come to it by the square of their size",
  (_name, round, facets, levels) => {
    const out = createOverlap();
    const judge = createOverlap();
    const solids = levels.map((n) => buildVolumeMesh(facets(n)));
    let flat = 0;
    let other = 0;
    for (let i = 0; i < (full ? 1500 : 90); i++) {
      const rnd = random(4000 + i);
      const mesh = meshes[i % 3];
      const at = [6 * rnd() - 3, 6 * rnd() - 3, (i % 3 === 2 ? 1 : 0.3) * (2 * rnd() - 1)];
      const pose = transformOf(unitQuaternion(rnd), at);
      const found = roundOnMesh(round, mesh, inverse(pose), out);
      // the mesh path, in the mesh's frame
      const volumes = solids.map((solid) => {
        intersectVolumes(mesh, solid, pose, createVolumeCache(), judge);
        return judge.count === 0 ? 0 : overlapRegion(judge, 0).volume;
      });
      if (!found) {
        if (volumes[2] > 0) other++;
        continue;
      }
      flat++;
      const { volume, area, normal, center } = overlapRegion(out, 0);
      const whole = round.form === "sphere" ? (4 / 3) * Math.PI * 0.027 : Math.PI * 0.0625 * 0.6;
      expect(volume).toBeLessThan(whole);
      // facets are inside: short by some part of the square of their angle, 2π/N, of what is round
      const short = volumes.map((v) => (volume - v) / whole);
      for (const [k, s] of short.entries()) {
        const angle = (2 * Math.PI) / (round.form === "sphere" ? 5 * 2 ** levels[k] : levels[k]);
        expect(s, `pose ${i}, level ${levels[k]}`).toBeLessThan(0.5 * angle * angle);
        expect(s).toBeGreaterThan(-1e-12);
      }
      // where the cut is wider than a facet
      if (short[0] > 2e-3) expect(short[0] / short[2]).toBeGreaterThan(8);
      // the region of the finest facets, in the frame of the round solid
      const region = overlapRegion(judge, 0);
      const back = inverse(pose);
      for (let k = 0; k < 3; k++) {
        const turn = (v: readonly number[]) => back[3 * k] * v[0] + back[3 * k + 1] * v[1] + back[3 * k + 2] * v[2];
        if (volumes[2] < 0.05 * whole) continue;
        expect(Math.abs(turn(region.center) + back[9 + k] - center[k])).toBeLessThan(0.003);
        expect(Math.abs(-turn(region.normal) - normal[k])).toBeLessThan(1e-9);
        expect(Math.abs(-turn(region.area) - area[k])).toBeLessThan(0.003);
      }
    }
    // both ways are met
    expect(flat).toBeGreaterThan(full ? 200 : 10);
    expect(other).toBeGreaterThan(full ? 200 : 10);
  },
);
