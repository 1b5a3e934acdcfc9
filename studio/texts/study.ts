/** Texts of the page of studies. */
import { defineTexts } from "./texts.js";

const en = {
  title: "Study",
  pages: "Pages",
  gallery: "Gallery",
  open: "Open results",
  empty:
    "Drop rows.jsonl from the folder of a study here. Runs can then be picked by their values, and opened one by one.",
  reading: "Reading",
  run: "Run",
  openRun: "Open run",
  noRun: (row: number, count: number) => `There is no run ${row}; the study has ${count}, counted from 0.`,
  ofModule: "The scene of this study was made by a program, which the results do not hold.",
  notRead: (line: number) => `Line ${line} cannot be read: the file is damaged.`,
  notStudy: "These are not the results of a study.",
};

export type StudyTexts = typeof en;

export const texts = defineTexts("study", en);
