import type { WindowName } from "../plots/windows.js";
import { defineTexts } from "./texts.js";

export interface PlotsTexts {
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
  readonly logX: string;
  readonly formula: string;
  readonly addFormula: string;
  readonly editFormula: string;
  readonly unit: string;
  readonly atFrequency: (frequency: string) => string;
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
const en: PlotsTexts = {
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
  logX: "Logarithmic frequency",
  formula: "Formula",
  addFormula: "Add formula",
  editFormula: "Edit this formula",
  unit: "Unit",
  atFrequency: (f) => `at ${f} Hz`,
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
};

export const texts = defineTexts("plots", en);
