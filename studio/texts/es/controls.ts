import type { ControlsTexts } from "../controls.js";

export const controls: ControlsTexts = {
  controls: "Mandos",
  none: "Esta escena no tiene nada que accionar: ninguna articulación con accionamiento, ninguna fuerza con entrada",
  arm: "Accionar con teclas y mando (Esc las libera)",
  release: "Todo en reposo",
  gamepad: (name: string) => `Mando: ${name}`,
  noGamepad: "No se ve ningún mando; pulsa uno de sus botones",
  less: (name: string) => `Tecla para menos: ${name}`,
  more: (name: string) => `Tecla para más: ${name}`,
  axis: (name: string) => `Eje del mando: ${name}`,
  invert: (name: string) => `Invertir el eje: ${name}`,
  noAxis: "sin palanca",
  stickAxis: (axis: number) =>
    ["palanca izquierda ↔", "palanca izquierda ↕", "palanca derecha ↔", "palanca derecha ↕"][axis] ?? `${axis}`,
  others: (n) => `Otras entradas (${n})`,
  pattern: "Qué mano lleva la pluma",
  patternHelp: (pattern) => (pattern === "iso" ? "pluma en la mano derecha" : "pluma en la mano izquierda"),
  pressKey: "pulsa una tecla",
};
