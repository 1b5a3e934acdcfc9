import { texts } from "../texts/common.js";
import type { Command } from "./command.js";

/** Play, step, speed, view. */
export const runCommands: readonly Command[] = [
  { id: "play", title: texts.commands.play, keys: [" "], shown: "Space", run: (studio) => studio.toggle() },
  { id: "step", title: texts.commands.step, keys: ["."], run: (studio) => studio.time.forward(1) },
  // Shift and the full stop make another character on most keyboards
  {
    id: "step-ten",
    title: texts.commands.stepTen,
    keys: [">", ":"],
    shown: "Shift .",
    run: (studio) => studio.time.forward(10),
  },
  { id: "restart", title: texts.commands.restart, keys: ["r"], shown: "R", run: (studio) => studio.restart() },
  {
    id: "settle",
    title: texts.commands.settle,
    run: (studio) => void import("../statics/statics.js").then(({ staticsOf }) => staticsOf(studio).settle()),
  },
  {
    id: "modes",
    title: texts.commands.modes,
    run: (studio) => {
      studio.dock.value?.show("modes");
      void import("../statics/statics.js").then(({ staticsOf }) => staticsOf(studio).findModes());
    },
  },
  { id: "slower", title: texts.commands.slower, keys: ["["], run: (studio) => studio.shiftSpeed(-1) },
  { id: "faster", title: texts.commands.faster, keys: ["]"], run: (studio) => studio.shiftSpeed(1) },
  { id: "theme", title: texts.commands.theme, anywhere: true, run: (studio) => studio.switchTheme() },
  {
    id: "keys",
    title: texts.commands.keys,
    keys: ["?"],
    anywhere: true,
    run: (studio) => {
      studio.help.value = !studio.help.value;
    },
  },
];
