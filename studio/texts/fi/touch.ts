import type { TouchTexts } from "../touch.js";

export const touch: TouchTexts = {
  tools: "Työkalut",
  hand: "Vedä kappaleita",
  body: "Lisää kappale",
  joint: "Lisää nivel",
  spring: "Lisää jousi",
  freeze: "Lukitse tai vapauta valittu kappale",
  delete: "Poista valinta",
  shape: "Uuden kappaleen muoto",
  jointKind: "Uuden nivelen laji",
  shapes: { box: "Laatikko", ball: "Pallo", cylinder: "Lieriö" },
  joints: {
    hinge: "Sarana",
    motor: "Moottorisarana",
    ball: "Pallonivel",
    slider: "Liukunivel",
    fixed: "Kiinteä",
    rod: "Tanko",
    rope: "Köysi",
  },
  placeBody: "Napsauta kohtaa, johon kappale tulee",
  firstPlace: "Napsauta ensimmäistä kappaletta tai maata",
  secondPlace: "Napsauta toista kappaletta kohdasta, jossa ne yhtyvät; Esc aloittaa alusta",
  sameBody: "Molemmat päät ovat samassa kappaleessa: napsauta toista tai maata",
};
