/**
 * One picture of the simulation: time, step count, pose and state of every body, in one buffer.
 *
 *   bytes 0…31            Float64: generation, time (s), steps, stamp of the newest inputs (ms, page's clock)
 *   then 32 per body      Float32: p_W of the centre of mass (m), q_WB = [x, y, z, w], state (BODY_STATE)
 */
export interface Frame {
  readonly head: Float64Array;
  readonly poses: Float32Array;
}

export const HEAD = { generation: 0, time: 1, steps: 2, stamp: 3 } as const;
export const POSE_SIZE = 8;

const HEAD_BYTES = 32;

/** Bytes of a frame, rounded up so that frames may be contiguous. */
export function frameBytes(bodies: number): number {
  return HEAD_BYTES + Math.ceil((4 * POSE_SIZE * bodies) / 8) * 8;
}

export function frameView(buffer: ArrayBufferLike, offset: number, bodies: number): Frame {
  return {
    head: new Float64Array(buffer, offset, HEAD_BYTES / 8),
    poses: new Float32Array(buffer, offset + HEAD_BYTES, POSE_SIZE * bodies),
  };
}
