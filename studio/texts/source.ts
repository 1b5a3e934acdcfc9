/** Texts of the scene editor. What is wrong with a scene is said in the engine's own words. */
import { defineTexts } from "./language.js";

const en = {
  source: "Source",
  format: "File format",
  apply: "Apply",
  save: "Save as a file",
  standing: {
    loading: "Loading the editor",
    shown: "Running",
    typing: "Not applied yet",
    trying: "Checking",
    applied: "Applied",
    bad: "Not applied",
    broken: "The editor could not be loaded. Reload the page.",
  },
  oldRuns: (n: number) =>
    `${n === 1 ? "One problem" : `${n} problems`}. The previous scene runs on until the text is valid.`,
};

type SourceTexts = typeof en;

const es: SourceTexts = {
  source: "Texto",
  format: "Formato de archivo",
  apply: "Aplicar",
  save: "Guardar como archivo",
  standing: {
    loading: "Cargando el editor",
    shown: "Tal como corre",
    typing: "Aún sin aplicar",
    trying: "Comprobando",
    applied: "Aplicado",
    bad: "No aplicado",
    broken: "No se pudo cargar el editor. Recargue la página.",
  },
  oldRuns: (n) =>
    `${n === 1 ? "Un problema" : `${n} problemas`}. La escena anterior continúa hasta que el texto sea válido.`,
};

const fi: SourceTexts = {
  source: "Lähde",
  format: "Tiedostomuoto",
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

const sv: SourceTexts = {
  source: "Källtext",
  format: "Filformat",
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

export const texts = defineTexts<SourceTexts>({ en, es, fi, sv });
