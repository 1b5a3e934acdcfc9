import type { Collider } from "./types.js";

/**
 * Whether two shapes of one kind are to be called the other way round. The table knows one order of two kinds; of one
 * kind, a routine that iterates ends elsewhere within its tolerance when A and B change places. Which of them is A must
 * not depend on who calls: it is the smaller shape, or of equal ones that which lies lower along the axis on which they
 * are farthest apart.
 */
export function isSwapped(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  poseB: Float64Array,
  bo: number,
): boolean {
  if (!a.shape.iterates) return false;
  if (a.size.length !== b.size.length) return a.size.length > b.size.length;
  for (let k = 0; k < a.size.length; k++) {
    if (a.size[k] !== b.size[k]) return a.size[k] > b.size[k];
  }
  // equal shapes: the axis of the greatest distance, so that noise of bodies that rest on each other does not swap the
  // pair
  let axis = 0;
  for (let k = 1; k < 3; k++) {
    if (Math.abs(poseA[ao + k] - poseB[bo + k]) > Math.abs(poseA[ao + axis] - poseB[bo + axis])) axis = k;
  }
  if (poseA[ao + axis] !== poseB[bo + axis]) return poseA[ao + axis] > poseB[bo + axis];
  for (let k = 3; k < 7; k++) {
    if (poseA[ao + k] !== poseB[bo + k]) return poseA[ao + k] > poseB[bo + k];
  }
  return false;
}
