/** Texts of the scene editor. What is wrong with a scene is said in the engine's own words. */
import { defineTexts } from "./texts.js";

const en = {
  source: "Source",
  format: "File format",
  widen: "Wide or narrow",
  apply: "Apply",
  save: "Save as a file",
  standing: {
    loading: "Loading the editor",
    shown: "Running",
    typing: "Not applied yet",
    trying: "Checking",
    applied: "Applied",
    bad: "Not applied",
    broken: "The editor could not be loaded. Reload the page.",
  },
  oldRuns: (n: number) =>
    `${n === 1 ? "One problem" : `${n} problems`}. The previous scene runs on until the text is valid.`,
};

export type SourceTexts = typeof en;

export const texts = defineTexts("source", en);
