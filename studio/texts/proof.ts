/**
 * Texts of the proof page as a whole and of its bar. Titles, quantities and sources of experiments are the experiments'
 * own, in English.
 */
import { defineTexts } from "./texts.js";

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

export type ProofTexts = typeof en;

export const texts = defineTexts("proof", en);
