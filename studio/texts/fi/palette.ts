import type { PaletteTexts } from "../palette.js";

export const palette: PaletteTexts = {
  palette: "Komennot, näkymät, anturit",
  search: "Hae tai suorita",
  placeholder: "Hae tai kirjoita komento",
  nothing: "Tällä nimellä ei löydy mitään",
  hint: "Enter suorittaa · ↑ ↓ valitsee · > vain komennot · # vain anturit · Esc sulkee",
  commands: "Komennot",
  scenes: "Mallit",
  parts: "Tämä malli",
  parameters: "Parametrit",
  sensors: "Anturit",
  body: "kappale",
  showPanel: (title: string) => `Näytä paneeli: ${title}`,
  view: "Näkymä",
  layout: "Asettelu",
  resetLayout: "Palauta asettelu",
  nextRegion: "Ikkunan seuraava osa",
  previousRegion: "Ikkunan edellinen osa",
  viewAlone: "Vain näkymä tai kaikki paneelit",
  openPalette: "Hae komentoja, malleja ja antureita",
};
