import { defineTexts } from "./texts.js";

/** Equilibrium and modes of the scene. */
const en = {
  find: "Find modes",
  settle: "Settle",
  settleHelp: "Put the scene at its static equilibrium; a restart takes it back",
  cancel: "Cancel",
  hint: "Natural frequencies, damping and shapes of small motions about the equilibrium near the present pose. The run is not changed.",
  starting: "Preparing…",
  progress: {
    relaxation: (done: string, value: string) => `Relaxation, step ${done}: accelerations up to ${value} m/s²`,
    newton: (done: string, value: string) => `Equilibrium, iteration ${done}: accelerations up to ${value} m/s²`,
    linearisation: (done: string, _value: string) => `Linearisation ${done} %`,
  },
  found: (n: string) => `${n} modes about the equilibrium`,
  notEquilibrium: "About a pose that is no equilibrium",
  unstable: "The equilibrium is unstable",
  frequency: "Frequency",
  damping: "Damping",
  kind: "Kind",
  kinds: { vibration: "vibration", decay: "decay", growth: "growth", rigid: "rigid" },
  show: (k: string) => `Show mode ${k}`,
  amplitude: "Amplitude",
  none: "Stop showing",
  noModes: "Nothing can move.",
  failed: "Modes were not found",
  settled: "At the static equilibrium; restart takes it back.",
  settledUnstable: "At an unstable equilibrium; restart takes it back.",
  notFound: "No static equilibrium was found.",
};

export type ModesTexts = typeof en;

export const texts = defineTexts("modes", en);
