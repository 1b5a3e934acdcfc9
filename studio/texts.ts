/** Every English text of the studio, so that it can be translated in one place. */

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

export const texts = {
  title: "Stiction",
  pageTitle: (scene: string) => `${scene} · Stiction`,
  mark: "Stiction studio",

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
  slowHelp: (stage: string) => `Slower than asked for; most time goes into "${stage}"`,
  slow: (factor: string, stage: string) => (stage ? `${factor}, ${stage}` : factor),
  median: "p50",
  ninetyNinth: "p99",
  stepTimeHelp: (step: string) =>
    `Computing time per step, median and 99th percentile; a step is ${step} of simulated time`,
  of: (step: string) => `of ${step}`,
  loadHelp: "Share of real time spent computing; the dashed line is all of it",
  theme: { dark: "Switch to light", light: "Switch to dark" },
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
  } as Readonly<Record<string, string>>,
  ownScene: "Opened from a file",
  dropHint: "Drop a scene file anywhere",
  dropTypes: "JSON or YAML",
  dropNow: "Drop to open this scene",
  bodies: (n: number) => plural(n, "body", "bodies"),
  freedom: (n: number) => `${n} DOF`,
  stepSize: (h: string) => `step ${h}`,
  copyHash: "Copy the hash of the present state",
  copied: "copied",
  atStep: (n: number) => `State hash at step ${n}.`,

  // viewport
  viewport: "View of the scene. Arrow keys turn it, with Shift they shift it, plus and minus zoom.",
  fit: "Reset the view",
  grid: (cell: string) => `Grid ${cell}`,
  gridAt: (cell: string, height: string) => `Grid ${cell}, at z = ${height}`,
  noGraphics: "This browser cannot draw in 3D (WebGL 2 is missing); simulation and plot work without it",

  // plot
  plot: "Plot",
  sensors: "Sensors",
  chooseSensors: "Choose sensors",
  noSensors: "This scene has no sensors",
  nothingPlotted: "No sensor chosen",
  thirdUnit: "A plot has room for two units",
  seconds: "s",

  // notices
  close: "Close",
  loading: "Loading the scene",
  problemCount: (n: number) => `and ${plural(n, "more problem", "more problems")}`,
  oldSceneRuns: "The scene before stays open.",
  ended: (time: string) => `End of the run at ${time}. Play goes on from here.`,
  workerBroken: (message: string) => `The simulation has stopped: ${message}. Reload the page.`,
  warnings: {
    0: (who: string) => `${who} left the realm of finite numbers and was set aside`,
    1: () => "The table of pairs is full; some contacts are missing",
    2: () => "The table of contact patches is full; some contacts are missing",
    3: () => "The table of contact points is full; some contacts are missing",
    4: () => "A solver stopped before its tolerance",
    5: () => "Events were overwritten before anyone read them",
  } as Readonly<Record<number, (who: string) => string>>,
  otherWarning: (bit: number) => `Status bit ${bit}`,
  times: (n: number) => (n === 1 ? "" : ` (${n} times)`),

  // keys
  keyHelp: [
    ["Space", "Play or pause"],
    [".", "One step; with Shift, ten"],
    ["R", "Restart"],
    ["[  ]", "Slower, faster"],
    ["F", "Reset the view"],
    ["Arrows", "Turn the view (when it has the focus)"],
    ["Shift arrows", "Shift the view"],
    ["+  −", "Zoom"],
    ["Drag", "On the plot: zoom in time; double click shows all"],
    ["?", "These keys"],
    ["Esc", "Close"],
  ] as readonly (readonly [string, string])[],
};
