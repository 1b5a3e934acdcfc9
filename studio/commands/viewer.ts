import { OVERLAY_IDS, OVERLAYS } from "../overlays/catalogue.js";
import { viewer } from "../texts/viewer.js";
import type { Command } from "./command.js";

/** One command per overlay, with its digit. */
const overlayCommands: readonly Command[] = OVERLAY_IDS.map((id) => {
  const entry = OVERLAYS[id];
  return {
    id: `overlay-${id}`,
    title: viewer.toggle(viewer.names[id]),
    help: viewer.help[id],
    ...("key" in entry && { keys: [entry.key] }),
    run: (studio) => studio.overlays.toggle(id),
  };
});

const inView = (focused: EventTarget | null) => focused instanceof Element && focused.closest(".viewport") !== null;

/** Overlays and cameras. */
export const viewerCommands: readonly Command[] = [
  { id: "frame", title: viewer.frame, keys: ["f"], shown: "F", run: (studio) => studio.cameras.frame() },
  {
    id: "follow",
    title: viewer.followSelection,
    keys: ["F"],
    shown: "Shift F",
    run: (studio) => studio.cameras.toggleFollow(),
  },
  { id: "camera", title: viewer.nextCamera, keys: ["c"], shown: "C", run: (studio) => studio.cameras.next() },
  {
    id: "next-body",
    title: viewer.nextBody,
    keys: ["Tab"],
    when: ({ cameras }, focused) => inView(focused) && cameras.walk.leads(1),
    run: ({ cameras }) => cameras.walk.go(1),
  },
  {
    id: "previous-body",
    title: viewer.previousBody,
    keys: ["Shift+Tab"],
    shown: "Shift Tab",
    when: ({ cameras }, focused) => inView(focused) && cameras.walk.leads(-1),
    run: ({ cameras }) => cameras.walk.go(-1),
  },
  { id: "section", title: viewer.section, keys: ["x"], shown: "X", run: (studio) => studio.cameras.toggleCut() },
  {
    id: "overlays",
    title: viewer.overlays,
    run: (studio) => {
      studio.overlays.menu.value = !studio.overlays.menu.value;
    },
  },
  ...overlayCommands,
];
