/**
 * Outward directions in which a patch keeps the farthest point, and slots for points: one per direction and one for the
 * deepest.
 */
export const DIRECTIONS = 12;
export const SLOTS = DIRECTIONS + 1;
/** More patches than this at once: the rest joins the patch with the most similar normal. */
export const MAX_PATCHES = 128;

/**
 * Kinds: planes; ridges and peaks; and either, where only triangles know of it that would be less deep alone (see
 * `convex-mesh.ts`).
 */
export const PATCH_KIND = { plane: 0, ridge: 1, doubtful: 2 } as const;

/** A triangle is out of reach (farther than the margin), within it, or meets the shape. */
export const REACH = { beyond: 0, within: 1, meets: 2 } as const;

/**
 * States of a patch while explanations are sought (`explained.ts`): not yet looked at; stays; explained by one that
 * stays.
 */
export const PATCH_STATE = { open: 0, stays: 1, explained: 2 } as const;

/** Contact patches on a mesh, see `patches.ts`. Arrays are indexed by patch. */
export interface PatchTable {
  count: number;
  /** The patch whose tangents and features are in the narrow workspace; −1: none. */
  current: number;
  /** Unit normal from the mesh to the shape and offset along it, mesh frame; 4 per patch. */
  readonly plane: Float64Array;
  /** `PATCH_KIND`. */
  readonly kind: Uint8Array;
  /** `PATCH_STATE`. */
  readonly state: Uint8Array;
  /**
   * Separation along the normal, m: that of the shape's support from the highest tangent plane of the patch, which is
   * plane[4p + 3]. Not above the gap of any point of the patch, for not all that lies along the normal need lie over
   * the triangles.
   */
  readonly separation: Float64Array;
  /** `REACH` of the nearest of the triangles that add to the patch. */
  readonly reached: Uint8Array;
  /** 1 where a patch explains another. */
  readonly needed: Uint8Array;
  /** Of doubtful patches: the least separation, in any direction, of the triangles in doubt, m. */
  readonly free: Float64Array;
  /** 1 for patches that `settlePatches` drops. */
  readonly dropped: Uint8Array;
  /** The deepest point, on the mesh; 3 per patch. */
  readonly deepest: Float64Array;
  /** Per slot: distance outward, or depth, m; −∞ where the slot is empty. */
  readonly score: Float64Array;
  /** Per slot: places of the points on A and on B in the tangent plane (4), their heights (2) and features (2). */
  readonly slotUv: Float64Array;
  readonly slotHeight: Float64Array;
  readonly slotId: Int32Array;
}

export function createPatchTable(): PatchTable {
  return {
    count: 0,
    current: -1,
    plane: new Float64Array(4 * MAX_PATCHES),
    kind: new Uint8Array(MAX_PATCHES),
    state: new Uint8Array(MAX_PATCHES),
    separation: new Float64Array(MAX_PATCHES),
    reached: new Uint8Array(MAX_PATCHES),
    needed: new Uint8Array(MAX_PATCHES),
    free: new Float64Array(MAX_PATCHES),
    dropped: new Uint8Array(MAX_PATCHES),
    deepest: new Float64Array(3 * MAX_PATCHES),
    score: new Float64Array(MAX_PATCHES * SLOTS),
    slotUv: new Float64Array(4 * MAX_PATCHES * SLOTS),
    slotHeight: new Float64Array(2 * MAX_PATCHES * SLOTS),
    slotId: new Int32Array(2 * MAX_PATCHES * SLOTS),
  };
}
