import { ensureCapacityF64, ensureCapacityI32 } from "../../math/capacity.js";
import { unite } from "../../math/union-find.js";
import type { VolumeMesh } from "./volume-mesh.js";

/**
 * Work of a query on two solids. It belongs to the `Overlap` that the query writes; later stages (`clusters.ts`) read
 * the nodes, cuts and pieces of that query from it. It grows with the meshes and is then used again.
 *
 * The result of a query is a set of directed segments between nodes. A node is a point where an edge of one body
 * pierces a face of the other (a crossing, numbered first), or a vertex of one body inside the other. A segment is
 * either the cut of two faces, or a piece of an edge that lies inside the other body.
 *
 * Edges and vertices of B have numbers after those of A: edge e of B is ne_A + e.
 */
export interface VolumeWork {
  nodeCount: number;
  crossingCount: number;
  /** 3 per node, in A's frame, m. */
  node: Float64Array;
  /** Union–find over nodes, and how often it has joined two sets. */
  parent: Int32Array;
  joined: number;
  /** Number of a node's component, by order of appearance; see `numberComponents`. */
  component: Int32Array;
  /**
   * Of each crossing: face of the other body, next crossing on the same edge (−1: none), +1 where the edge enters the
   * other body, −1 where it leaves.
   */
  crossFace: Int32Array;
  crossNext: Int32Array;
  crossSense: Int32Array;
  /** Place on the edge, 0 … 1, and how far that may be off. */
  crossPlace: Float64Array;
  crossError: Float64Array;
  /** Segment of A's sense that starts at each crossing. */
  cutFrom: Int32Array;

  /** Cuts of two faces, along n_A × n_B: node it starts from, node it ends at, face of A, face of B. */
  cutCount: number;
  cut: Int32Array;

  /** Pieces of edges, in the direction of the edge: node, node, 0 for A and 1 for B, edge (own number). */
  pieceCount: number;
  piece: Int32Array;

  /** Faces that are inside as a whole; those of B after those of A. */
  wholeCount: number;
  whole: Int32Array;

  /** First crossing on each edge, −1 for most; edges that have one, in order of appearance. */
  edgeHead: Int32Array;
  crossedCount: number;
  crossed: Int32Array;
  /** Node of each vertex that is inside, −1 for the others; those that are, in order of appearance. */
  vertexNode: Int32Array;
  insideCount: number;
  inside: Int32Array;
  /** Parts of the surfaces that some crossed edge belongs to: stamp of the query. */
  partStamp: Int32Array;

  /** Vertices of B in A's frame, rounded once, and planes of its faces; valid where the stamp is that of the query. */
  placed: Float64Array;
  placedStamp: Int32Array;
  planesB: Float64Array;
  planeStamp: Int32Array;
  stamp: number;

  /** Node from which the fans of a cut face are drawn, −1 for faces that are not cut; faces of B after those of A. */
  faceOrigin: Int32Array;

  /** B to A: R row by row, t. */
  readonly transform: Float64Array;
  /** 0: largest component of a difference between any two points; 1: largest coordinate; m. */
  readonly scale: Float64Array;
  /** Distance up to which pairs of faces are listed, m. */
  reach: number;
  /** Sense of the symbolic displacement of A, +1 or −1. */
  sense: number;
  /** Pairs of coplanar faces met: areas depend on the displacement. */
  coplanar: number;

  /** Region of each component; −1 for none. */
  regionOf: Int32Array;
  readonly sums: Sums;
  /**
   * Region of each component by the number of its outer surface, −1 for one without volume, −2 for a void without host.
   */
  readonly host: { of: Int32Array; voids: number; strayed: number };
  /** Windings of each component about a few points of a void. */
  hostWinding: Float64Array;
  /** Patches by their rims, before their normals are known. */
  keptPatches: Float64Array;
  /** Number of the walk along rims that took each cut; of the current walk; corners that walks have written. */
  takenCuts: Int32Array;
  rimStamp: number;
  rimCorners: number;
  /**
   * Volume, centroid and vector area of each region with the other sense of displacement; region of that sense that is
   * the same as each, −1: none.
   */
  otherAreas: Float64Array;
  twin: Int32Array;
  /** Crossings of one edge in order. */
  sortedCrossings: Int32Array;
  /** Vertices inside whose neighbours are to be visited. */
  vertexStack: Int32Array;
  vertexStackSize: number;
  /** Faces found by `facesAcross`. */
  acrossFaces: Int32Array;
  /** Bounds of B's triangles in A's frame, by slot, valid where the stamp is that of the search. */
  placedBox: Float64Array;
  boxStamp: Int32Array;
  /** The four points of a sign, see `ties.ts`; whether `sideSign` found them exactly coplanar. */
  readonly quad: Float64Array;
  tieMet: boolean;
  /** Points of `placeOrder`: ends p and q of the edge, corners of the two faces. */
  readonly orderPoints: Float64Array;
  readonly lenses: LensWork;
  readonly cells: CellWork;
}

/** Sums of the components of a query, see `sums.ts`. */
export interface Sums {
  /** `SUM_SIZE` numbers per component. */
  values: Float64Array;
  /** Reference node of each component. */
  origin: Int32Array;
  count: number;
  /** Triangles of the fans: o, a, b. */
  fans: Int32Array;
  fanCount: number;
  /** Fans by component: order[start[c]] … order[start[c + 1] − 1]; not there for a single one. */
  order: Int32Array;
  start: Int32Array;
}

/** Work of `intersectSphereTrees`. */
export interface LensWork {
  /**
   * Pairs of nodes that wait, A's and B's, and the common volume of their spheres, m³: a heap with a budget, a stack
   * without.
   */
  waiting: Int32Array;
  common: Float64Array;
  /** Lenses: node of A, node of B, region. */
  pairs: Int32Array;
  /** Sets of lenses that touch. */
  parent: Int32Array;
  /** Numbers of the lenses, as those of a region. */
  values: Float64Array;
  readonly size: { waiting: number; lenses: number };
}

/** Work of queries by cells of a surface. */
export interface CellWork {
  /** Cells inside the other solid. */
  active: Int32Array;
  /** Of each: direction into the other solid (3) and depth, m. */
  hits: Float64Array;
  /** Sets of neighbouring cells, and the region of each cell. */
  parent: Int32Array;
  regionOf: Int32Array;
  /** Place in `active` of each cell of the surface; −1: not there. */
  slot: Int32Array;
  /** Sums of the regions. */
  sums: Float64Array;
}

/** Work arrays for queries on two solids; they grow to the size of the meshes. */
export function createVolumeWork(): VolumeWork {
  return {
    nodeCount: 0,
    crossingCount: 0,
    node: new Float64Array(0),
    parent: new Int32Array(0),
    joined: 0,
    component: new Int32Array(0),
    crossFace: new Int32Array(0),
    crossNext: new Int32Array(0),
    crossSense: new Int32Array(0),
    crossPlace: new Float64Array(0),
    crossError: new Float64Array(0),
    cutFrom: new Int32Array(0),
    cutCount: 0,
    cut: new Int32Array(0),
    pieceCount: 0,
    piece: new Int32Array(0),
    wholeCount: 0,
    whole: new Int32Array(0),
    edgeHead: new Int32Array(0),
    crossedCount: 0,
    crossed: new Int32Array(0),
    vertexNode: new Int32Array(0),
    insideCount: 0,
    inside: new Int32Array(0),
    partStamp: new Int32Array(0),
    placed: new Float64Array(0),
    placedStamp: new Int32Array(0),
    planesB: new Float64Array(0),
    planeStamp: new Int32Array(0),
    stamp: 0,
    faceOrigin: new Int32Array(0),
    transform: new Float64Array(12),
    scale: new Float64Array(2),
    reach: 0,
    sense: 1,
    coplanar: 0,
    regionOf: new Int32Array(8),
    sums: createSums(),
    host: { of: new Int32Array(8), voids: 0, strayed: 0 },
    hostWinding: new Float64Array(8),
    keptPatches: new Float64Array(0),
    takenCuts: new Int32Array(16),
    rimStamp: 0,
    rimCorners: 0,
    otherAreas: new Float64Array(7 * 4),
    twin: new Int32Array(4),
    sortedCrossings: new Int32Array(64),
    vertexStack: new Int32Array(256),
    vertexStackSize: 0,
    acrossFaces: new Int32Array(64),
    placedBox: new Float64Array(0),
    boxStamp: new Int32Array(0),
    quad: new Float64Array(12),
    tieMet: false,
    orderPoints: new Float64Array(24),
    lenses: createLensWork(),
    cells: createCellWork(),
  };
}

/** Numbers per component in `Sums.values`. */
export const SUM_SIZE = 11;

function createSums(): Sums {
  return {
    values: new Float64Array(SUM_SIZE * 8),
    origin: new Int32Array(8),
    count: 0,
    fans: new Int32Array(0),
    fanCount: 0,
    order: new Int32Array(0),
    start: new Int32Array(9),
  };
}

function createLensWork(): LensWork {
  return {
    waiting: new Int32Array(2 * 16),
    common: new Float64Array(16),
    pairs: new Int32Array(0),
    parent: new Int32Array(0),
    values: new Float64Array(0),
    size: { waiting: 0, lenses: 0 },
  };
}

function createCellWork(): CellWork {
  return {
    active: new Int32Array(0),
    hits: new Float64Array(0),
    parent: new Int32Array(0),
    regionOf: new Int32Array(0),
    slot: new Int32Array(0),
    sums: new Float64Array(0),
  };
}

/**
 * Ensures capacity for a query on two meshes with this many candidate pairs of faces (B null: a half-space), and
 * empties the work.
 */
export function beginWork(work: VolumeWork, a: VolumeMesh, b: VolumeMesh | null, candidates: number): void {
  const nv = a.nv + (b?.nv ?? 0);
  const ne = a.ne + (b?.ne ?? 0);
  const nf = a.nf + (b?.nf ?? 1);
  const crossings = 2 * candidates;
  const nodes = crossings + nv;
  if (work.parent.length < nodes || work.cutFrom.length < crossings) {
    work.node = ensureCapacityF64(work.node, 3 * nodes);
    work.parent = ensureCapacityI32(work.parent, nodes);
    work.component = ensureCapacityI32(work.component, nodes);
    work.crossFace = ensureCapacityI32(work.crossFace, crossings);
    work.crossNext = ensureCapacityI32(work.crossNext, crossings);
    work.crossSense = ensureCapacityI32(work.crossSense, crossings);
    work.crossPlace = ensureCapacityF64(work.crossPlace, crossings);
    work.crossError = ensureCapacityF64(work.crossError, crossings);
    work.cutFrom = ensureCapacityI32(work.cutFrom, crossings);
    work.cut = ensureCapacityI32(work.cut, 2 * crossings);
  }
  // each crossing ends at most one piece of its edge, and other pieces are whole edges
  work.piece = ensureCapacityI32(work.piece, 4 * (crossings + ne));
  work.crossed = ensureCapacityI32(work.crossed, ne);
  work.inside = ensureCapacityI32(work.inside, nv);
  work.edgeHead = emptied(work.edgeHead, ne);
  work.vertexNode = emptied(work.vertexNode, nv);
  work.whole = ensureCapacityI32(work.whole, nf);
  work.faceOrigin = emptied(work.faceOrigin, nf);
  work.partStamp = ensureCapacityI32(work.partStamp, a.partVertex.length + (b?.partVertex.length ?? 0));
  if (b !== null) roomForB(work, b);
  nextStamp(work);
  work.nodeCount = 0;
  work.crossingCount = 0;
  work.joined = 0;
  work.cutCount = 0;
  work.pieceCount = 0;
  work.wholeCount = 0;
  work.crossedCount = 0;
  work.insideCount = 0;
  work.coplanar = 0;
}

/** Ensures capacity for the vertices and planes of B. */
export function roomForB(work: VolumeWork, b: VolumeMesh): void {
  work.placed = ensureCapacityF64(work.placed, 3 * b.nv);
  work.placedStamp = ensureCapacityI32(work.placedStamp, b.nv);
  work.planesB = ensureCapacityF64(work.planesB, 4 * b.nf);
  work.planeStamp = ensureCapacityI32(work.planeStamp, b.nf);
}

/** No vertex of B is placed, no plane of it known, no part met. */
export function nextStamp(work: VolumeWork): void {
  work.stamp = work.stamp === 0x7fffffff ? restamp(work) : work.stamp + 1;
}

/**
 * Entries of `edgeHead`, `vertexNode` and `faceOrigin` that a query has set are −1 again, so that the next one finds
 * them so.
 */
export function endWork(work: VolumeWork, a: VolumeMesh): void {
  const { edgeHead, crossed, vertexNode, inside, faceOrigin, cut } = work;
  for (let i = 0; i < work.crossedCount; i++) edgeHead[crossed[i]] = -1;
  for (let i = 0; i < work.insideCount; i++) vertexNode[inside[i]] = -1;
  for (let i = 0; i < work.cutCount; i++) {
    faceOrigin[cut[4 * i + 2]] = -1;
    faceOrigin[a.nf + cut[4 * i + 3]] = -1;
  }
}

/** Room for n entries; new ones are −1, as `endWork` leaves the others. */
function emptied(array: Int32Array, n: number): Int32Array {
  return n <= array.length ? array : new Int32Array(Math.max(n, 2 * array.length)).fill(-1);
}

function restamp(work: VolumeWork): number {
  work.placedStamp.fill(0);
  work.planeStamp.fill(0);
  work.partStamp.fill(0);
  return 1;
}

/** Vertex v of B into A's frame: once per query, so that no two tests can contradict each other. */
export function placeVertex(work: VolumeWork, b: VolumeMesh, v: number): void {
  const { placed, placedStamp, stamp, transform: r } = work;
  if (placedStamp[v] === stamp) return;
  placedStamp[v] = stamp;
  const o = 3 * v;
  const { vertices } = b.mesh;
  const x = vertices[o];
  const y = vertices[o + 1];
  const z = vertices[o + 2];
  placed[o] = r[0] * x + r[1] * y + r[2] * z + r[9];
  placed[o + 1] = r[3] * x + r[4] * y + r[5] * z + r[10];
  placed[o + 2] = r[6] * x + r[7] * y + r[8] * z + r[11];
}

/** Joins two nodes. */
export function joinNodes(work: VolumeWork, i: number, j: number): void {
  if (unite(work.parent, i, j)) work.joined++;
}

/** A cut of faces f of A and g of B between two crossings, along n_A × n_B. */
export function addCut(work: VolumeWork, a: VolumeMesh, from: number, to: number, f: number, g: number): void {
  const { cut, cutFrom, faceOrigin } = work;
  const c = 4 * work.cutCount;
  cut[c] = from;
  cut[c + 1] = to;
  cut[c + 2] = f;
  cut[c + 3] = g;
  cutFrom[from] = work.cutCount++;
  if (faceOrigin[f] < 0) faceOrigin[f] = from;
  if (faceOrigin[a.nf + g] < 0) faceOrigin[a.nf + g] = to;
  joinNodes(work, from, to);
}
