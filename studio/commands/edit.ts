import { texts } from "../texts/inspector.js";
import type { Command } from "./command.js";

/** Undo, redo, save. */
export const editCommands: readonly Command[] = [
  {
    id: "undo",
    title: texts.commands.undo,
    keys: ["Ctrl+z"],
    shown: "Ctrl Z",
    run: ({ edits }) => void edits.undo().catch((error) => edits.complain(error)),
  },
  {
    id: "redo",
    title: texts.commands.redo,
    keys: ["Ctrl+Z", "Ctrl+y"],
    shown: "Ctrl Shift Z",
    run: ({ edits }) => void edits.redo().catch((error) => edits.complain(error)),
  },
  {
    id: "save",
    title: texts.commands.save,
    keys: ["Ctrl+s"],
    shown: "Ctrl S",
    run: ({ edits }) => void edits.download().catch((error) => edits.complain(error)),
  },
  {
    id: "filter-model",
    title: texts.commands.filter,
    keys: ["/"],
    run: ({ dock }) => {
      dock.value?.show("model");
      const focus = () => document.getElementById("model-filter")?.focus();
      focus();
      // a panel that was behind another one is drawn first
      requestAnimationFrame(focus);
    },
  },
  {
    id: "ghost",
    title: texts.commands.ghost,
    keys: ["g"],
    shown: "G",
    run: ({ ghost }) => void ghost.toggle(),
  },
  {
    id: "revert-all",
    title: texts.commands.revertAll,
    run: ({ edits }) => void edits.revertAll().catch((error) => edits.complain(error)),
  },
];
