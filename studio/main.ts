// styles that pages share, before those that come with a page
import "./theme.css";
import "./studio.css";
import "./panels/top-bar.css";
import "./workspace/region.css";
import "./panels/scenes.css";
import "./panels/stage.css";
import "./panels/help.css";
import { language } from "./texts/language.js";
import { loadTexts } from "./texts/translated.js";

// the page's language first, since modules read their texts while they are evaluated
loadTexts()
  .then(() => {
    document.documentElement.lang = language;
  })
  .catch((error) => console.error("The texts of this language did not load; the page is in English.", error))
  .then(() => import("./start.js"))
  .then(({ start }) => start());
