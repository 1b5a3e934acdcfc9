import type { StudyTexts } from "../study.js";

export const study: StudyTexts = {
  title: "Estudio",
  pages: "Páginas",
  gallery: "Galería",
  open: "Abrir resultados",
  empty:
    "Suelte aquí rows.jsonl de la carpeta de un estudio. Después se pueden elegir simulaciones por sus valores y abrirlas una a una.",
  reading: "Leyendo",
  run: "Simulación",
  openRun: "Abrir la simulación",
  noRun: (row, count) => `No hay simulación ${row}; el estudio tiene ${count}, contadas desde 0.`,
  ofModule: "La escena de este estudio la hizo un programa que los resultados no contienen.",
  notRead: (line) => `La línea ${line} no se puede leer: el archivo está dañado.`,
  notStudy: "Estos no son los resultados de un estudio.",
};
