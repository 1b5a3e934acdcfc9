/** Texts of the window, the bars, the list of scenes, the view, the plot and the notices. */
import { count } from "./count.js";
import { defineTexts } from "./texts.js";

type Lookup = Readonly<Record<string, string>>;
type Warnings = Readonly<Record<number, (who: string) => string>>;
type KeyHelp = readonly (readonly [string, string])[];

const en = {
  title: "Stiction",
  pageTitle: (scene: string) => `${scene} · Stiction`,
  mark: "Stiction: to the gallery",
  takeSeat: "Take the seat",

  // top bar
  transport: "Simulation",
  restart: "Restart",
  modes: "Modes",
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
  overruns: (count: number) => `${count} ${count === 1 ? "step" : "steps"} longer than that since the start`,
  loadHelp: "Share of real time spent computing; the dashed line is 100 %",
  theme: { dark: "Switch to light", light: "Switch to dark" },
  language: "Language",
  keys: "Keys",
  findKey: "Find a key by what it does",
  noKey: "No key does that; Ctrl K finds more",
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
  slowed: "slowed",
  slowedHelp: (d: string) => `Slowed by default: the run lasts ${d} and would be over at once`,
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
    6: (who: string) => `${who} had more energy than anything gave it, and was slowed down`,
    7: (who: string) => `Drives ask for what the joints do not allow; ${who} was stopped`,
    8: (who: string) => `${who} does not hold: the joint is open`,
    10: (who: string) => `Impacts of ${who} are faster than the step resolves: use shorter steps or more parts`,
    11: (who: string) => `The energy grew without a source, most of all in ${who}: use shorter steps`,
    12: (who: string) => `${who} overlaps with others and is being pushed out`,
    13: (who: string) => `${who} rests deep in what carries it or in what it carries: give the contact a stiffness`,
  } as Warnings,
  moreWarnings: (n: number) => `${n} more warnings`,
  fewerWarnings: "Fewer",
  otherWarning: (bit: number) => `Status bit ${bit}`,
  times: (n: number) => (n === 1 ? "" : ` (${n} times)`),

  // commands
  commands: {
    play: "Play or pause",
    step: "Make one step",
    stepTen: "Make ten steps",
    restart: "Restart",
    settle: "Settle at the static equilibrium",
    modes: "Find modes",
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

export const texts = defineTexts("common", en);
