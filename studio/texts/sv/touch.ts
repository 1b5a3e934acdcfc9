import type { TouchTexts } from "../touch.js";

export const touch: TouchTexts = {
  tools: "Verktyg",
  hand: "Dra i kroppar",
  body: "Lägg till en kropp",
  joint: "Lägg till en led",
  spring: "Lägg till en fjäder",
  freeze: "Lås eller frigör den valda kroppen",
  delete: "Ta bort det valda",
  shape: "Den nya kroppens form",
  jointKind: "Den nya ledens slag",
  shapes: { box: "Låda", ball: "Kula", cylinder: "Cylinder" },
  joints: {
    hinge: "Gångjärn",
    motor: "Gångjärn med motor",
    ball: "Kulled",
    slider: "Glidled",
    fixed: "Fast",
    rod: "Stång",
    rope: "Rep",
  },
  placeBody: "Klicka där kroppen ska stå",
  firstPlace: "Klicka på den första kroppen eller marken",
  secondPlace: "Klicka på den andra kroppen där de möts; Esc börjar om",
  sameBody: "Båda ändarna sitter på samma kropp: klicka på en annan eller på marken",
};
