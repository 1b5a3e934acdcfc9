import { countEvents, defineExercise } from "stiction-school/script";

export default defineExercise({
  criteria: {
    rough: { title: "Standard deviation of the heights", unit: "m", most: 50, full: 0.03, none: 0.15 },
    level: { title: "Mean height off the mark of 0 m", unit: "m", most: 30, full: 0.05, none: 0.25 },
    time: { title: "Time", unit: "s", most: 20, full: 40, none: 180 },
  },
  init: () => ({ first: Number.NaN }),
  step(now, memory) {
    const { stripRough, stripMean, bucket, speed, tipZ } = now.sensors;
    if (Number.isNaN(memory.first)) {
      memory.first = stripRough;
      now.inform("Pull the bucket over the strip between the blue posts until it is level");
    }
    if (countEvents(now, "collision") > 0) now.note("collision", "The machine struck something", -10);
    if (speed > 0.3) now.warn("The machine is being dragged: cut less deep");
    if (stripMean < -0.4) now.fail("You dug a hole where the ground should be level");
    now.measure("rough", stripRough);
    now.measure("level", Math.abs(stripMean));
    now.measure("time", now.time);
    now.progress(Math.min(0.99, (memory.first - stripRough) / Math.max(1e-6, memory.first - 0.04)));
    // done when the strip is level and the bucket is up
    if (stripRough < 0.07 && Math.abs(stripMean) < 0.15 && tipZ > 0.9 && bucket < 2 && now.time > 5)
      now.finish("The strip is level");
  },
});
