import type { ContactSink, Separation } from "../types.js";
import { createUnionBorders, type UnionBorders } from "./union-borders.js";

/**
 * Scratch of planar queries. All planar geometry is computed in the frame of one of the two shapes, called the first;
 * the other is the second. The first is the one with more structure (a chain before a polygon before a capsule before a
 * circle), A when they are alike. Only the difference of the two positions enters, so a pair far from the origin loses
 * just the digits that its positions have lost.
 *
 * Every query writes a field before it reads it; arrays grow when a larger shape is met for the first time.
 */
export interface PlanarWorkspace {
  readonly frame: PlanarFrame;
  readonly second: PlacedOutline;
  readonly found: PlanarContact;
  readonly sat: LoopSeparation;
  readonly incident: ClippedEdge;
  readonly parts: PartsQuery;
  readonly union: UnionBorders;
}

/** Where the two shapes of a query are. */
export interface PlanarFrame {
  /** Cosine and sine of the first shape's angle in the world, and its position, m. */
  cos: number;
  sin: number;
  x: number;
  y: number;
  /** Cosine and sine of the second shape's angle in the frame of the first, and its position there, m. */
  secondCos: number;
  secondSin: number;
  secondX: number;
  secondY: number;
  /** Whether the first shape is B: normals and points change sides in the result. */
  flipped: boolean;
}

/** The second outline in the frame of the first. */
export interface PlacedOutline {
  /** Vertices and outward normals of the edges that start there, 2 per vertex. */
  vertex: Float64Array;
  normal: Float64Array;
  /** min x, min y, max x, max y of each loop without radius, m. */
  box: Float64Array;
  /** Mean of each loop's vertices, m. */
  center: Float64Array;
}

/** Contact or separation in the frame of the first shape. The points are on the surfaces, radius included. */
export interface PlanarContact {
  /** m, negative when overlapping. */
  gap: number;
  /** Unit normal, first → second. */
  normalX: number;
  normalY: number;
  /** Points on the first and on the second, m. */
  firstX: number;
  firstY: number;
  secondX: number;
  secondY: number;
  /** Features at these points. */
  firstFeature: number;
  secondFeature: number;
}

/** Separation of two convex loops without their radii, in the frame of the first; see `sat.ts`. */
export interface LoopSeparation {
  /** Largest separation of interest, m: the query ends as soon as it is exceeded. */
  limit: number;
  /** Reach of both shapes together, m. */
  reach: number;
  /** m, negative when overlapping. */
  separation: number;
  /** Unit normal, first → second. */
  normalX: number;
  normalY: number;
  /** Which features decide: `EDGE_OF_FIRST`, `EDGE_OF_SECOND` or `TWO_VERTICES`. */
  kind: number;
  /** Edge or vertex of the first and of the second that decide; indices into the outlines' vertices. */
  first: number;
  second: number;
  /** The edge of each side that separates best. */
  readonly bestOfFirst: BestEdge;
  readonly bestOfSecond: BestEdge;
  readonly nearest: NearestPair;
}

/** The edge of a loop that separates best from the other loop. */
export interface BestEdge {
  /** m; −∞ for a loop without edges. */
  separation: number;
  edge: number;
  /** Vertex of the other loop that lies deepest along the edge's normal. */
  vertex: number;
  /** That vertex for every edge of the loop. */
  deepest: Int32Array;
}

/** The nearest pair of an edge and a vertex. */
export interface NearestPair {
  /** Squared distance, m². */
  squared: number;
  /** Whether the edge belongs to the second. */
  ofSecond: boolean;
  edge: number;
  vertex: number;
  /** Where the vertex projects: 0 the first vertex of the edge, 1 the second, 2 between them. */
  end: number;
}

/** The incident edge, clipped to the reference edge; see `manifold.ts`. */
export interface ClippedEdge {
  /** Position along the reference edge and height over it of both ends, m. */
  readonly along: Float64Array;
  readonly height: Float64Array;
  /** Origin of the ends: −1 own vertex, 0 cut at the start of the reference edge, 1 at its end. */
  readonly cut: Int32Array;
  /** How far the reference edge counts beyond its start and its end, and the slack of round-off, m. */
  beyondStart: number;
  beyondEnd: number;
  slack: number;
  /** First point of the current pair in the sink. */
  firstPoint: number;
}

/** State of a query between outlines of several loops; see `parts.ts`. */
export interface PartsQuery {
  /** Direction asked of a vertex, in the frame of its shape. */
  outwardX: number;
  outwardY: number;
  /** Side and edge of the last verdict `SNAP`. */
  snapSide: number;
  snapEdge: number;
  /** Whether a loop of the pair overlaps another, admitted or not. */
  overlaps: boolean;
  /** Nodes of the tree still to be visited. */
  readonly stack: Int32Array;
  /** Box of all loops of the second outline, in the frame of the first. */
  readonly around: Float64Array;
}

function createPlanarWorkspace(): PlanarWorkspace {
  return {
    frame: { cos: 1, sin: 0, x: 0, y: 0, secondCos: 1, secondSin: 0, secondX: 0, secondY: 0, flipped: false },
    second: {
      vertex: new Float64Array(128),
      normal: new Float64Array(128),
      box: new Float64Array(64),
      center: new Float64Array(32),
    },
    found: {
      gap: 0,
      normalX: 0,
      normalY: 0,
      firstX: 0,
      firstY: 0,
      secondX: 0,
      secondY: 0,
      firstFeature: 0,
      secondFeature: 0,
    },
    sat: {
      limit: 0,
      reach: 0,
      separation: 0,
      normalX: 0,
      normalY: 0,
      kind: 0,
      first: 0,
      second: 0,
      bestOfFirst: { separation: 0, edge: 0, vertex: 0, deepest: new Int32Array(64) },
      bestOfSecond: { separation: 0, edge: 0, vertex: 0, deepest: new Int32Array(64) },
      nearest: { squared: 0, ofSecond: false, edge: 0, vertex: 0, end: 0 },
    },
    incident: {
      along: new Float64Array(2),
      height: new Float64Array(2),
      cut: new Int32Array(2),
      beyondStart: 0,
      beyondEnd: 0,
      slack: 0,
      firstPoint: 0,
    },
    parts: {
      outwardX: 0,
      outwardY: 0,
      snapSide: 0,
      snapEdge: 0,
      overlaps: false,
      stack: new Int32Array(128),
      around: new Float64Array(4),
    },
    union: createUnionBorders(),
  };
}

/** The planar scratch of the query that fills a sink or a separation. */
export function planarWorkspace({ work }: ContactSink | Separation): PlanarWorkspace {
  work.planar ??= createPlanarWorkspace();
  return work.planar;
}
