import type { RigidMotion } from "../edit/placing.js";
import { POSE_SIZE } from "../worker/frame.js";
import { product, turnInto } from "../worker/rotation.js";

/** Poses of a frame with some bodies moved; a pose begins with position (m) and orientation. */
export function movedPoses(
  poses: Float32Array,
  bodies: readonly number[],
  { shift, turn, pivot }: RigidMotion,
): Float32Array {
  const moved = poses.slice();
  for (const body of bodies) {
    const at = POSE_SIZE * body;
    for (let i = 0; i < 3; i++) moved[at + i] -= pivot[i];
    turnInto(moved, at, turn, 0, moved, at);
    for (let i = 0; i < 3; i++) moved[at + i] += pivot[i] + shift[i];
    moved.set(product(turn, moved.subarray(at + 3, at + 7)), at + 3);
  }
  return moved;
}
