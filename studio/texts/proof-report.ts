/** Texts of the report: results of the page as a file. */
import { defineTexts } from "./texts.js";

const en = {
  menu: "Report",
  json: "JSON, full precision",
  html: "HTML page",
  title: "Proof of Stiction",
  made: (n: number, m: number) => `${n} of ${m} experiments run in the browser hold.`,
};

export type ProofReportTexts = typeof en;

export const texts = defineTexts("proofReport", en);
