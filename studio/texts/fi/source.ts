import type { SourceTexts } from "../source.js";

export const source: SourceTexts = {
  source: "Lähde",
  format: "Tiedostomuoto",
  widen: "Leveä tai kapea",
  apply: "Käytä",
  save: "Tallenna tiedostoon",
  standing: {
    loading: "Ladataan muokkainta",
    shown: "Kuten ajossa",
    typing: "Ei vielä käytössä",
    trying: "Tarkistetaan",
    applied: "Käytössä",
    bad: "Ei käytössä",
    broken: "Muokkainta ei voitu ladata. Lataa sivu uudelleen.",
  },
  oldRuns: (n) => `${n === 1 ? "Yksi virhe" : `${n} virhettä`}. Edellinen näkymä jatkuu, kunnes teksti on kunnossa.`,
};
