import { defineTexts } from "./texts.js";

/** Tools that act on the scene in the view. */
const en = {
  tools: "Tools",
  hand: "Pull bodies",
  body: "Add a body",
  joint: "Add a joint",
  spring: "Add a spring",
  ruler: "Measure a distance",
  rulerStart: "Click or drag from one place to another",
  rulerEnd: "Click the other end; Esc starts over",
  rulerNotes: (rise: string, cell: string) => `height ${rise}, grid ${cell}`,
  freeze: "Fix or release the selected body",
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
