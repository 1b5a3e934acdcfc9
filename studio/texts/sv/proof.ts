import type { ProofTexts } from "../proof.js";

export const proof: ProofTexts = {
  title: "Bevis",
  pageTitle: (name) => `${name} · Bevis · Stiction`,
  pages: "Sidor",
  gallery: "Galleri",
  unknownExperiment: (id) => `Det finns inget experiment ”${id}”`,
  loading: "Laddar experimenten",
  broken: (message) => `Experimenten har stannat: ${message}`,
  runAll: "Kör alla",
  stop: "Stoppa",
  skip: "Hoppa över",
  done: (n, m) => `${n} av ${m} klara`,
  copyHash: "Kopiera de mätta värdenas hash",
  copyCommand: "Kopiera kommandot som mäter samma sak",
  copied: "Kopierat",
  hash: "hashvärde",
};
