import type { ProofReportTexts } from "../proof-report.js";

export const proofReport: ProofReportTexts = {
  menu: "Informe",
  json: "JSON, precisión completa",
  html: "Página HTML",
  title: "Pruebas de Stiction",
  made: (n, m) => `Se cumplen ${n} de los ${m} experimentos ejecutados en el navegador.`,
};
