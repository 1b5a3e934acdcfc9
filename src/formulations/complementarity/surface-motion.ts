import { ROLLING } from "../../collision/rolling-kinds.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import { carriedSlipInto } from "../../contact/carried-slip.js";
import { CONTACT, CONTACT_INT, CONTACT_INTS, CONTACT_SIZE } from "../../contact/complementarity/contact-set.js";
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

/**
 * Velocities of a step are those of its middle, where a contact that is carried round has gone on: with the arms of the
 * start, what lies on a turntable takes the velocity of the place that it leaves, and drifts outwards. The change of
 * slip over half a step with the present velocities, m/s, is written into `work.carried`. Returns false where there is
 * none: one of the bodies does not move, or the contact was placed at the middle already. Reads: body state.
 */
export function carriedVelocityInto(model: Model, data: Data, state: ComplementarityState, c: number): boolean {
  const { set, work } = state;
  const { colliders, fixed } = model.systems.collision;
  const at = CONTACT_INTS * c;
  const shapeA = set.index[at + CONTACT_INT.shapeA];
  const shapeB = set.index[at + CONTACT_INT.shapeB];
  if (fixed[shapeA] === 1 || fixed[shapeB] === 1 || set.index[at + CONTACT_INT.rolls] === 1) return false;
  const out = work.carried;
  const a = set.index[at + CONTACT_INT.bodyA];
  const b = set.index[at + CONTACT_INT.bodyB];
  const o = CONTACT_SIZE * c;
  for (let k = 0; k < 3; k++) {
    out[3 + k] = set.value[o + CONTACT.pointA + k] - data.bodyPos[3 * a + k];
    out[6 + k] = set.value[o + CONTACT.pointB + k] - data.bodyPos[3 * b + k];
  }
  const onA = colliders[shapeA].reach < colliders[shapeB].reach;
  const rolls = state.rolling[onA ? shapeA : shapeB] !== ROLLING.flat;
  const v = data.bodyVel;
  // linear in displacements, which are h/2 times the velocities
  carriedSlipInto(out, set.value, o, out, 3, 6, v, v, 6 * a, 6 * b, onA, rolls);
  const half = 0.5 * model.options.timestep;
  for (let k = 0; k < 3; k++) out[k] *= half;
  return true;
}
