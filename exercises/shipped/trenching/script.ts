import { cycles, defineExercise, extremes } from "stiction-school/script";

/** Depth of the trench, m. */
const DEPTH = 0.5;

export default defineExercise({
  criteria: {
    depth: { title: "Depth", unit: "m", most: 40, full: DEPTH, none: 0.1 },
    over: { title: "Dug deeper than asked", unit: "m", most: 15, full: 0.25, none: 0.6 },
    heap: { title: "Part of the soil that lies in the ring", unit: "", most: 25, full: 0.8, none: 0.2 },
    time: { title: "Time", unit: "s", most: 20, full: 60, none: 300 },
  },
  init: () => ({ buckets: cycles(0.05, 0.2), moved: extremes() }),
  step(now, { buckets, moved }) {
    const { trenchMean, trenchLow, heapVolume, dug, bucket, x, y } = now.sensors;
    moved.add(Math.hypot(x, y));
    if (moved.largest > 0.5) now.fail("The machine was dragged off its place: anchor it before you dig");
    if (buckets.add(bucket)) now.inform(`Bucket ${buckets.count} is empty`, 0);
    const outside = dug - bucket;
    now.measure("depth", -trenchMean);
    now.measure("over", Math.max(0, -trenchLow - DEPTH));
    now.measure("heap", outside > 0.05 ? heapVolume / outside : 0);
    now.measure("time", now.time);
    now.progress(Math.min(0.99, -trenchMean / DEPTH));
    if (-trenchMean > 0.9 * DEPTH && bucket < 0.05 && heapVolume > 0.2) now.finish("The trench is deep enough");
  },
});
