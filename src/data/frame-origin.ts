import { rotateInto } from "../math/quat.js";
import type { Model } from "../model/model.js";
import type { Data } from "./data.js";

/** out = origin of the body frame in the world: p_com − R com. */
export function frameOriginInto(model: Model, data: Data, b: number, out: Float64Array, at: number): void {
  rotateInto(out, at, data.bodyQuat, 4 * b, model.bodyCom, 3 * b);
  for (let k = 0; k < 3; k++) out[at + k] = data.bodyPos[3 * b + k] - out[at + k];
}
