import { atMost, defineExperiment } from "../experiment.js";
import { cpuClock, realTimeRatio } from "../reference/real-time.js";

/** Scenes of [Vilela2018] and their simulated seconds. */
const SCENES = { block: 4, disk: 1.5, cylinder: 3.5 } as const;

const tenth = (ratio: string) => `a tenth of the source's ratio, ${ratio}`;

export const vilelaT16 = defineExperiment({
  id: "vilela.t-16",
  title: "Volumetric contact in part of real time",
  reference:
    "[Vilela2018]: CPU time of stepping over simulated time, ten times less than the source's. Steps of 5 ms, least of three runs after one to warm up; meshes of 12, 252 and 508 triangles, 10,000 balls in the moving body; compiling and packing apart. `stiction bench footprints` has 1 ms too.",
  full: true,
  rows: {
    "block-mesh": atMost("block, mesh", "1", 0.034, tenth("0.340")),
    "disk-mesh": atMost("disk, mesh", "1", 0.13, tenth("1.315")),
    "cylinder-mesh": atMost("cylinder, mesh", "1", 0.054, tenth("0.541")),
    "block-spheres": atMost("block, balls", "1", 0.64, tenth("6.438")),
    "disk-spheres": atMost("disk, balls", "1", 2.5, tenth("24.794")),
    "cylinder-spheres": atMost("cylinder, balls", "1", 0.36, tenth("3.572")),
  },
  *measure(context) {
    for (const geometry of ["mesh", "spheres"] as const) {
      for (const name of ["block", "disk", "cylinder"] as const) {
        const params = { geometry, spheres: 10_000, timestep: 5e-3 };
        const { model } = context.scene(`footprint-${name}`, { params });
        yield [`${name}-${geometry}`, realTimeRatio(model, SCENES[name], 3, cpuClock)];
      }
    }
  },
});
