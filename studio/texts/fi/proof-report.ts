import type { ProofReportTexts } from "../proof-report.js";

export const proofReport: ProofReportTexts = {
  menu: "Raportti",
  json: "JSON, täysi tarkkuus",
  html: "HTML-sivu",
  title: "Stictionin todisteet",
  made: (n, m) => `${n}/${m} selaimessa ajetusta kokeesta pitää.`,
};
