import { CONTACT, CONTACT_SIZE } from "./contact-set.js";
import { planarCorrective, spatialCorrective } from "./corrective.js";
import type { Pair } from "./pair.js";
import { planarPeg, planarStandard } from "./planar.js";
import { spatialPeg, spatialStandard } from "./spatial.js";

/**
 * Which contacts of two convex polytopes a step foresees, and what it asks of their gaps: one function for polygons,
 * one for polyhedra.
 */
export interface ContactModel {
  readonly name: string;
  readonly help: string;
  planar(pair: Pair): void;
  spatial(pair: Pair): void;
}

/** Every contact model. A new one is a line here. */
export const contactModels = {
  peg: {
    name: "peg",
    help: "polytope-exact geometry: near corners at least one of the gaps must stay open, not all of them",
    planar: (pair) => planarPeg(pair, true),
    spatial: (pair) => spatialPeg(pair, true),
  },
  standard: {
    name: "standard",
    help: "every contact within reach must stay open; traps bodies at corners",
    planar: planarStandard,
    spatial: spatialStandard,
  },
  lnc: {
    name: "lnc",
    help: "locally non-convex (Nguyen): like peg for one body, but corners of two bodies pass through each other",
    planar: (pair) => planarPeg(pair, false),
    spatial: (pair) => spatialPeg(pair, false),
  },
  deepest: {
    name: "deepest",
    help: "standard, but only the deepest few contacts of each pair",
    planar: (pair) => keepDeepest(pair, planarStandard),
    spatial: (pair) => keepDeepest(pair, spatialStandard),
  },
  corrective: {
    name: "corrective",
    help: "one contact per overlap, once there is one; lets bodies sink and throws them apart",
    planar: planarCorrective,
    spatial: spatialCorrective,
  },
} as const satisfies Record<string, ContactModel>;

/** Of the contacts that a model adds for a pair, those with the smallest gaps. */
function keepDeepest(pair: Pair, model: (pair: Pair) => void): void {
  const { set, settings } = pair;
  const before = set.constraints;
  model(pair);
  const gapOf = (k: number): number => set.value[CONTACT_SIZE * set.member[set.constraint[4 * k + 1]] + CONTACT.gap];
  // selection by exchange: constraints of one contact each
  for (let i = before; i < Math.min(before + settings.deepest, set.constraints); i++) {
    let best = i;
    for (let k = i + 1; k < set.constraints; k++) if (gapOf(k) < gapOf(best)) best = k;
    for (let c = 0; c < 4; c++) {
      const own = set.constraint[4 * i + c];
      set.constraint[4 * i + c] = set.constraint[4 * best + c];
      set.constraint[4 * best + c] = own;
    }
  }
  set.constraints = Math.min(set.constraints, before + settings.deepest);
}
