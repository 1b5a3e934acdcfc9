import { allPairs } from "./all-pairs.js";
import { dynamicTree } from "./dynamic-tree.js";
import { sweepAndPrune } from "./sweep-and-prune.js";

export { sceneries } from "./sceneries.js";

/** Every broad phase gives the same pairs in the same order; they differ in cost. */
export const broadPhases = {
  "all-pairs": allPairs,
  "sweep-and-prune": sweepAndPrune,
  tree: dynamicTree,
} as const;

export type BroadPhaseName = keyof typeof broadPhases;

/** Below this many proxies comparing all of them is quickest. Measured: up to 64 when all of them move, fewer when most are at rest. */
const FEW = 32;

/** The broad phase for a scene of so many proxies that names none. */
export function defaultBroadPhase(proxies: number): BroadPhaseName {
  return proxies < FEW ? "all-pairs" : "tree";
}
