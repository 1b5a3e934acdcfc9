import { defineExercise } from "stiction-school/script";

/** Levers in the order of the tour, and what to say. */
const TOUR = [
  ["boom", "Raise and lower the boom"],
  ["stick", "Reach out and pull in with the stick"],
  ["bucket", "Curl and open the bucket"],
  ["slew", "Turn to the left and to the right"],
] as const;

export default defineExercise({
  criteria: {
    levers: { title: "Levers moved both ways", unit: "of 8", most: 80, full: 8, none: 0 },
    time: { title: "Time", unit: "s", most: 20, full: 60, none: 240 },
  },
  init: () => ({ seen: new Set<string>() }),
  step(now, { seen }) {
    for (const [lever] of TOUR) {
      if (now.inputs[lever] > 0.3) seen.add(`${lever} more`);
      if (now.inputs[lever] < -0.3) seen.add(`${lever} less`);
    }
    const next = TOUR.find(([lever]) => !seen.has(`${lever} more`) || !seen.has(`${lever} less`));
    if (next !== undefined) now.inform(next[1], 30);
    now.measure("levers", seen.size);
    now.measure("time", now.time);
    now.progress(seen.size / 8);
    if (seen.size === 8) now.finish("That was every lever of the arm");
  },
});
