import { render } from "preact";
import { App } from "./app.js";
import { workOffline } from "./offline/register.js";
import { Studio } from "./state.js";
import { applyTheme } from "./theme.js";

/** Shows the page, once its texts are there (main.ts). */
export function start(): void {
  const studio = new Studio();
  applyTheme(studio.theme.value);
  studio.theme.subscribe(applyTheme);

  // For the console and for tests: `await studio.simulation.hash()`.
  Object.assign(globalThis, { studio });

  const host = document.getElementById("studio");
  if (host) render(<App studio={studio} />, host);
  workOffline();
}
