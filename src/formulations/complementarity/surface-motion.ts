import { COLLISION_FIELDS } from "../../collision/system.js";
import { CONTACT_INT, CONTACT_INTS } from "../../contact/complementarity/contact-set.js";
import { type Data, itemFields } from "../../data/data.js";
import { rotateInto } from "../../math/quat.js";
import type { Model } from "../../model/model.js";
import type { ComplementarityState } from "./complementarity-state.js";

const own = new Float64Array(6);

/**
 * Velocity of B's surface against A's that belts add (`surfaceVelocity`), into the three numbers of `out`, m/s. Returns
 * false where neither shape is one. Reads: pose.
 */
export function beltVelocityInto(
  out: Float64Array,
  model: Model,
  data: Data,
  { set }: ComplementarityState,
  c: number,
): boolean {
  const { belt } = model.systems.collision;
  if (belt === null) return false;
  const { pose } = itemFields(data, "collision", COLLISION_FIELDS);
  out.fill(0, 0, 3);
  let moves = false;
  for (let side = 0; side < 2; side++) {
    const shape = set.index[CONTACT_INTS * c + (side === 0 ? CONTACT_INT.shapeA : CONTACT_INT.shapeB)];
    for (let k = 0; k < 3; k++) own[k] = belt[3 * shape + k];
    if (own[0] === 0 && own[1] === 0 && own[2] === 0) continue;
    moves = true;
    rotateInto(own, 3, pose, 7 * shape + 3, own, 0);
    for (let k = 0; k < 3; k++) out[k] += side === 0 ? -own[3 + k] : own[3 + k];
  }
  return moves;
}
