import { ensureCapacityI32 } from "../../math/capacity.js";
import type { Motion } from "./ahead.js";
import type { ContactSet } from "./lists.js";
import type { Placed } from "./placed.js";
import type { ExactSettings } from "./settings.js";

/** Two polytopes at hand, and which of their contacts are in the set already. */
export interface Pair {
  a: Placed;
  b: Placed;
  shapeA: number;
  shapeB: number;
  set: ContactSet;
  /** How far potential contacts of the two are looked for, and how far below a facet a vertex may be for its contact to be feasible, m. */
  reach: number;
  depth: number;
  settings: ExactSettings;
  /** How the bodies move if nothing is in the way; null: not known. */
  motion: Motion | null;
  /** Sine of the angle by which the two may turn against each other within the step; 1: not known. */
  turn: number;
  /** Number of the contact of vertex and facet, −1 where there is none yet: A's vertices first. */
  vertexFacet: Int32Array;
  /** 1 where a vertex is within reach of a facet, in the same order. */
  within: Uint8Array;
  /** Number of the contact of edge and edge: once as A's edge runs and once against it. */
  edgeEdge: Int32Array;
}

export function createPair(set: ContactSet, settings: ExactSettings): Pair {
  const none = null as unknown as Placed;
  return {
    a: none,
    b: none,
    shapeA: 0,
    shapeB: 0,
    set,
    reach: 0,
    depth: 0,
    settings,
    motion: null,
    turn: 1,
    vertexFacet: new Int32Array(0),
    within: new Uint8Array(0),
    edgeEdge: new Int32Array(0),
  };
}

/** Takes two shapes in hand. */
export function startPair(pair: Pair, a: Placed, b: Placed, shapeA: number, shapeB: number): void {
  pair.a = a;
  pair.b = b;
  pair.shapeA = shapeA;
  pair.shapeB = shapeB;
  const [p, q] = [a.polytope, b.polytope];
  const n = (p.vertices.length * q.normals.length + q.vertices.length * p.normals.length) / 9;
  pair.vertexFacet = ensureCapacityI32(pair.vertexFacet, n);
  pair.vertexFacet.fill(-1, 0, n);
  if (pair.within.length < n) pair.within = new Uint8Array(2 * n);
  pair.within.fill(0, 0, n);
  const e = 2 * (p.edges.length / 4) * (q.edges.length / 4);
  pair.edgeEdge = ensureCapacityI32(pair.edgeEdge, e);
  pair.edgeEdge.fill(-1, 0, e);
}

/** The polytope whose vertex is meant: A when `side` is 0, B when it is 1; `other` is the one with the facet. */
export function owner(pair: Pair, side: number): Placed {
  return side === 0 ? pair.a : pair.b;
}

/** Place of vertex v of a side and facet f of the other one in `vertexFacet` and `within`. */
export function placeOf(pair: Pair, side: number, v: number, f: number): number {
  const facets = owner(pair, 1 - side).polytope.normals.length / 3;
  const offset = side === 0 ? 0 : (pair.a.polytope.vertices.length / 3) * (pair.b.polytope.normals.length / 3);
  return offset + v * facets + f;
}
