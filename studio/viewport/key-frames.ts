import type { DrawnKeyFrame } from "../worker/protocol.js";

/** Key frames with one more, in the order of time; one at the same time, to half a millisecond, is replaced. */
export function withKey(keys: readonly DrawnKeyFrame[], key: DrawnKeyFrame): DrawnKeyFrame[] {
  return [...keys.filter(({ time }) => Math.abs(time - key.time) > 5e-4), key].sort((a, b) => a.time - b.time);
}
