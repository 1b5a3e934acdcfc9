import { band, defineExercise, extremes, stopwatch } from "stiction-school/script";

export default defineExercise({
  criteria: {
    dug: { title: "Soil dug", unit: "m³", most: 30, full: 0.3, none: 0 },
    margin: { title: "Least tip-over margin", unit: "", most: 30, full: 0.25, none: 0.05 },
    held: { title: "Way that the machine slid", unit: "m", most: 25, full: 0.1, none: 0.5 },
    time: { title: "Time", unit: "s", most: 15, full: 60, none: 240 },
  },
  init: () => ({
    margin: extremes(),
    safe: band(0.1, 2),
    start: [Number.NaN, Number.NaN],
    slid: 0,
    anchored: false,
    dug: 0,
    free: stopwatch(),
  }),
  step(now, memory) {
    const { x, y, margin, dug, bucket, slope, bladeLength, legLength } = now.sensors;
    if (now.time >= 1 && Number.isNaN(memory.start[0])) memory.start = [x, y];
    if (now.time > 1) memory.slid = Math.max(memory.slid, Math.hypot(x - memory.start[0], y - memory.start[1]));
    // a bucket that cuts bears on the ground: the machine does not tip over while its teeth hold it
    const free = memory.free.tick(now, dug - memory.dug < 0.001) > 0.5 && now.time > 1;
    memory.dug = dug;
    if (free) memory.margin.add(margin);
    if (bladeLength > 0.6 && legLength > 0.95) memory.anchored = true;
    if (dug > 0.02 && !memory.anchored) now.fail("You dug on the slope without blade and outriggers down");
    if (free && !memory.safe.add(margin))
      now.warn("The machine is close to tipping: lower the bucket, pull the arm in");
    if (slope > 40) now.fail("The machine has fallen over");
    if (memory.slid > 1) now.fail("The machine slid down the slope");
    now.measure("dug", dug);
    now.measure("margin", memory.margin.count > 0 ? memory.margin.least : 1);
    now.measure("held", memory.slid);
    now.measure("time", now.time);
    now.progress(Math.min(0.99, dug / 0.3));
    if (dug >= 0.3 && bucket < 0.05) now.finish("You dug on the slope and kept your hold");
  },
});
