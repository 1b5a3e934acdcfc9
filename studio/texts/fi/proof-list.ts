import type { ProofListTexts } from "../proof-list.js";

export const proofList: ProofListTexts = {
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
