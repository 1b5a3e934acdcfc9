// styles that pages share, before those that come with a page
import "./theme.css";
import "./studio.css";
import "./panels/top-bar.css";
import "./workspace/region.css";
import "./panels/scenes.css";
import "./panels/stage.css";
import "./panels/help.css";
import { render } from "preact";
import { App } from "./app.js";
import { workOffline } from "./offline/register.js";
import { Studio } from "./state.js";
import { language } from "./texts/language.js";
import { loadSceneTexts } from "./texts/scene-texts.js";
import { applyTheme } from "./theme.js";

function start(): void {
  document.documentElement.lang = language;
  const studio = new Studio();
  applyTheme(studio.theme.value);
  studio.theme.subscribe(applyTheme);

  // For the console and for tests: `await studio.simulation.hash()`.
  Object.assign(globalThis, { studio });

  const host = document.getElementById("studio");
  if (host) render(<App studio={studio} />, host);
  workOffline();
}

// Without its texts, as when the connection fails, a page is still of use.
void loadSceneTexts()
  .catch(() => undefined)
  .then(start);
