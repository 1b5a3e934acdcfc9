import { buildOctree } from "../../geometry/tree/octree.js";
import type { BroadPhaseKind } from "./broad-phase.js";
import { createDynamicTree } from "./dynamic-tree.js";

/** The dynamic tree with static proxies in an octree: eight equal cells per cell. [Luaces2013, §4.4.1] */
export const octree: BroadPhaseKind = {
  name: "octree",
  help: "dynamic tree for what moves, octree for static scenery that is spread evenly",
  create: (filter) => createDynamicTree(filter, { name: "octree", scenery: (boxes) => buildOctree(boxes) }),
};
