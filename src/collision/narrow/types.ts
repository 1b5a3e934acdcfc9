import type { HeightField, Polygon, Polyhedron, TriangleMesh } from "../../geometry/types.js";
import type { ShapeClass, SupportRoutine } from "../shapes/shape-class.js";
import { createNarrowWorkspace, type NarrowWorkspace } from "./workspace.js";

/**
 * What the narrow phase knows of a shape: its kind, its sizes and the prepared geometry behind it. It knows no bodies.
 * A collider is built once per shape at compile time (`collider.ts`) and shared by all bodies with the same geometry.
 */
export interface Collider {
  /** Code of the kind, see `KIND`; columns of the pair matrix are indexed by it. */
  readonly kind: number;
  /** Routines by the kind of the other shape, those of the class. */
  readonly pairs: PairColumn;
  /** What collision knows of the form. */
  readonly shape: ShapeClass;
  /** Support function of the core, that of the class. */
  readonly support: SupportRoutine;
  /** Sizes in the order that the kind declares (sphere: radius; box: three half extents; …), m. */
  readonly size: Float64Array;
  /** Radius around the core, m, see `ShapeClass.coreRadius`. */
  readonly radius: number;
  /** Radius of a sphere about the shape's origin that holds it, m; infinite for a plane. */
  readonly reach: number;
  /** See `ShapeClass.caps`. */
  readonly caps: Float64Array | null;
  readonly hull: HullGeometry | null;
  readonly polygon: Polygon | null;
  readonly mesh: MeshGeometry | null;
  readonly heightField: HeightField | null;
}

/**
 * Rows of the pair matrix; of two kinds the smaller code is A. Convex solids with a support function come first, up to
 * `convex`: any form that has no row. Planar kinds start at 32.
 */
export const KIND = {
  sphere: 0,
  capsule: 1,
  box: 2,
  cylinder: 3,
  cone: 4,
  ellipsoid: 5,
  hull: 6,
  convex: 7,
  torus: 8,
  chainLink: 9,
  mesh: 10,
  heightField: 11,
  plane: 12,
  circle: 32,
  planarCapsule: 33,
  polygon: 34,
  chain: 35,
  planarPlane: 36,
} as const;

/** A convex polyhedron with merged faces, its planes and its edges, ready for SAT and clipping. */
export interface HullGeometry {
  readonly polyhedron: Polyhedron;
  /** Outward unit normal and offset of each face: n · x = d; 4 per face. */
  readonly planes: Float64Array;
  /** Two vertices and the two faces of each edge; 4 per edge. */
  readonly edges: Uint32Array;
  /** Neighbours of each vertex, for hill climbing. */
  readonly neighbourStart: Uint32Array;
  readonly neighbours: Uint32Array;
  /** A point well inside, m. */
  readonly center: Float64Array;
}

/** A triangle mesh with what contact on it needs; filled in by the mesh part of the collision folder. */
export interface MeshGeometry {
  readonly mesh: TriangleMesh;
  /** Closed and outward oriented: has an inside. */
  readonly solid: boolean;
  /** Unit normal of each triangle. */
  readonly normals: Float64Array;
  /** Triangle across each edge (3 per triangle, edge k from vertex k to k + 1), −1 at a border. */
  readonly neighbours: Int32Array;
  /** Per edge: 1 when the surface is convex there (a ridge), 0 when flat, −1 when concave (a valley), 2 at a border. */
  readonly edgeKind: Int8Array;
  /** Flat tree over the triangles, see `geometry/tree`. */
  readonly tree: unknown;
}

/**
 * Where routines put contacts. All arrays have room for `capacity` points; a routine that runs out stops and sets
 * `overflow`. Points of one patch share a normal direction; `patch` numbers them from 0 in the order of their making.
 */
export interface ContactSink {
  /** Scratch of the routines that fill the sink. */
  readonly work: NarrowWorkspace;
  /**
   * Input: whether the pair had contacts in the step before. Then a routine does not first ask whether it is far apart.
   */
  touched: boolean;
  /** Lower bound of the distance of a pair without contacts, m, from routines that know one; else 0 or less. */
  apartBy: number;
  /** Largest gap that is reported, m, at index 0. Kept in an array because calls box doubles. */
  readonly margin: Float64Array;
  readonly capacity: number;
  count: number;
  overflow: boolean;
  /** Unit, from A to B, world; 3 per point. */
  readonly normal: Float64Array;
  /** Nearest points on A and on B, world, m; 3 per point. gap = (pointB − pointA) · normal. */
  readonly pointA: Float64Array;
  readonly pointB: Float64Array;
  /** m, negative when overlapping. */
  readonly gap: Float64Array;
  readonly featureA: Uint32Array;
  readonly featureB: Uint32Array;
  readonly patch: Int32Array;
  /**
   * [area, centroid 3, radius of spin], world, m², m; 5 per patch, by its number. Only of patches with more than two
   * points: those of the others follow from the points (see `footprint.ts`).
   */
  readonly footprint: Float64Array;
  /** Points in the order in which they enter the contact tables. */
  readonly order: Int32Array;
  /** Position of each point along the direction of that order, m. */
  readonly along: Float64Array;
}

/** Result of a separation query: one pair of nearest (or deepest) points. */
export interface Separation {
  /** Scratch of the routines that write it. */
  readonly work: NarrowWorkspace;
  /**
   * `[gap, normal 3, pointA 3, pointB 3]`: gap > 0 is the distance, gap < 0 minus the smallest translation that
   * separates.
   */
  readonly values: Float64Array;
  featureA: number;
  featureB: number;
}

/** Contact points of a pair within the margin; see `ContactSink`. */
export type ContactRoutine = (
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  poseB: Float64Array,
  bo: number,
  sink: ContactSink,
) => void;

/** Signed separation of a pair, whatever its distance. */
export type SeparationRoutine = (
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  poseB: Float64Array,
  bo: number,
  out: Separation,
) => void;

/** A cell of the pair matrix. */
export interface PairRoutines {
  readonly contacts: ContactRoutine;
  readonly separation: SeparationRoutine;
  /** Exact to round-off (closed form or exact combinatorics), or iterative to a tolerance. */
  readonly exact: boolean;
}

/** Number of kinds for which a column has room; more than there are. */
const KINDS = 64;

/** The cells of the pair matrix that a form brings, by the kind of the other shape; null where it brings none. */
export type PairColumn = readonly (PairRoutines | null)[];

/** A column from the names of kinds. */
export function pairColumn(cells: { readonly [K in keyof typeof KIND]?: PairRoutines }): PairColumn {
  const column = new Array<PairRoutines | null>(KINDS).fill(null);
  for (const [name, cell] of Object.entries(cells)) column[KIND[name as keyof typeof KIND]] = cell;
  return column;
}

/**
 * An empty sink with room for `capacity` points. Sinks and separations that are not filled at the same time may share
 * their scratch.
 */
export function createSink(capacity: number, margin = 0, work = createNarrowWorkspace()): ContactSink {
  return {
    work,
    touched: false,
    apartBy: 0,
    margin: Float64Array.of(margin),
    capacity,
    count: 0,
    overflow: false,
    normal: new Float64Array(3 * capacity),
    pointA: new Float64Array(3 * capacity),
    pointB: new Float64Array(3 * capacity),
    gap: new Float64Array(capacity),
    featureA: new Uint32Array(capacity),
    featureB: new Uint32Array(capacity),
    patch: new Int32Array(capacity),
    footprint: new Float64Array(5 * capacity),
    order: new Int32Array(capacity),
    along: new Float64Array(capacity),
  };
}

/** Room for one separation. */
export function createSeparation(work = createNarrowWorkspace()): Separation {
  return { work, values: new Float64Array(10), featureA: 0, featureB: 0 };
}

/** A sink whose contacts of two meshes follow `collision.meshContacts` of a scene. */
export function createSinkFor(
  spec: { readonly collision?: { readonly meshContacts: string } | undefined },
  capacity: number,
  margin = 0,
): ContactSink {
  const sink = createSink(capacity, margin);
  sink.work.meshRegions = spec.collision?.meshContacts === "regions";
  return sink;
}

/** Points of a sink of a workspace. */
const INNER_POINTS = 512;

/** A sink for contacts of parts of a pair, with the scratch of the pair. */
export function innerSink(w: NarrowWorkspace): ContactSink {
  w.innerSink ??= createSink(INNER_POINTS, 0, w);
  return w.innerSink;
}

/** The same for one separation. */
export function innerSeparation(w: NarrowWorkspace): Separation {
  w.innerSeparation ??= createSeparation(w);
  return w.innerSeparation;
}
