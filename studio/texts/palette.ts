import { defineTexts } from "./texts.js";

/** Palette and layout. */
const en = {
  palette: "Commands, scenes, sensors",
  search: "Search or run",
  placeholder: "Search, or type a command",
  nothing: "Nothing has that name",
  hint: "Enter runs · ↑ ↓ choose · > commands only · # sensors only · Esc closes",
  commands: "Commands",
  scenes: "Scenes",
  parts: "This scene",
  parameters: "Parameters",
  sensors: "Sensors",
  body: "body",
  showPanel: (title: string) => `Show panel: ${title}`,
  view: "View",
  layout: "Layout",
  resetLayout: "Reset the layout",
  nextRegion: "Next part of the window",
  previousRegion: "Previous part of the window",
  viewAlone: "View alone, or all panels",
  openPalette: "Search commands, scenes and sensors",
};

export type PaletteTexts = typeof en;

export const texts = defineTexts("palette", en);
