/** Texts of an experiment: how it runs, its rows, its curve. */
import { defineTexts } from "./texts.js";

const en = {
  run: "Run",
  runAgain: "Run again",
  runFull: "Run in full",
  runningFor: (seconds: string) => `running, ${seconds}`,
  curveAt: (now: string, end: string) => `curve, ${now} of ${end}`,
  waiting: "waiting",
  stopped: "stopped",
  took: (seconds: string) => `measured in ${seconds}`,
  notRun: "not run here yet",
  takes: (seconds: number) => `takes up to about ${seconds} s`,
  fullOnly: "Runs in full only, because it takes long; the rows above are empty until then",
  partial: (what: string) => `In part: ${what}`,
  openScene: "Open scene",
  expectedAndMeasured: "Expected and measured",
  quickForm: "quick form, in this page",
  quantity: "Quantity",
  expected: "Expected",
  measured: "Measured",
  unit: "Unit",
  difference: "Difference",
  inTolerance: "In tolerance",
  limit: "Limit",
  verdict: "Verdict",
  origin: (origin: string) => `Limit: ${origin}`,
  track: (where: string) => `Measured value ${where}`,
  inside: "within the limit",
  outside: "outside the limit",
  closedForm: "closed form",
  measuredCurve: "measured",
  slip: "slip",
  at: (t: string) => `at ${t}`,
  largest: (value: string, limit: string) => `largest ${value}, limit ${limit}`,
  margin: "Margin to the limit",
  marginHelp: "share of each limit that is used, and where the limit comes from",
  partOfLimit: "Share of the limit",
  origins: "Origin of the limit",
  used: (part: string) => `${part} of the limit`,
  phase: "Phase portrait",
  noCurve: "Not measured yet",
};

export type ProofExperimentTexts = typeof en;

export const texts = defineTexts("proofExperiment", en);
