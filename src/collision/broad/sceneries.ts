import { buildBoxBsp } from "../../geometry/tree/box-bsp.js";
import { buildKdTree } from "../../geometry/tree/kd-tree.js";
import { buildOctree } from "../../geometry/tree/octree.js";
import type { SceneryBuilder } from "./scenery.js";
import { buildTreeScenery } from "./tree-scenery.js";

/** A structure for static proxies in the registry. */
export interface SceneryKind {
  readonly name: string;
  readonly help: string;
  readonly build: SceneryBuilder;
}

/** Structures for static proxies: the same pairs in the same order, at another cost. [Luaces2013, §4.4.1–4.4.3] */
export const sceneries = {
  tree: {
    name: "tree",
    help: "tree of boxes; the default, and the only one that need not be built anew when a static body comes or goes",
    build: buildTreeScenery,
  },
  octree: {
    name: "octree",
    help: "eight equal cells per cell: for scenery that is spread evenly",
    build: (boxes) => buildOctree(boxes),
  },
  "kd-tree": {
    name: "kd-tree",
    help: "cells cut in the middle across their longest side: for scenery of uneven density",
    build: (boxes) => buildKdTree(boxes),
  },
  bsp: {
    name: "bsp",
    help: "cells cut by the faces of what is in them: for tiles, walls and stairs that meet at their faces",
    build: (boxes) => buildBoxBsp(boxes),
  },
} as const satisfies Record<string, SceneryKind>;

export type SceneryName = keyof typeof sceneries;
