import { circle, countEvents, defineExercise, distance, pathTracker } from "stiction-school/script";

/** From the start over the first ring to the second one, m. */
const WAY = [
  [1.4, -3],
  [6, -3],
  [6, 2.5],
] as const;

export default defineExercise({
  criteria: {
    way: { title: "Mean distance from the way between the rings", unit: "m", most: 30, full: 0.2, none: 1 },
    turn: { title: "Distance that the machine moves while it turns", unit: "m", most: 40, full: 0.4, none: 1.6 },
    time: { title: "Time", unit: "s", most: 30, full: 45, none: 120 },
  },
  init: () => ({ path: pathTracker(WAY), corner: [Number.NaN, Number.NaN], turned: false, moved: 0 }),
  step(now, memory) {
    const { x, y, heading } = now.sensors;
    memory.path.add(x, y);
    const stands = !Number.isNaN(memory.corner[0]);
    if (!stands) now.inform("Push both levers ahead: drive straight to the first ring");
    if (!stands && circle(now.marks.corner).has(x, y) && Math.abs(heading) > 8) memory.corner = [x, y];
    if (stands && !memory.turned && heading > 75) memory.turned = true;
    if (stands && !memory.turned) {
      now.inform("Turn on the spot: one lever ahead, the other one back");
      memory.moved = Math.max(memory.moved, distance([x, y], memory.corner));
    }
    if (memory.turned) now.inform("Drive to the second ring");
    if (memory.path.off > 1.5) now.warn("You are leaving the way between the rings");
    if (countEvents(now, "collision") > 0) now.fail("You struck the wheel loader");
    now.measure("way", memory.path.mean);
    now.measure("turn", memory.turned ? memory.moved : 9);
    now.measure("time", now.time);
    now.progress(Math.min(0.99, memory.path.along));
    if (stands && memory.turned && circle(now.marks.goal).has(x, y)) now.finish("You are at the second ring");
  },
});
