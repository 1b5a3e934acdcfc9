import { circle, defineExercise, distance, stopwatch } from "stiction-school/script";

/** Where the edge of the bucket is to be held, m. */
const POINT = [6.5, 0, 1] as const;

export default defineExercise({
  // The grade: points fall in a straight line from `full` to `none`. All `most` together are 100.
  criteria: {
    near: { title: "Distance from the point while holding", unit: "m", most: 60, full: 0.1, none: 0.6 },
    time: { title: "Time", unit: "s", most: 40, full: 15, none: 60 },
  },
  // What the script remembers from one step to the next.
  init: () => ({ holding: stopwatch() }),
  // Called ten times per second.
  step(now, memory) {
    const { tipX, tipY, tipZ } = now.sensors;
    const away = distance([tipX, tipY, tipZ], POINT);
    now.inform("Bring the edge of the bucket to one metre above the yellow ring");
    if (tipZ < 0.1) now.warn("The bucket touches the ground");
    const held = memory.holding.tick(now, away < 0.5 && circle(now.marks.goal).has(tipX, tipY));
    now.measure("near", away);
    now.measure("time", now.time);
    now.progress(Math.min(0.99, held / 2));
    if (held >= 2) now.finish("Well held");
  },
});
