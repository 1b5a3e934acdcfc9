/** Texts of the same scene in several engines. */
import { defineTexts } from "./texts.js";

type Lookup = Readonly<Record<string, string>>;
type Limits = Readonly<Record<string, Lookup>>;

const en = {
  engines: "The same scene in other engines",
  enginesHelp: "in this page, same bodies, same step, same time; limitations of an engine are listed below it",
  start: "Run side by side",
  startHelp: "Loads the engines (14 MB) from the server of this page",
  linked: "Linked time",
  play: "Play",
  pause: "Pause",
  restart: "From the start",
  speed: "Speed",
  fastest: "Max",
  thisBuild: "this build",
  loadingEngine: "loading",
  refused: (why: string) => `Cannot run this scene: ${why}`,
  failedEngine: (why: string) => `Stopped: ${why}`,
  absentEngine: "Not part of the installed studio; “npm start” in a clone of the repository has it",
  stepTime: "Time per step",
  deviation: "Largest deviation",
  view: (engine: string) => `View of the scene in ${engine}`,
  curveOf: (quantity: string) => `${quantity} over time, closed form dashed`,
  settings: (version: string, settings: string, step: string) => `${version}, ${settings}, step ${step}`,
  traces: {
    height: "Height",
    sideways: "Sideways",
    spin: "Spin",
    way: "Distance",
    top: "Height of the top",
    speed: "Speed",
    energy: "Change of energy",
    crank: "Angle of the crank",
    precession: "Angle of precession",
    angle: "Angle",
    length: "Length",
  } as Lookup,
  figures: {
    energyError: "Energy off by",
    jointGap: "Gap of the joint",
    flips: "Flips",
    "momentum error %": "Momentum off by",
    "error %": "Distance off by",
    meanSpeed: "Mean speed",
    "yaw °": "Yaw",
    "stop s": "Stops at",
    "at rest s": "At rest at",
    bounces: "Bounces",
    "ΔE/E per bounce": "Energy per bounce",
    "stood s": "Stands for",
    "worst depth mm": "Sinks by",
    "end m/s": "Speed at the end",
    "kick mm/s": "Kick upwards",
    "|ΔE| %": "Energy off by",
    "gap mm": "Widest joint",
    "out of plane mm": "Out of plane",
    passed: "Passed through",
    "wall mm": "In the wall",
  } as Lookup,
  limits: {
    stiction: {
      motion: "Rigid bodies only.",
      friction:
        "Impulses with static and kinetic friction and the true normal force; this formulation has no bristles.",
      contact: "Restitution and friction per pair of materials; contacts are rigid here and do not deform.",
      joints: "Joints by impulses, closed after every step; natural coordinates are another formulation.",
    },
    rapier: {
      motion: "32-bit numbers: seven digits of a position.",
      friction: "One coefficient per contact, no static friction; 32-bit numbers.",
      contact: "Contacts are springs of a given frequency, so heavy bodies sink; 32-bit numbers.",
      joints: "Joints are solved by few iterations with 32-bit numbers; they yield under load.",
    },
    mujoco: {
      motion: "Semi-implicit Euler as set here; its Runge–Kutta method is a setting.",
      friction: "One sliding coefficient in a soft constraint: bodies at rest creep.",
      contact: "No coefficient of restitution; contacts are soft and sink under load.",
      joints: "Joints of a tree are exact; one that closes a loop is a soft constraint.",
    },
    cannon: {
      motion: "No gyroscopic term: a free body never flips.",
      friction: "Friction is bounded by a fixed reduced mass times gravity, not by the normal force.",
      contact: "Contacts are springs with ten iterations; a heavy body crushes a light one.",
      joints: "Joints are springs with ten iterations; there is no slider.",
    },
  } as Limits,
};

export type ProofEnginesTexts = typeof en;

export const texts = defineTexts("proofEngines", en);
