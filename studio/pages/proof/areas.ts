/** Experiments by physics, for the list at the left. */

/** In the order of the list; their names are in the texts. */
export const AREAS = [
  "friction",
  "impact",
  "motion",
  "mechanisms",
  "piles",
  "conforming",
  "exact",
  "detection",
  "machines",
  "reproducible",
] as const;

export type Area = (typeof AREAS)[number];

/** Ids `<prefix>01`, …: those from `first` to `last`, with as many digits as `first` is written with. */
function range(prefix: string, first: string, last: number): string[] {
  const from = Number(first);
  return Array.from({ length: last - from + 1 }, (_, k) => prefix + String(from + k).padStart(first.length, "0"));
}

const LISTED: Readonly<Record<Area, readonly string[]>> = {
  friction: [
    "own.slide-angle",
    "own.slide-30",
    "own.roll-15",
    "own.compliant-incline",
    "own.compliant-rolling",
    "own.capstan",
    "own.impulse-capstan",
    "own.painleve",
    "public.lugre",
    "public.mujoco-3328",
    ...["08", "09", "31", "32", "33"].map((n) => `gribel.v${n}`),
    ...range("luaces.v", "19", 23),
    "moisio.v28",
    "moisio.v29",
    ...range("vilela.t-", "09", 12),
  ],
  impact: [
    "own.bounce",
    "own.jointed-impact",
    "own.impact-steps",
    "own.restitution",
    "own.compliant-restitution",
    "own.thin-plate",
    ...["06", "07", "10", "34"].map((n) => `gribel.v${n}`),
    ...range("luaces.v", "15", 18),
    "luaces.v24",
    ...range("moisio.v", "01", 11),
    "vilela.t-07",
    "vilela.t-08",
  ],
  motion: [
    "own.free-fall",
    "own.projectile",
    "own.spring-mass",
    "own.two-body-spring",
    "own.torsion-spring",
    "own.hydraulics",
    "public.hydraulic-arm",
    "own.time-base",
    "own.wrench",
    "own.kinematic-body",
    "own.flipping-body",
    "own.dzhanibekov",
    "own.order",
    "public.drake-free-body",
    "public.drake-free-body-natural",
    ...["16", "29", "40", "41"].map((n) => `gribel.v${n}`),
    "moisio.v32",
  ],
  mechanisms: [
    "own.slider-crank",
    "own.natural-gaps",
    "own.natural-double-pendulum",
    "own.crane-truss",
    "own.rotating-beam",
    "own.gradients",
    "own.double-pendulum",
    "own.four-bar",
    "own.bridge-100",
    "public.heavy-top",
    ...["01", "02", "03", "04", "28", "30"].map((n) => `gribel.v${n}`),
    ...range("luaces.v", "01", 12),
    "luaces.v14",
    ...range("williams.v", "21", 23),
  ],
  piles: [
    "own.stack-1000",
    "own.stack",
    "own.compliant-rest",
    ...range("gribel.v", "17", 22),
    ...["36", "42", "43"].map((n) => `gribel.v${n}`),
    ...range("moisio.v", "23", 27),
  ],
  conforming: [
    "own.peg",
    "own.seams",
    "own.compliant-parity",
    "own.compliant-scale",
    "own.gears",
    "own.rim-energy",
    "own.rim-step",
    "own.channel",
    "own.assembly",
    "own.compliant-peg",
    "own.volumetric-sphere",
  ],
  exact: ["own.solver-examples", "own.solver-suite", "own.peg-poses"],
  detection: [
    ...range("gribel.v", "11", 15),
    "gribel.v35",
    ...range("luaces.v", "30", 41),
    "moisio.v31",
    "moisio.v33",
    ...range("vilela.t-", "03", 5),
  ],
  machines: [
    "own.pd-controller",
    "own.profile-controller",
    "gribel.v05",
    ...range("gribel.v", "23", 27),
    "luaces.v13",
    "williams.v28",
  ],
  reproducible: ["gribel.v38", "vilela.t-17", "vilela.t-18"],
};

/** Where an experiment goes that no list names. */
const BY_SOURCE: Readonly<Record<string, Area>> = {
  iftomm: "mechanisms",
  luaces: "mechanisms",
  gribel: "piles",
  williams: "exact",
  moisio: "conforming",
  vilela: "conforming",
};

/**
 * The area of an experiment: the one whose list has its id, or the id before its last dots; else that of its source.
 */
export function areaOf(id: string): Area {
  for (let name = id; name.includes("."); name = name.slice(0, name.lastIndexOf("."))) {
    const area = AREAS.find((candidate) => LISTED[candidate].includes(name));
    if (area !== undefined) return area;
  }
  return BY_SOURCE[id.slice(0, id.indexOf("."))] ?? "motion";
}

/** Ids that a list names, for the tests: each should exist, and be in one list. */
export function listedIds(): string[] {
  return Object.values(LISTED).flat();
}
