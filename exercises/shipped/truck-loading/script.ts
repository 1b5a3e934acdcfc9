import { countEvents, cycles, defineExercise } from "stiction-school/script";

/** Soil that is asked for, m³. */
const LOAD = 0.5;

export default defineExercise({
  criteria: {
    load: { title: "Soil on the lorry", unit: "m³", most: 40, full: LOAD, none: 0 },
    spilled: { title: "Part of the soil that was spilled", unit: "", most: 20, full: 0.15, none: 0.6 },
    touched: { title: "Blows against the lorry", unit: "", most: 20, full: 0, none: 2 },
    time: { title: "Time for each 0.5 m³", unit: "s", most: 20, full: 30, none: 150 },
  },
  init: () => ({ buckets: cycles(0.05, 0.25), touched: 0 }),
  step(now, memory) {
    const { bed, bucket, dug, spilled } = now.sensors;
    if (memory.buckets.add(bucket)) now.inform(`Bucket ${memory.buckets.count}: ${bed.toFixed(2)} m³ on the lorry`, 0);
    const blows = countEvents(now, "collision");
    memory.touched += blows;
    if (blows > 0) now.note("collision", "The arm touched the lorry");
    if (memory.touched >= 3) now.fail("You struck the lorry three times");
    if (dug > 0.5 && bucket < 0.05 && spilled > 0.6 * dug) now.fail("Most of the soil lies beside the lorry");
    now.measure("load", bed);
    now.measure("spilled", dug > 0.1 ? spilled / dug : 0);
    now.measure("touched", memory.touched);
    now.measure("time", bed > 0.05 ? (now.time * LOAD) / bed : Number.NaN);
    now.progress(Math.min(0.99, bed / LOAD));
    if (bed >= LOAD && bucket < 0.05) now.finish("The lorry has its load");
  },
});
