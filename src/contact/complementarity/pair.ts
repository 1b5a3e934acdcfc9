import { ensureCapacityI32 } from "../../math/capacity.js";
import type { ContactSet } from "./contact-set.js";
import type { ExactSettings } from "./exact-settings.js";
import type { Motion } from "./foreseen-gap.js";
import type { Placed } from "./placed-polytope.js";

/** Two polytopes, and which of their contacts are in the set already. */
export interface Pair {
  a: Placed;
  b: Placed;
  shapeA: number;
  shapeB: number;
  set: ContactSet;
  /**
   * How far potential contacts of the two are looked for, and how far below a facet a vertex may be for its contact to
   * be feasible, m.
   */
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
  readonly work: PairWork;
}

/** Scratch of the contact models. */
export interface PairWork {
  /** Contacts of the constraint being gathered. */
  group: Int32Array;
  groupSize: number;
  /** 1 for pairs of edges, A's by B's, that cross-contact constraints take care of. */
  handled: Uint8Array;
  /** [distance, point 3] of the nearest point of a facet, m; and of the nearest of its edges so far. */
  readonly nearest: Float64Array;
  readonly nearestOfEdges: Float64Array;
  readonly edges: EdgeWork;
  /** Points of an overlap, 3 each, m, before and after a cut; their mean, and the normal there. */
  points: Float64Array;
  cutPoints: Float64Array;
  /** Heights and sources of `cutPolygon`. */
  heights: Float64Array;
  sources: Int32Array;
  readonly mean: Float64Array;
  readonly normal: Float64Array;
  /** Number of the earlier contact that each one equals. */
  same: Int32Array;
}

/** Vectors of two edges, see `edge-edge.ts`. */
export interface EdgeWork {
  /** Directions of the edges of A and B, tail to head, and the unit normal across both. */
  readonly directionA: Float64Array;
  readonly directionB: Float64Array;
  readonly normal: Float64Array;
  /** From the tail of B's edge to that of A's. */
  readonly offset: Float64Array;
  /** Direction of an edge, against the sum of its two normals, and across both: over its left face. */
  readonly along: Float64Array;
  readonly inward: Float64Array;
  readonly left: Float64Array;
  /** Direction away from a vertex. */
  readonly away: Float64Array;
  /** Heights over the contact plane of the perpendiculars into the faces of A's and of B's edge, 2 each. */
  readonly intoFaces: Float64Array;
}

export function createPair(set: ContactSet, settings: ExactSettings): Pair {
  const none = null as Placed | null as Placed;
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
    work: createWork(),
  };
}

function createWork(): PairWork {
  const vector = () => new Float64Array(3);
  return {
    group: new Int32Array(256),
    groupSize: 0,
    handled: new Uint8Array(1024),
    nearest: new Float64Array(4),
    nearestOfEdges: new Float64Array(4),
    edges: {
      directionA: vector(),
      directionB: vector(),
      normal: vector(),
      offset: vector(),
      along: vector(),
      inward: vector(),
      left: vector(),
      away: vector(),
      intoFaces: new Float64Array(4),
    },
    points: new Float64Array(192),
    cutPoints: new Float64Array(192),
    heights: new Float64Array(64),
    sources: new Int32Array(64),
    mean: vector(),
    normal: vector(),
    same: new Int32Array(64),
  };
}

/** Starts with two shapes. */
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
