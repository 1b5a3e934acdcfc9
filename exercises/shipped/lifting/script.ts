import { circle, defineExercise, extremes } from "stiction-school/script";

/** Height of the middle of the block above the ground where it stands, m. */
const HALF = 0.47;

export default defineExercise({
  criteria: {
    place: { title: "Distance of the load from the middle of the ring", unit: "m", most: 35, full: 0.4, none: 1.2 },
    moment: { title: "Largest load moment over that at which it tips", unit: "", most: 30, full: 0.6, none: 0.95 },
    swing: { title: "Largest speed of the load", unit: "m/s", most: 20, full: 1.6, none: 3 },
    time: { title: "Time", unit: "s", most: 15, full: 40, none: 180 },
  },
  init: () => ({ moment: extremes(), swing: extremes(), lifted: false }),
  step(now, memory) {
    const { loadX, loadY, loadZ, loadSpeed, utilization, margin, slope } = now.sensors;
    const { goal } = now.marks;
    if (now.time > 0.5) memory.moment.add(utilization);
    memory.swing.add(loadSpeed);
    if (loadZ > HALF + 0.2) memory.lifted = true;
    const away = Math.hypot(loadX - goal.at[0], loadY - goal.at[1]);
    if (utilization > 0.8) now.warn("Load moment over 80 %: bring the load closer");
    if (now.time > 0.5 && (margin < 0.02 || slope > 12)) now.fail("The machine tips over its front axle");
    now.measure("place", away);
    now.measure("moment", memory.moment.count > 0 ? memory.moment.largest : 0);
    now.measure("swing", memory.swing.largest);
    now.measure("time", now.time);
    now.progress(memory.lifted ? Math.max(0.3, 0.99 * (1 - away / 4)) : 0);
    if (memory.lifted && circle(goal).has(loadX, loadY) && loadZ < HALF + 0.03 && loadSpeed < 0.1)
      now.finish("The load stands in the ring");
  },
});
