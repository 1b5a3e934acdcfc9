import type { ProofListTexts } from "../proof-list.js";

export const proofList: ProofListTexts = {
  experiments: "Experimentos",
  filter: "Filtrar experimentos",
  hold: (n, m) => `${n} de ${m} se cumplen`,
  of: (m) => `de ${m}`,
  holdHelp: "Medido en esta página; donde aún no se ha medido nada, lo hallado al construir esta versión",
  checks: (n) => (n === 1 ? "1 comprobación" : `${n} comprobaciones`),
  noneFound: (query) => `Ningún experimento tiene «${query}» en su nombre`,
  areas: {
    friction: "Fricción",
    impact: "Impacto y leyes normales",
    motion: "Movimiento libre e integradores",
    mechanisms: "Restricciones y energía",
    piles: "Pilas y reposo",
    conforming: "Contacto conforme",
    exact: "Geometría exacta",
    detection: "Detección",
    machines: "Máquinas y accionamientos",
    reproducible: "Los mismos bits",
  },
  verdicts: {
    holds: "Se cumple",
    fails: "No se cumple",
    partly: "Se cumple; realiza su fila en parte",
    running: "En marcha",
    waiting: "En espera",
    unknown: "Sin medir",
    full: "Solo en ejecuciones completas",
  },
  whenBuilt: (verdict) => `${verdict}, al construir esta versión`,
};
