/** Poses and heights as whole numbers; errors are half a quantum. Quantum of positions, m: ≤ 0.25 mm per axis. */
export const POSITION_QUANTUM = 1 / 2048;
/** Quanta of a component of a quaternion from 0 to 1: ≤ 2 √4 · ½/32767 = 6.2e-5 rad of rotation. */
export const QUATERNION_SCALE = 32767;
/** Quantum of heights, m: ≤ 0.49 mm. */
export const HEIGHT_QUANTUM = 1 / 1024;
/** Numbers of a pose: x, y, z, qx, qy, qz, qw. */
export const POSE = 7;
/** Farther than this from the origin, m, poses are clamped: 2³¹ quanta. */
const FAR = 1e6;

/** The pose of body b, into out[o …]. The sign of the quaternion is that nearer to `near`, so that differences stay small. */
export function quantizePose(
  position: Float64Array,
  quaternion: Float64Array,
  b: number,
  out: Int32Array,
  o: number,
  near: Int32Array | null,
): void {
  for (let c = 0; c < 3; c++) {
    const x = position[3 * b + c];
    out[o + c] = Number.isFinite(x) ? Math.round(Math.max(-FAR, Math.min(FAR, x)) / POSITION_QUANTUM) : 0;
  }
  let dot = 0;
  for (let c = 0; c < 4; c++) dot += near === null ? 0 : quaternion[4 * b + c] * near[o + 3 + c];
  const scale = dot < 0 ? -QUATERNION_SCALE : QUATERNION_SCALE;
  for (let c = 0; c < 4; c++) {
    const q = quaternion[4 * b + c];
    out[o + 3 + c] = Number.isFinite(q) ? Math.round(scale * Math.max(-1, Math.min(1, q))) : 0;
  }
}

/** A quantised pose → numbers, the quaternion of length 1. */
export function dequantizePose(values: ArrayLike<number>, o: number, out: Float64Array, oo: number): void {
  for (let c = 0; c < 3; c++) out[oo + c] = values[o + c] * POSITION_QUANTUM;
  let square = 0;
  for (let c = 3; c < POSE; c++) square += values[o + c] * values[o + c];
  const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
  for (let c = 3; c < POSE; c++) out[oo + c] = values[o + c] * scale;
  if (square === 0) out[oo + 6] = 1;
}
