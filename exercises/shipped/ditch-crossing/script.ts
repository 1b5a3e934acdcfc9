import { band, circle, countEvents, defineExercise, extremes, pathTracker } from "stiction-school/script";

export default defineExercise({
  criteria: {
    crossed: { title: "Way done", unit: "", most: 40, full: 1, none: 0 },
    margin: { title: "Least tip-over margin", unit: "", most: 25, full: 0.3, none: 0.05 },
    speed: { title: "Largest speed in the ditch", unit: "m/s", most: 15, full: 0.9, none: 1.6 },
    time: { title: "Time", unit: "s", most: 20, full: 40, none: 120 },
  },
  init: () => ({
    path: pathTracker([
      [-4.5, 0],
      [7, 0],
    ]),
    margin: extremes(),
    speed: extremes(),
    lean: band(-1, 20),
  }),
  step(now, memory) {
    const { x, y, speed, slope, margin } = now.sensors;
    memory.path.add(x, y);
    if (now.time > 1) memory.margin.add(margin);
    if (x > -1 && x < 5) memory.speed.add(speed);
    if (x > -1 && x < 5 && speed > 1.1) now.warn("Too fast for the ditch");
    if (!memory.lean.add(slope)) now.warn("The machine leans more than 20°");
    if (countEvents(now, "collision") > 0) now.note("collision", "You touched a cone", -5);
    if (slope > 35) now.fail("The machine has fallen over");
    if (memory.path.off > 2.2) now.fail("You left the crossing");
    now.measure("crossed", memory.path.along);
    now.measure("margin", memory.margin.count > 0 ? memory.margin.least : 1);
    now.measure("speed", memory.speed.count > 0 ? memory.speed.largest : 0);
    now.measure("time", now.time);
    now.progress(memory.path.along);
    if (circle(now.marks.goal).has(x, y)) now.finish("You are across");
  },
});
