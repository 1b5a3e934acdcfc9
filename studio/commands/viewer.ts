import { OVERLAY_IDS, OVERLAYS } from "../overlays/catalogue.js";
import { viewer } from "../texts/viewer.js";
import { SIDES } from "../viewport/camera-modes.js";
import { ENVIRONMENT_CHOICES } from "../viewport/environments.js";
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

/** Cameras of a scene that have a key. */
const NUMBERED = 4;

/** One command per environment of the view. */
const environmentCommands: readonly Command[] = ENVIRONMENT_CHOICES.filter((name) => name !== "scene").map((name) => ({
  id: `environment-${name}`,
  title: viewer.setEnvironment(viewer.environmentNames[name]),
  when: ({ scene }) => scene.value?.description.planar === false,
  run: ({ environments }) => {
    environments.chosen.value = name;
  },
}));

const inView = (focused: EventTarget | null) => focused instanceof Element && focused.closest(".viewport") !== null;

/** Views along the axes, with Alt and a digit; the scene's own has 0. */
const sideCommands: readonly Command[] = [
  { id: "view-home", title: viewer.homeView, keys: ["Alt+0"], shown: "Alt 0", run: ({ cameras }) => cameras.home() },
  ...SIDES.map(
    (side, k): Command => ({
      id: `view-${side}`,
      title: viewer.sideView[side],
      keys: [`Alt+${k + 1}`],
      shown: `Alt ${k + 1}`,
      when: ({ scene }) => !scene.value?.description.planar,
      run: ({ cameras }) => cameras.lookFrom(side),
    }),
  ),
];

/** Cameras of the scene, by their number. */
const namedCommands: readonly Command[] = Array.from({ length: NUMBERED }, (_, k) => ({
  id: `camera-${k + 1}`,
  title: viewer.sceneCamera(k + 1),
  keys: [`Alt+Shift+${k + 1}`],
  shown: `Alt Shift ${k + 1}`,
  when: ({ cameras }) => k < cameras.list.value.length,
  run: ({ cameras }) => cameras.takeNumber(k),
}));

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
  ...sideCommands,
  ...namedCommands,
  { id: "add-key-frame", title: viewer.addKey, run: ({ cameras }) => void cameras.addKey() },
  { id: "follow-path", title: viewer.followPath, run: ({ cameras }) => cameras.followPath() },
  { id: "clear-path", title: viewer.clearPath, run: ({ cameras }) => void cameras.clearPath() },
  {
    id: "overlays",
    title: viewer.overlays,
    run: (studio) => {
      studio.overlays.menu.value = !studio.overlays.menu.value;
    },
  },
  ...environmentCommands,
  ...overlayCommands,
];
