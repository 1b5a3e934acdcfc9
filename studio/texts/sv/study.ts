import type { StudyTexts } from "../study.js";

export const study: StudyTexts = {
  title: "Studie",
  pages: "Sidor",
  gallery: "Galleri",
  open: "Öppna resultat",
  empty: "Släpp rows.jsonl ur en studies mapp här. Sedan kan körningar väljas efter sina värden och öppnas en i taget.",
  reading: "Läser",
  run: "Körning",
  openRun: "Öppna körningen",
  noRun: (row, count) => `Det finns ingen körning ${row}; studien har ${count}, räknade från 0.`,
  ofModule: "Studiens scen gjordes av ett program som resultaten inte innehåller.",
  notRead: (line) => `Rad ${line} kan inte läsas: filen är skadad.`,
  notStudy: "Detta är inte resultaten av en studie.",
};
