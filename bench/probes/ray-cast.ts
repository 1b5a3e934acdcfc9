import { bytesHash } from "../../src/data/hash.js";
import { compareHits, ownCaster, raceCasters, rayScene, threeCaster } from "../ray-cast.js";
import type { Probe } from "./probe.js";

const TRIANGLES = 1_000_000;
const RAYS = 100_000;

/**
 * Rays per second into a large mesh, ours and those of three-mesh-bvh in one process, and how many hits differ from
 * ours.
 */
export const rayCast: Probe = {
  name: "ray-cast",
  title: `${RAYS} rays into a mesh of ${TRIANGLES} triangles, against three-mesh-bvh`,
  settings: "median of rounds in turns; hits of each compared with those of stiction sah",
  rounds: 7,
  async run(rounds) {
    const scene = rayScene(TRIANGLES, RAYS, 1);
    const others = [await threeCaster(scene, "SAH"), await threeCaster(scene, "CENTER")];
    const casters = [ownCaster(scene, "sah"), ownCaster(scene, "centroid"), ...others.filter((c) => c !== null)];
    const figures: Record<string, number> = {};
    for (const { name, buildMs } of casters) figures[`${name}: build, ms`] = buildMs;
    let total = 0;
    let apart = 0;
    let hash = "";
    for (const [kind, rays] of Object.entries(scene.rays)) {
      const { medianMs, results } = raceCasters(casters, rays, RAYS, rounds);
      casters.forEach(({ name }, c) => {
        figures[`${name}: ${kind}, thousand rays/s`] = RAYS / medianMs[c];
        if (c === 0) figures[`${name}: ${kind}, hits`] = results[0].triangle.filter((t) => t >= 0).length;
        else {
          const { different, distance } = compareHits(results[0], results[c]);
          figures[`${name}: ${kind}, time over ours`] = medianMs[c] / medianMs[0];
          figures[`${name}: ${kind}, different hits`] = different;
          apart = Math.max(apart, distance);
        }
      });
      total += medianMs[0];
      hash = bytesHash(new Uint8Array(results[0].triangle.buffer));
    }
    figures["largest relative difference of distances"] = apart;
    const mean = total / (2 * RAYS);
    return { steps: 2 * RAYS * rounds, cpuMsMean: mean, cpuMsP99: mean, figures, hash };
  },
};
