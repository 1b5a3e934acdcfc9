/** Texts of the report: results of the page as a file. */
import { defineTexts } from "./language.js";

const en = {
  menu: "Report",
  json: "JSON, full precision",
  html: "HTML page",
  title: "Proof of Stiction",
  made: (n: number, m: number) => `${n} of ${m} experiments run in the browser hold.`,
};

type Texts = typeof en;

const es: Texts = {
  menu: "Informe",
  json: "JSON, precisión completa",
  html: "Página HTML",
  title: "Pruebas de Stiction",
  made: (n, m) => `Se cumplen ${n} de los ${m} experimentos ejecutados en el navegador.`,
};

const fi: Texts = {
  menu: "Raportti",
  json: "JSON, täysi tarkkuus",
  html: "HTML-sivu",
  title: "Stictionin todisteet",
  made: (n, m) => `${n}/${m} selaimessa ajetusta kokeesta pitää.`,
};

const sv: Texts = {
  menu: "Rapport",
  json: "JSON, med full precision",
  html: "HTML-sida",
  title: "Bevis för Stiction",
  made: (n, m) => `${n} av ${m} experiment som kördes i webbläsaren håller.`,
};

export const texts = defineTexts({ en, es, fi, sv });
