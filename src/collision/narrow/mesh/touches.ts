/**
 * Features of two meshes that touch or are near each other: a vertex and a face, or two edges. Each is a facet of the difference of the two
 * surfaces, with its own normal and gap. In the frame of A; scratch of one query.
 */
export interface Touches {
  count: number;
  overflow: boolean;
  /** Unit normal from A to B (3), point on A (3), point on B (3), gap (m); `TOUCH_SIZE` each. gap = (pointB − pointA) · normal. */
  readonly values: Float64Array;
  readonly idA: Int32Array;
  readonly idB: Int32Array;
  /** `TOUCH` of each. */
  readonly kind: Uint8Array;
  /** Patch that each belongs to, −1: none. */
  readonly patch: Int32Array;
}

export const TOUCH_SIZE = 10;
export const TOUCH = { vertexFace: 0, edgeEdge: 1, doubtful: 2, dropped: 3 } as const;

/** Touches of one pair of meshes; more are left out. */
const CAPACITY = 4096;

export const touches: Touches = {
  count: 0,
  overflow: false,
  values: new Float64Array(TOUCH_SIZE * CAPACITY),
  idA: new Int32Array(CAPACITY),
  idB: new Int32Array(CAPACITY),
  kind: new Uint8Array(CAPACITY),
  patch: new Int32Array(CAPACITY),
};

/** The touch to add: see `Touches.values`. */
export const touch = new Float64Array(TOUCH_SIZE);

export function addTouch(kind: number, idA: number, idB: number): void {
  const i = touches.count;
  if (i === CAPACITY) {
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
