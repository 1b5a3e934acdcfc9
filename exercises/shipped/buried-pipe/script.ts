import { countEvents, defineExercise, extremes } from "stiction-school/script";

/** The gas pipe runs along x at this place, m. */
const PIPE = { y: -1.25, z: -0.62 } as const;

export default defineExercise({
  criteria: {
    dug: { title: "Soil dug", unit: "m³", most: 40, full: 0.3, none: 0 },
    near: { title: "Least distance of the edge from the pipe", unit: "m", most: 40, full: 0.6, none: 0.15 },
    time: { title: "Time", unit: "s", most: 20, full: 60, none: 240 },
  },
  init: () => ({ near: extremes() }),
  step(now, { near }) {
    const { tipX, tipY, tipZ, dug, bucket } = now.sensors;
    if (countEvents(now, "utilityStruck") > 0) now.fail("You struck a pipe: stop, leave the machine, warn the others");
    // beside the pipe only: it ends at 4 m and at 14 m
    if (tipX > 4 && tipX < 14) near.add(Math.hypot(tipY - PIPE.y, tipZ - PIPE.z));
    if (near.count > 0 && near.least < 0.5)
      now.warn("The edge is closer than half a metre to the gas pipe: dig by hand here");
    now.measure("dug", dug);
    now.measure("near", near.least);
    now.measure("time", now.time);
    now.progress(Math.min(0.99, dug / 0.3));
    if (dug >= 0.3 && bucket < 0.05) now.finish("You dug beside the pipe and did not touch it");
  },
});
