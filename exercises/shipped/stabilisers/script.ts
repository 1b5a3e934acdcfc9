import { defineExercise, extremes } from "stiction-school/script";

export default defineExercise({
  criteria: {
    order: { title: "Anchored before digging", unit: "", most: 35, full: 1, none: 0 },
    held: { title: "Way that the machine was dragged", unit: "m", most: 30, full: 0.1, none: 0.5 },
    up: { title: "Lifted before driving off", unit: "", most: 20, full: 1, none: 0 },
    time: { title: "Time", unit: "s", most: 15, full: 60, none: 180 },
  },
  init: () => ({ anchored: false, dragged: extremes(), at: [0, 0], up: 1, dug: false }),
  step(now, memory) {
    const { bladeLength, legLength, x, y, dug, bucket } = now.sensors;
    const down = bladeLength > 0.6 && legLength > 0.95;
    const lifted = bladeLength < 0.58 && legLength < 0.95;
    if (down && !memory.dug) memory.anchored = true;
    if (dug > 0.03 && !memory.dug) {
      memory.dug = true;
      memory.at = [x, y];
      if (!memory.anchored) now.fail("You dug before blade and outriggers were down: the machine is dragged");
    }
    if (memory.dug && dug < 0.2) memory.dragged.add(Math.hypot(x - memory.at[0], y - memory.at[1]));
    if (Math.abs(now.inputs.travel) > 0.1 && !lifted) {
      memory.up = 0;
      now.warn("Lift blade and outriggers before you drive");
    }
    if (!memory.anchored) now.inform("Lower blade and outriggers until they carry the machine", 20);
    else if (dug < 0.2) now.inform("Dig one bucket and empty it", 20);
    else if (bucket < 0.05 && !lifted) now.inform("Lift blade and outriggers", 20);
    now.measure("order", memory.anchored ? 1 : 0);
    now.measure("held", memory.dragged.count > 0 ? memory.dragged.largest : 0);
    now.measure("up", memory.up);
    now.measure("time", now.time);
    now.progress((memory.anchored ? 0.3 : 0) + Math.min(0.4, 2 * dug));
    if (memory.dug && dug > 0.2 && bucket < 0.05 && lifted) now.finish("Ready to drive");
  },
});
