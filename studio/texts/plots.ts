import type { WindowName } from "../plots/spectrum.js";
import { defineTexts } from "./language.js";

interface Texts {
  readonly plots: string;
  readonly thisRun: string;
  readonly energy: string;
  readonly residual: string;
  readonly emptyTitle: string;
  readonly spectrumOf: (name: string) => string;
  readonly differenceOf: (name: string) => string;
  readonly add: string;
  readonly reset: string;
  readonly remove: string;
  readonly none: string;
  readonly dropHere: string;
  readonly refused: string;
  readonly menu: string;
  readonly menuOf: (title: string) => string;
  readonly against: string;
  readonly kinds: Readonly<Record<"time" | "phase" | "spectrum" | "difference", string>>;
  readonly along: string;
  readonly window: string;
  readonly windows: Readonly<Record<WindowName, string>>;
  readonly log: string;
  readonly table: string;
  readonly save: string;
  readonly chooseSensors: string;
  readonly filterSensors: (n: number) => string;
  readonly more: (n: number) => string;
  readonly nothingFound: string;
  readonly everyRow: (n: number) => string;
  readonly time: string;
  readonly frequency: string;
  readonly plotSelection: string;
}

/** Plots. */
export const texts = defineTexts<Texts>({
  en: {
    plots: "Plots",
    thisRun: "This run",
    energy: "Energy",
    residual: "Residual",
    emptyTitle: "New plot",
    spectrumOf: (name) => `Spectrum of ${name}`,
    differenceOf: (name) => `Difference of ${name}`,
    add: "Add a plot",
    reset: "Reset to the plots of the scene",
    remove: "Remove",
    none: "No plot. Choose one.",
    dropHere: "Choose sensors from the menu, or drop one here",
    refused: "A plot has room for two units and six series",
    menu: "Plot menu",
    menuOf: (title) => `Menu of plot ${title}`,
    against: "Plotted against",
    kinds: { time: "Time", phase: "Sensor", spectrum: "Frequency", difference: "Difference" },
    along: "Along x",
    window: "Window",
    windows: { hann: "Hann", "flat-top": "Flat top", none: "None" },
    log: "Logarithmic",
    table: "Table",
    save: "Save",
    chooseSensors: "Choose sensors",
    filterSensors: (n) => `Filter ${n} sensors`,
    more: (n) => `${n} more: filter to find them`,
    nothingFound: "No sensor has that name",
    everyRow: (n) => `every ${n}th row`,
    time: "time",
    frequency: "frequency",
    plotSelection: "Plot the selection",
  },
  es: {
    plots: "Gráficas",
    thisRun: "Esta simulación",
    energy: "Energía",
    residual: "Residuo",
    emptyTitle: "Gráfica nueva",
    spectrumOf: (name) => `Espectro de ${name}`,
    differenceOf: (name) => `Diferencia de ${name}`,
    add: "Añadir una gráfica",
    reset: "Gráficas como las tiene la escena",
    remove: "Quitar",
    none: "No hay gráficas. Elige una para empezar.",
    dropHere: "Elige sensores en el menú o suelta uno aquí",
    refused: "En una gráfica caben dos unidades y seis series",
    menu: "Menú de la gráfica",
    menuOf: (title) => `Menú de la gráfica ${title}`,
    against: "Representada frente a",
    kinds: { time: "Tiempo", phase: "Sensor", spectrum: "Frecuencia", difference: "Diferencia" },
    along: "En el eje x",
    window: "Ventana",
    windows: { hann: "Hann", "flat-top": "Plana", none: "Ninguna" },
    log: "Logarítmica",
    table: "Tabla",
    save: "Guardar",
    chooseSensors: "Elegir sensores",
    filterSensors: (n) => `Filtrar ${n} sensores`,
    more: (n) => `${n} más: fíltralos para encontrarlos`,
    nothingFound: "Ningún sensor se llama así",
    everyRow: (n) => `una de cada ${n} filas`,
    time: "tiempo",
    frequency: "frecuencia",
    plotSelection: "Representar lo seleccionado",
  },
  fi: {
    plots: "Kuvaajat",
    thisRun: "Tämä ajo",
    energy: "Energia",
    residual: "Jäännös",
    emptyTitle: "Uusi kuvaaja",
    spectrumOf: (name) => `Spektri: ${name}`,
    differenceOf: (name) => `Erotus: ${name}`,
    add: "Lisää kuvaaja",
    reset: "Kuvaajat näkymän omin asetuksin",
    remove: "Poista",
    none: "Ei kuvaajia. Valitse jokin aluksi.",
    dropHere: "Valitse antureita valikosta tai pudota yksi tähän",
    refused: "Kuvaajaan mahtuu kaksi yksikköä ja kuusi sarjaa",
    menu: "Kuvaajan valikko",
    menuOf: (title) => `Kuvaajan ${title} valikko`,
    against: "Vaaka-akselilla",
    kinds: { time: "Aika", phase: "Anturi", spectrum: "Taajuus", difference: "Erotus" },
    along: "x-akselilla",
    window: "Ikkuna",
    windows: { hann: "Hann", "flat-top": "Tasainen", none: "Ei mitään" },
    log: "Logaritminen",
    table: "Taulukko",
    save: "Tallenna",
    chooseSensors: "Valitse antureita",
    filterSensors: (n) => `Suodata ${n} anturia`,
    more: (n) => `${n} muuta: löydät ne suodattamalla`,
    nothingFound: "Sen nimistä anturia ei ole",
    everyRow: (n) => `joka ${n}. rivi`,
    time: "aika",
    frequency: "taajuus",
    plotSelection: "Piirrä valittu",
  },
  sv: {
    plots: "Diagram",
    thisRun: "Denna körning",
    energy: "Energi",
    residual: "Residual",
    emptyTitle: "Nytt diagram",
    spectrumOf: (name) => `Spektrum av ${name}`,
    differenceOf: (name) => `Skillnad i ${name}`,
    add: "Lägg till ett diagram",
    reset: "Diagram som scenen har dem",
    remove: "Ta bort",
    none: "Inget diagram. Välj ett att börja med.",
    dropHere: "Välj givare i menyn eller släpp en här",
    refused: "Ett diagram rymmer två enheter och sex serier",
    menu: "Diagrammets meny",
    menuOf: (title) => `Meny för diagrammet ${title}`,
    against: "Ritas mot",
    kinds: { time: "Tid", phase: "Givare", spectrum: "Frekvens", difference: "Skillnad" },
    along: "Längs x",
    window: "Fönster",
    windows: { hann: "Hann", "flat-top": "Plant", none: "Inget" },
    log: "Logaritmisk",
    table: "Tabell",
    save: "Spara",
    chooseSensors: "Välj givare",
    filterSensors: (n) => `Filtrera ${n} givare`,
    more: (n) => `${n} till: filtrera för att hitta dem`,
    nothingFound: "Ingen givare har det namnet",
    everyRow: (n) => `var ${n}:e rad`,
    time: "tid",
    frequency: "frekvens",
    plotSelection: "Rita det valda",
  },
});
