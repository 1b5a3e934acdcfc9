import { texts } from "../texts/palette.js";
import { focusRegion } from "../workspace/regions.js";
import type { Command } from "./command.js";

/** Palette and layout. */
export const windowCommands: readonly Command[] = [
  {
    id: "palette",
    title: texts.openPalette,
    keys: ["Ctrl+k"],
    shown: "Ctrl K",
    run: (studio) => {
      studio.palette.value = !studio.palette.value;
    },
  },
  {
    id: "view-alone",
    title: texts.viewAlone,
    keys: ["Ctrl+\\"],
    shown: "Ctrl \\",
    run: (studio) => studio.dock.value?.toggleView(),
  },
  {
    id: "next-region",
    title: texts.nextRegion,
    keys: ["F6"],
    anywhere: true,
    inFields: true,
    run: () => focusRegion(1),
  },
  {
    id: "previous-region",
    title: texts.previousRegion,
    keys: ["Shift+F6"],
    shown: "Shift F6",
    anywhere: true,
    inFields: true,
    run: () => focusRegion(-1),
  },
  { id: "reset-layout", title: texts.resetLayout, run: (studio) => studio.dock.value?.reset() },
];
