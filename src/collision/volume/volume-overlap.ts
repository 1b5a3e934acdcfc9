import { createVolumeWork, type VolumeWork } from "./volume-work.js";

/**
 * The common volume of two solids: one entry per region, a region being a connected part of the common volume (with the
 * voids in it). All in A's frame, at unit density.
 */
export interface Overlap {
  /** Number of regions. */
  count: number;
  /** `OVERLAP_SIZE` numbers per region, see `OVERLAP`. */
  values: Float64Array;
  /** Bits per region, see `OVERLAP_FLAG`. */
  flags: Int32Array;
  /** Rims of the regions, where the two surfaces cross: closed polygons, 3 numbers per corner, grouped by region. */
  rim: Float64Array;
  /** Number of polygons, first corner of each, and one more entry. */
  loopCount: number;
  loopStart: Int32Array;
  /** First polygon of each region, and one more entry. A region without (one body inside the other) has none. */
  regionLoop: Int32Array;
  /** Components of negative volume that no region encloses: a sign of a mesh that is no solid. */
  strayed: number;
  /**
   * Whether faces of A were cut by faces of B, in A's frame: then regions can be shared out among sides, see
   * `clusters.ts`.
   */
  cutByFaces: boolean;
  /** Work of the query that wrote it. */
  readonly work: VolumeWork;
}

/** Where the numbers of a region start. */
export const OVERLAP = {
  /** V = ∫ dV, m³. */
  volume: 0,
  /** Centroid p_c, m; 3. */
  center: 1,
  /** J = ∫ (|r|² 1 − r rᵀ) dV about the centroid, xx yy zz xy xz yz, m⁵; 6. */
  inertia: 4,
  /**
   * Vector area a = ∫ n dS of A's surface inside B, m²; 3. It points from A to B, is the opposite of that of B's
   * surface inside A (a_B of [Vilela2018]), equals ½ ∮ r × dr along the rim, and is the gradient of V: moving A by dx
   * changes V by a · dx.
   */
  area: 10,
  /** Unit normal from A to B: a/|a|, choice N2; 3. */
  normal: 13,
  /** Area S of the patch, m²: B's surface inside A seen along the normal, with sign; |a|. Zero for a deep region. */
  patchArea: 16,
  /** Its centroid p_s, m; 3. */
  patchCenter: 17,
  /** I_s = ∫ (|ρ|² 1 − ρ ρᵀ) dS about p_s, m⁴; 6. */
  patchInertia: 20,
} as const;
/** Numbers per region. */
export const OVERLAP_SIZE = 26;

/** Bits that say how far the numbers of a region can be trusted. */
export const OVERLAP_FLAG = {
  /** The normal says nothing: one body is inside the other, or they interlock evenly; |a| < 1e-3 V^(2/3). */
  deep: 1,
  /**
   * Faces of the two bodies lie in one plane; the vector area is the mean over both senses of the displacement that
   * breaks the tie.
   */
  coplanar: 2,
} as const;

/** An empty result; its arrays grow as needed. */
export function createOverlap(): Overlap {
  return {
    count: 0,
    values: new Float64Array(OVERLAP_SIZE * 4),
    flags: new Int32Array(4),
    rim: new Float64Array(3 * 64),
    loopCount: 0,
    loopStart: new Int32Array(9),
    regionLoop: new Int32Array(5),
    strayed: 0,
    cutByFaces: false,
    work: createVolumeWork(),
  };
}

/** Numbers of region r into a plain object, for tests and reports. */
export function overlapRegion(overlap: Overlap, r: number) {
  const o = OVERLAP_SIZE * r;
  const at = (first: number, n: number) => Array.from(overlap.values.subarray(o + first, o + first + n));
  return {
    volume: overlap.values[o],
    center: at(OVERLAP.center, 3),
    inertia: at(OVERLAP.inertia, 6),
    area: at(OVERLAP.area, 3),
    normal: at(OVERLAP.normal, 3),
    patchArea: overlap.values[o + OVERLAP.patchArea],
    patchCenter: at(OVERLAP.patchCenter, 3),
    patchInertia: at(OVERLAP.patchInertia, 6),
    deep: (overlap.flags[r] & OVERLAP_FLAG.deep) !== 0,
    coplanar: (overlap.flags[r] & OVERLAP_FLAG.coplanar) !== 0,
    loops: Array.from({ length: overlap.regionLoop[r + 1] - overlap.regionLoop[r] }, (_, k) => {
      const loop = overlap.regionLoop[r] + k;
      return Array.from(overlap.rim.subarray(3 * overlap.loopStart[loop], 3 * overlap.loopStart[loop + 1]));
    }),
  };
}
