/** Texts of the gallery. */
import { defineTexts } from "./texts.js";

type Lookup = Readonly<Record<string, string>>;

const en = {
  title: "Gallery · Stiction",
  gallery: "Gallery",
  proof: "Proof",
  pages: "Pages",
  search: (n: number) => `Search ${n} scenes, laws, joints, formulations`,
  openFile: "Open file",
  newScene: "New scene",
  filters: "Filters",
  groups: "Groups",
  all: "All scenes",
  about: {
    basics: "One law at a time, with its closed form",
    mechanisms: "Closed loops that stay closed",
    piles: "Many bodies, resting on friction",
    "conforming contact": "Surfaces that fit: bearings, threads, slides",
    "soft contact": "Meshes with soft contact along their rim",
    "exact geometry": "Polytopes with exact contact geometry",
    machines: "Gears, ropes, wheels, drives",
    benchmarks: "Published problems with published answers",
  } as Lookup,
  formulation: "Formulation",
  formulations: {
    "augmented-lagrangian": "Augmented Lagrangian",
    impulse: "Impulse",
    complementarity: "Complementarity",
    forces: "Forces",
  } as Lookup,
  contact: "Contact",
  contacts: {
    hard: "Hard points",
    exact: "Exact polytopes",
    compliant: "Compliant points",
    rim: "Soft mesh rim",
    volumetric: "Volumetric",
    none: "No contact",
  } as Lookup,
  yours: "Yours",
  recent: "Recent",
  showAll: "Show all",
  proofs: (n: number) => (n === 1 ? "1 value of this scene is verified" : `${n} values of this scene are verified`),
  copyCommand: "Copy the command that runs this scene",
  copyLink: "Copy link",
  commandCopied: "Command copied",
  linkCopied: "Link copied",
  continue: "Continue",
  first: "Begin here",
  pausedAt: (time: string) => `Paused at ${time}.`,
  resume: "Resume",
  open: "Open",
  takeSeat: "Take the seat",
  proofOfBuild: "Proof of this build",
  claims: (n: number) => `of ${n} values hold`,
  noProof: "Run stiction verify to measure every promised value of this build on this machine.",
  verified: (n: number) => `${n} values are checked on scenes of this gallery`,
  nothingFound: (query: string) => `No scene matches “${query}” with these filters.`,
  nothingLeft: "No scene is left with these filters.",
  nearest: "Nearest by name",
  clear: "Clear filters",
  dropTitle: "Drop a file anywhere",
};

export type GalleryTexts = typeof en;

export const texts = defineTexts("gallery", en);
