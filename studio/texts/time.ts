import { defineTexts } from "./texts.js";

/** Timeline, history, recordings, comparison. */
const en = {
  slipping: (when: string) => `Contacts slip, ${when}`,
  timeline: "Timeline",
  time: "Time",
  step: (n: string) => `step ${n}`,
  lookingBack: (shown: string, last: string) => `Looking back at ${shown} s of ${last} s. Play goes on from here`,
  toStart: "To the start",
  toEnd: "To the newest step",
  back: "Step back",
  backTen: "Ten steps back",
  nextEvent: "To the next event",
  previousEvent: "To the previous event",
  recording: "recording",
  memoryHelp: (frames: string, checkpoints: string, budget: string) =>
    `${frames} pictures and ${checkpoints} checkpoints are kept; older ones are thinned out at ${budget}`,
  megabytes: "MB",
  inexact: "Some manual actions were dropped to save memory: this step was repeated without them.",
  event: {
    contact: "contact",
    sleep: "asleep",
    wake: "awake",
    broke: "broke",
    aside: "set aside",
    relief: (name: string) => `Relief valve: ${name}`,
    stalled: (name: string) => `Engine stalled: ${name}`,
  },
  events: (n: number) => (n === 1 ? "1 event" : `${n} events`),
  compare: "Compare",
  keep: "Keep this run",
  save: "Save recording",
  savedOther: "Something was changed by hand during the run: the file contains the run without it.",
  keptRun: (n: number, time: string) => `Run ${n}, to ${time} s`,
  replay: (name: string) => `Replay ${name}`,
  replaying: (name: string) => `Replay: ${name}`,
  endReplay: "End the replay",
  forget: (name: string) => `Forget ${name}`,
  first: "First",
  second: "Second",
  compareHint: "Keep this run, or drop a recording (.mcap) on the page, to compare another run with it.",
  mostApart: "Largest difference, first − second; click a sensor to plot it",
  same: "The two runs are the same to the last bit",
  neverApart: "Never different",
  apartFrom: (time: string) => `Different from ${time} on`,
  sensor: "Sensor",
  most: "Difference",
  at: "at",
  plotDifference: (name: string) => `Plot the difference of ${name}`,
  nothingCommon: "The two have no sensor in common.",
};

export type TimeTexts = typeof en;

export const texts = defineTexts("time", en);
