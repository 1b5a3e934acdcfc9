/** Texts of the list of experiments. */
import { defineTexts } from "./texts.js";

type Lookup = Readonly<Record<string, string>>;

const en = {
  experiments: "Experiments",
  filter: "Filter experiments",
  hold: (n: number, m: number) => `${n} of ${m} hold`,
  of: (m: number) => `of ${m}`,
  holdHelp: "Measured in this page, or, if not measured here yet, when this version was built",
  checks: (n: number) => (n === 1 ? "1 check" : `${n} checks`),
  noneFound: (query: string) => `No experiment has "${query}" in its name`,
  areas: {
    friction: "Friction",
    impact: "Impact and normal laws",
    motion: "Free motion and integrators",
    mechanisms: "Constraints and energy",
    piles: "Piles and rest",
    conforming: "Conforming contact",
    exact: "Exact geometry",
    detection: "Detection",
    machines: "Machines and drives",
    reproducible: "Same bits",
  } as Lookup,
  verdicts: {
    holds: "Holds",
    fails: "Does not hold",
    partly: "Holds; covers its row in part",
    running: "Running",
    waiting: "Waiting",
    unknown: "Not measured",
    full: "In full runs only",
  } as Lookup,
  whenBuilt: (verdict: string) => `${verdict}, when this version was built`,
};

export type ProofListTexts = typeof en;

export const texts = defineTexts("proofList", en);
