import type { ControlsTexts } from "../controls.js";

export const controls: ControlsTexts = {
  controls: "Reglage",
  none: "Den här scenen har inget att driva: ingen led med drivning, ingen kraft med insignal",
  arm: "Driv med tangenter och handkontroll (Esc släpper dem)",
  release: "Allt i vila",
  gamepad: (name: string) => `Handkontroll: ${name}`,
  noGamepad: "Ingen handkontroll syns; tryck på en av dess knappar",
  less: (name: string) => `Tangent för mindre: ${name}`,
  more: (name: string) => `Tangent för mer: ${name}`,
  axis: (name: string) => `Handkontrollens axel: ${name}`,
  invert: (name: string) => `Vänd axeln: ${name}`,
  noAxis: "ingen spak",
  stickAxis: (axis: number) => ["vänster spak ↔", "vänster spak ↕", "höger spak ↔", "höger spak ↕"][axis] ?? `${axis}`,
  others: (n) => `Övriga insignaler (${n})`,
  pattern: "Vilken hand som har bommen",
  patternHelp: (pattern) => (pattern === "iso" ? "bommen i höger hand" : "bommen i vänster hand"),
  pressKey: "tryck på en tangent",
};
