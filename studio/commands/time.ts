import { texts as plots } from "../texts/plots.js";
import { texts } from "../texts/time.js";
import type { Command } from "./command.js";

/** Back and forth in the history of the run. */
export const timeCommands: readonly Command[] = [
  { id: "step-back", title: texts.back, keys: [","], run: (studio) => studio.time.back(1) },
  // Shift and the comma make another character on most keyboards
  {
    id: "step-back-ten",
    title: texts.backTen,
    keys: ["<", ";"],
    shown: "Shift ,",
    run: (studio) => studio.time.back(10),
  },
  { id: "to-start", title: texts.toStart, keys: ["Home"], run: (studio) => studio.time.toStart() },
  { id: "to-end", title: texts.toEnd, keys: ["End"], run: (studio) => studio.time.toEnd() },
  { id: "next-event", title: texts.nextEvent, keys: ["n"], shown: "N", run: (studio) => studio.time.toEvent(1) },
  {
    id: "previous-event",
    title: texts.previousEvent,
    keys: ["N"],
    shown: "Shift N",
    run: (studio) => studio.time.toEvent(-1),
  },
  {
    id: "plot-selection",
    title: plots.plotSelection,
    keys: ["p"],
    shown: "P",
    run: (studio) => void studio.plots.plotSelection(),
  },
];
