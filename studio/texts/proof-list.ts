/** Texts of the list of experiments. */
import { defineTexts } from "./language.js";

type Lookup = Readonly<Record<string, string>>;

const en = {
  experiments: "Experiments",
  filter: "Filter experiments",
  hold: (n: number, m: number) => `${n} of ${m} hold`,
  of: (m: number) => `of ${m}`,
  holdHelp: "Measured in this page, or, if not measured here yet, when this version was built",
  checks: (n: number) => (n === 1 ? "1 check" : `${n} checks`),
  noneFound: (query: string) => `No experiment has "${query}" in its name`,
  areas: {
    friction: "Friction",
    impact: "Impact and normal laws",
    motion: "Free motion and integrators",
    mechanisms: "Constraints and energy",
    piles: "Piles and rest",
    conforming: "Conforming contact",
    exact: "Exact geometry",
    detection: "Detection",
    machines: "Machines and drives",
    reproducible: "Same bits",
  } as Lookup,
  verdicts: {
    holds: "Holds",
    fails: "Does not hold",
    partly: "Holds; covers its row in part",
    running: "Running",
    waiting: "Waiting",
    unknown: "Not measured",
    full: "In full runs only",
  } as Lookup,
  whenBuilt: (verdict: string) => `${verdict}, when this version was built`,
};

type Texts = typeof en;

const es: Texts = {
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

const fi: Texts = {
  experiments: "Kokeet",
  filter: "Suodata kokeita",
  hold: (n, m) => `${n}/${m} pitää`,
  of: (m) => `/ ${m}`,
  holdHelp: "Mitattu tällä sivulla; missä ei ole vielä mitattu, kuten todettiin tätä versiota koottaessa",
  checks: (n) => (n === 1 ? "1 tarkistus" : `${n} tarkistusta`),
  noneFound: (query) => `Minkään kokeen nimessä ei ole ”${query}”`,
  areas: {
    friction: "Kitka",
    impact: "Törmäys ja normaalilait",
    motion: "Vapaa liike ja integraattorit",
    mechanisms: "Sidokset ja energia",
    piles: "Pinot ja lepo",
    conforming: "Myötäilevä kosketus",
    exact: "Tarkka geometria",
    detection: "Törmäyksen havaitseminen",
    machines: "Koneet ja käytöt",
    reproducible: "Samat bitit",
  },
  verdicts: {
    holds: "Pitää",
    fails: "Ei pidä",
    partly: "Pitää; toteuttaa rivinsä osittain",
    running: "Käynnissä",
    waiting: "Odottaa",
    unknown: "Ei mitattu",
    full: "Vain täysissä ajoissa",
  },
  whenBuilt: (verdict) => `${verdict}, kun tämä versio koottiin`,
};

const sv: Texts = {
  experiments: "Experiment",
  filter: "Filtrera experiment",
  hold: (n, m) => `${n} av ${m} håller`,
  of: (m) => `av ${m}`,
  holdHelp: "Mätt på denna sida; där inget har mätts ännu, så som det var när denna version byggdes",
  checks: (n) => (n === 1 ? "1 kontroll" : `${n} kontroller`),
  noneFound: (query) => `Inget experiment har ”${query}” i sitt namn`,
  areas: {
    friction: "Friktion",
    impact: "Stöt och normallagar",
    motion: "Fri rörelse och integratorer",
    mechanisms: "Tvång och energi",
    piles: "Staplar och vila",
    conforming: "Anliggande kontakt",
    exact: "Exakt geometri",
    detection: "Detektering",
    machines: "Maskiner och drivningar",
    reproducible: "Samma bitar",
  },
  verdicts: {
    holds: "Håller",
    fails: "Håller inte",
    partly: "Håller; förverkligar sin rad till en del",
    running: "Pågår",
    waiting: "Väntar",
    unknown: "Inte mätt",
    full: "Endast i fulla körningar",
  },
  whenBuilt: (verdict) => `${verdict}, när denna version byggdes`,
};

export const texts = defineTexts({ en, es, fi, sv });
