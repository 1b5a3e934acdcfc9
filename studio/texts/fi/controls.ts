import type { ControlsTexts } from "../controls.js";

export const controls: ControlsTexts = {
  controls: "Ohjaimet",
  none: "Tässä mallissa ei ole ohjattavaa: ei niveltä, jossa on käyttö, eikä voimaa, jossa on syöte",
  arm: "Ohjaa näppäimillä ja peliohjaimella (Esc vapauttaa)",
  release: "Kaikki lepoon",
  gamepad: (name: string) => `Peliohjain: ${name}`,
  noGamepad: "Peliohjainta ei näy; paina sen painiketta",
  less: (name: string) => `Vähemmän-näppäin: ${name}`,
  more: (name: string) => `Enemmän-näppäin: ${name}`,
  axis: (name: string) => `Peliohjaimen akseli: ${name}`,
  invert: (name: string) => `Käännä akseli: ${name}`,
  noAxis: "ei sauvaa",
  stickAxis: (axis: number) => ["vasen sauva ↔", "vasen sauva ↕", "oikea sauva ↔", "oikea sauva ↕"][axis] ?? `${axis}`,
  others: (n) => `Muut syötteet (${n})`,
  pattern: "Kummassa kädessä puomi on",
  patternHelp: (pattern) => (pattern === "iso" ? "puomi oikeassa kädessä" : "puomi vasemmassa kädessä"),
  pressKey: "paina näppäintä",
};
