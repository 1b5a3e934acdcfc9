import type { StudyTexts } from "../study.js";

export const study: StudyTexts = {
  title: "Tutkimus",
  pages: "Sivut",
  gallery: "Galleria",
  open: "Avaa tulokset",
  empty:
    "Pudota tähän tutkimuksen kansion rows.jsonl. Sen jälkeen ajoja voi valita arvojen mukaan ja avata yksitellen.",
  reading: "Luetaan",
  run: "Ajo",
  openRun: "Avaa ajo",
  noRun: (row, count) => `Ajoa ${row} ei ole; tutkimuksessa on ${count} ajoa, nollasta alkaen.`,
  ofModule: "Tämän tutkimuksen näkymän teki ohjelma, jota tulokset eivät sisällä.",
  notRead: (line) => `Riviä ${line} ei voi lukea: tiedosto on vioittunut.`,
  notStudy: "Nämä eivät ole tutkimuksen tuloksia.",
};
