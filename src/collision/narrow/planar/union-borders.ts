/** Borders of the union of all M_ij, and the search for their point nearest to 0; see `escape.ts`. */
export interface UnionBorders {
  /** Vertices of all M_ij, in the order of their polygons: position, 2 per corner, m. */
  position: Float64Array;
  /** Outward unit normal of the edge from here to the next corner, 2 per corner. */
  normal: Float64Array;
  /** Vertices of the first and of the second outline whose difference the corner is. */
  ofFirst: Int32Array;
  ofSecond: Int32Array;
  /** 1 where the edge from here is one of the second outline, 0 where it is one of the first. */
  edgeOfSecond: Uint8Array;
  /** Polygon of each corner. */
  polygon: Int32Array;
  /** Lower bound of the squared distance of each edge with its arc from 0, m². */
  squaredBound: Float64Array;
  /** First corner of each M_ij, and one past the last. */
  polygonStart: Int32Array;
  polygons: number;
  /** Distance around the second shape within which loops are considered, m. */
  distance: number;
  /** Sum of the radii, m. */
  radius: number;
  /** Distance within which a point on the border counts as outside, m. */
  tolerance: number;
  /** Whether directions behind a one-sided run are refused. */
  oneSided: boolean;
  readonly best: Escape;
  /** A translation to be tried, and the outward normal there. */
  readonly trial: { x: number; y: number; normalX: number; normalY: number };
}

/** The shortest translation found so far. */
export interface Escape {
  /** Squared length, m². */
  squared: number;
  x: number;
  y: number;
  /** Outward normal of the border there. */
  normalX: number;
  normalY: number;
  /** Corner that it comes from; and whether from the arc there rather than from the edge. */
  corner: number;
  arc: boolean;
}

export function createUnionBorders(): UnionBorders {
  return {
    position: new Float64Array(2 * 256),
    normal: new Float64Array(2 * 256),
    ofFirst: new Int32Array(256),
    ofSecond: new Int32Array(256),
    edgeOfSecond: new Uint8Array(256),
    polygon: new Int32Array(256),
    squaredBound: new Float64Array(256),
    polygonStart: new Int32Array(128),
    polygons: 0,
    distance: 0,
    radius: 0,
    tolerance: 0,
    oneSided: false,
    best: { squared: 0, x: 0, y: 0, normalX: 0, normalY: 0, corner: 0, arc: false },
    trial: { x: 0, y: 0, normalX: 0, normalY: 0 },
  };
}
