import type { ProofTexts } from "../proof.js";

export const proof: ProofTexts = {
  title: "Pruebas",
  pageTitle: (name) => `${name} · Pruebas · Stiction`,
  pages: "Páginas",
  gallery: "Galería",
  unknownExperiment: (id) => `No hay ningún experimento «${id}»`,
  loading: "Cargando los experimentos",
  broken: (message) => `Los experimentos se han detenido: ${message}`,
  runAll: "Ejecutar todos",
  stop: "Detener",
  skip: "Saltar",
  done: (n, m) => `${n} de ${m} hechos`,
  copyHash: "Copiar el hash de los valores medidos",
  copyCommand: "Copiar la orden que mide lo mismo",
  copied: "Copiado",
  hash: "huella",
};
