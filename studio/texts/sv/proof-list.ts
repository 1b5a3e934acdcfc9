import type { ProofListTexts } from "../proof-list.js";

export const proofList: ProofListTexts = {
  experiments: "Experiment",
  filter: "Filtrera experiment",
  hold: (n, m) => `${n} av ${m} håller`,
  of: (m) => `av ${m}`,
  holdHelp: "Mätt på denna sida; där inget har mätts ännu, så som det var när denna version byggdes",
  checks: (n) => (n === 1 ? "1 kontroll" : `${n} kontroller`),
  noneFound: (query) => `Inget experiment har ”${query}” i sitt namn`,
  areas: {
    friction: "Friktion",
    impact: "Stöt och normallagar",
    motion: "Fri rörelse och integratorer",
    mechanisms: "Tvång och energi",
    piles: "Staplar och vila",
    conforming: "Anliggande kontakt",
    exact: "Exakt geometri",
    detection: "Detektering",
    machines: "Maskiner och drivningar",
    reproducible: "Samma bitar",
  },
  verdicts: {
    holds: "Håller",
    fails: "Håller inte",
    partly: "Håller; förverkligar sin rad till en del",
    running: "Pågår",
    waiting: "Väntar",
    unknown: "Inte mätt",
    full: "Endast i fulla körningar",
  },
  whenBuilt: (verdict) => `${verdict}, när denna version byggdes`,
};
