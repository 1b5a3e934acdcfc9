import type { MeshPairWorkspace } from "./mesh-pair-workspace.js";
/**
 * Features of two meshes that touch or are near each other: a vertex and a face, or two edges. Each is a facet of the
 * difference of the two surfaces, with its own normal and gap. In the frame of A; scratch of one query.
 */
export interface Touches {
  count: number;
  overflow: boolean;
  /**
   * Unit normal from A to B (3), point on A (3), point on B (3), gap (m); `TOUCH_SIZE` each. gap = (pointB − pointA) ·
   * normal.
   */
  readonly values: Float64Array;
  readonly idA: Int32Array;
  readonly idB: Int32Array;
  /** `TOUCH` of each. */
  readonly kind: Uint8Array;
  /** Patch that each belongs to, −1: none. */
  readonly patch: Int32Array;
  /** `SHARPNESS` of each, while overlapping vertices are compared. */
  readonly sharpness: Uint8Array;
  /** The touch to add, as in `values`. */
  readonly next: Float64Array;
}

export const TOUCH_SIZE = 10;
/** Kinds of touches, and those that do not count. */
export const TOUCH = { vertexFace: 0, edgeEdge: 1, doubtful: 2, dropped: 3 } as const;

/**
 * Whether a touch overlaps, and with a vertex that is not foremost (blunt), or with edges or a foremost vertex (sharp).
 */
export const SHARPNESS = { apart: 0, blunt: 1, sharp: 2 } as const;

/** Touches of one pair of meshes; more are left out. */
export const TOUCH_CAPACITY = 4096;

export function createTouches(): Touches {
  return {
    count: 0,
    overflow: false,
    values: new Float64Array(TOUCH_SIZE * TOUCH_CAPACITY),
    idA: new Int32Array(TOUCH_CAPACITY),
    idB: new Int32Array(TOUCH_CAPACITY),
    kind: new Uint8Array(TOUCH_CAPACITY),
    patch: new Int32Array(TOUCH_CAPACITY),
    sharpness: new Uint8Array(TOUCH_CAPACITY),
    next: new Float64Array(TOUCH_SIZE),
  };
}

/** Adds `touches.next`. */
export function addTouch(w: MeshPairWorkspace, kind: number, idA: number, idB: number): void {
  const { touches } = w;
  const { next: touch } = w.touches;
  const i = touches.count;
  if (i === TOUCH_CAPACITY) {
    touches.overflow = true;
    return;
  }
  touches.count = i + 1;
  for (let k = 0; k < TOUCH_SIZE; k++) touches.values[TOUCH_SIZE * i + k] = touch[k];
  touches.idA[i] = idA;
  touches.idB[i] = idB;
  touches.kind[i] = kind;
  touches.patch[i] = -1;
}
