import { buildKdTree } from "../../geometry/tree/kd-tree.js";
import type { BroadPhaseKind } from "./broad-phase.js";
import { createDynamicTree } from "./dynamic-tree.js";

/** The dynamic tree with static proxies in a k-d tree: cells cut in the middle across their longest side. [Luaces2013, §4.4.2] */
export const kdTree: BroadPhaseKind = {
  name: "kd-tree",
  help: "dynamic tree for what moves, k-d tree for static scenery",
  create: (filter) => createDynamicTree(filter, { name: "kd-tree", scenery: (boxes) => buildKdTree(boxes) }),
};
