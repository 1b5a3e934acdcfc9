/**
 * Plain geometric data, shared by every file of this folder. Lengths in metres, right-handed frames, typed arrays
 * throughout so that a shape can be sent to a worker or copied into linear memory as it is. Geometry knows no bodies.
 */

/** A triangle surface. Closed and outward oriented when it bounds a solid; see `inspectMesh`. */
export interface TriangleMesh {
  /** 3 per vertex, m. */
  readonly vertices: Float64Array;
  /** 3 per triangle, counter-clockwise seen from outside. */
  readonly triangles: Uint32Array;
}

/**
 * A polyhedron with planar convex polygons as faces: convex hulls with merged coplanar faces, Platonic solids, prisms.
 * Face `f` has the vertices `faceVertex[faceStart[f]] … faceVertex[faceStart[f + 1] - 1]`.
 */
export interface Polyhedron {
  /** 3 per vertex, m. */
  readonly vertices: Float64Array;
  /** nf + 1 offsets into `faceVertex`. */
  readonly faceStart: Uint32Array;
  /** Vertex loops, counter-clockwise seen from outside. */
  readonly faceVertex: Uint32Array;
}

/** A polygon in the plane of a planar scene. */
export interface Polygon {
  /** 2 per vertex, counter-clockwise, m. */
  readonly vertices: Float64Array;
}

/** A regular grid of heights over the xy plane, centred on the origin in x and y. */
export interface HeightField {
  /** Grid points along x, ≥ 2. */
  readonly nx: number;
  /** Grid points along y, ≥ 2. */
  readonly ny: number;
  /** Grid spacing along x, m. */
  readonly dx: number;
  /** Grid spacing along y, m. */
  readonly dy: number;
  /** nx·ny heights z, row-major in y: `heights[j * nx + i]` at x = (i − (nx−1)/2)·dx, y = (j − (ny−1)/2)·dy, m. */
  readonly heights: Float64Array;
}

/**
 * Volume integrals at unit density (multiply `volume` and `inertia` by the density to get mass and inertia).
 * In the plane, `volume` is the area and the inertia is that of a thin plate, where only `zz` matters.
 */
export interface MassProperties {
  /** V = ∫ dV, m³ (area, m², in the plane). */
  volume: number;
  /** Centroid (1/V) ∫ x dV, 3 numbers, m. */
  center: Float64Array;
  /**
   * Inertia about the centroid ∫ (|r|² 1 − r rᵀ) dV, 6 numbers xx yy zz xy xz yz, m⁵ (m⁴ in the plane). Products have
   * the sign of the tensor's entries: I_xy = −∫ x y dV.
   */
  inertia: Float64Array;
}

/** One thing wrong with a piece of geometry, in words for the person who supplied it. */
export interface GeometryProblem<Kind extends string = string> {
  readonly kind: Kind;
  /** One sentence naming the first offender by index, and how many there are. */
  readonly message: string;
  /** Indices of all offenders; what they index depends on `kind`. */
  readonly elements: readonly number[];
}
