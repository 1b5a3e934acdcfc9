import type { BroadPhaseKind, SceneryKind } from "./broad-phase.js";
import { dynamicTree } from "./dynamic-tree.js";

/** Broad phases of the library. `stiction/historical` has others: the same pairs in the same order, at another cost. */
export const broadPhases = { tree: dynamicTree } as const satisfies Record<string, BroadPhaseKind>;

/** Structures for static proxies of the library; `stiction/historical` has others. */
export const sceneries = {
  tree: {
    name: "tree",
    help: "tree of boxes; the default, and the only structure that is updated in place when a static body comes or goes",
    hold: null,
  },
} as const satisfies Record<string, SceneryKind>;
