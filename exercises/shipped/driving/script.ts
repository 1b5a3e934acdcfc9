import { circle, countEvents, defineExercise, extremes, pathTracker } from "stiction-school/script";

/** The middle of the lane, m. */
const LANE = [
  [-8, -4],
  [-3.5, -4],
  [0, -3],
  [3, -0.6],
  [6.4, 1.8],
  [10, 2.2],
] as const;

export default defineExercise({
  criteria: {
    lane: { title: "Mean distance from the middle of the lane", unit: "m", most: 40, full: 0.3, none: 1.2 },
    cones: { title: "Cones touched", unit: "", most: 30, full: 0, none: 3 },
    time: { title: "Time", unit: "s", most: 20, full: 40, none: 120 },
    speed: { title: "Largest speed", unit: "m/s", most: 10, full: 1.6, none: 2.5 },
  },
  init: () => ({ path: pathTracker(LANE), speed: extremes(), cones: 0 }),
  step(now, memory) {
    const { x, y, speed } = now.sensors;
    memory.path.add(x, y);
    memory.speed.add(speed);
    const touched = countEvents(now, "collision");
    memory.cones += touched;
    if (touched > 0) now.note("cone", "You touched a cone");
    if (memory.cones >= 3) now.fail("You touched three cones");
    if (memory.path.off > 1.5) now.warn("You are leaving the lane");
    now.measure("lane", memory.path.mean);
    now.measure("cones", memory.cones);
    now.measure("time", now.time);
    now.measure("speed", memory.speed.largest);
    now.progress(memory.path.along);
    if (circle(now.marks.goal).has(x, y) && memory.path.along > 0.85) now.finish("You are through the lane");
  },
});
