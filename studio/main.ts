// styles that pages share, before those that come with a page
import "./theme.css";
import "./studio.css";
import "./panels/top-bar.css";
import "./workspace/region.css";
import "./panels/scenes.css";
import "./panels/stage.css";
import "./panels/help.css";
import { language } from "./texts/language.js";
import { loadSceneTexts } from "./texts/scene-texts.js";
import { loadTexts } from "./texts/translated.js";

// The page's language first, since modules read their texts while they are evaluated. Without it, as when the connection fails, a page is still
// of use, in English.
Promise.all([loadTexts(), loadSceneTexts()])
  .then(() => {
    document.documentElement.lang = language;
  })
  .catch((error) => console.error("The texts of this language did not load.", error))
  .then(() => import("./start.js"))
  .then(({ start }) => start());
