import type { PaletteTexts } from "../palette.js";

export const palette: PaletteTexts = {
  palette: "Órdenes, escenas, sensores",
  search: "Buscar o ejecutar",
  placeholder: "Busca o escribe una orden",
  nothing: "Nada lleva ese nombre",
  hint: "Intro ejecuta · ↑ ↓ eligen · > solo órdenes · # solo sensores · Esc cierra",
  commands: "Órdenes",
  scenes: "Escenas",
  parts: "Esta escena",
  parameters: "Parámetros",
  sensors: "Sensores",
  body: "cuerpo",
  showPanel: (title: string) => `Mostrar el panel: ${title}`,
  view: "Vista",
  layout: "Disposición",
  resetLayout: "Restablecer la disposición",
  nextRegion: "Parte siguiente de la ventana",
  previousRegion: "Parte anterior de la ventana",
  viewAlone: "Solo la vista, o todos los paneles",
  openPalette: "Buscar órdenes, escenas y sensores",
};
