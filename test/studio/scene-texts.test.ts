/** Titles and summaries of every shipped scene in every language. */
import { scenes } from "stiction/scenes";
import { expect, test } from "vitest";
import { loadSceneTexts, translatedScene } from "../../studio/texts/scene-texts.js";

/** Titles that are names, the same in every language. */
const NAMES = new Set(["bowden-leben", "pachinko"]);

test.each(["es", "fi", "sv"] as const)(
  "%s has title and summary of every shipped scene, with its numbers",
  async (language) => {
    await loadSceneTexts(language);
    for (const { name, title, summary } of scenes) {
      const shown = translatedScene({ name, title, summary });
      expect(shown.summary, name).not.toBe(summary);
      if (!NAMES.has(name) && !(language === "sv" && name === "bowling")) expect(shown.title, name).not.toBe(title);
      // numbers that stand in the English text in figures stand in the other too; decimals have a comma
      for (const number of summary.match(/\d+\.\d+/g) ?? [])
        expect(shown.summary, name).toContain(number.replace(".", ","));
    }
    await loadSceneTexts("en");
    const [first] = scenes;
    expect(translatedScene(first)).toBe(first);
  },
);
