import type { SourceTexts } from "../source.js";

export const source: SourceTexts = {
  source: "Källtext",
  format: "Filformat",
  widen: "Bred eller smal",
  apply: "Använd",
  save: "Spara som fil",
  standing: {
    loading: "Laddar redigeraren",
    shown: "Som den körs",
    typing: "Ännu inte använd",
    trying: "Kontrollerar",
    applied: "Använd nu",
    bad: "Inte använd",
    broken: "Redigeraren kunde inte laddas. Ladda om sidan.",
  },
  oldRuns: (n) => `${n === 1 ? "Ett fel" : `${n} fel`}. Den föregående scenen går vidare tills texten håller.`,
};
