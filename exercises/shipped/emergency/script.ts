import { defineExercise, stopwatch } from "stiction-school/script";

const LEVERS = ["boom", "stick", "bucket", "slew", "travel"] as const;

export default defineExercise({
  criteria: {
    reaction: { title: "Time until all levers are released", unit: "s", most: 60, full: 1.2, none: 3 },
    work: { title: "Swinging before the alarm", unit: "s", most: 10, full: 2, none: 0 },
    down: { title: "Time until the bucket is on the ground", unit: "s", most: 30, full: 12, none: 30 },
  },
  // the alarm comes when nobody expects it: between 6 and 9 s of swinging
  init: () => ({ alarm: 0, stopped: 0, busy: stopwatch(), still: stopwatch() }),
  step(now, memory) {
    if (memory.alarm === 0) memory.alarm = 6 + 3 * now.random();
    const moving = LEVERS.some((lever) => Math.abs(now.inputs[lever]) > 0.1);
    const after = now.time - memory.alarm;
    if (after < 0) {
      now.inform("Swing to and fro with the slew lever", 60);
      memory.busy.tick(now, moving);
      now.measure("work", memory.busy.total);
      now.progress(0.4 * Math.min(1, now.time / memory.alarm));
      return;
    }
    now.warn("STOP! Somebody is in the swing area", 60);
    if (memory.stopped === 0) {
      if (!moving) {
        memory.stopped = now.time;
        now.note("stopped", `All levers released after ${after.toFixed(1)} s`);
        now.measure("reaction", after);
      } else if (after > 3) now.fail("You went on moving while somebody was in the swing area");
      return;
    }
    now.inform("Lower the bucket to the ground, slowly", 60);
    if (Math.abs(now.inputs.slew) > 0.1) now.note("slew", "You swung again while somebody was in the area", -20);
    now.measure("down", now.time - memory.stopped);
    now.progress(0.7);
    const { tipZ, speed } = now.sensors;
    if (memory.still.tick(now, tipZ < 0.4 && !moving && speed < 0.1) > 0.5) now.finish("The machine is safe");
  },
});
