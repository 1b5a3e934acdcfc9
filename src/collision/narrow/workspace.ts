import { rotationInto } from "../../math/mat3.js";
import type { EdgeAxesWorkspace } from "./edge-axes.js";
import type { EpaWorkspace } from "./epa.js";
import type { FootprintIntegrals } from "./footprint.js";
import type { GjkWorkspace } from "./gjk.js";
import type { MeshPairWorkspace } from "./mesh/mesh-pair-workspace.js";
import type { MeshWorkspace } from "./mesh/mesh-workspace.js";
import { createPlacedVertices, type PlacedVertices } from "./mesh/placed-vertices.js";
import type { OverlapWorkspace } from "./overlap.js";
import type { PlanarWorkspace } from "./planar/workspace.js";
import type { PolytopeWorkspace } from "./polytope.js";
import type { ReductionWorkspace } from "./reduce.js";
import type { RefinementWorkspace } from "./refine.js";
import type { SatWorkspace } from "./sat.js";
import type { ContactSink, Separation } from "./types.js";
import type { WireWorkspace } from "./wire/wire-workspace.js";

/** Number of points that a patch keeps: four span any patch, and more only slow down the solver. */
export const PATCH_POINTS = 4;

/**
 * Scratch of the narrow phase. Every routine writes what it later reads, so nothing survives a query. A workspace
 * belongs to the owner of a `ContactSink` or a `Separation` (`createSink`, `createSeparation`) and serves one query at
 * a time.
 *
 * All geometry of a query lives in the frame of A: `rel` = R_AB (9, row by row) and p_AB_A (3). Only differences of the
 * two world positions enter, so a pair far from the origin loses just the digits that its positions have lost.
 */
export interface NarrowWorkspace {
  /** R_AB row by row, p_AB_A. */
  readonly rel: Float64Array;
  /** R_WA, row by row. */
  readonly frameA: Float64Array;
  /**
   * Result of a query on the core shapes, in the frame of A: [s, n 3, pointA 3, pointB 3]. s is the separation along
   * the unit vector n (from A to B), s = min_B n·x − max_A n·x.
   */
  readonly found: Float64Array;
  /** Vertices at which the last climbs on hulls A and B ended: starts of the next ones. */
  readonly climbs: Int32Array;

  /** [s, n 3] of the best face axis of SAT, then [s, n 3] of the best edge axis; s = −∞ where there is none. */
  readonly satBest: Float64Array;
  /** Origin of the best face axis: 0 a face of A, 1 of B; the place of its plane. */
  readonly satFace: Int32Array;
  /** Extreme vertex of the other hull along the best face axis, in the frame of the face. */
  readonly satVertex: Float64Array;
  /** Vertices and edges of A and of B near the gap, see `edge-axes.ts`. */
  readonly nearA: NearFeatures;
  readonly nearB: NearFeatures;

  /** Iterations of the last run of GJK. */
  readonly gjkIterations: Int32Array;
  /**
   * Directions n with the greatest separations that EPA has seen, best first: [s, n 3] each; s = −∞ where there are
   * fewer.
   */
  readonly epaDirections: Float64Array;
  /** Expansions of the last run of EPA, and 1 when its bounds met. */
  readonly epaIterations: Int32Array;
  /** The direction being refined with its separation: [s, n 3]. Holds the start before and the best after `refine`. */
  readonly refined: Float64Array;
  /** Sum of the Hessians of both support functions: xx yy zz xy xz yz, frame of A. */
  readonly hessian: Float64Array;
  /**
   * Kinks of the support functions near a direction: circles n · e = c, e 3 and c each; single directions, 3 each;
   * frame of A.
   */
  readonly circles: Float64Array;
  readonly spots: Float64Array;
  /** Number of circles and of spots. */
  readonly kinkCount: Int32Array;

  /** Input of `nearestPoint`: a point in the frame of the shape. */
  readonly query: Float64Array;
  /** Result of `nearestPoint`: [signed distance, outward unit normal 3, surface point 3]. */
  readonly nearest: Float64Array;
  /** Feature id of the surface point. */
  readonly nearestFeature: Uint32Array;

  /** Vertices of a feature polygon for which there is room; see `reserveFeatures`. */
  featureCapacity: number;
  /** The parts of A and of B that face the normal. */
  readonly featureA: Feature;
  readonly featureB: Feature;
  /** Candidates for the points of a patch. */
  readonly candidates: Candidates;
  /**
   * Frame of the patch in the frame of A: two tangents, the normal, and a direction that turns with neither round
   * shape; 3 each.
   */
  readonly tangents: Float64Array;
  /** Polygons being clipped. */
  readonly clip: ClipPolygons;
  /** Convex outline of the candidates. */
  readonly outline: Outline;
  /** Result of `measureFootprint`: [area, place u, v and height along the normal of the centroid, radius ρ]; m², m. */
  readonly footprint: Float64Array;
  /** Kinds of the edges of a mesh A, for its footprint; see `SEAMS`. */
  readonly seams: { kind: Int8Array };
  /**
   * Input of `writePatch`, at index 0: largest gap of the deepest point of a patch without nearest points, m; ∞ for
   * any.
   */
  readonly required: Float64Array;
  /** Where a line meets the surface of a solid, see `Crossings`. */
  readonly crossings: Crossings;
  /** Span of a line within a convex solid: [t in, normal in 3, t out, normal out 3]. */
  readonly span: Float64Array;
  /**
   * Input of `chord`: a vector p (3), a direction e (3) and a radius; the third components are zero in two dimensions.
   */
  readonly chordOf: Float64Array;
  /** Result of `chord`: the two parameters. */
  readonly chordEnds: Float64Array;

  /** Two meshes meet by the contours of their intersection, see `region-contacts.ts`. */
  meshRegions: boolean;
  /**
   * Corners up to which a patch of flat sides keeps all of its points. Where contact is a force, a choice that changes
   * as the body rocks makes the force jump; impulses are as well off with four.
   */
  corners: number;
  /** For routines that need contacts or separations of parts of the pair, see `innerSink`; made at the first use. */
  innerSink: ContactSink | null;
  innerSeparation: Separation | null;
  /** For queries within a query, whose scratch must not be touched; made at the first use. */
  nested: NarrowWorkspace | null;
  /** Scratch of planar shapes, see `planarWorkspace`; made at the first use. */
  planar: PlanarWorkspace | null;
  /** Vertices of mesh B in the frame of mesh A. */
  readonly placed: PlacedVertices;
  /**
   * Scratch of meshes, of pairs of meshes and of wires, see `meshWorkspace`, `meshPairWorkspace`, `wireWorkspace`; made
   * at the first use.
   */
  mesh: MeshWorkspace | null;
  meshPair: MeshPairWorkspace | null;
  wire: WireWorkspace | null;
  /** Scratch of single methods, each in the file of its name; made at the first use. */
  epa: EpaWorkspace | null;
  polytope: PolytopeWorkspace | null;
  gjk: GjkWorkspace | null;
  refinement: RefinementWorkspace | null;
  integrals: FootprintIntegrals | null;
  reduction: ReductionWorkspace | null;
  sat: SatWorkspace | null;
  edgeAxes: EdgeAxesWorkspace | null;
  overlap: OverlapWorkspace | null;
}

/**
 * The part of a shape's surface that faces a direction: a point, a segment, a convex polygon or a disc, in the frame of
 * A. Points of a contact patch are where the features of A and B overlap when seen along the normal.
 */
export interface Feature {
  /** `SHAPE` of the feature. */
  shape: number;
  count: number;
  /** 3 per point; for a disc its centre. */
  points: Float64Array;
  /**
   * Ids of the vertices and of the edges that start at them: the bits of a feature id, as signed numbers since larger
   * ones are boxed.
   */
  vertexId: Int32Array;
  edgeId: Int32Array;
  /** Id of the whole. */
  id: number;
  /** Outward normal 3 and offset of the plane of a polygon or disc; radius of a disc. */
  readonly plane: Float64Array;
  /** For the segment of a capsule: radius, sine of the direction's lean along the axis, deepest end, length. */
  readonly lift: Float64Array;
}

/** How far a direction may lean from a face or an edge for that to count as facing it. */
export interface Lean {
  /** Least cosine between the direction and a face's normal. */
  readonly face: number;
  /** Largest sine between the direction and the plane normal to an edge. */
  readonly edge: number;
}

/**
 * Candidates for contact points of one patch, seen along the normal: place in the plane, heights on A and B, features.
 */
export interface Candidates {
  count: number;
  /** Whether the candidates are the corners of a convex polygon, counter-clockwise about the normal. */
  ordered: boolean;
  /** Bits: 1 the feature of A is a disc, 2 that of B is; see `footprint.ts`. */
  round: number;
  /** Number of candidates when they are all points of a disc's rim and no more; else 0. */
  whole: number;
  /** The two features in the plane, 2 per vertex. */
  uvA: Float64Array;
  uvB: Float64Array;
  /** Place on A, 2 per candidate; and on B, which differs only between two segments that are not quite parallel. */
  uv: Float64Array;
  uvOnB: Float64Array;
  heightA: Float64Array;
  heightB: Float64Array;
  idA: Int32Array;
  idB: Int32Array;
}

/** Two polygons in turn, of which one is cut into the other. */
export interface ClipPolygons {
  /** 2 per vertex. */
  place: [Float64Array, Float64Array];
  /** Label of the side that starts at each vertex. */
  side: [Int32Array, Int32Array];
  /** ≥ 0: vertex k of B; else −1, a crossing or a vertex of A, which its two sides identify. */
  origin: [Int32Array, Int32Array];
  previousSide: [Int32Array, Int32Array];
  /** Heights over the side that cuts, and the slack behind them; and the source of each corner, see `cutPolygon`. */
  signed: Float64Array;
  source: Int32Array;
}

/** Candidates in the order of u, then v; and the corners of their hull, counter-clockwise. */
export interface Outline {
  sorted: Int32Array;
  hull: Int32Array;
  corners: number;
}

/**
 * Where a line meets the surface of a solid, ascending: what a ray routine finds before the range of the ray matters.
 * Crossings alternate between entering and leaving, beginning with leaving when `insideFirst` (the line comes from
 * infinity inside, as in a half-space).
 */
export interface Crossings {
  count: number;
  insideFirst: boolean;
  readonly t: Float64Array;
  /** Outward unit normal, 3 each. */
  readonly normal: Float64Array;
}

/** Vertices and edges of a hull near the gap. */
export interface NearFeatures {
  /** Height of each vertex along the best face axis, m. */
  height: Float64Array;
  vertices: Int32Array;
  edges: Int32Array;
  /** The vertices near the gap in the frame of the other hull, 3 each. */
  witness: Float64Array;
  vertexCount: number;
  edgeCount: number;
}

/** Directions that EPA hands on. */
export const EPA_DIRECTIONS = 4;

/** Circles and spots of kinks that are kept at most; a finely cut hull has more, but then it is nearly smooth. */
export const KINK_LIMIT = 12;

/** Crossings of a line with a solid at most: a chain link with its stud has seven stretches. */
const CROSSINGS = 14;

/** Vertices of a feature polygon for which a new workspace has room. */
const FEATURE_CAPACITY = 64;

/** Scratch for queries of any kind. */
export function createNarrowWorkspace(): NarrowWorkspace {
  const w: NarrowWorkspace = {
    rel: new Float64Array(12),
    frameA: new Float64Array(9),
    found: new Float64Array(10),
    climbs: new Int32Array(2),
    satBest: new Float64Array(8),
    satFace: new Int32Array(2),
    satVertex: new Float64Array(3),
    nearA: createNear(),
    nearB: createNear(),
    gjkIterations: new Int32Array(1),
    epaDirections: new Float64Array(4 * EPA_DIRECTIONS),
    epaIterations: new Int32Array(2),
    refined: new Float64Array(4),
    hessian: new Float64Array(6),
    circles: new Float64Array(4 * KINK_LIMIT),
    spots: new Float64Array(3 * KINK_LIMIT),
    kinkCount: new Int32Array(2),
    query: new Float64Array(3),
    nearest: new Float64Array(7),
    nearestFeature: new Uint32Array(1),
    featureCapacity: 0,
    featureA: createFeature(),
    featureB: createFeature(),
    candidates: createCandidates(),
    tangents: new Float64Array(12),
    clip: createClip(),
    outline: { sorted: new Int32Array(0), hull: new Int32Array(0), corners: 0 },
    footprint: new Float64Array(5),
    seams: { kind: new Int8Array(0) },
    required: Float64Array.of(Infinity),
    crossings: {
      count: 0,
      insideFirst: false,
      t: new Float64Array(CROSSINGS),
      normal: new Float64Array(3 * CROSSINGS),
    },
    span: new Float64Array(8),
    chordOf: new Float64Array(7),
    chordEnds: new Float64Array(2),
    meshRegions: false,
    corners: PATCH_POINTS,
    innerSink: null,
    innerSeparation: null,
    nested: null,
    planar: null,
    placed: createPlacedVertices(),
    mesh: null,
    meshPair: null,
    wire: null,
    epa: null,
    polytope: null,
    gjk: null,
    refinement: null,
    integrals: null,
    reduction: null,
    sat: null,
    edgeAxes: null,
    overlap: null,
  };
  reserveFeatures(w, FEATURE_CAPACITY);
  return w;
}

function createFeature(): Feature {
  return {
    shape: 0,
    count: 0,
    points: new Float64Array(0),
    vertexId: new Int32Array(0),
    edgeId: new Int32Array(0),
    id: 0,
    plane: new Float64Array(5),
    lift: new Float64Array(4),
  };
}

function createCandidates(): Candidates {
  return {
    count: 0,
    ordered: false,
    round: 0,
    whole: 0,
    uvA: new Float64Array(0),
    uvB: new Float64Array(0),
    uv: new Float64Array(0),
    uvOnB: new Float64Array(0),
    heightA: new Float64Array(0),
    heightB: new Float64Array(0),
    idA: new Int32Array(0),
    idB: new Int32Array(0),
  };
}

function createClip(): ClipPolygons {
  return {
    place: [new Float64Array(0), new Float64Array(0)],
    side: [new Int32Array(0), new Int32Array(0)],
    origin: [new Int32Array(0), new Int32Array(0)],
    previousSide: [new Int32Array(0), new Int32Array(0)],
    signed: new Float64Array(0),
    source: new Int32Array(0),
  };
}

function createNear(): NearFeatures {
  return {
    height: new Float64Array(64),
    vertices: new Int32Array(64),
    edges: new Int32Array(128),
    witness: new Float64Array(3 * 64),
    vertexCount: 0,
    edgeCount: 0,
  };
}

/**
 * Makes room for feature polygons of so many vertices; what the features hold is kept, candidates and clipped polygons
 * are not.
 */
export function reserveFeatures(w: NarrowWorkspace, vertices: number): void {
  if (vertices <= w.featureCapacity) return;
  const capacity = w.featureCapacity === 0 ? vertices : 2 * vertices;
  w.featureCapacity = capacity;
  for (const feature of [w.featureA, w.featureB]) {
    const { points, vertexId, edgeId } = feature;
    feature.points = new Float64Array(3 * capacity);
    feature.vertexId = new Int32Array(capacity);
    feature.edgeId = new Int32Array(capacity);
    feature.points.set(points);
    feature.vertexId.set(vertexId);
    feature.edgeId.set(edgeId);
  }
  const n = 6 * capacity + 64;
  const { candidates, clip, outline } = w;
  candidates.uvA = new Float64Array(2 * capacity);
  candidates.uvB = new Float64Array(2 * capacity);
  candidates.uv = new Float64Array(2 * n);
  candidates.uvOnB = new Float64Array(2 * n);
  candidates.heightA = new Float64Array(n);
  candidates.heightB = new Float64Array(n);
  candidates.idA = new Int32Array(n);
  candidates.idB = new Int32Array(n);
  outline.sorted = new Int32Array(n);
  outline.hull = new Int32Array(2 * n);
  // a polygon that is cut has at most the vertices of both
  const m = 2 * capacity + 4;
  clip.place = [new Float64Array(2 * m), new Float64Array(2 * m)];
  clip.side = [new Int32Array(m), new Int32Array(m)];
  clip.origin = [new Int32Array(m), new Int32Array(m)];
  clip.previousSide = [new Int32Array(m), new Int32Array(m)];
  clip.signed = new Float64Array(m + 1);
  clip.source = new Int32Array(m);
}

const scratch = new Float64Array(4);

/** R_AB and p_AB_A of two poses (position 3, quaternion 4) into `rel`, R_WA into `frameA`. */
export function relativePose(
  w: NarrowWorkspace,
  poseA: Float64Array,
  ao: number,
  poseB: Float64Array,
  bo: number,
): void {
  const { frameA, rel } = w;
  rotationInto(poseA, ao + 3, frameA);
  const ax = -poseA[ao + 3];
  const ay = -poseA[ao + 4];
  const az = -poseA[ao + 5];
  const aw = poseA[ao + 6];
  const bx = poseB[bo + 3];
  const by = poseB[bo + 4];
  const bz = poseB[bo + 5];
  const bw = poseB[bo + 6];
  // q_AB = q_WA* q_WB
  scratch[0] = aw * bx + ax * bw + ay * bz - az * by;
  scratch[1] = aw * by - ax * bz + ay * bw + az * bx;
  scratch[2] = aw * bz + ax * by - ay * bx + az * bw;
  scratch[3] = aw * bw - ax * bx - ay * by - az * bz;
  rotationInto(scratch, 0, rel);
  const a = poseB[bo] - poseA[ao];
  const b = poseB[bo + 1] - poseA[ao + 1];
  const c = poseB[bo + 2] - poseA[ao + 2];
  const tx = 2 * (ay * c - az * b);
  const ty = 2 * (az * a - ax * c);
  const tz = 2 * (ax * b - ay * a);
  rel[9] = a + aw * tx + ay * tz - az * ty;
  rel[10] = b + aw * ty + az * tx - ax * tz;
  rel[11] = c + aw * tz + ax * ty - ay * tx;
}
