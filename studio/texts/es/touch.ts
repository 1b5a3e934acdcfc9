import type { TouchTexts } from "../touch.js";

export const touch: TouchTexts = {
  tools: "Herramientas",
  hand: "Tirar de los cuerpos",
  body: "Añadir un cuerpo",
  joint: "Añadir una articulación",
  spring: "Añadir un muelle",
  freeze: "Fijar o soltar el cuerpo elegido",
  delete: "Borrar lo elegido",
  shape: "Forma del cuerpo nuevo",
  jointKind: "Tipo de la articulación nueva",
  shapes: { box: "Caja", ball: "Bola", cylinder: "Cilindro" },
  joints: {
    hinge: "Bisagra",
    motor: "Bisagra con motor",
    ball: "Rótula",
    slider: "Corredera",
    fixed: "Fija",
    rod: "Barra",
    rope: "Cuerda",
  },
  placeBody: "Haz clic donde deba estar el cuerpo",
  firstPlace: "Haz clic en el primer cuerpo o en el suelo",
  secondPlace: "Haz clic en el segundo cuerpo, donde ambos se unen; Esc empieza de nuevo",
  sameBody: "Ambos extremos están en el mismo cuerpo: haz clic en otro o en el suelo",
};
