import type { Data } from "../../data/data.js";
import { ensureCapacityI32 } from "../../math/capacity.js";
import { rootOf, unite } from "../../math/union-find.js";
import type { Model } from "../../model/model.js";
import { analyzeGraph, joinNodes, startGraph } from "../../solvers/body-graph.js";
import type { DirectSystem } from "./direct-system.js";
import { type ImpulseFields, impulseFields, SOLVED } from "./fields.js";
import type { ImpulseSettings } from "./settings.js";
import { dropTrees, findTrees } from "./tree-graph.js";

/**
 * Nodes and edges of the direct solution: joints, and the contacts of the selected islands. The elimination order is
 * recomputed only when the graph has changed. Joints of trees are excluded. Reads: patchSolved, joints. Writes: the
 * system.
 */
export function connectBodies(system: DirectSystem, model: Model, data: Data, settings: ImpulseSettings): void {
  const f = impulseFields(data);
  const joints = data.items.joints;
  const { moving } = data.systems.impulseState;
  for (let n = 0; n < system.nodes; n++) system.nodeOf[system.bodyOf[n]] = -1;
  system.nodes = 0;
  system.edgeCount = 0;
  system.edges = ensureCapacityI32(system.edges, 2 * (model.joints.count + moving.count));
  // rows that are solved in sweeps store their impulses in the system
  const { rows } = model.systems.joints;
  system.jointRows = settings.directJoints ? 0 : rows;
  if (settings.directJoints) {
    findTrees(system.trees, model, data);
    const { code } = system.trees;
    for (let i = 0; i < model.joints.count; i++) {
      if (code[i] > 0) continue;
      system.jointRows = rows;
      if (joints.broken[i] === 0) connect(system, f, model.joints.bodyA[i], model.joints.bodyB[i]);
    }
  } else dropTrees(system.trees);
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (f.patchSolved[k] === SOLVED.direct) connect(system, f, f.patchBody[2 * k], f.patchBody[2 * k + 1]);
  }
  if (analyseClusters(system)) system.factored = false;
}

/** The part of a system that knows which bodies act on each other. */
export type BodyClusters = Pick<
  DirectSystem,
  | "graph"
  | "nodes"
  | "nodeOf"
  | "bodyOf"
  | "edges"
  | "edgeCount"
  | "edgeBlock"
  | "analysed"
  | "analysedCount"
  | "clusters"
  | "clusterOf"
>;

/**
 * Clusters and order of elimination of the nodes and edges as they were connected; returns whether the graph is another
 * than the one analysed before. Writes: clusterOf, clusters, graph, edgeBlock.
 */
export function analyseClusters(system: BodyClusters): boolean {
  findClusters(system);
  if (sameGraph(system)) return false;
  const { graph, edges, edgeCount } = system;
  startGraph(graph, system.nodes);
  for (let e = 0; e < edgeCount; e++) joinNodes(graph, edges[2 * e], edges[2 * e + 1]);
  analyzeGraph(graph);
  system.edgeBlock = ensureCapacityI32(system.edgeBlock, edgeCount);
  for (let e = 0; e < edgeCount; e++) system.edgeBlock[e] = joinNodes(graph, edges[2 * e], edges[2 * e + 1]);
  system.analysed = ensureCapacityI32(system.analysed, 2 * edgeCount + 2);
  for (let e = 0; e < 2 * edgeCount; e++) system.analysed[e] = edges[e];
  system.analysedCount = edgeCount;
  return true;
}

/** Numbers the clusters of connected nodes, by their smallest node. Writes: clusterOf, clusters. */
function findClusters(system: BodyClusters): void {
  const { clusterOf, edges } = system;
  for (let n = 0; n < system.nodes; n++) clusterOf[n] = n;
  for (let e = 0; e < system.edgeCount; e++) unite(clusterOf, edges[2 * e], edges[2 * e + 1]);
  system.clusters = 0;
  for (let n = 0; n < system.nodes; n++) {
    const root = rootOf(clusterOf, n);
    clusterOf[n] = root;
  }
  // the root is the smallest node of its cluster, so it comes first
  for (let n = 0; n < system.nodes; n++) {
    clusterOf[n] = clusterOf[n] === n ? -1 - system.clusters++ : clusterOf[n];
  }
  for (let n = 0; n < system.nodes; n++) if (clusterOf[n] >= 0) clusterOf[n] = clusterOf[clusterOf[n]];
  for (let n = 0; n < system.nodes; n++) clusterOf[n] = -1 - clusterOf[n];
}

function sameGraph(system: BodyClusters): boolean {
  if (system.analysedCount !== system.edgeCount || system.graph.nodes !== system.nodes) return false;
  for (let e = 0; e < 2 * system.edgeCount; e++) if (system.analysed[e] !== system.edges[e]) return false;
  return true;
}

/** Nodes for those of the two bodies that impulses move, and an edge when both have a node. */
export function connect(system: BodyClusters, f: ImpulseFields, a: number, b: number): void {
  const i = nodeFor(system, f, a);
  const j = nodeFor(system, f, b);
  if (i < 0 || j < 0) return;
  system.edges[2 * system.edgeCount] = i;
  system.edges[2 * system.edgeCount + 1] = j;
  system.edgeCount++;
}

function nodeFor(system: BodyClusters, f: ImpulseFields, body: number): number {
  if (f.invMass[body] === 0) return -1;
  if (system.nodeOf[body] < 0) {
    system.bodyOf[system.nodes] = body;
    system.nodeOf[body] = system.nodes++;
  }
  return system.nodeOf[body];
}
