import type { SceneryKind } from "../../src/collision/broad/broad-phase.js";
import { sceneries as own } from "../../src/collision/broad/index.js";
import { buildBoxBsp } from "../trees/box-bsp.js";
import { buildKdTree } from "../trees/kd-tree.js";
import { buildOctree } from "../trees/octree.js";
import { holdApart } from "./static-apart.js";

/** Structures for static proxies: the same pairs in the same order, at another cost. [Luaces2013, §4.4.1–4.4.3] */
export const sceneries = {
  ...own,
  octree: {
    name: "octree",
    help: "eight equal cells per cell: for scenery that is spread evenly",
    hold: holdApart((boxes) => buildOctree(boxes)),
  },
  "kd-tree": {
    name: "kd-tree",
    help: "cells cut in the middle across their longest side: for scenery of uneven density",
    hold: holdApart((boxes) => buildKdTree(boxes)),
  },
  bsp: {
    name: "bsp",
    help: "cells cut by the faces of their content: for tiles, walls and stairs that meet at their faces",
    hold: holdApart((boxes) => buildBoxBsp(boxes)),
  },
} as const satisfies Record<string, SceneryKind>;
