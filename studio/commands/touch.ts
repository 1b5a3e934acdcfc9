import { texts } from "../texts/touch.js";
import type { Command } from "./command.js";

/** Tools in the view, and their results. */
export const touchCommands: readonly Command[] = [
  {
    id: "hand",
    title: texts.hand,
    keys: ["h"],
    shown: "H",
    run: (studio) => {
      studio.touch.tool.value = "hand";
    },
  },
  {
    id: "move",
    title: texts.move,
    help: texts.placeHelp,
    keys: ["m"],
    shown: "M",
    run: (studio) => studio.touch.take("move"),
  },
  {
    id: "turn",
    title: texts.turn,
    help: texts.placeHelp,
    keys: ["t"],
    shown: "T",
    run: (studio) => studio.touch.take("turn"),
  },
  {
    id: "duplicate",
    title: texts.duplicate,
    keys: ["Ctrl+d"],
    shown: "Ctrl D",
    run: (studio) => void studio.touch.duplicateSelection(),
  },
  {
    id: "select-all",
    title: texts.selectAll,
    keys: ["Ctrl+a"],
    shown: "Ctrl A",
    run: (studio) => studio.touch.selectAll(),
  },
  { id: "add-body", title: texts.body, keys: ["b"], shown: "B", run: (studio) => studio.touch.take("body") },
  { id: "add-joint", title: texts.joint, keys: ["j"], shown: "J", run: (studio) => studio.touch.take("joint") },
  { id: "add-spring", title: texts.spring, keys: ["k"], shown: "K", run: (studio) => studio.touch.take("spring") },
  { id: "ruler", title: texts.ruler, keys: ["u"], shown: "U", run: (studio) => studio.touch.take("ruler") },
  { id: "freeze", title: texts.freeze, keys: ["z"], shown: "Z", run: (studio) => void studio.touch.freezeSelection() },
  {
    id: "delete",
    title: texts.delete,
    keys: ["Delete"],
    shown: "Del",
    run: (studio) => void studio.touch.deleteSelection(),
  },
];
