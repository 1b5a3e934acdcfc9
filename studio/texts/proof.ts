/**
 * Texts of the proof page as a whole and of its bar. Titles, quantities and sources of experiments are the experiments'
 * own, in English.
 */
import { defineTexts } from "./language.js";

const en = {
  title: "Proof",
  pageTitle: (name: string) => `${name} · Proof · Stiction`,
  pages: "Pages",
  gallery: "Gallery",
  unknownExperiment: (id: string) => `There is no experiment "${id}"`,
  loading: "Loading the experiments",
  broken: (message: string) => `The experiments have stopped: ${message}`,
  runAll: "Run all",
  stop: "Stop",
  skip: "Skip",
  done: (n: number, m: number) => `${n} of ${m} done`,
  copyHash: "Copy the hash of the measured values",
  copyCommand: "Copy the command that measures the same",
  copied: "Copied",
  hash: "hash",
};

type Texts = typeof en;

const es: Texts = {
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

const fi: Texts = {
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

const sv: Texts = {
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

export const texts = defineTexts({ en, es, fi, sv });
