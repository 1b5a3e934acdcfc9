import type { Fault } from "../../server/protocol.js";

/** School, seat and console. English only so far. */
export const texts = {
  school: "School",
  join: "Join a school",
  joinNow: "Join",
  code: "Code",
  codeHint: "The instructor's console gives the code: Pair a seat.",
  noSchool: "This page does not come from a school's server: open the address that the school gives.",
  belongs: (name: string) => `This is ${name}. The school is reached.`,
  lost: (name: string) => `This is ${name}. The school is not reached; practice goes on and is sent later.`,
  leave: "Leave the school",
  of: "of",
  progress: "Progress",
  notReached: "School not reached",
  pausedByInstructor: "Paused by the instructor",
  graded: (score: number, passed: boolean) => `Grade ${score} of 100, ${passed ? "passed" : "not passed"}`,
  read: "Read",
  faults: {
    "engine-stall": ["Engine stall", "The engine has stalled. No lever works."],
    "sensor-loss": ["Sensor loss", "No signal from the machine's sensors."],
    rain: ["Heavy rain", "Heavy rain. Travel slowly."],
    fog: ["Fog", "Fog. Look before you swing."],
    "ground-failure": ["Ground failure", "The ground gives way beside the machine."],
    "hose-leak": ["Hose leak", "A hose leaks: boom and stick are slow."],
  } satisfies Record<Fault, readonly [string, string]>,
} as const;
