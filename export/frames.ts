import { elementary, type Model } from "stiction";
import { after, back, compose, inverse, type Pose, type Q4, rotate, type V3 } from "../import/pose.js";

/** Frame of a body in the world at the start, its origin and not its centre of mass. */
export function bodyFrame(model: Model, b: number): Pose {
  const turn = four(model.bodyQuat0, b);
  const center = three(model.bodyPos0, b);
  const arm = rotate(turn, three(model.bodyCom, b));
  return { position: [center[0] - arm[0], center[1] - arm[1], center[2] - arm[2]], turn };
}

/** Frame of a joint in the frame of its body A or B. */
export function jointFrame(model: Model, j: number, side: "A" | "B"): Pose {
  const { joints } = model;
  const com = three(model.bodyCom, joints[`body${side}`][j]);
  const p = three(joints[`point${side}`], j);
  return { position: [p[0] + com[0], p[1] + com[1], p[2] + com[2]], turn: four(joints[`quat${side}`], j) };
}

/** Value of a joint's coordinate at the start: angle about z, or length along it, of frame B in frame A. */
export function startCoordinate(model: Model, j: number, kind: string, zero: number): number {
  const at = (side: "A" | "B") => compose(bodyFrame(model, model.joints[`body${side}`][j]), jointFrame(model, j, side));
  const { position, turn } = compose(inverse(at("A")), at("B"));
  if (kind === "slider") return position[2] + zero;
  const [z, w] = turn[3] < 0 ? [-turn[2], -turn[3]] : [turn[2], turn[3]];
  return 2 * elementary.atan2(z, w) + zero;
}

/** R(a)ᵀ R(b). */
export const between = (a: Q4, b: Q4): Q4 => after(back(a), b);

export function three(list: ArrayLike<number>, k: number): V3 {
  return [list[3 * k], list[3 * k + 1], list[3 * k + 2]];
}

export function four(list: ArrayLike<number>, k: number): Q4 {
  return [list[4 * k], list[4 * k + 1], list[4 * k + 2], list[4 * k + 3]];
}
