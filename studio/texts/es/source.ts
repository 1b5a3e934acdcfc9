import type { SourceTexts } from "../source.js";

export const source: SourceTexts = {
  source: "Texto",
  format: "Formato de archivo",
  widen: "Ancho o estrecho",
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
