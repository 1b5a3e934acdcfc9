/** Texts of the window, the bars, the list of scenes, the view, the plot and the notices. */
import { defineTexts } from "./language.js";

/** A count with its noun. */
const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

type Lookup = Readonly<Record<string, string>>;
type Warnings = Readonly<Record<number, (who: string) => string>>;
type KeyHelp = readonly (readonly [string, string])[];

const en = {
  title: "Stiction",
  pageTitle: (scene: string) => `${scene} · Stiction`,
  mark: "Stiction: to the gallery",

  // top bar
  transport: "Simulation",
  restart: "Restart",
  play: "Play",
  pause: "Pause",
  step: "Step",
  speed: "Speed",
  time: "Simulated time",
  realTime: "real time",
  factorHelp: "Simulated time over real time during the last second",
  slowHelp: (stage: string) => `Slower than requested; most time goes to "${stage}"`,
  slow: (factor: string, stage: string) => (stage ? `${factor}, ${stage}` : factor),
  median: "p50",
  ninetyNinth: "p99",
  stepTimeHelp: (step: string) =>
    `Computing time per step, median and 99th percentile; a step is ${step} of simulated time`,
  of: (step: string) => `of ${step}`,
  loadHelp: "Share of real time spent computing; the dashed line is 100 %",
  theme: { dark: "Switch to light", light: "Switch to dark" },
  language: "Language",
  keys: "Keys",
  scenesToggle: "Scenes",

  // scenes
  scenes: "Scenes",
  groups: {
    basics: "Basics",
    mechanisms: "Mechanisms",
    piles: "Piles",
    "conforming contact": "Conforming contact",
    "soft contact": "Soft contact",
    "exact geometry": "Exact geometry",
    machines: "Machines",
    benchmarks: "Benchmarks",
  } as Lookup,
  ownScene: "Opened from a file",
  dropHint: "Drop a scene file anywhere",
  dropTypes: "JSON or YAML",
  dropNow: "Drop to open this scene",
  bodies: (n: number) => count(n, "body", "bodies"),
  freedom: (n: number) => `${n} DOF`,
  stepSize: (h: string) => `step ${h}`,
  copyHash: "Copy the hash of the current state",
  edited: "edited",
  editedHelp: (n: number) =>
    `${n === 1 ? "One value differs" : `${n} values differ`} from the opened scene; Ctrl S saves it`,
  copied: "copied",
  atStep: (n: number) => `State hash at step ${n}.`,

  // viewport
  viewport: "View of the scene. Arrow keys rotate it, with Shift they move it, plus and minus zoom.",
  grid: (cell: string) => `Grid ${cell}`,
  gridAt: (cell: string, height: string) => `Grid ${cell}, at z = ${height}`,
  noGraphics: "This browser cannot draw in 3D (WebGL 2 is missing); simulation and plot work without it",

  // plot
  plot: "Plot",
  seconds: "s",

  // notices
  close: "Close",
  loading: "Loading the scene",
  problemCount: (n: number) => `and ${count(n, "more problem", "more problems")}`,
  oldSceneRuns: "The previous scene stays open.",
  ended: (time: string) => `End of the run at ${time}. Play continues from here.`,
  workerBroken: (message: string) => `The simulation has stopped: ${message}. Reload the page.`,
  warnings: {
    0: (who: string) => `The state of ${who} was no longer finite; it was set aside`,
    1: () => "The table of pairs is full; some contacts are missing",
    2: () => "The table of contact patches is full; some contacts are missing",
    3: () => "The table of contact points is full; some contacts are missing",
    4: () => "A solver stopped before its tolerance",
    5: () => "Events were overwritten before they were read",
  } as Warnings,
  otherWarning: (bit: number) => `Status bit ${bit}`,
  times: (n: number) => (n === 1 ? "" : ` (${n} times)`),

  // commands
  commands: {
    play: "Play or pause",
    step: "Make one step",
    stepTen: "Make ten steps",
    restart: "Restart",
    slower: "Slower",
    faster: "Faster",
    view: "Reset the view",
    theme: "Switch between dark and light",
    keys: "Show all keys",
  },

  // keys that are not commands
  keyHelp: [
    ["Arrows", "Rotate the view (when it has the focus)"],
    ["Shift arrows", "Move the view"],
    ["+  −", "Zoom"],
    ["Drag", "On the plot: zoom in time; double click shows all"],
    ["Esc", "Close"],
  ] as KeyHelp,
};

export type CommonTexts = typeof en;

const es: CommonTexts = {
  title: "Stiction",
  pageTitle: (scene) => `${scene} · Stiction`,
  mark: "Stiction: ir a la galería",

  transport: "Simulación",
  restart: "Reiniciar",
  play: "Reproducir",
  pause: "Pausar",
  step: "Un paso",
  speed: "Velocidad",
  time: "Tiempo simulado",
  realTime: "tiempo real",
  factorHelp: "Tiempo simulado entre tiempo real durante el último segundo",
  slowHelp: (stage) => `Más lento de lo pedido; la mayor parte del tiempo se va en «${stage}»`,
  slow: (factor, stage) => (stage ? `${factor}, ${stage}` : factor),
  median: "p50",
  ninetyNinth: "p99",
  stepTimeHelp: (step) => `Tiempo de cálculo por paso, mediana y percentil 99; un paso son ${step} de tiempo simulado`,
  of: (step) => `de ${step}`,
  loadHelp: "Parte del tiempo real dedicada al cálculo; la línea de trazos es el total",
  theme: { dark: "Cambiar a claro", light: "Cambiar a oscuro" },
  language: "Idioma",
  keys: "Teclas",
  scenesToggle: "Escenas",

  scenes: "Escenas",
  groups: {
    basics: "Conceptos básicos",
    mechanisms: "Mecanismos",
    piles: "Montones",
    "conforming contact": "Contacto conforme",
    "soft contact": "Contacto blando",
    "exact geometry": "Geometría exacta",
    machines: "Máquinas",
    benchmarks: "Pruebas de referencia",
  },
  ownScene: "Abierta desde un archivo",
  dropHint: "Suelte un archivo de escena en cualquier lugar",
  dropTypes: "JSON o YAML",
  dropNow: "Suelte para abrir esta escena",
  bodies: (n) => count(n, "cuerpo", "cuerpos"),
  freedom: (n) => `${n} GDL`,
  stepSize: (h) => `paso ${h}`,
  copyHash: "Copiar el hash del estado actual",
  edited: "editada",
  editedHelp: (n: number) =>
    `${n === 1 ? "Un valor difiere" : `${n} valores difieren`} de la escena tal como se abrió; Ctrl S la guarda`,
  copied: "copiado",
  atStep: (n) => `Hash del estado en el paso ${n}.`,

  viewport: "Vista de la escena. Las flechas la giran, con Mayús la desplazan, más y menos acercan y alejan.",
  grid: (cell) => `Cuadrícula ${cell}`,
  gridAt: (cell, height) => `Cuadrícula ${cell}, en z = ${height}`,
  noGraphics: "Este navegador no puede dibujar en 3D (falta WebGL 2); la simulación y la gráfica funcionan sin ello",

  plot: "Gráfica",
  seconds: "s",

  close: "Cerrar",
  loading: "Cargando la escena",
  problemCount: (n) => `y ${count(n, "problema más", "problemas más")}`,
  oldSceneRuns: "La escena anterior sigue abierta.",
  ended: (time) => `Fin de la simulación a los ${time}. Reproducir continúa desde aquí.`,
  workerBroken: (message) => `La simulación se ha detenido: ${message}. Recargue la página.`,
  warnings: {
    0: (who) => `${who} salió de los números finitos y se ha apartado`,
    1: () => "La tabla de pares está llena; faltan algunos contactos",
    2: () => "La tabla de zonas de contacto está llena; faltan algunos contactos",
    3: () => "La tabla de puntos de contacto está llena; faltan algunos contactos",
    4: () => "Un método de resolución paró antes de alcanzar su tolerancia",
    5: () => "Se sobrescribieron sucesos antes de que nadie los leyera",
  },
  otherWarning: (bit) => `Bit de estado ${bit}`,
  times: (n) => (n === 1 ? "" : ` (${n} veces)`),

  commands: {
    play: "Reproducir o pausar",
    step: "Dar un paso",
    stepTen: "Dar diez pasos",
    restart: "Reiniciar",
    slower: "Más lento",
    faster: "Más rápido",
    view: "Restablecer la vista",
    theme: "Cambiar entre oscuro y claro",
    keys: "Mostrar todas las teclas",
  },

  keyHelp: [
    ["Flechas", "Girar la vista (cuando tiene el foco)"],
    ["Mayús flechas", "Desplazar la vista"],
    ["+  −", "Acercar y alejar"],
    ["Arrastrar", "En la gráfica: ampliar el tiempo; doble clic lo muestra todo"],
    ["Esc", "Cerrar"],
  ],
};

const fi: CommonTexts = {
  title: "Stiction",
  pageTitle: (scene) => `${scene} · Stiction`,
  mark: "Stiction: galleriaan",

  transport: "Simulointi",
  restart: "Aloita alusta",
  play: "Käynnistä",
  pause: "Pysäytä",
  step: "Askel",
  speed: "Nopeus",
  time: "Simuloitu aika",
  realTime: "tosiaika",
  factorHelp: "Simuloitu aika suhteessa todelliseen viimeisen sekunnin aikana",
  slowHelp: (stage) => `Pyydettyä hitaammin; eniten aikaa vie ”${stage}”`,
  slow: (factor, stage) => (stage ? `${factor}, ${stage}` : factor),
  median: "p50",
  ninetyNinth: "p99",
  stepTimeHelp: (step) => `Laskenta-aika askelta kohti, mediaani ja 99. persentiili; askel on ${step} simuloitua aikaa`,
  of: (step) => `/ ${step}`,
  loadHelp: "Laskentaan kuluva osuus todellisesta ajasta; katkoviiva on koko aika",
  theme: { dark: "Vaihda vaaleaan", light: "Vaihda tummaan" },
  language: "Kieli",
  keys: "Näppäimet",
  scenesToggle: "Mallit",

  scenes: "Mallit",
  groups: {
    basics: "Perusteet",
    mechanisms: "Mekanismit",
    piles: "Kasat",
    "conforming contact": "Mukautuva kontakti",
    "soft contact": "Pehmeä kontakti",
    "exact geometry": "Tarkka geometria",
    machines: "Koneet",
    benchmarks: "Vertailutehtävät",
  },
  ownScene: "Avattu tiedostosta",
  dropHint: "Pudota mallitiedosto mihin tahansa",
  dropTypes: "JSON tai YAML",
  dropNow: "Avaa tämä malli pudottamalla",
  bodies: (n) => count(n, "kappale", "kappaletta"),
  freedom: (n) => count(n, "vapausaste", "vapausastetta"),
  stepSize: (h) => `askel ${h}`,
  copyHash: "Kopioi nykyisen tilan tiiviste",
  edited: "muokattu",
  editedHelp: (n: number) =>
    `${n === 1 ? "Yksi arvo poikkeaa" : `${n} arvoa poikkeaa`} avatusta mallista; Ctrl S tallentaa sen`,
  copied: "kopioitu",
  atStep: (n) => `Tilan tiiviste askeleella ${n}.`,

  viewport: "Näkymä malliin. Nuolinäppäimet kääntävät, vaihtonäppäimen kanssa siirtävät, plus ja miinus zoomaavat.",
  grid: (cell) => `Ruudukko ${cell}`,
  gridAt: (cell, height) => `Ruudukko ${cell}, korkeudella z = ${height}`,
  noGraphics: "Tämä selain ei osaa piirtää kolmiulotteisesti (WebGL 2 puuttuu); simulointi ja kuvaaja toimivat silti",

  plot: "Kuvaaja",
  seconds: "s",

  close: "Sulje",
  loading: "Mallia ladataan",
  problemCount: (n) => `ja ${count(n, "muu ongelma", "muuta ongelmaa")}`,
  oldSceneRuns: "Edellinen malli pysyy auki.",
  ended: (time) => `Ajo päättyi ajanhetkellä ${time}. Käynnistä jatkaa tästä.`,
  workerBroken: (message) => `Simulointi on pysähtynyt: ${message}. Lataa sivu uudelleen.`,
  warnings: {
    0: (who) => `${who} karkasi äärellisten lukujen joukosta ja siirrettiin syrjään`,
    1: () => "Parien taulukko on täynnä; kontakteja puuttuu",
    2: () => "Kontaktialueiden taulukko on täynnä; kontakteja puuttuu",
    3: () => "Kontaktipisteiden taulukko on täynnä; kontakteja puuttuu",
    4: () => "Ratkaisija pysähtyi ennen toleranssiaan",
    5: () => "Tapahtumia kirjoitettiin yli ennen kuin kukaan luki ne",
  },
  otherWarning: (bit) => `Tilabitti ${bit}`,
  times: (n) => (n === 1 ? "" : ` (${n} kertaa)`),

  commands: {
    play: "Käynnistä tai pysäytä",
    step: "Ota yksi askel",
    stepTen: "Ota kymmenen askelta",
    restart: "Aloita alusta",
    slower: "Hitaammin",
    faster: "Nopeammin",
    view: "Palauta näkymä",
    theme: "Vaihda tumman ja vaalean välillä",
    keys: "Näytä kaikki näppäimet",
  },

  keyHelp: [
    ["Nuolet", "Käännä näkymää (kun se on kohdistettuna)"],
    ["Vaihto nuolet", "Siirrä näkymää"],
    ["+  −", "Zoomaa"],
    ["Vedä", "Kuvaajassa: tarkenna aikaa; kaksoisnapsautus näyttää kaiken"],
    ["Esc", "Sulje"],
  ],
};

const sv: CommonTexts = {
  title: "Stiction",
  pageTitle: (scene) => `${scene} · Stiction`,
  mark: "Stiction: till galleriet",

  transport: "Simulering",
  restart: "Börja om",
  play: "Spela",
  pause: "Pausa",
  step: "Steg",
  speed: "Hastighet",
  time: "Simulerad tid",
  realTime: "realtid",
  factorHelp: "Simulerad tid delad med verklig tid under den senaste sekunden",
  slowHelp: (stage) => `Långsammare än begärt; mest tid går åt till ”${stage}”`,
  slow: (factor, stage) => (stage ? `${factor}, ${stage}` : factor),
  median: "p50",
  ninetyNinth: "p99",
  stepTimeHelp: (step) => `Beräkningstid per steg, median och 99:e percentilen; ett steg är ${step} simulerad tid`,
  of: (step) => `av ${step}`,
  loadHelp: "Andel av verklig tid som går åt till beräkning; den streckade linjen är hela tiden",
  theme: { dark: "Byt till ljust", light: "Byt till mörkt" },
  language: "Språk",
  keys: "Tangenter",
  scenesToggle: "Scener",

  scenes: "Scener",
  groups: {
    basics: "Grunder",
    mechanisms: "Mekanismer",
    piles: "Högar",
    "conforming contact": "Anliggande kontakt",
    "soft contact": "Mjuk kontakt",
    "exact geometry": "Exakt geometri",
    machines: "Maskiner",
    benchmarks: "Jämförelseproblem",
  },
  ownScene: "Öppnad från en fil",
  dropHint: "Släpp en scenfil var som helst",
  dropTypes: "JSON eller YAML",
  dropNow: "Släpp för att öppna scenen",
  bodies: (n) => count(n, "kropp", "kroppar"),
  freedom: (n) => count(n, "frihetsgrad", "frihetsgrader"),
  stepSize: (h) => `steg ${h}`,
  copyHash: "Kopiera hashen av nuvarande tillstånd",
  edited: "ändrad",
  editedHelp: (n: number) =>
    `${n === 1 ? "Ett värde skiljer" : `${n} värden skiljer`} sig från scenen som den öppnades; Ctrl S sparar den`,
  copied: "kopierad",
  atStep: (n) => `Tillståndets hash vid steg ${n}.`,

  viewport: "Vy över scenen. Piltangenterna vrider den, med Skift flyttar de den, plus och minus zoomar.",
  grid: (cell) => `Rutnät ${cell}`,
  gridAt: (cell, height) => `Rutnät ${cell}, vid z = ${height}`,
  noGraphics: "Den här webbläsaren kan inte rita i 3D (WebGL 2 saknas); simulering och diagram fungerar ändå",

  plot: "Diagram",
  seconds: "s",

  close: "Stäng",
  loading: "Scenen läses in",
  problemCount: (n) => `och ${count(n, "problem till", "problem till")}`,
  oldSceneRuns: "Den tidigare scenen är kvar.",
  ended: (time) => `Körningen slutade vid ${time}. Spela fortsätter härifrån.`,
  workerBroken: (message) => `Simuleringen har stannat: ${message}. Läs in sidan på nytt.`,
  warnings: {
    0: (who) => `${who} lämnade de ändliga talen och ställdes åt sidan`,
    1: () => "Tabellen över par är full; några kontakter saknas",
    2: () => "Tabellen över kontaktytor är full; några kontakter saknas",
    3: () => "Tabellen över kontaktpunkter är full; några kontakter saknas",
    4: () => "En lösare stannade före sin tolerans",
    5: () => "Händelser skrevs över innan någon läste dem",
  },
  otherWarning: (bit) => `Statusbit ${bit}`,
  times: (n) => (n === 1 ? "" : ` (${n} gånger)`),

  commands: {
    play: "Spela eller pausa",
    step: "Ta ett steg",
    stepTen: "Ta tio steg",
    restart: "Börja om",
    slower: "Långsammare",
    faster: "Snabbare",
    view: "Återställ vyn",
    theme: "Växla mellan mörkt och ljust",
    keys: "Visa alla tangenter",
  },

  keyHelp: [
    ["Pilar", "Vrid vyn (när den har fokus)"],
    ["Skift pilar", "Flytta vyn"],
    ["+  −", "Zooma"],
    ["Dra", "I diagrammet: zooma i tiden; dubbelklick visar allt"],
    ["Esc", "Stäng"],
  ],
};

export const texts = defineTexts({ en, es, fi, sv });
