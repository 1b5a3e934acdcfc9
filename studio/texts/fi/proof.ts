import type { ProofTexts } from "../proof.js";

export const proof: ProofTexts = {
  title: "Todisteet",
  pageTitle: (name) => `${name} · Todisteet · Stiction`,
  pages: "Sivut",
  gallery: "Galleria",
  unknownExperiment: (id) => `Koetta ”${id}” ei ole`,
  loading: "Ladataan kokeita",
  broken: (message) => `Kokeet pysähtyivät: ${message}`,
  runAll: "Aja kaikki",
  stop: "Pysäytä",
  skip: "Ohita",
  done: (n, m) => `${n}/${m} valmiina`,
  copyHash: "Kopioi mitattujen arvojen tiiviste",
  copyCommand: "Kopioi komento, joka mittaa saman",
  copied: "Kopioitu",
  hash: "tiiviste",
};
