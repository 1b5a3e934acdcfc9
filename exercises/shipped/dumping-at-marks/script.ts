import { circle, cycles, defineExercise } from "stiction-school/script";

export default defineExercise({
  criteria: {
    heap: { title: "Soil in the ring", unit: "m³", most: 50, full: 0.3, none: 0 },
    beside: { title: "Part of the soil that lies beside it", unit: "", most: 30, full: 0.15, none: 0.6 },
    time: { title: "Time", unit: "s", most: 20, full: 40, none: 180 },
  },
  init: () => ({ buckets: cycles(0.03, 0.2), full: 0, beside: 0, last: 0 }),
  step(now, memory) {
    const { tipX, tipY, bucket, heapVolume } = now.sensors;
    const falling = memory.last - bucket;
    memory.last = bucket;
    memory.full = Math.max(memory.full, bucket);
    // what leaves the bucket above ground, outside of the ring
    if (falling > 0.001 && now.sensors.tipZ > 0.5 && !circle({ at: now.marks.heap.at, radius: 2.6 }).has(tipX, tipY)) {
      memory.beside += falling;
      now.warn("Soil falls beside the ring");
    }
    now.measure("heap", heapVolume);
    now.measure("beside", memory.full > 0.1 ? memory.beside / memory.full : 0);
    now.measure("time", now.time);
    now.progress(Math.min(0.99, heapVolume / 0.3));
    if (memory.full > 0.2 && memory.beside > 0.7 * memory.full) now.fail("You dumped beside the ring");
    if (memory.buckets.add(bucket)) now.inform("The bucket is empty", 0);
    if (heapVolume >= 0.25 && bucket < 0.03) now.finish("The soil lies in the ring");
  },
});
