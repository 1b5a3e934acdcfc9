import { defineTexts } from "./texts.js";

/** Tools that act on the scene in the view. */
const en = {
  tools: "Tools",
  hand: "Pull bodies; with Ctrl twist them",
  move: "Move bodies",
  turn: "Turn bodies",
  placeHelp: "Places the selected bodies at the start of the scene: the run goes back there. Shift snaps",
  selectFirst: "Select a body; Shift or Ctrl adds another, Shift and a drag all in a rectangle",
  notAtStart: "Bodies are placed at the start: press R",
  duplicate: "Duplicate the selected bodies",
  selectAll: "Select all bodies that move",
  several: (n: number) => `${n} selected`,
  deleteAll: "Delete",
  duplicateAll: "Duplicate",
  freezeAll: "Fix or release",
  body: "Add a body",
  joint: "Add a joint",
  spring: "Add a spring",
  ruler: "Measure a distance",
  rulerStart: "Click or drag from one place to another",
  rulerEnd: "Click the other end; Esc starts over",
  rulerNotes: (rise: string, cell: string) => `height ${rise}, grid ${cell}`,
  freeze: "Fix or release the selected bodies",
  delete: "Delete the selection",
  shape: "Shape of the new body",
  jointKind: "Kind of the new joint",
  shapes: { box: "Box", ball: "Ball", cylinder: "Cylinder" },
  joints: {
    hinge: "Hinge",
    motor: "Hinge with motor",
    ball: "Ball joint",
    slider: "Slider",
    fixed: "Fixed",
    rod: "Rod",
    rope: "Rope",
  },
  placeBody: "Click the position of the body",
  firstPlace: "Click the first body, or the ground",
  secondPlace: "Click the second body at the joint; Esc starts over",
  sameBody: "Both ends are on the same body: click another one, or the ground",
};

export type TouchTexts = typeof en;

export const texts = defineTexts("touch", en);
