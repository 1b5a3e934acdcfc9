import type { ProofReportTexts } from "../proof-report.js";

export const proofReport: ProofReportTexts = {
  menu: "Rapport",
  json: "JSON, med full precision",
  html: "HTML-sida",
  title: "Bevis för Stiction",
  made: (n, m) => `${n} av ${m} experiment som kördes i webbläsaren håller.`,
};
