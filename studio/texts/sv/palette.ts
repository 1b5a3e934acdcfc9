import type { PaletteTexts } from "../palette.js";

export const palette: PaletteTexts = {
  palette: "Kommandon, scener, givare",
  search: "Sök eller kör",
  placeholder: "Sök eller skriv ett kommando",
  nothing: "Inget har det namnet",
  hint: "Enter kör · ↑ ↓ väljer · > bara kommandon · # bara givare · Esc stänger",
  commands: "Kommandon",
  scenes: "Scener",
  parts: "Den här scenen",
  parameters: "Parametrar",
  sensors: "Givare",
  body: "kropp",
  showPanel: (title: string) => `Visa panelen: ${title}`,
  view: "Vy",
  layout: "Layout",
  resetLayout: "Återställ layouten",
  nextRegion: "Nästa del av fönstret",
  previousRegion: "Föregående del av fönstret",
  viewAlone: "Bara vyn, eller alla paneler",
  openPalette: "Sök kommandon, scener och givare",
};
