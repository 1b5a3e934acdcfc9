import type { BroadPhaseKind } from "../../src/collision/broad/broad-phase.js";
import { broadPhases as own } from "../../src/collision/broad/index.js";
import { allPairs } from "./all-pairs.js";
import { sweepAndPrune } from "./sweep-and-prune.js";

export { sceneries } from "./sceneries.js";

/** Every broad phase gives the same pairs in the same order; they differ in cost. */
export const broadPhases = {
  "all-pairs": allPairs,
  "sweep-and-prune": sweepAndPrune,
  ...own,
} as const satisfies Record<string, BroadPhaseKind>;
