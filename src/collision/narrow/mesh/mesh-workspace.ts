import { createIndexSink, type IndexSink } from "../../../geometry/tree/mesh-tree.js";
import { hull } from "../../shapes/hull.js";
import { type Collider, type ContactSink, KIND, type Separation } from "../types.js";
import type { NarrowWorkspace } from "../workspace.js";
import { createPatchTable, type PatchTable } from "./patch-table.js";
import { RAYS } from "./ridge-normals.js";

/** Scratch of a shape on a mesh. The mesh is A of the narrow phase here, and its frame that of the query. */
export interface MeshWorkspace {
  readonly narrow: NarrowWorkspace;
  readonly visit: TriangleVisit;
  readonly convex: PlacedConvex;
  readonly triangle: CurrentTriangle;
  readonly choice: NormalChoice;
  readonly contact: TriangleContact;
  readonly patches: PatchTable;
  readonly ridge: RidgeSearch;
  readonly halfSpace: HalfSpaceQuery;
}

/** The walk over the triangles near a shape, see `visit-triangles.ts`. */
export interface TriangleVisit {
  /** Triangles near the shape, in the order of their numbers. */
  nearby: IndexSink;
  /**
   * Of each entry of `nearby` visited so far: the patch to which it adds; −1 for none, −2 for none though the shape
   * meets it.
   */
  owners: Int32Array;
  /** The entry being visited, and the first since patches were cleared. */
  index: number;
  first: number;
  /**
   * Of the overlapping triangles with a doubtful result, the one that is hardest to leave towards its front: separation
   * and direction.
   */
  readonly worst: Float64Array;
  /** Its number, and 1 when it is seen from the back. */
  worstTriangle: number;
  worstBack: number;
  /** Whether a triangle overlaps the shape, whatever its normal: its doubtful patch outlives any that is apart. */
  overlaps: boolean;
  /** Whether the shape has an acute corner, see `isAcute`. */
  acute: boolean;
  /** Whether a triangle was left out because the shape's centre is behind it. */
  behind: boolean;
}

/** The convex shape as the mesh sees it, see `convex-pose.ts`. */
export interface PlacedConvex {
  /** Largest gap reported, m. */
  margin: number;
  /** Largest separation of the cores of interest, m, and the accuracies at which GJK stops (see `gjk`). */
  readonly limit: Float64Array;
  /** Box along the mesh's axes, grown by the margin: min 3, max 3. */
  readonly box: Float64Array;
  /** A point well inside the shape, and the radius of a sphere around it that holds the shape and the margin, m. */
  readonly center: Float64Array;
  radius: number;
  /**
   * Height of the shape's lowest point over a plane, and the point: for the plane of this region, seen from this side
   * (1: the back).
   */
  readonly lowest: Float64Array;
  lowestRegion: number;
  lowestBack: number;
  /**
   * Whether only the nearest is wanted: results lower the limit, and of separate triangles only the nearest so far is
   * kept.
   */
  closing: boolean;
}

/** The triangle being visited. */
export interface CurrentTriangle {
  /** Number; 1 when it is seen from the back; whether a shape with a sharp point is below its plane. */
  index: number;
  back: number;
  sunk: boolean;
  /** Corners 3 × 3, and their numbers. */
  readonly corner: Float64Array;
  readonly vertex: Int32Array;
  /** Plane as seen from the shape's side: normal 3, offset. */
  readonly plane: Float64Array;
  /**
   * The triangle as a hull with its first corner at the origin: planes n, −n and the outward ones of its edges; each
   * edge twice.
   */
  readonly hull: Collider & { reach: number };
  /** Ends of a capsule's core. */
  readonly segment: Float64Array;
}

/** Directions along which the current triangle and the shape have been compared, see `triangle-feature.ts`. */
export interface NormalChoice {
  /** Greatest separation over all directions, m. */
  free: number;
  /** Greatest separation over the normals of the surface: s, n. */
  readonly valid: Float64Array;
  /** Greatest separation over the directions to the shape's side of the plane: s, n. */
  readonly outer: Float64Array;
  /** Feature of `valid`, −1 for none; and whether another direction would have separated the triangle alone by more. */
  feature: number;
  doubtful: boolean;
  /** The direction that is considered is the normal of a side of the shape. */
  side: boolean;
}

/** A contact of the current triangle, see `triangle-contact.ts`. */
export interface TriangleContact {
  /** Added to the feature ids of the shape: tells the parts of a wire apart. */
  part: number;
  /** Points on the mesh and on the shape, 3 each. */
  readonly pair: Float64Array;
  /** Separation and direction of the contact. */
  readonly wanted: Float64Array;
  /** Least gap of the candidates, m. */
  leastGap: number;
}

/** Search for a maximum along the arc of normals at a ridge, see `ridge-normals.ts`. */
export interface RidgeSearch {
  /** Directions along the arc, 3 each. */
  readonly rays: Float64Array;
  /** Unit vector along the ridge such that n turns about it from this triangle's normal to its neighbour's. */
  readonly edge: Float64Array;
  /** Ends of the bracket: direction 3 and slope each. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** A direction with its slope, and its separation. */
  readonly at: Float64Array;
}

/** A mesh on a half-space, see `mesh-plane.ts`. */
export interface HalfSpaceQuery {
  /** Plane seen from the mesh: normal 3, offset, margin. */
  readonly query: Float64Array;
  /** The same with the normal from the mesh to the half-space. */
  readonly tangentPlane: Float64Array;
  /** A vertex and its foot. */
  readonly pair: Float64Array;
}

function createMeshWorkspace(narrow: NarrowWorkspace): MeshWorkspace {
  return {
    narrow,
    visit: {
      nearby: createIndexSink(64),
      owners: new Int32Array(64),
      index: 0,
      first: 0,
      worst: new Float64Array(4),
      worstTriangle: 0,
      worstBack: 0,
      overlaps: false,
      acute: false,
      behind: false,
    },
    convex: {
      margin: 0,
      limit: new Float64Array(3),
      box: new Float64Array(6),
      center: new Float64Array(3),
      radius: 0,
      lowest: new Float64Array(4),
      lowestRegion: 0,
      lowestBack: 0,
      closing: false,
    },
    triangle: {
      index: -1,
      back: 0,
      sunk: false,
      corner: new Float64Array(9),
      vertex: new Int32Array(3),
      plane: new Float64Array(4),
      hull: createFlatHull(),
      segment: new Float64Array(6),
    },
    choice: {
      free: 0,
      valid: new Float64Array(4),
      outer: new Float64Array(4),
      feature: -1,
      doubtful: false,
      side: false,
    },
    contact: { part: 0, pair: new Float64Array(6), wanted: new Float64Array(4), leastGap: 0 },
    patches: createPatchTable(),
    ridge: {
      rays: new Float64Array(3 * RAYS),
      edge: new Float64Array(3),
      low: new Float64Array(4),
      high: new Float64Array(4),
      at: new Float64Array(5),
    },
    halfSpace: { query: new Float64Array(5), tangentPlane: new Float64Array(4), pair: new Float64Array(6) },
  };
}

function createFlatHull(): Collider & { reach: number } {
  return {
    kind: KIND.hull,
    pairs: hull.pairs,
    shape: hull,
    support: hull.support,
    radius: 0,
    caps: null,
    size: new Float64Array(0),
    reach: 0,
    hull: {
      polyhedron: {
        vertices: new Float64Array(9),
        faceStart: Uint32Array.of(0, 3),
        faceVertex: Uint32Array.of(0, 1, 2),
      },
      planes: new Float64Array(20),
      edges: Uint32Array.of(0, 1, 0, 2, 1, 2, 0, 3, 2, 0, 0, 4, 0, 1, 2, 1, 1, 2, 3, 1, 2, 0, 4, 1),
      neighbourStart: Uint32Array.of(0, 2, 4, 6),
      neighbours: Uint32Array.of(1, 2, 2, 0, 0, 1),
      center: new Float64Array(3),
    },
    polygon: null,
    mesh: null,
    heightField: null,
  };
}

/** The mesh scratch of the query that fills a sink or a separation. */
export function meshWorkspace({ work }: ContactSink | Separation): MeshWorkspace {
  work.mesh ??= createMeshWorkspace(work);
  return work.mesh;
}
